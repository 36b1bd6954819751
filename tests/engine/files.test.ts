// Save files and real engines: engines open our files and we open theirs, in every mode and layout.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  compress,
  convertFile,
  encode,
  type Framing,
  type Layer,
  load,
  save,
  type Variant,
} from "../../js/index.js";
import { type Engine, engines, toHex } from "./engines.js";

const folder = mkdtempSync(join(tmpdir(), "files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const password = "pässword";
const key = Uint8Array.from({ length: 32 }, (_, i) => (i * 11) & 255);
const compressions = ["fastlz", "deflate", "zstd", "gzip"] as const;

/** Contents that fill several blocks, end exactly at a block's end, or are small. */
const contents: readonly Variant[][] = [
  [{ hp: 10, name: "Ann", list: [1, 2.5, "three", null, true] }],
  [1, "two", { a: Array.from({ length: 900 }, (_, i) => `item ${i % 7} ${i}`) }, [1.5]],
  [new Uint8Array(4096 - 12), "x".repeat(9000)],
];

interface Mode {
  name: string;
  layers: readonly Layer[];
  names: readonly string[];
  compression?: number;
  framing?: Framing;
  secrets?: { password?: string; key?: Uint8Array };
}

function modesOf(engine: 3 | 4): Mode[] {
  const gdec: Layer = { container: "gdec", engine };
  return [
    { name: "plain", layers: [], names: [] },
    { name: "big-endian", layers: [], names: [], framing: "store_var_big_endian" },
    ...compressions.map((compression, number) => ({
      name: compression,
      layers: [{ container: "gcpf", compression } as const],
      names: ["gcpf"],
      compression: number,
    })),
    { name: "password", layers: [gdec], names: ["pass"], secrets: { password } },
    { name: "key", layers: [gdec], names: ["key"], secrets: { key } },
    {
      name: "compressed, then encrypted",
      layers: [gdec, { container: "gcpf", compression: "zstd" }],
      names: ["pass", "gcpf"],
      compression: 2,
      secrets: { password },
    },
    {
      name: "encrypted, then compressed, big-endian",
      layers: [{ container: "gcpf", compression: "fastlz" }, gdec],
      names: ["gcpf", "key"],
      compression: 0,
      framing: "store_var_big_endian",
      secrets: { key },
    },
  ];
}

const common = ({ names, compression = 0, framing }: Mode) => ({
  layers: names,
  compression,
  password,
  key: toHex(key),
  big_endian: framing === "store_var_big_endian",
});

const encoded = (values: readonly Variant[], { dialect }: Engine) =>
  values.map((value) => toHex(encode(value, { dialect })));

let files = 0;
const newFile = () => join(folder, `${files++}.bin`);

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (_, engine) => {
  const generation = engine.dialect === "godot-3" ? 3 : 4;
  const cases = modesOf(generation).flatMap((mode) => contents.map((values) => ({ mode, values })));

  test("opens the files that we write", async () => {
    const questions = [];
    for (const { mode, values } of cases) {
      const { layers, framing, secrets } = mode;
      const read = newFile();
      writeFileSync(read, await save(values, { layers, framing, dialect: engine.dialect }, secrets));
      questions.push({ read, ...common(mode) });
    }
    const answers = engine.files(questions);
    expect(answers).toHaveLength(cases.length);
    for (const [i, { mode, values }] of cases.entries()) {
      expect([mode.name, answers[i]]).toEqual([mode.name, { ok: true, values: encoded(values, engine) }]);
    }
  });

  test("writes files that we open and write again", async () => {
    const single = cases.filter(({ mode }) => mode.layers.length < 2);
    const questions = single.map(({ mode, values }) => ({
      write: newFile(),
      values: encoded(values, engine),
      ...common(mode),
    }));
    expect(engine.files(questions).every(({ ok }) => ok)).toBe(true);
    for (const [i, { mode, values }] of single.entries()) {
      const bytes = new Uint8Array(readFileSync(questions[i]?.write as string));
      const loaded = await load(bytes, mode.secrets);
      expect([mode.name, loaded.values]).toEqual([mode.name, values]);
      expect(loaded.layers).toMatchObject(mode.layers);
      expect(loaded.dialect).toBe(engine.dialect);
      const written = await save(loaded.values, loaded, mode.secrets);
      if (/plain|big|fastlz/.test(mode.name) || (generation === 3 && mode.secrets))
        expect(written).toEqual(bytes);
      else expect((await load(written, mode.secrets)).values).toEqual(values);
    }
  });

  test("decompresses the output of compress, and reads base64", async () => {
    const content = encode(contents[1], { dialect: engine.dialect });
    const questions = [];
    for (const [stream, compression] of compressions.entries()) {
      const read = newFile();
      writeFileSync(read, await compress(content, compression));
      questions.push({ read, stream, size: content.length });
    }
    const read = newFile();
    const layers = [{ container: "base64" }] as const;
    writeFileSync(read, await save([contents[1]], { layers, framing: "none", dialect: engine.dialect }));
    const answers = engine.files([...questions, { read, base64: true }]);
    expect(answers.slice(0, 4)).toEqual(compressions.map(() => ({ ok: true, content: toHex(content) })));
    expect(answers[4]?.values).toEqual([toHex(content)]);
  });

  test("opens the other engine's files after convertFile", async () => {
    const questions = [];
    const wanted = cases.filter(({ mode }) => mode.layers.length > 0);
    const from = generation === 3 ? "godot-4" : "godot-3";
    for (const { mode, values } of wanted) {
      const layers = mode.layers.map(
        (layer): Layer =>
          layer.container === "gdec" ? { container: "gdec", engine: generation === 3 ? 4 : 3 } : layer,
      );
      const old = await save(values, { layers, framing: mode.framing, dialect: from }, mode.secrets);
      const { file } = await convertFile(old, { from, to: engine.dialect, ...mode.secrets });
      const read = newFile();
      writeFileSync(read, file);
      questions.push({ read, ...common(mode) });
    }
    for (const [i, answer] of engine.files(questions).entries()) {
      const { mode, values } = wanted[i] as (typeof wanted)[number];
      expect([mode.name, answer.values]).toEqual([mode.name, encoded(values, engine)]);
    }
  });
});

test.runIf(engines.length === 0)("no engine is available", () => expect(engines).toEqual([]));
