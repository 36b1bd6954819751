// Bytes: joined, viewed, compared, copied.

export const totalLength = (chunks: readonly { readonly length: number }[]): number =>
  chunks.reduce((sum, { length }) => sum + length, 0);

/** Concatenates chunks, and pads with zeros up to `size`. */
export function join(chunks: readonly Uint8Array[], size = totalLength(chunks)): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Views the same bytes as a plain Uint8Array, because some methods of Node's Buffer differ. */
export function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** Firefox takes 0.47 µs to make a copy of 120 bytes, and 0.03 to make an array and fill it. Other engines take a fifth longer to fill one. */
const fillsFaster = "InternalError" in globalThis;
const mostFilled = 1 << 11;

/** Copies bytes to memory of their own. Faster than slice(), which clears the new memory first, and copies nothing of a Buffer. */
export function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!fillsFaster || bytes.length > mostFilled) return new Uint8Array(bytes);
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
}
