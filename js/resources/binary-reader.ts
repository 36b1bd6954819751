// The structure of a binary resource: header, tables, and where each resource and each of its properties is.
import { hint } from "../base/hints.js";
import type { Limits } from "../base/options.js";
import { nameInFile } from "../forms/file-marks.js";
import { ByteReader, ByteWriter } from "./byte-cursor.js";
import { engineOf, headerFlag } from "./resource-table.gen.js";
import { readName, readText, type StoredFormat } from "./stored-format.js";
import { StoredValues } from "./stored-to-wire.js";

/** A property and its place in the file. */
export interface StoredProperty {
  readonly name: string;
  /** Where its name is. */
  readonly at: number;
  readonly valueAt: number;
  readonly end: number;
  /** Where its value begins and ends in `wire` of the resource file. */
  readonly wireAt: number;
  readonly wireEnd: number;
  /** Where references are that engines read as null. */
  readonly unread: readonly number[];
}

/** A resource of the file, and its place in it. */
export interface StoredBlock {
  readonly id: string;
  readonly type: string;
  /** Where the table says where the resource begins. */
  readonly offsetAt: number;
  readonly countAt: number;
  readonly properties: readonly StoredProperty[];
  readonly end: number;
}

interface StoredExternal {
  readonly type: string;
  readonly path: string;
  readonly uid: bigint | undefined;
}

/** Everything in a binary resource. */
export interface BinaryResource {
  readonly format: StoredFormat;
  readonly major: number;
  readonly minor: number;
  readonly type: string;
  readonly scriptClass: string | undefined;
  readonly uid: bigint | undefined;
  readonly externals: readonly StoredExternal[];
  readonly blocks: readonly StoredBlock[];
  /** All values, block after block, as one Array in Godot 4's encoding. */
  readonly wire: Uint8Array<ArrayBuffer>;
}

/** Engines read UIDs as signed numbers, and negative ones as none; they write -1 for none. */
const firstNegative = 1n << 63n;
const magic = [..."RSRC"].map((letter) => letter.charCodeAt(0));
/** The path of a resource of the same file. */
const localPath = "local://";
/** About how many bytes a text, a property or an entry of a table takes in JavaScript, besides its letters. */
const entrySize = 48;
/** The header of an Array in Godot 4's encoding. */
const arrayHeader = 28;
/**
 * How many times larger values may become in Godot's encoding, where each name and id stands in full; engines need 11 at most.
 * Without it, a small file that names a long text of its table often would fill the memory.
 */
const mostGrowth = 32;
const leastRoom = 1 << 20;
/** Words in the header that no engine uses, before and since Godot 4. */
const [oldReserved, newReserved] = [14, 11];
const knownFlags = Object.values(headerFlag).reduce((all, bit) => all | bit, 0);

/** Reads texts and counts, and accounts for the memory of what it reads. */
class Source {
  readonly input: ByteReader;
  private memory: number;

  constructor(input: ByteReader, memory: number) {
    this.input = input;
    this.memory = memory;
  }

  /** Throws `too-large` when all that was read takes more memory than allowed. */
  take(size: number): void {
    this.memory -= size;
    if (this.memory < 0) throw this.input.fail("too-large", [hint("raise-limit", "memory")]);
  }

  text(): string {
    this.input.start = this.input.at;
    const length = this.input.u32();
    this.take(entrySize + length);
    return readText(this.input, length);
  }

  /** The number of entries, each of which takes at least so many bytes. */
  count(least: number): number {
    this.input.start = this.input.at;
    const found = this.input.u32();
    if (found * least > this.input.left) throw this.input.fail("unexpected-end");
    return found;
  }
}

/**
 * Reads a resource without compression, whose first bytes are RSRC. Offsets in a compressed resource count from behind these
 * bytes, so `shift` is 4 there.
 */
export function readBinary(bytes: Uint8Array, shift: number, limits: Limits): BinaryResource {
  const source = new Source(new ByteReader(bytes), limits.memory);
  const { input } = source;
  const header = readHeader(source);
  const strings = Array.from({ length: source.count(4) }, () => source.text());
  const externals = readExternals(source, (header.flags & headerFlag.uids) !== 0);
  const table = readTable(source);
  const format = formatOf(source, header, strings, table);
  const output = new ByteWriter(Math.min(limits.memory, bytes.length * mostGrowth + leastRoom));
  output.u32(arrayHeader);
  output.u32(0);
  const values = new StoredValues(input, output, format, limits, externals.length);
  const blocks = table.map(({ id, offsetAt, offset }, place) => {
    // Engines write one resource after the other. Blocks that overlap could make a small file arbitrarily large.
    input.start = offsetAt;
    if (offset !== BigInt(input.at - shift)) throw input.fail("bad-container");
    values.owner = place;
    return { id, offsetAt, ...readBlock(source, output, values, format) };
  });
  input.start = input.at;
  if (!isEnd(input.take(4), shift > 0) || blocks.length === 0) throw input.fail("bad-container");
  input.start = input.at;
  if (input.left > 0) throw input.fail("trailing-bytes");
  const properties = blocks.reduce((sum, block) => sum + block.properties.length, 0);
  output.setU32(4, properties);
  return { ...header, format, externals, blocks, wire: output.written() };
}

const isMagic = (input: ByteReader): boolean => input.take(4).every((byte, i) => byte === magic[i]);

/** Editors before 3.1 read the last byte of a compressed file as 0, and so write it when they change a path in it. */
const isEnd = (bytes: Uint8Array, isCompressed: boolean): boolean =>
  bytes.every((byte, i) => byte === magic[i] || (isCompressed && i === 3 && byte === 0));

const placesOf = (texts: readonly string[]): Map<string, number> =>
  new Map(texts.map((text, place) => [text, place]));

const uidOf = (uid: bigint): bigint | undefined => (uid >= firstNegative ? undefined : uid);

function readHeader(source: Source) {
  const { input } = source;
  const known = (is: boolean) => {
    if (!is) throw input.fail("bad-container");
  };
  known(isMagic(input));
  const bigEndian = input.u32();
  known(bigEndian <= 1);
  input.littleEndian = bigEndian === 0;
  // Files with 64-bit floats were planned; Godot 4 has a flag for them instead.
  known(input.u32() === 0);
  const major = input.u32();
  const minor = input.u32();
  const version = input.u32();
  if (!(version in engineOf)) throw input.fail("bad-container", [hint("resource-version", version)]);
  known(engineOf[version] === major);
  const type = source.text();
  // Where Godot 2 had data of the import. Later editors add to it how much longer the paths get when a file is moved.
  input.u64();
  const isNew = major >= 4;
  const flags = isNew ? input.u32() : 0;
  known((flags & ~knownFlags) === 0);
  const uid = isNew ? uidOf(input.u64()) : undefined;
  const scriptClass = (flags & headerFlag.scriptClass) !== 0 ? source.text() : undefined;
  for (let i = 0; i < (isNew ? newReserved : oldReserved); i++) known(input.u32() === 0);
  return { major, minor, version, type, flags, uid, scriptClass };
}

function readExternals(source: Source, uids: boolean): StoredExternal[] {
  return Array.from({ length: source.count(uids ? 16 : 8) }, () => ({
    type: source.text(),
    path: source.text(),
    uid: uids ? uidOf(source.input.u64()) : undefined,
  }));
}

/** The id of each resource, and where it begins. */
function readTable(source: Source) {
  return Array.from({ length: source.count(12) }, () => {
    const path = source.text();
    const id = path.startsWith(localPath) ? path.slice(localPath.length) : path;
    return { id, offsetAt: source.input.at, offset: source.input.u64() };
  });
}

function formatOf(
  { input }: Source,
  { version, flags }: { version: number; flags: number },
  strings: readonly string[],
  table: readonly { id: string }[],
): StoredFormat {
  const ids = table.map(({ id }) => id);
  const idPlaces = placesOf(ids);
  if (idPlaces.size < ids.length) throw input.fail("bad-container");
  return {
    littleEndian: input.littleEndian,
    // Asked when everything has been read.
    get surrogates() {
      return input.surrogates;
    },
    version,
    doubleReals: (flags & headerFlag.doubleReals) !== 0,
    namedIds: (flags & headerFlag.namedIds) !== 0,
    strings,
    stringPlaces: placesOf(strings),
    ids,
    idPlaces,
  };
}

function readBlock(source: Source, output: ByteWriter, values: StoredValues, format: StoredFormat) {
  const { input } = source;
  const type = source.text();
  const countAt = input.at;
  // A property takes at least its name and the type of its value.
  const properties = Array.from({ length: source.count(8) }, (): StoredProperty => {
    const at = input.at;
    input.start = at;
    source.take(entrySize);
    const name = nameInFile(readName(input, format));
    if (name === "") throw input.fail("bad-length");
    const valueAt = input.at;
    const wireAt = output.length;
    values.unread = [];
    values.copy();
    const { unread } = values;
    return { name, at, valueAt, end: input.at, wireAt, wireEnd: output.length, unread };
  });
  return { type, countAt, properties, end: input.at };
}
