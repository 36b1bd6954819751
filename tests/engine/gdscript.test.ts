// Values as GDScript writes them, against the real engines: they still answer what the fixtures say, and read what we print.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseGDScript } from "../../js/forms/gdscript.js";
import { encode } from "../../js/index.js";
import { engines, toHex } from "./engines.js";

const files = { "4.6": "4.6.3", "3.6": "3.6", "3.2": "3.2.3" } as const;

describe.each(engines.map((engine) => ({ engine, name: engine.name })))("$name", ({ engine }) => {
  test("means what the fixtures say", () => {
    const path = new URL(`../fixtures/gdscript/${files[engine.version]}.jsonl`, import.meta.url);
    const lines: { text: string; ok: boolean; bytes?: string }[] = readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const answers = engine.evaluate(lines.map(({ text }) => text));
    expect(answers).toEqual(lines.map(({ text: _text, ...answer }) => answer));
  });

  test("agrees on numbers in every notation", () => {
    const generation = engine.dialect === "godot-3" ? 3 : 4;
    const ints = Array.from({ length: 63 }, (_, bits) => (1n << BigInt(bits)) - BigInt(bits % 3));
    const texts = ints.flatMap((int) => [
      `0x${int.toString(16)}`,
      `-0x${int.toString(16)}`,
      ...(generation === 4 ? [`0b${int.toString(2)}`] : []),
      `${int}`.replace(/(?<=\d)(?=(\d{3})+$)/g, "_"),
      `[${int}, {${int}: [-${int}]}]`,
    ]);
    const ours = texts.map((text) => {
      const value = parseGDScript(text, { mode: "exact", generation });
      return { ok: true, bytes: toHex(encode(value, { mode: "exact", dialect: engine.dialect })) };
    });
    expect(ours.map((one, i) => ({ text: texts[i], ...one }))).toEqual(
      engine.evaluate(texts).map((one, i) => ({ text: texts[i], ...one })),
    );
  });
});

test.runIf(engines.length === 0)("no engine is available", () => expect(engines).toEqual([]));
