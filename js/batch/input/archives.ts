// Files in zip and tar archives. The packages are loaded on demand: yauzl reads the directory of a zip file and checks the
// sizes that it says, tar-stream reads tar from a stream.
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Entry as ZipEntry } from "yauzl";
import { tooLarge } from "../../base/limit-errors.js";
import { VariantError } from "../../index.js";
import { crc32 } from "../files/crc32.js";
import { idOf } from "../files/names.js";
import { BatchError, BatchFailure } from "../task/failure.js";
import type { Found } from "./found.js";
import { inMemory } from "./in-memory.js";

/** The files in an archive, with the archive's path before their names. */
export async function* inArchive(path: string, limit: number): AsyncGenerator<Found> {
  try {
    const files = /\.zip$/i.test(path) ? filesInZip(path, limit) : filesInTar(path, limit);
    for await (const { name: given, bytes, error } of files) {
      // `tar -C saves .` writes such names.
      const name = given.replace(/^(?:\.\/+)+(?=.)/, "");
      const found = inMemory(name, bytes);
      const id = `${idOf(path)}/${name}`;
      yield error === undefined ? { ...found, id } : { ...found, id, problem: { error, outcome: "failed" } };
    }
  } catch (error) {
    if (error instanceof BatchError) throw error;
    const isKnown = error instanceof BatchFailure || (error instanceof Error && "syscall" in error);
    const failure = isKnown ? error : new BatchFailure("bad-archive");
    yield {
      id: idOf(path),
      from: path,
      isFile: true,
      size: 0,
      name: path,
      problem: { error: failure, outcome: "failed" },
    };
  }
}

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly error?: unknown;
}

const empty = new Uint8Array();

async function* filesInZip(path: string, limit: number): AsyncGenerator<Entry> {
  const yauzl = await import("yauzl").catch(() => missing("yauzl"));
  // yauzl would end the archive at a bad name. Here it is a result, as it is for all inputs.
  const zip = await yauzl.openPromise(path, {
    decodeStrings: false,
    validateEntrySizes: true,
    autoClose: false,
  });
  try {
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
      const given = yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
      const name = withControls(given, fileNameRaw);
      if (name.endsWith("/")) continue;
      const error = entry.uncompressedSize > limit ? tooLarge("inputBytes") : refusalOf(entry);
      if (error !== undefined) yield { name, bytes: empty, error };
      else yield checked(await read(name, async () => await zip.openReadStreamPromise(entry), limit), entry);
    }
    // The package's types are wrong.
    if (isEntryAt(path, zip.readEntryCursor as unknown as number))
      throw new BatchFailure("bad-archive", undefined, "The archive has more entries than its end says.");
  } finally {
    zip.close();
  }
}

/** Programs without ZIP64 write the low 16 bits of how many entries there are, and yauzl reads that many. */
function isEntryAt(path: string, at: number): boolean {
  const file = openSync(path, "r");
  try {
    const signature = Buffer.alloc(4);
    readSync(file, signature, 0, 4, at);
    return signature.readUInt32LE() === 0x02_01_4b_50;
  } finally {
    closeSync(file);
  }
}

/** In the code page 437 of such names, yauzl reads control characters as signs: a line end is `◙`. Other programs keep them. */
function withControls(name: string, raw: Buffer): string {
  if (name.length !== raw.length) return name;
  const asRead = (sign: string, i: number) => {
    const byte = raw[i] as number;
    return byte < 0x20 || byte === 0x7f ? String.fromCharCode(byte) : sign;
  };
  return Array.from(name, asRead).join("");
}

/** File modes of Unix: which bits are the type, and the type of a link. */
const modeOfType = 0o170_000;
const modeOfLink = 0o120_000;

/** Why an entry of a zip file cannot be read although it is not damaged. */
function refusalOf(entry: ZipEntry): BatchFailure | undefined {
  const { externalFileAttributes, compressionMethod } = entry;
  // The target of a link stands in place of its bytes.
  if (((externalFileAttributes >>> 16) & modeOfType) === modeOfLink) return new BatchFailure("not-a-file");
  const why = (sentence: string) => new BatchFailure("bad-archive", undefined, sentence);
  if (entry.isEncrypted()) return why("This entry of the archive is encrypted.");
  if (compressionMethod === 0 || compressionMethod === 8) return undefined;
  return why(`This entry of the archive is compressed by method ${compressionMethod}; only Deflate is read.`);
}

/** yauzl compares sizes, but not bytes. */
const checked = (entry: Entry, { crc32: expected }: { crc32: number }): Entry =>
  entry.error !== undefined || crc32(entry.bytes) === expected
    ? entry
    : { name: entry.name, bytes: empty, error: new BatchFailure("bad-archive") };

/** Archives older than POSIX do not name their format, but each header has a checksum. The package's types lack the option. */
const withOldFormats: object = { allowUnknownFormat: true };

async function* filesInTar(path: string, limit: number): AsyncGenerator<Entry> {
  const tar = await import("tar-stream").catch(() => missing("tar-stream"));
  const extract = tar.extract(withOldFormats);
  const file = createReadStream(path);
  let last: Buffer = Buffer.alloc(0);
  const withLast = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      last = (chunk.length < blockSize ? Buffer.concat([last, chunk]) : chunk).subarray(-blockSize);
      yield chunk;
    }
  };
  const streams = /gz$/i.test(path) ? [file, createGunzip(), withLast, extract] : [file, withLast, extract];
  pipeline(streams as [typeof file, typeof extract], () => {});
  for await (const entry of extract) {
    const { type, size = 0, pax } = entry.header;
    const about = (pax ?? {}) as Readonly<Record<string, string>>;
    const isFile = type === "file" || type === "contiguous-file";
    // Of a sparse file, the archive has only what is not zero. Its header has a name that tar invents.
    const isSparse = Object.keys(about).some((key) => key.startsWith("GNU.sparse."));
    const { "GNU.sparse.name": name = entry.header.name } = about;
    if (!isFile || isSparse) {
      entry.resume();
      if (type !== "directory") yield { name, bytes: empty, error: new BatchFailure("not-a-file") };
    } else if (size > limit) {
      entry.resume();
      yield { name, bytes: empty, error: tooLarge("inputBytes") };
    } else {
      yield await read(name, async () => entry as Opened, limit);
    }
  }
  // tar-stream is content with an archive that was cut between two files.
  if (last.length < blockSize || last.some((byte) => byte !== 0)) throw new BatchFailure("bad-archive");
}

/** Bytes of a block of tar. The last one is all zeros. */
const blockSize = 512;

type Opened = AsyncIterable<Uint8Array>;

/** Reads an entry. Counts its bytes, because what an archive says of sizes may be wrong. */
async function read(name: string, open: () => Promise<Opened>, limit: number): Promise<Entry> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of await open()) {
      size += part.length;
      if (size > limit) throw tooLarge("inputBytes");
      parts.push(part);
    }
    return { name, bytes: Buffer.concat(parts) };
  } catch (error) {
    return {
      name,
      bytes: empty,
      error: error instanceof VariantError ? error : new BatchFailure("bad-archive"),
    };
  }
}

function missing(name: string): never {
  throw new BatchError(`This archive needs the package ${name}: npm install ${name}`);
}
