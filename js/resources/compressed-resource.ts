// Compressed resources (RSCC): blocks as in GCPF, whose content is a resource without its first four bytes.
import { join } from "../base/bytes.js";
import { hint } from "../base/hints.js";
import type { Limits } from "../base/options.js";
import { type Compression, compress, decompress } from "../index.js";
import { compressions } from "../table/boundary.gen.js";
import { ByteReader, ByteWriter } from "./byte-cursor.js";

interface ResourceCompression {
  readonly compression: Compression;
  readonly blockSize: number;
}

const magic = Uint8Array.from("RSCC", (letter) => letter.charCodeAt(0));
const contentMagic = Uint8Array.from("RSRC", (letter) => letter.charCodeAt(0));
/** The codec refuses larger blocks of GCPF too. */
const largestBlock = 1 << 24;

export const isCompressed = (bytes: Uint8Array): boolean => magic.every((byte, i) => bytes[i] === byte);

/** Decompresses a resource and puts RSRC before its content. */
export async function readCompressed(
  bytes: Uint8Array,
  limits: Partial<Limits> | undefined,
  most: number,
): Promise<ResourceCompression & { readonly content: Uint8Array<ArrayBuffer> }> {
  const input = new ByteReader(bytes);
  input.skip(magic.length);
  const compression = compressions[input.u32()] as Compression | undefined;
  const blockSize = input.u32();
  const size = input.u32();
  if (compression === undefined || blockSize === 0 || blockSize > largestBlock)
    throw input.fail("bad-container");
  if (size > most) throw input.fail("too-large", [hint("raise-limit-to", "decompressedBytes", most, size)]);
  // Engines write a last block even if it is empty.
  const count = Math.floor(size / blockSize) + 1;
  if (count > input.left / 4) throw input.fail("unexpected-end");
  const sizes = Array.from({ length: count }, () => input.u32());
  const parts: Uint8Array[] = [contentMagic];
  for (const [block, packed] of sizes.entries()) {
    input.start = input.at;
    const expected = block + 1 < count ? blockSize : size % blockSize;
    const part = await decompress(input.take(packed), compression, { size: expected, limits });
    if (part.length !== expected) throw input.fail("bad-container");
    parts.push(part);
  }
  input.start = input.at;
  if (!isCompressed(input.take(magic.length))) throw input.fail("bad-container");
  input.start = input.at;
  if (input.left > 0) throw input.fail("trailing-bytes");
  return { compression, blockSize, content: join(parts) };
}

/** The inverse. */
export async function writeCompressed(
  resource: Uint8Array,
  { compression, blockSize }: ResourceCompression,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = resource.subarray(contentMagic.length);
  const blocks: Uint8Array[] = [];
  for (let at = 0; at <= content.length; at += blockSize)
    blocks.push(await compress(content.subarray(at, at + blockSize), compression));
  const head = new ByteWriter(Infinity);
  head.put(magic);
  for (const value of [compressions.indexOf(compression), blockSize, content.length]) head.u32(value);
  for (const block of blocks) head.u32(block.length);
  return join([head.written(), ...blocks, magic]);
}
