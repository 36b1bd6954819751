// Texts as bytes in pieces of a size, so that no table has to be one text, which V8 limits to 512 MiB.

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
