// The line breaks of a text that is edited in a text area, which has no others than line feeds.

export const withLineFeeds = (text: string) => text.replace(/\r\n?/g, "\n");

/** Gives a text from a text area the line breaks of the old text: at its beginning and its end the same ones, as far as they are equal, and else the first one. */
export function withBreaksOf(old: string, text: string): string {
  if (!old.includes("\r")) return text;
  const [usual] = /\r\n?|\n/.exec(old) as RegExpExecArray;
  const before = withLineFeeds(old);
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === text[text.length - 1 - end]) end++;
  const changed = text.slice(start, text.length - end).replaceAll("\n", usual);
  return old.slice(0, placeIn(old, start)) + changed + old.slice(placeIn(old, before.length - end));
}

/** The place in a text of what is at `index` with line feeds. */
function placeIn(text: string, index: number): number {
  let place = 0;
  for (let i = 0; i < index; i++) place += text.startsWith("\r\n", place) ? 2 : 1;
  return place;
}
