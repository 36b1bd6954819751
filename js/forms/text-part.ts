/**
 * A part of a longer text, for `parseText`. A color such as `#f80` may end a part, but not a whole text, of which engines read nothing
 * then; so a line break follows it.
 */
export const asPart = (text: string): string => (/#[\da-f]+$/i.test(text) ? `${text}\n` : text);
