// recoverFile finds the intact values in damaged files with encryption, compression and frames.
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  type Compression,
  decode,
  detect,
  encode,
  type Layer,
  load,
  openFile,
  type RecoveredFile,
  recoverFile,
  save,
  type Variant,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";
import { blocksOf } from "../damaged-saves.js";
import { rejection } from "../expected-errors.js";

const password = "secret";
const rows = Array.from({ length: 2000 }, (_, id) => ({
  id,
  name: `row ${(id * 7919) % 2003}`,
  at: [id * 0.37, Math.sin(id)],
}));
const value = { title: "save", rows, end: "end" };

function found({ values }: RecoveredFile): number[] {
  const list = values[0]?.document.get("rows") as unknown as { id?: number }[] | undefined;
  return (list ?? []).flatMap(({ id }) => (typeof id === "number" ? [id] : []));
}

async function fileOf(
  layers: readonly Layer[],
  framing: "none" | "store_var" = "store_var",
  iv?: Uint8Array<ArrayBuffer>,
) {
  return save([value], { framing, layers }, { password, iv });
}

describe.each<Compression>(["fastlz", "deflate", "zstd", "gzip"])("GCPF with %s", (compression) => {
  const layers: Layer[] = [{ container: "gcpf", compression }];

  test("that is intact gives the same as load", async () => {
    const file = await fileOf(layers);
    const saved = await recoverFile(file);
    expect(saved).toMatchObject({ complete: true, lost: [], framing: "store_var" });
    expect((await load(saved.file)).values).toEqual([value]);
  });

  test("that is truncated keeps the values before the cut", async () => {
    const file = await fileOf(layers);
    const blocks = blocksOf(file);
    const cut = Math.floor(blocks.length * 0.6);
    const saved = await recoverFile(file.subarray(0, (blocks[cut]?.at ?? 0) + 5));
    const ids = found(saved);
    const content = encode(value, { framing: "store_var" });
    expect(saved.complete).toBe(false);
    expect(ids).toEqual(rows.slice(0, ids.length).map(({ id }) => id));
    expect(ids.length / rows.length).toBeGreaterThan((cut * 4096) / content.length - 0.02);
    expect(((await load(saved.file)).values[0] as typeof value).rows.length).toBeGreaterThanOrEqual(
      ids.length,
    );
  });

  test("with an unreadable block keeps the values before and after it", async () => {
    const file = await fileOf(layers);
    const { at, size } = blocksOf(file)[5] as { at: number; size: number };
    file.fill(0xff, at, at + size);
    const saved = await recoverFile(file);
    const ids = found(saved);
    expect(saved.lost.map(({ code }) => code)).toEqual(["bad-container"]);
    expect(ids.slice(0, 100)).toEqual(rows.slice(0, 100).map(({ id }) => id));
    expect(ids.slice(-100)).toEqual(rows.slice(-100).map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(rows.length - 100);
    expect(saved.values[0]?.document.get("end")).toBe("end");
    for (const { range, from } of saved.values[0]?.ranges ?? []) {
      const inHole = from < 6 * 4096 && from + range[1] > 5 * 4096;
      expect(inHole).toBe(false);
    }
  });

  test("with a wrong block size loses nothing", async () => {
    const file = await fileOf(layers);
    const { entry } = blocksOf(file)[3] as { entry: number };
    file[entry] = (file[entry] as number) ^ 0x55;
    const saved = await recoverFile(file);
    expect(saved.complete).toBe(true);
    expect((await load(saved.file)).values).toEqual([value]);
  });
});

describe("GDEC", () => {
  test.each<3 | 4>([3, 4])("of engine %i with a wrong checksum, and truncated", async (engine) => {
    const file = await fileOf([{ container: "gdec", engine }]);
    const damaged = file.slice();
    const at = Math.floor(file.length / 2);
    damaged[at] = (damaged[at] as number) ^ 1;
    const saved = await recoverFile(damaged, { password });
    expect(saved.lost[0]?.code).toBe("bad-checksum");
    expect(found(saved).length).toBeGreaterThan(rows.length - 5);
    expect((await load(saved.file, { password })).values.length).toBe(1);
    const cut = await recoverFile(file.subarray(0, at), { password });
    expect(found(cut).length).toBeGreaterThan(rows.length * 0.45);
    expect((await rejection(recoverFile(file, { password: "other" }))).code).toBe("wrong-password");
    expect((await rejection(recoverFile(file))).code).toBe("password-required");
  });

  // A changed byte decrypts to sixteen bytes that depend on the initialization vector.
  test("around GCPF keeps frame and rows, whatever the damaged bytes decrypt to", async () => {
    for (let first = 0; first < 40; first++) {
      const iv = new Uint8Array(16).fill(first);
      const file = await fileOf(
        [
          { container: "gdec", engine: 4 },
          { container: "gcpf", compression: "zstd" },
        ],
        "store_var",
        iv,
      );
      const damaged = file.slice();
      damaged[file.length >> 1] = (damaged[file.length >> 1] as number) ^ 0xff;
      const saved = await recoverFile(damaged, { password });
      expect(saved.framing, `iv ${first}`).toBe("store_var");
      expect(found(saved).length, `iv ${first}`).toBeGreaterThan(rows.length - 200);
      expect((await load(saved.file, { password })).layers).toEqual(saved.layers);
    }
  });
});

describe("frames", () => {
  const frames = Array.from({ length: 20 }, (_, id) => ({ id, text: "x".repeat(id * 3), list: [1, 2, 3] }));
  const parts = frames.map((frame) => encode(frame, { framing: "store_var" }));
  const whole = new Uint8Array(Buffer.concat(parts));
  const idsOf = ({ values }: RecoveredFile) => values.map(({ document }) => document.get("id") as Variant);

  test("flipping any byte loses at most one frame", async () => {
    for (let at = 0; at < whole.length; at += 3) {
      const damaged = whole.slice();
      damaged[at] = (damaged[at] as number) ^ 0x81;
      const saved = await recoverFile(damaged, { framing: "store_var", dialect: "godot-4" });
      const ids = new Set(idsOf(saved));
      const lost = frames.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
      expect(lost.length, `${at}: ${lost}`).toBeLessThanOrEqual(1);
      for (const { document } of saved.values) decode(document.toBytes());
    }
  });

  test.each<[string, number[], number]>([
    ["inserted", [0x41], 0],
    ["inserted zero", [0], 0],
    ["lost", [], 1],
  ])("an %s byte loses at most one frame", async (_, inserted, removed) => {
    for (let at = 0; at < whole.length; at += 3) {
      const damaged = Uint8Array.from([
        ...whole.subarray(0, at),
        ...inserted,
        ...whole.subarray(at + removed),
      ]);
      const ids = new Set(idsOf(await recoverFile(damaged, { framing: "store_var", dialect: "godot-4" })));
      const lost = frames.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
      expect(lost.length, `${at}: ${lost}`).toBeLessThanOrEqual(1);
    }
  });

  test("of an engine, truncated anywhere", async () => {
    const file = sampleBytes("4.6.3", "several_vars.bin");
    const { values } = await load(file, { mode: "exact" });
    for (let cut = 4; cut < file.length; cut += 8) {
      const saved = await recoverFile(file.subarray(0, cut), { framing: "store_var", dialect: "godot-4" });
      const got = saved.values.map(({ document }) => document.get([], "exact"));
      for (const [i, one] of got.slice(0, -1).entries()) expect(one).toEqual(values[i]);
    }
  });
});

// The text read as a length and a value, a PackedFloat32Array or a Vector4i, which covered the frame behind it.
test.each(["SAVE v1\n", "SAVE\r\n"])(
  "a text before damaged frames, %j, covers none of them",
  async (text) => {
    const first = encode({ hp: 3, name: "Mira" }, { framing: "store_var" });
    const last = encode({ quests: [{ id: 1 }] }, { framing: "store_var" });
    const padded = new Uint8Array([...encode({ level: "forest" }), ...new Uint8Array(20)]);
    const before = Buffer.from(text);
    const bytes = Buffer.concat([before, first, Uint8Array.of(padded.length, 0, 0, 0), padded, last]);
    const { values, lost } = await recoverFile(bytes);
    const read = values.map(({ document }) => document.get([]));
    expect(read).toEqual([{ hp: 3, name: "Mira" }, { level: "forest" }, { quests: [{ id: 1 }] }]);
    const end = bytes.length - last.length;
    expect(lost.map(({ offset, length }) => [offset, length])).toEqual([
      [0, before.length],
      [end - 20, 20],
    ]);
  },
);

test.each<Layer>([
  { container: "zlib" },
  { container: "gzip" },
  { container: "zstd" },
  { container: "zlib", sizeBytes: 4 },
  { container: "base64" },
])("a truncated stream %o keeps the values before the cut", async (layer) => {
  const file = await fileOf([layer]);
  // Compressors that make blocks of 128 KB make two of this.
  const saved = await recoverFile(file.subarray(0, Math.floor(file.length * 0.75)));
  expect(saved).toMatchObject({ complete: false, layers: [{ container: layer.container }] });
  expect(saved.lost[0]).toMatchObject({ path: "" });
  const ids = found(saved);
  expect(ids.length).toBeGreaterThan(rows.length * 0.4);
  expect(ids).toEqual(rows.slice(0, ids.length).map(({ id }) => id));
  expect(found(await recoverFile(saved.file))).toEqual(ids);
});

test("damaged frames whose length looks like the beginning of a zlib stream are frames", async () => {
  const framing = "store_var";
  for (const size of [0x178, 0x5e78, 0x9c78, 0xda78]) {
    const empty = encode({ a: 1, s: "" }).length;
    const first = encode({ a: 1, s: "x".repeat(size - empty) }, { framing });
    const bytes = Buffer.concat([first, encode({ b: [1, 2, 3] }, { framing })]);
    expect(bytes.readUInt32LE(0)).toBe(size);
    bytes[24] = 0x77; // the type of the first value
    expect(detect(bytes)[0]).toMatchObject({ container: "none", framing });
    const { values, complete } = await recoverFile(bytes);
    expect([values.at(-1)?.document.get(""), complete]).toEqual([{ b: [1, 2, 3] }, false]);
  }
  // Blocks of all types are still recognized: stored, with fixed codes and with their own.
  for (const content of [Buffer.alloc(9000, "abc"), Buffer.from([1, 2, 3]), readFileSync("package.json")])
    for (const level of [0, 1, 9]) expect(detect(deflateSync(content, { level }))[0]?.container).toBe("zlib");
});

test("a text that is too long for the first frame does not make this a cut one in the other byte order", async () => {
  for (const bigEndian of [false, true]) {
    const framing = bigEndian ? "store_var_big_endian" : "store_var";
    const first = {
      name: "Mira",
      place: "res://levels/one.tscn",
      hp: [1, 2, 3],
      bag: ["sword", "shield of dawn"],
    };
    const rest = 256 - encode({ ...first, pad: "" }).length;
    const values = [{ ...first, pad: "x".repeat(rest) }, { b: [1, 2, 3] }];
    const bytes = Buffer.from(await save(values, { framing }));
    // The length of "Mira", which is now longer than its frame.
    bytes[29] = 0x80;
    expect(detect(bytes)[0]).toMatchObject({ framing });
    const found = await recoverFile(bytes);
    expect([found.values.at(-1)?.document.get(""), found.complete]).toEqual([values[1], false]);
  }
});

describe("openFile", () => {
  test("returns a Document for each value, and one save for all of them", async () => {
    const layers: Layer[] = [
      { container: "gdec", engine: 4 },
      { container: "gcpf", compression: "deflate" },
    ];
    const file = await save([{ hp: 1, rate: 0.5 }, "two", [3]], { layers }, { password });
    const { documents, dialect, framing } = await openFile(file, { password });
    expect([documents.length, dialect, framing]).toEqual([3, "godot-4.4", "store_var"]);
    documents[0]?.set("rate", 2);
    documents[2]?.append("", "four");
    const saved = await load((await documents[1]?.save({ password })) as Uint8Array, { password });
    expect(saved.values).toEqual([{ hp: 1, rate: 2 }, "two", [3, "four"]]);
    expect(saved.layers).toMatchObject(layers);
    const codes = [openFile(file), openFile(file, { password: "x" }), openFile(new Uint8Array(3))].map(
      rejection,
    );
    expect((await Promise.all(codes)).map(({ code }) => code)).toEqual([
      "password-required",
      "wrong-password",
      "bad-container",
    ]);
  });

  test.each([
    ["4.6.3", "several_vars.bin"],
    ["4.6.3", "variant_to_base64_all.txt"],
    ["3.2.3", "mixed_big_endian.bin"],
    ["4.6.3", "debugger_stream.bin"],
    ["4.6.3", "project.binary"],
  ])("writes %s/%s as it was, and with one edit", async (engine, name) => {
    const bytes = sampleBytes(engine, name);
    const { documents } = await openFile(bytes);
    expect(Buffer.compare((await documents[0]?.save()) as Uint8Array, bytes)).toBe(0);
    const [document] = documents;
    const [node] = document?.find(({ type }) => type === "String") ?? [];
    if (node === undefined) return;
    const { keys } = node;
    document?.set(keys, "edited");
    const again = await openFile((await document?.save()) as Uint8Array);
    expect(again.documents[0]?.get(keys)).toBe("edited");
    expect(again.documents.length).toBe(documents.length);
  });
});

test.each([undefined, "mixed"] as const)(
  "damaged frames between other data are written without it, which the framing says: %s",
  async (framing) => {
    const parts = ["Mira", "Tom"].map((name) => encode({ name, list: [1, 2, 3] }, { framing: "store_var" }));
    const line = new TextEncoder().encode("SAVE v1\n");
    const file = Uint8Array.from([line, ...parts].flatMap((part) => [...part]));
    expect(await recoverFile(file, { framing })).toMatchObject({ framing: "mixed", file, complete: true });
    const garbled = file.slice();
    garbled[Buffer.from(file).indexOf("Tom")] = 0xff;
    for (const damaged of [garbled, file.slice(0, -10)]) {
      const saved = await recoverFile(damaged, { framing });
      expect(saved).toMatchObject({ framing: "store_var", skipped: [], complete: false });
      const { values } = await load(saved.file, { framing: saved.framing, dialect: saved.dialect });
      expect(values).toEqual(saved.values.map(({ document }) => document.get([])));
    }
  },
);

test("a damaged save that has the size of an improbable value needs its dialect, as for load", async () => {
  const save3 = encode({ level: 1, hp: 2 }, { dialect: "godot-3" });
  // A Dictionary of Godot 3 with this many bytes may be a Transform3D of Godot 4.
  expect(save3).toHaveLength(52);
  save3[24] = 0xfd;
  for (const reading of [load(save3), recoverFile(save3)]) {
    const failure = await rejection(reading);
    expect(failure).toMatchObject({ code: "bad-container", candidates: [{ dialect: "godot-4.4" }] });
    expect(failure.hint).toContain("Only an improbable value of godot-4.4 fits.");
  }
  const saved = await recoverFile(save3, { dialect: "godot-3" });
  expect(saved).toMatchObject({ complete: false, dialect: "godot-3" });
  expect(saved.values.map(({ document }) => document.get(["hp"]))).toEqual([2]);
});
