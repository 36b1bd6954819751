// Reads the text of a path step by step.
import { endOfQuotes } from "./quotes.js";

interface PathStep {
  /** The name, or the key as written: in brackets or in quotes. */
  readonly text: string;
  readonly isName: boolean;
  readonly start: number;
  readonly end: number;
}

const identifier = /[\p{L}_][\p{L}\p{N}_]*/uy;

/** Yields the steps at the beginning of a text, until one is not valid: `player`, `.hp`, `."strange key"`, `[3]`. */
export function* stepsOf(text: string): Generator<PathStep> {
  for (let at = 0; at < text.length; ) {
    const start = at;
    const from = start > 0 && text[start] === "." ? start + 1 : start;
    if (text[start] === "[") {
      at = afterBracket(text, start);
      if (at < 0) return;
      yield { text: text.slice(start + 1, at - 1), isName: false, start, end: at };
    } else if (start > 0 && from === start) {
      return;
    } else if (text[from] === '"') {
      at = endOfQuotes(text, from);
      if (at < 0) return;
      yield { text: text.slice(from, at), isName: false, start, end: at };
    } else {
      identifier.lastIndex = from;
      const [name] = identifier.exec(text) ?? [];
      if (name === undefined) return;
      at = from + name.length;
      yield { text: name, isName: true, start, end: at };
    }
  }
}

/** The index after the bracket that closes the one at `start`; -1 if it is never closed. */
function afterBracket(text: string, start: number): number {
  const token = /["[\]]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === "[") depth++;
    else if (found[0] === "]" && --depth === 0) return token.lastIndex;
    else if (found[0] === '"') {
      const end = endOfQuotes(text, found.index);
      if (end < 0) return -1;
      token.lastIndex = end;
    }
  }
  return -1;
}
