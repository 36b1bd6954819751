// Bytes in pieces of a size, so that no table has to be one text, which V8 limits to 512 MiB.

const pieceBytes = 1 << 20;

/** The UTF-8 of texts, in pieces. Small texts together make one piece, which takes no more memory than it has bytes. */
export function bytesInPieces(texts: Iterable<string>): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let some: string[] = [];
  let length = 0;
  const flush = () => {
    if (length > 0) pieces.push(Buffer.from(some.join("")));
    some = [];
    length = 0;
  };
  for (const text of texts) {
    some.push(text);
    length += text.length;
    if (length >= pieceBytes) flush();
  }
  flush();
  return pieces;
}

/** Joins small pieces. */
export function joinedPieces(all: Iterable<Uint8Array>): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let some: Uint8Array[] = [];
  let length = 0;
  const flush = () => {
    if (length > 0) pieces.push(some.length === 1 ? (some[0] as Uint8Array) : Buffer.concat(some));
    some = [];
    length = 0;
  };
  for (const piece of all) {
    if (piece.length >= pieceBytes) flush();
    some.push(piece);
    length += piece.length;
    if (length >= pieceBytes) flush();
  }
  flush();
  return pieces;
}
