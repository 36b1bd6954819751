// Bytes in pieces of a size, so that no table has to be one text, which V8 limits to 512 MiB.

const pieceBytes = 1 << 20;

/** The UTF-8 of texts, in pieces. Small texts together make one piece, which takes no more memory than it has bytes. */
export const bytesInPieces = (texts: Iterable<string>): Uint8Array[] =>
  inPieces(texts, (some) => Buffer.from(some.join("")));

/** Joins small pieces. */
export const joinedPieces = (all: Iterable<Uint8Array>): Uint8Array[] =>
  inPieces(all, (some) => (some.length === 1 ? (some[0] as Uint8Array) : Buffer.concat(some)));

/** Joins parts until they are long enough together. A long part stays alone, so that it need not be copied. */
function inPieces<Part extends { readonly length: number }>(
  parts: Iterable<Part>,
  join: (some: readonly Part[]) => Uint8Array,
): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let some: Part[] = [];
  let length = 0;
  const flush = () => {
    if (length > 0) pieces.push(join(some));
    some = [];
    length = 0;
  };
  for (const part of parts) {
    if (part.length >= pieceBytes) flush();
    some.push(part);
    length += part.length;
    if (length >= pieceBytes) flush();
  }
  flush();
  return pieces;
}
