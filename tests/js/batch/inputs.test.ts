// Archives, lists, patterns and lines of JSON.
import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { expect, test } from "vitest";
import { crc32 as ownCrc32, slowCrc32 } from "../../../js/batch/files/crc32.js";
import { type BatchSource, batch } from "../../../js/batch/index.js";
import { load } from "../../../js/index.js";
import { game, outputs, run } from "./conversions.js";
import { folder, toGodot4, useFolders } from "./runs.js";

useFolders("");

interface Entry {
  name: string;
  bytes: Uint8Array;
  /** The mode of the file on Unix. */
  mode?: number;
  isEncrypted?: boolean;
  /** The number of the method of compression. */
  method?: number;
  /** The size that the archive says. */
  size?: number;
  deflated?: boolean;
}

/** A zip file, with sizes that may be wrong. */
function zipOf(entries: Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, size = bytes.length, deflated = false, ...entry } of entries) {
    const stored = deflated ? deflateRawSync(bytes) : Buffer.from(bytes);
    // 12 bytes for the key come before.
    const data = entry.isEncrypted === true ? Buffer.concat([Buffer.alloc(12), stored]) : stored;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.isEncrypted === true ? 1 : 0, 2);
    common.writeUInt16LE(entry.method ?? (deflated ? 8 : 0), 4);
    common.writeUInt32LE(checksum(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((entry.mode ?? 0) * 0x1_0000, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, place, Buffer.from(name)]),
    );
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from("PK\x05\x06"), end]);
}

/** Node 20 may lack it; yauzl does not check it. */
const checksum = (bytes: Uint8Array) => (typeof crc32 === "function" ? crc32(bytes) : 0);

test("reads zip archives, whose names lead nowhere else and whose sizes are true", async () => {
  const bomb = new Uint8Array(5_000_000);
  const zip = zipOf([
    { name: "a.save", bytes: game(1) },
    { name: "deep/", bytes: new Uint8Array() },
    { name: "deep/b.save", bytes: game(2), deflated: true },
    { name: "../evil.save", bytes: game(3) },
    { name: "/evil.save", bytes: game(3) },
    { name: "deep\\..\\..\\evil.save", bytes: game(3) },
    { name: "bomb.save", bytes: bomb, deflated: true },
    { name: "liar.save", bytes: bomb, size: 100, deflated: true },
    { name: "A.save", bytes: game(4) },
    { name: "last.save", bytes: game(5) },
  ]);
  const path = join(folder, "saves.zip");
  writeFileSync(path, zip);
  expect(await run(path, { limits: { inputBytes: 1_000_000 } })).toEqual([
    ["saves.zip/a.save", "done"],
    ["saves.zip/deep/b.save", "done"],
    ["saves.zip/../evil.save", "unsafe-name"],
    ["saves.zip//evil.save", "unsafe-name"],
    ["saves.zip/deep\\..\\..\\evil.save", "unsafe-name"],
    ["saves.zip/bomb.save", "too-large"],
    ["saves.zip/liar.save", "bad-archive"],
    ["saves.zip/A.save", "same-name"],
    ["saves.zip/last.save", "done"],
  ]);
  expect(outputs()).toEqual(["a.save", "deep/b.save", "last.save"]);
  expect((await load(readFileSync(join(folder, "out/deep/b.save")))).values).toEqual([[2]]);
});

test.skipIf(process.platform === "win32")("keeps control characters in names of zip entries", async () => {
  const names = ["line\n.save", "tab\t.save", "delete\x7f.save"];
  writeFileSync(join(folder, "saves.zip"), zipOf(names.map((name) => ({ name, bytes: game(1) }))));
  expect(await run(join(folder, "saves.zip"))).toEqual(names.map((name) => [`saves.zip/${name}`, "done"]));
  expect(outputs()).toEqual([...names].sort());
});

test.each(["tar", "tar.gz"])("reads %s archives", async (extension) => {
  const archive = pack();
  archive.entry({ name: "a.save" }, Buffer.from(game(1)));
  archive.entry({ name: "deep", type: "directory" });
  archive.entry({ name: "link.save", type: "symlink", linkname: "/etc/passwd" });
  archive.entry({ name: "../evil.save" }, Buffer.from(game(2)));
  archive.entry({ name: "large.save" }, Buffer.alloc(20_000));
  archive.entry({ name: "deep/b.save" }, Buffer.from(game(3)));
  archive.finalize();
  const bytes = await bytesOf(archive as AsyncIterable<Buffer>);
  const path = join(folder, `saves.${extension}`);
  writeFileSync(path, extension === "tar" ? bytes : gzipSync(bytes));
  expect(await run(path, { limits: { inputBytes: 10_000 } })).toEqual([
    [`saves.${extension}/a.save`, "done"],
    [`saves.${extension}/link.save`, "not-a-file"],
    [`saves.${extension}/../evil.save`, "unsafe-name"],
    [`saves.${extension}/large.save`, "too-large"],
    [`saves.${extension}/deep/b.save`, "done"],
  ]);
  expect(outputs()).toEqual(["a.save", "deep/b.save"]);
});

test("reads tar archives that are older than POSIX, whose headers have checksums all the same", async () => {
  const archive = pack();
  archive.entry({ name: "a.save" }, Buffer.from(game(1)));
  archive.finalize();
  const bytes = await bytesOf(archive as AsyncIterable<Buffer>);
  bytes.fill(0, 257, 512);
  bytes.fill(" ", 148, 156);
  const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  writeFileSync(join(folder, "old.tar"), bytes);
  expect(await run(join(folder, "old.tar"))).toEqual([["old.tar/a.save", "done"]]);
  bytes[0] = 0x62;
  writeFileSync(join(folder, "old.tar"), bytes);
  expect(await run(join(folder, "old.tar"), { outDir: join(folder, "other") })).toEqual([
    ["old.tar", "bad-archive"],
  ]);
});

test("says why an entry of a zip archive cannot be read that is not damaged", async () => {
  const bytes = game(1);
  const path = join(folder, "saves.zip");
  writeFileSync(
    path,
    zipOf([
      { name: "secret.save", bytes, isEncrypted: true },
      { name: "lzma.save", bytes, method: 14 },
      { name: "link.save", bytes: Buffer.from("a.save"), mode: 0o120_777 },
      { name: "file.save", bytes, mode: 0o100_644 },
    ]),
  );
  const found: unknown[] = [];
  for await (const { outcome, code, message } of batch(path, toGodot4, { workers: 0 }))
    found.push([code ?? outcome, message]);
  expect(found).toEqual([
    ["bad-archive", "This entry of the archive is encrypted."],
    ["bad-archive", "This entry of the archive is compressed by method 14; only Deflate is read."],
    ["not-a-file", expect.any(String)],
    ["done", undefined],
  ]);
});

test("names files in archives of `tar -C saves .` and in folders with names of archives as they are", async () => {
  const archive = pack();
  archive.entry({ name: "./", type: "directory" });
  archive.entry({ name: "./a.save" }, Buffer.from(game(1)));
  archive.entry({ name: "./deep/b.save" }, Buffer.from(game(2)));
  archive.entry({ name: "./../evil.save" }, Buffer.from(game(3)));
  // What GNU tar writes for a file with holes, with --format=pax and --sparse-version=1.0, 0.1 and 0.0.
  for (const [name, pax] of [
    [
      "./GNUSparseFile.5/c.save",
      { "GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "./c.save" },
    ],
    ["./GNUSparseFile.5/e.save", { "GNU.sparse.map": "0,512", "GNU.sparse.name": "./e.save" }],
    ["./f.save", { "GNU.sparse.size": "4096", "GNU.sparse.numblocks": "1", "GNU.sparse.numbytes": "512" }],
  ] as const)
    archive.entry({ name, pax } as { name: string }, Buffer.from(game(4)));
  archive.finalize();
  writeFileSync(join(folder, "saves.tar"), await bytesOf(archive as AsyncIterable<Buffer>));
  mkdirSync(join(folder, "folder.zip"));
  writeFileSync(join(folder, "folder.zip/d.save"), game(5));
  expect(await run([join(folder, "saves.tar"), join(folder, "folder.zip")])).toEqual([
    ["saves.tar/a.save", "done"],
    ["saves.tar/deep/b.save", "done"],
    ["saves.tar/../evil.save", "unsafe-name"],
    ["saves.tar/c.save", "not-a-file"],
    ["saves.tar/e.save", "not-a-file"],
    ["saves.tar/f.save", "not-a-file"],
    ["folder.zip/d.save", "done"],
  ]);
  expect(outputs()).toEqual(["a.save", "d.save", "deep/b.save"]);
});

test("reads lines and lists that begin with a byte order mark", async () => {
  const base64 = Buffer.from(game(1)).toString("base64");
  const line = (id: string) => `\ufeff${JSON.stringify({ id, base64 })}\r\n`;
  writeFileSync(join(folder, "lines.ndjson"), line("a.save") + line("b.save"));
  writeFileSync(join(folder, "c.save"), game(2));
  writeFileSync(join(folder, "list.txt"), `\ufeff${join(folder, "c.save")}\r\n`);
  const sources = [{ ndjson: join(folder, "lines.ndjson") }, { list: join(folder, "list.txt") }];
  expect(await run(sources)).toEqual([
    ["a.save", "done"],
    // Inside a text, it is a character like others, which JSON does not allow there.
    ["line 2", "bad-line"],
    ["c.save", "done"],
  ]);
});

test("says that lines are UTF-16, as Windows PowerShell writes them", async () => {
  const list = join(folder, "list.txt");
  writeFileSync(join(folder, "a.save"), game(1));
  writeFileSync(list, Buffer.from(`\ufeff${folder}/a.save\r\n`, "utf16le"));
  await expect(run({ list })).rejects.toThrow(/UTF-16.*UTF-8/);
  const report = join(folder, "other.ndjson");
  await expect(run({ ndjson: createReadStream(list) }, { report })).rejects.toThrow(/UTF-16/);
});

test("reads listed names that are not UTF-8", async () => {
  const joinedBytes = (...parts: (string | number)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(typeof part === "string" ? part : [part])));
  const fromHere = relative(".", folder);
  mkdirSync(joinedBytes(folder, "/d", 0xfe));
  writeFileSync(joinedBytes(folder, "/n", 0xff), game(1));
  writeFileSync(joinedBytes(folder, "/d", 0xfe, "/a.save"), game(2));
  const lines = [`${fromHere}/n`, 0xff, `\r\n\n${folder}/d`, 0xfe, `\n${folder}/gone`, 0xff];
  const list = joinedBytes("\ufeff", ...lines);
  writeFileSync(join(folder, "list.txt"), list);
  async function* stream() {
    yield* Array.from(list, (byte) => Buffer.from([byte]));
  }
  const report = join(folder, "report.ndjson");
  // The second run begins with outputs in their folder, so it reads the list twice.
  for (const source of [join(folder, "list.txt"), stream()]) {
    expect(await run({ list: source }, { report })).toEqual([
      [`${fromHere}/n\\xff`.replace(`${folder}/`, ""), "done"],
      ["d\\xfe/a.save", "done"],
      ["gone\\xff", "ENOENT"],
    ]);
    expect(existsSync(joinedBytes(folder, "/out/n", 0xff))).toBe(true);
    expect(outputs()).toEqual(["a.save"]);
    rmSync(report);
  }
});

test.each(["zip", "tar", "tgz"])("names archives of kind %s that are none, or cut", async (extension) => {
  const path = join(folder, `saves.${extension}`);
  writeFileSync(path, Buffer.alloc(3000, 7));
  expect(await run([path, join(folder, "gone.zip")])).toEqual([
    [`saves.${extension}`, "bad-archive"],
    ["gone.zip", "ENOENT"],
  ]);
});

test.each([2, 0])(
  "says of a zip archive that it has more entries than the %i that it counts",
  async (count) => {
    const zip = zipOf(["a", "b", "c"].map((name) => ({ name, bytes: game(1) })));
    zip.writeUInt16LE(count, zip.length - 12);
    const path = join(folder, "saves.zip");
    writeFileSync(path, zip);
    const entries = ["a", "b"].slice(0, count).map((name) => [`saves.zip/${name}`, "done"]);
    expect(await run(path)).toEqual([...entries, ["saves.zip", "bad-archive"]]);
  },
);

test("names zip entries whose bytes are not what was put in", async () => {
  const zip = zipOf([
    { name: "a.save", bytes: game(1) },
    { name: "b.save", bytes: game(2) },
    { name: "c.save", bytes: game(3) },
  ]);
  const second = zip.indexOf(Buffer.from(game(2)));
  // Still a save, with another number.
  zip[second + game(2).length - 4] = 9;
  const path = join(folder, "saves.zip");
  writeFileSync(path, zip);
  expect(await run(path)).toEqual([
    ["saves.zip/a.save", "done"],
    ["saves.zip/b.save", "bad-archive"],
    ["saves.zip/c.save", "done"],
  ]);
});

test("has the CRC-32 of the ZIP format, also where Node has none", () => {
  // "The check value is 0xCBF43926" for the digits 1 to 9.
  for (const of of [ownCrc32, slowCrc32]) expect(of(Buffer.from("123456789"))).toBe(0xcbf43926);
});

test.each(["tar", "tar.gz"])("says that a %s archive was cut between two files", async (extension) => {
  const archive = pack();
  for (const number of [1, 2]) archive.entry({ name: `${number}.save` }, Buffer.from(game(number)));
  archive.finalize();
  const whole = await bytesOf(archive as AsyncIterable<Buffer>);
  const path = join(folder, `saves.${extension}`);
  const write = (bytes: Buffer) => writeFileSync(path, extension === "tar" ? bytes : gzipSync(bytes));
  // Each save takes a block after the block of its name.
  write(whole.subarray(0, 2 * 512));
  expect(await run(path)).toEqual([
    [`saves.${extension}/1.save`, "done"],
    [`saves.${extension}`, "bad-archive"],
  ]);
  write(Buffer.alloc(0));
  rmSync(join(folder, "out"), { recursive: true });
  expect(await run(path)).toEqual([[`saves.${extension}`, "bad-archive"]]);
});

test("reads lines of JSON, and names those that are none", async () => {
  const line = (id: unknown, bytes: Uint8Array) =>
    JSON.stringify({ id, base64: Buffer.from(bytes).toString("base64") });
  const text = [
    line("a.save", game(1)),
    "",
    "{",
    line("../evil.save", game(2)),
    line(5, game(2)),
    '{"id":"b.save","base64":"AAA$"}',
    "null",
    line("ä/c.save", game(3)),
    line("huge.save", new Uint8Array(200_000)),
    line("torn.save", game(1)).slice(0, -5),
  ].join("\n");
  const chunks = async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
  expect(await run({ ndjson: chunks() }, { limits: { inputBytes: 10_000 } })).toEqual([
    ["a.save", "done"],
    ["line 3", "bad-line"],
    ["../evil.save", "unsafe-name"],
    ["line 5", "bad-line"],
    ["line 6", "bad-line"],
    ["line 7", "bad-line"],
    ["ä/c.save", "done"],
    ["line 9", "too-large"],
    ["line 10", "bad-line"],
  ]);
  expect(outputs()).toEqual(["a.save", "ä/c.save"]);
});

test("does not invent a name for a line that is no UTF-8", async () => {
  const base64 = Buffer.from(game(1)).toString("base64");
  const line = (id: number) =>
    Buffer.concat([Buffer.from('{"id":"'), Buffer.from([id]), Buffer.from(`.save","base64":"${base64}"}\n`)]);
  const lines = async function* () {
    yield line(0xff);
    yield line(0x61);
  };
  expect(await run({ ndjson: lines() })).toEqual([
    ["line 1", "bad-line"],
    ["a.save", "done"],
  ]);
  expect(outputs()).toEqual(["a.save"]);
});

test("reads lines in chunks that end anywhere, also in the middle of a character", async () => {
  const line = JSON.stringify({ id: "a😀.save", base64: Buffer.from(game(1)).toString("base64") });
  async function* units() {
    for (let i = 0; i < line.length; i++) yield line.charAt(i);
  }
  async function* bytes() {
    for (const byte of Buffer.from(line)) yield Uint8Array.of(byte);
  }
  for (const ndjson of [units(), bytes()]) {
    expect(await run({ ndjson })).toEqual([["a😀.save", "done"]]);
    rmSync(join(folder, "out"), { recursive: true });
  }
});

test("inputs may come one after the other in the same memory", async () => {
  const memory = Buffer.from(game(0));
  function* inputs() {
    for (let i = 0; i < 50; i++) {
      memory.set(game(i));
      yield { id: `${i}.save`, bytes: memory };
    }
  }
  const values: unknown[] = [];
  for await (const { output } of batch(inputs(), toGodot4, { workers: 0 }))
    values.push(...(await load(output as Uint8Array)).values);
  expect(values).toEqual(Array.from({ length: 50 }, (_, i) => [i]));
});

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

test.each<[unknown, string]>([
  [null, "A source is a path"],
  [5, "A source is a path"],
  [game(1), "A source is a path"],
  [["saves", null], "A source is a path"],
  [{ path: "saves" }, "A source is a path"],
  [{ glob: undefined }, "A source is a path"],
  [{ list: undefined }, "A source is a path"],
  [{ ndjson: 5 }, "A source is a path"],
  [[{ id: 5, bytes: game(1) }], "An input must be { id, bytes }"],
  [new Set([null]), "An input must be { id, bytes }"],
  [[{ id: "a", bytes: "text" }], "The bytes must be"],
  [[{ id: "a" }], "The bytes must be"],
])("refuses %o as a source", async (source, message) => {
  const refused = run(source as BatchSource);
  await expect(refused).rejects.toThrow(TypeError);
  await expect(refused).rejects.toThrow(message);
});
