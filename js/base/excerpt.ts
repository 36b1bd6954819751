/** Longer texts would fill logs with what a stranger sent. */
const mostCharacters = 1000;
const keptAtEachEnd = 400;

/** A text for a sentence: without its middle if it is very long. */
export function excerpt(text: string): string {
  if (text.length <= mostCharacters) return text;
  // No half of a surrogate pair.
  const start = text.slice(0, keptAtEachEnd).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(-keptAtEachEnd).replace(/^[\udc00-\udfff]/, "");
  return `${start} … ${end}`;
}
