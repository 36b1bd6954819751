/**
 * The index after the quote that closes the one at `start`; -1 if it is never closed. Not a regular expression, because
 * that overflows the stack on long texts.
 */
export function endOfQuotes(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before--;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return -1;
}

/** Where each text in quotes and each comment of Godot's text begins and ends. A text that is never closed ends where all ends. */
export function* quotesAndComments(text: string): Generator<[from: number, end: number]> {
  const token = /"|;[^\n]*/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '"') {
      const end = endOfQuotes(text, found.index);
      token.lastIndex = end < 0 ? text.length : end;
    }
    yield [found.index, token.lastIndex];
  }
}

/** Replaces in the text outside of quotes. */
export function outsideQuotes(text: string, replaced: (part: string) => string): string {
  let result = "";
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : endOfQuotes(text, quote);
    result += replaced(text.slice(from, quote < 0 ? text.length : quote));
    if (quote >= 0) result += text.slice(quote, end);
    from = end;
  }
  return result;
}
