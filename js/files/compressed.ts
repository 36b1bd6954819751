// Compressed layers: GCPF files and bare streams.
import { copyOf, join } from "../base/bytes.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { checkCompression, checkOptions } from "../base/option-names.js";
import { type Bytes, bytesOf } from "../base/options.js";
import { compressedHeaderRecord, compressions, extentRecord, operation } from "../table/boundary.gen.js";
import { wordOf } from "../table/numbers.js";
import { type Answer, call } from "../wasm/file-calls.js";
import { Budget } from "./budget.js";
import type {
  CompressedLayer,
  Compression,
  Damage,
  DecompressOptions,
  Look,
  Opened,
  StreamLayer,
} from "./layers.js";
import { beginningOf, compressorOf, decompressorOf } from "./platform.js";

/** Bytes of content per block in every file that an engine writes. */
const usualBlockSize = 4096;
/** Size of the magic number at the beginning of a file, and at its end if it is closed. */
const magicSize = 4;
/** The codec refuses larger blocks too. */
const largestBlock = 1 << 24;
/** One byte of FastLZ expands to at most 255 bytes, because level 2 adds up the length of a match from bytes of 255. */
const mostFastlzRatio = 255;
/** In blocks of the usual size, an instruction of FastLZ is at most a length and 32 literal bytes. */
const longestInstruction = 33;
/** Reading ends after this many unreadable blocks. */
const mostUnreadable = 1 << 14;
/** How many blocks the browser's streams decompress concurrently. */
const blocksAtOnce = 16;

/** How many bytes are looked at before the rest of a larger content is decompressed, and how fast they grow. */
const firstLook = 1 << 20;
const lookGrowth = 16;

const streams = { zlib: "deflate", gzip: "gzip", zstd: "zstd", fastlz: "fastlz" } as const;

/** Decompresses GCPF. With `damage`, also reads truncated files and files with unreadable blocks. */
export async function openCompressed(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
  damage: Damage | undefined,
  look: Look,
): Promise<Opened> {
  const { words } = callWithin(budget, sizeOf(bytes), operation.readCompressed, bytes, damage ? 1 : 0);
  const { compression, blockSize, size, closed } = headerOf(words);
  const layer: CompressedLayer = { container: "gcpf", compression, blockSize, closed };
  if (damage !== undefined) {
    const content = await readableBlocks(bytes, words, damage);
    return { layer: damage.errors.length === 0 ? layer : { ...layer, closed: true }, content };
  }
  if (compression === "fastlz") {
    const content = call(operation.readFastlz, bytes, [budget.left]).bytes;
    if (content.length > firstLook) look(content.subarray(0, firstLook), [layer]);
    return { layer, content };
  }
  const decompress = await decompressorOf(compression);
  const content = new Uint8Array(size);
  const count = countOfBlocks(words);
  const readBlock = async (block: number) => {
    const at = startOfBlock(words, block);
    const expected = block + 1 < count ? blockSize : size % blockSize;
    const stream = bytes.subarray(at, at + sizeOfBlock(words, block));
    const part = await decompress(stream, expected).catch((error) => {
      throw new VariantError("bad-container", { offset: at, cause: error });
    });
    if (part.length !== expected) throw new VariantError("bad-container", { offset: at });
    content.set(part, block * blockSize);
  };
  let next = firstLook;
  for (let first = 0; first < count; first += blocksAtOnce) {
    const last = Math.min(first + blocksAtOnce, count);
    await Promise.all(Array.from({ length: last - first }, (_, i) => readBlock(first + i)));
    for (; next <= last * blockSize && next < size; next *= lookGrowth)
      look(content.subarray(0, next), [layer]);
  }
  return { layer, content };
}

/** What `readCompressed` answers of the header of a GCPF file. */
function headerOf(words: Uint32Array): Required<Omit<CompressedLayer, "container">> & { size: number } {
  const field = (word: number) => words[word] as number;
  return {
    compression: compressions[field(compressedHeaderRecord.compression)] as Compression,
    blockSize: field(compressedHeaderRecord.blockSize),
    size: field(compressedHeaderRecord.size),
    closed: field(compressedHeaderRecord.closed) === 1,
  };
}

/** The word of its answer with which the extent of a block begins. */
const wordOfBlock = (block: number) => compressedHeaderRecord.length + block * extentRecord.length;

const startOfBlock = (words: Uint32Array, block: number) =>
  words[wordOfBlock(block) + extentRecord.at] as number;

const sizeOfBlock = (words: Uint32Array, block: number) =>
  words[wordOfBlock(block) + extentRecord.size] as number;

const countOfBlocks = ({ length }: Uint32Array) =>
  (length - compressedHeaderRecord.length) / extentRecord.length;

/** The size of the content of a GCPF file. */
function sizeOf(bytes: Uint8Array): number {
  return bytes.length < 16 ? 0 : wordOf(bytes, 12);
}

/** Runs an operation that must not produce more than the budget has left. */
function callWithin(
  budget: Budget,
  size: number | undefined,
  number: number,
  bytes: Uint8Array,
  ...words: number[]
): Answer {
  try {
    return call(number, bytes, [budget.left, ...words]);
  } catch (error) {
    if (error instanceof VariantError && error.code === "too-large") throw budget.exceededBy(size);
    throw error;
  }
}

/** Reads the content up to the last readable block, and records unreadable blocks before it as holes. */
async function readableBlocks(
  bytes: Uint8Array,
  words: Uint32Array,
  damage: Damage,
): Promise<Uint8Array<ArrayBuffer>> {
  const { compression, blockSize, size, closed } = headerOf(words);
  const decompress = compression === "fastlz" ? readFastlz : await decompressorOf(compression);
  const sizes = Uint32Array.from({ length: countOfBlocks(words) }, (_, block) => sizeOfBlock(words, block));
  const start = startOfBlock(words, 0);
  const end = bytes.length - (closed ? magicSize : 0);
  const content = new Uint8Array(Math.min(size, sizes.length * blockSize));
  // If a single size is wrong, the sum of all sizes is wrong by the same amount, which tells the right size.
  let rest = sizes.reduce((sum, each) => sum - each, end - start);
  let [known, at, unreadable] = [0, start, 0];
  damage.holes = [];
  for (let place = 0, i = 0; place < content.length && unreadable < mostUnreadable; place += blockSize, i++) {
    const expected = Math.min(blockSize, content.length - place);
    const length = sizes[i] as number;
    const lengths = rest === 0 ? [length] : [length, length + rest];
    let made: Uint8Array | undefined;
    for (const tried of lengths.filter((each) => each > 0 && at + each <= end)) {
      made = await decompress(bytes.subarray(at, at + tried), expected).catch(() => undefined);
      if (made?.length !== expected) continue;
      if (known < place) damage.holes.push([known, place]);
      content.set(made, place);
      known = place + expected;
      at += tried;
      rest -= tried - length;
      break;
    }
    if (known > place) continue;
    if (at < end && at + length > end) {
      made = await beginningOfBlock(bytes.subarray(at, end), compression, expected);
      if (made.length > 0 && known < place) damage.holes.push([known, place]);
      content.set(made, place);
      if (made.length > 0) known = place + made.length;
    }
    at += length;
    unreadable++;
  }
  if (rest !== 0 || known < size)
    damage.errors.push(new VariantError(rest === 0 ? "bad-container" : "unexpected-end", { offset: known }));
  return content.subarray(0, known);
}

/** The content of a block that is cut, as far as it can be read. */
async function beginningOfBlock(
  stream: Uint8Array,
  compression: Compression,
  most: number,
): Promise<Uint8Array> {
  if (compression !== "fastlz") return beginningOf(stream, compression, most).catch(() => new Uint8Array());
  // Of FastLZ, only whole instructions can be read.
  for (let end = stream.length; end > 0 && end > stream.length - longestInstruction; end--) {
    const made = await readFastlz(stream.subarray(0, end), most).catch(() => undefined);
    if (made !== undefined) return made;
  }
  return new Uint8Array();
}

async function readFastlz(stream: Uint8Array, size: number): Promise<Uint8Array<ArrayBuffer>> {
  // Engines pad content to 16 bytes before they compress it with FastLZ.
  return unpackFastlz(stream, size).slice(0, size);
}

export async function decompress(
  bytes: Bytes,
  compression: Compression,
  options: DecompressOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkOptions(options);
  checkCompression(compression);
  const input = bytesOf(bytes);
  const { size, limits } = options;
  const budget = new Budget(input.length, size === undefined ? limits : { decompressedBytes: size });
  const content = await readStream(input, compression, budget);
  if (options.size === undefined || content.length === options.size) return content;
  // Engines pad content to 16 bytes before they compress it with FastLZ.
  if (compression === "fastlz" && content.length === 16) return content.slice(0, options.size);
  throw new VariantError("bad-container", { hints: [hint("stream-size", content.length, options.size)] });
}

/** Decompresses a bare stream. The size of its content may precede it. With `damage`, also reads the beginning of a damaged one. */
export async function openStream(
  bytes: Uint8Array,
  { container, sizeBytes = 0 }: StreamLayer,
  budget: Budget,
  damage: Damage | undefined,
  look: Look,
): Promise<Opened> {
  const stream = bytes.subarray(sizeBytes);
  const layer = { container, sizeBytes };
  const compression = streams[container];
  for (let most = firstLook; most < budget.left && compression !== "fastlz"; most *= lookGrowth) {
    const beginning = await beginningOf(stream, compression, most);
    if (beginning.length < most) break;
    look(beginning, [layer]);
  }
  try {
    return { layer, content: await readStream(stream, compression, budget) };
  } catch (error) {
    if (damage === undefined || (error as VariantError).code !== "bad-container") throw error;
    if (compression === "fastlz") throw error;
    damage.errors.push(error as VariantError);
    return { layer, content: await beginningOf(stream, compression, budget.left) };
  }
}

export async function writeStream(
  content: Uint8Array<ArrayBuffer>,
  { container, sizeBytes = 0 }: StreamLayer,
): Promise<Uint8Array<ArrayBuffer>> {
  const size = new Uint8Array(sizeBytes);
  if (sizeBytes > 0) new DataView(size.buffer).setUint32(0, content.length, true);
  return join([size, await compress(content, streams[container])]);
}

async function readStream(
  stream: Uint8Array,
  compression: Compression,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  if (compression === "fastlz") return unpackFastlz(stream, budget.left);
  // Without a size, or with several frames, only decompression tells how large the content is.
  const [size = 0] = compression === "zstd" ? call(operation.zstdSize, stream).words : [];
  if (size > budget.left) throw budget.exceededBy(size);
  const decompress = await decompressorOf(compression);
  return decompress(stream, budget.left, size).catch((error) => {
    throw error.code === "too-large" ? budget.exceededBy() : error;
  });
}

function unpackFastlz(stream: Uint8Array, limit: number): Uint8Array<ArrayBuffer> {
  const most = Math.min(limit, stream.length * mostFastlzRatio);
  return call(operation.readStream, stream, [Math.max(most, 16)]).bytes;
}

export async function compress(bytes: Bytes, compression: Compression): Promise<Uint8Array<ArrayBuffer>> {
  checkCompression(compression);
  const content = bytesOf(bytes);
  const pack = compressorOf(compression);
  if (pack !== undefined) return pack(content);
  if (compression !== "fastlz" && compression !== "zstd") {
    throw new VariantError("unsupported-compression", { hints: [hint("no-compression", compression)] });
  }
  return call(operation.writeStream, content, [compressions.indexOf(compression)]).bytes;
}

export async function writeCompressed(
  content: Uint8Array<ArrayBuffer>,
  layer: CompressedLayer,
): Promise<Uint8Array<ArrayBuffer>> {
  const { compression, blockSize: size = usualBlockSize, closed = true } = layer;
  if (!(Number.isInteger(size) && size > 0 && size <= largestBlock)) {
    throw new TypeError(`The blockSize of a layer must be an integer from 1 to ${largestBlock}.`);
  }
  const header = [compressions.indexOf(compression), size, content.length, closed ? 1 : 0];
  const pack = compressorOf(compression);
  if (pack === undefined && (compression === "fastlz" || compression === "zstd")) {
    return call(operation.writeCompressed, content, header).bytes;
  }
  // The caller may change its bytes between two blocks.
  const copy = copyOf(content);
  const parts: Uint8Array[] = [];
  for (let at = 0; at <= copy.length; at += size) {
    parts.push(await compress(copy.subarray(at, at + size), compression));
  }
  const lengths = parts.map((part) => part.length);
  return call(operation.writeCompressed, parts, [...header, ...lengths]).bytes;
}
