/** The sentence of the hint `path-syntax`. Bundles that only use paths leave out all other sentences (hints.ts). */
export const pathSentence = (path: string, at: number): string =>
  `${path} cannot be read from character ${at} on.`;
