// Memory for the results of `encode` with the option `pooled`.

/** As much as Node's own pool for small Buffers. A result that is kept keeps all of its chunk. */
const chunkBytes = 1 << 13;
/** Larger results get memory of their own, so that little of a chunk is left over. */
const mostPooled = 1 << 10;

let chunk = new ArrayBuffer(0);
let next = 0;

/** Memory of a chunk that several results share. No two results share bytes. */
export function pooledBytes(size: number): Uint8Array<ArrayBuffer> {
  if (size > mostPooled) return new Uint8Array(size);
  // A chunk that the program transferred to another thread has length 0.
  if (next + size > chunk.byteLength) {
    chunk = new ArrayBuffer(chunkBytes);
    next = 0;
  }
  const bytes = new Uint8Array(chunk, next, size);
  // The next result begins where typed arrays of any kind may begin.
  next = (next + size + 7) & ~7;
  return bytes;
}
