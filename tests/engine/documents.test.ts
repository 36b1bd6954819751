// Edited documents and real engines: engines read every edit as intended, in every layer.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  type DialectName,
  type Document,
  decode,
  encode,
  type Layer,
  load,
  type Options,
  open,
  save,
  type Variant,
  VariantError,
} from "../../js/index.js";
import { Random } from "../random.js";
import { engines, toHex } from "./engines.js";
import { godot3, godot4, randomValue } from "./values.js";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes an edit at a random place; the document may reject it. */
function edit(document: Document, random: Random): void {
  const nodes = [...document.walk()].filter(({ parent }) => parent !== undefined);
  if (nodes.length === 0) return;
  const [one, other] = [random.pick(nodes), random.pick(nodes)];
  const [keys, key] = [one.keys, one.key as Variant];
  const value = other.value("exact");
  switch (random.below(7)) {
    case 0:
      document.set(keys, one.type === "int" ? random.below(1000) : one.type === "String" ? "edited" : value);
      break;
    case 1:
      document.replaceType(keys, other.type, value);
      break;
    case 2:
      document.delete(keys);
      break;
    case 3:
      document.rename(keys, `renamed ${random.below(1000)}`);
      break;
    case 4:
      document.insert(
        typeof key === "number" ? keys : [...keys.slice(0, -1), `new ${random.below(1000)}`],
        value,
      );
      break;
    case 5:
      document.append(keys, value);
      break;
    default:
      document.move(keys, [...other.keys.slice(0, -1), typeof other.key === "number" ? 0 : "moved"]);
  }
}

/** Twelve edits, some of which are rejected. */
function edited(bytes: Uint8Array, dialect: DialectName, random: Random): Document {
  const document = open(bytes.slice(), { dialect, mode: "exact" });
  for (let i = 0; i < 12; i++) {
    try {
      edit(document, random);
    } catch (error) {
      if (!(error instanceof VariantError)) throw error;
    }
  }
  return document;
}

test.each([
  ["godot-4.4", godot4],
  ["godot-3", godot3],
] as const)("edited values of %s come back, and edits are taken back", (dialect, range) => {
  const random = new Random(4711);
  const options: Options = { dialect, mode: "exact" };
  let edits = 0;
  for (let i = 0; i < 400; i++) {
    const bytes = encode(randomValue(random, range), options);
    const document = edited(bytes, dialect, random);
    const made = document.toBytes();
    expect(toHex(encode(decode(made, options), options))).toBe(toHex(made));
    edits += document.changes().length;
    while (document.undo());
    expect(toHex(document.toBytes())).toBe(toHex(bytes));
  }
  expect(edits).toBeGreaterThan(500);
});

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (_, engine) => {
  test("reads edited documents as intended", () => {
    const random = new Random(4711);
    const made = engine.make(20_261, 400).filter(({ fullObjects }) => !fullObjects);
    const originals = engine.answer(made.map(({ bytes }) => bytes));
    const files: Uint8Array<ArrayBuffer>[] = [];
    let edits = 0;
    for (const [number, { bytes }] of made.entries()) {
      // Godot 3 reads some of its own empty NodePaths differently.
      if (toHex(originals[number]?.reencoded as Uint8Array) !== toHex(bytes)) continue;
      const document = edited(bytes, engine.dialect, random);
      edits += document.changes().length;
      files.push(document.toBytes());
    }
    expect(edits).toBeGreaterThan(500);
    const answers = engine.answer(files);
    const options: Options = { dialect: engine.dialect, mode: "exact" };
    for (const [i, bytes] of files.entries()) {
      const answer = answers[i] as (typeof answers)[number];
      expect(answer.ok, toHex(bytes)).toBe(true);
      if (answer.size !== undefined) expect(answer.size).toBe(bytes.length);
      // Godot 3 writes uninitialized memory as padding.
      const [meant, understood] = [bytes, answer.reencoded].map((each) =>
        toHex(encode(decode(each, options), options)),
      );
      expect(understood).toBe(meant);
    }
  });

  const engineOf = engine.dialect === "godot-3" ? 3 : 4;
  const password = "secret";
  const gdec: Layer = { container: "gdec", engine: engineOf };
  const gcpf = (compression: "fastlz" | "deflate" | "zstd" | "gzip"): Layer => ({
    container: "gcpf",
    compression,
  });

  test("opens files whose documents were edited", async () => {
    const modes: [readonly Layer[], readonly string[], number][] = [
      [[], [], 0],
      [[gcpf("fastlz")], ["gcpf"], 0],
      [[gcpf("deflate")], ["gcpf"], 1],
      [[gcpf("zstd")], ["gcpf"], 2],
      [[gcpf("gzip")], ["gcpf"], 3],
      [[gdec], ["pass"], 0],
      [[gdec, gcpf("zstd")], ["pass", "gcpf"], 2],
    ];
    const values = [
      { hp: 10, ratio: 0.5, items: Array.from({ length: 300 }, (_, id) => ({ id, name: `item ${id}` })) },
      "second",
    ];
    const questions: object[] = [];
    for (const [number, [layers, names, compression]] of modes.entries()) {
      const file = await save(values, { dialect: engine.dialect, layers }, { password });
      const document = open(await load(file, { password }));
      document.set("hp", 99);
      document.set("ratio", 2);
      document.rename("items[7].name", "title");
      document.delete("items[5]");
      document.append("items", { id: -1, name: "last" });
      document.move("items[0]", "items[2]");
      const read = join(folder, `${number}.bin`);
      writeFileSync(read, await document.save({ password }));
      questions.push({ read, layers: names, compression, password, key: "", big_endian: false });
    }
    const items: Variant[] = (values[0] as { items: { id: number; name: string }[] }).items.map(
      ({ id, name }) => (id === 7 ? { id, title: name } : { id, name }),
    );
    items.splice(5, 1);
    items.push({ id: -1, name: "last" });
    items.splice(2, 0, ...items.splice(0, 1));
    const expected = [{ hp: 99, ratio: 2, items }, "second"].map((value) => {
      const document = open(encode({ hp: 0, ratio: 0.5, items: [] }, { dialect: engine.dialect }), {
        dialect: engine.dialect,
      });
      if (typeof value === "string") return toHex(encode(value, { dialect: engine.dialect }));
      for (const key of ["hp", "ratio", "items"] as const) document.set(key, value[key]);
      return toHex(document.toBytes());
    });
    for (const answer of engine.files(questions)) expect(answer).toEqual({ ok: true, values: expected });
  });
});
