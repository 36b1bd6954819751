// JSON lines and real engines: they read what we edited in their own saves, through the same layers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Dictionary, decode, float, unwrap, type Variant, wrap } from "../../js/index.js";
import { readSavedText } from "../../js/texts/index.js";
import { jsonNumbers } from "../js/texts/json-numbers.js";
import { engines, fromHex } from "./engines.js";

const folder = mkdtempSync(join(tmpdir(), "json-"));
afterAll(() => rmSync(folder, { recursive: true }));
const password = "hunter2";
const folders = { "4.6": "godot-4.6.3", "3.6": "godot-3.6", "3.2": "godot-3.2.3" } as const;

/** The value as engines read it: every number of JSON is a float. */
function asRead(value: Variant): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asRead);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, asRead(item)]));
  return value instanceof Object ? Number(value) : value;
}

/** Texts that each writer of JSON escapes in its own way. Godot 3.2 reads what is beyond ASCII byte by byte. */
const told = 'a "quote", a \\ slash, a\ttab and\nlines';

describe.each(engines)("$name", (engine) => {
  test.each([
    ["lines.save", []],
    ["lines_zstd.save", ["gcpf"]],
    ["lines_pass.save", ["pass"]],
  ])("reads %s after edits", async (name, layers) => {
    const file = readFileSync(
      new URL(`../fixtures/json/${folders[engine.version]}/${name}`, import.meta.url),
    );
    const unwrapped = await unwrap(file, { password });
    const found = readSavedText(unwrapped.content);
    if (found === undefined) throw new Error("not JSON");
    const [player, enemy, chest] = found.values as unknown as [Dictionary, Dictionary, Dictionary];
    player.set("level", 15n);
    player.set("told", told);
    player.set("speed", float(3));
    player.set("far", Number.POSITIVE_INFINITY);
    player.delete("parent");
    enemy.set("bag", [1n, new Dictionary([["x", 0.1]]), [], new Dictionary()]);
    (chest.get("holds") as Variant[]).splice(0, 1, null, true, 2n ** 40n);
    const path = join(folder, `${engine.version}-${name}`);
    const text = found.write(found.values);
    writeFileSync(path, await wrap(new TextEncoder().encode(text), unwrapped.layers, { password }));
    const question = { read: path, layers, compression: 2, password, key: "", big_endian: false, json: true };
    const [answer] = engine.files([question]);
    const theirs = (answer?.values ?? []).map((value) =>
      decode(fromHex(value), { dialect: engine.dialect, mode: "exact" }),
    );
    expect(theirs.map(asRead)).toEqual(found.values.map(asRead));
  });
});

test.each(engines.map((engine) => [engine.name, engine] as const))(
  "%s reads numbers that JSON lacks",
  (_, engine) => {
    const path = join(folder, `${engine.version}-numbers.save`);
    writeFileSync(path, jsonNumbers.map(([text]) => `[${text}]\n`).join(""));
    const question = {
      read: path,
      layers: [],
      compression: 0,
      password,
      key: "",
      big_endian: false,
      json: true,
    };
    const [answer] = engine.files([question]);
    const theirs = answer?.values?.map((value) =>
      asRead(decode(fromHex(value), { dialect: engine.dialect })),
    );
    expect(theirs).toEqual(jsonNumbers.map(([, value]) => [Number(value)]));
  },
);

test.runIf(engines.length === 0)("no engine is available", () => expect(engines).toEqual([]));
