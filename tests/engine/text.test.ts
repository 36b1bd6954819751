// The text form of random values, both ways, against the real engines that GODOT4, GODOT36 and GODOT32 name.
import { describe, expect, test } from "vitest";
import {
  decode,
  EncodedObjectAsID,
  GodotObject,
  type Options,
  parseText,
  RID,
  Signal,
  toText,
  type Variant,
} from "../../js/index.js";
import { misreadTexts, oldEscapes } from "../js/forms/misread-texts.js";
import { colorTexts } from "../js/forms/written-colors.js";
import { Random } from "../random.js";
import { type Engine, engines, type Made, seed } from "./engines.js";
import { godot4, holds, isAmbiguous, randomValue } from "./values.js";

const count = 3000;

const optionsOf = ({ dialect }: Engine, { fullObjects }: Made): Options => {
  return { dialect, mode: "exact", allowObjects: fullObjects, fullObjects: true };
};

/**
 * Keys whose comparison in Godot 3 is inconsistent, so that sorting may even crash it; and objects, which engines compare
 * by address.
 */
const isUnsortable = (value: Variant): boolean =>
  value instanceof Map &&
  [...value.keys()].some(
    (key) =>
      key instanceof GodotObject ||
      Array.isArray(key) ||
      ArrayBuffer.isView(key) ||
      `${key}`.startsWith("Packed") ||
      (typeof key === "object" && key !== null && "data" in key),
  );

/** Values that engines cannot print, or print in a form that they cannot read. */
const isUnwritten = (value: Variant): boolean =>
  value instanceof RID ||
  value instanceof Signal ||
  value instanceof EncodedObjectAsID ||
  value instanceof GodotObject;

/** Matches numbers so small that engines lose most digits when they read them. */
const misread = /e-[34]\d/;
/** Drops the last digits, which engines often get wrong. */
const rounded = (text: string): string =>
  text.replace(/-?\d+(\.\d+)?(e[+-]\d+)?/g, (number) => Number(number).toPrecision(13));
/** Values that engines print as nothing, or all in the same way. */
const isLost = (value: Variant): boolean => value instanceof RID || value instanceof Signal;

test("random values round-trip through their lossless text", () => {
  const random = new Random(seed);
  const values = Array.from({ length: count }, () => randomValue(random, godot4));
  const printable = values.filter((value) => !holds(value, isAmbiguous));
  expect(printable.length).toBeGreaterThan(count / 2);
  const texts = printable.map((value) => toText(value, { mode: "exact" }));
  const again = texts.map((text) => toText(parseText(text, { mode: "exact" }), { mode: "exact" }));
  expect(again, `ENGINE_SEED=${seed}`).toEqual(texts);
});

describe.each(engines)("$name", (engine) => {
  const made = engine.make(seed, count).filter((one) => {
    return engine.version === "4.6" || !holds(decode(one.bytes, optionsOf(engine, one)), isUnsortable);
  });
  const values = made.map((one) => decode(one.bytes, optionsOf(engine, one)));
  const texts = engine.texts(made);

  test("prints exactly the same text", () => {
    const ours = values.map((value) => toText(value, { mode: "exact", engine: engine.version }));
    const different = ours.flatMap((text, at) => (text === texts[at] ? [] : [[text, texts[at]]]));
    expect(different.slice(0, 3), `${different.length} of ${made.length} with ENGINE_SEED=${seed}`).toEqual(
      [],
    );
    expect(texts.length).toBe(made.length);
  });

  test("we read the engine's texts as intended", () => {
    for (const [at, text] of texts.entries()) {
      if (text.includes("nan") || holds(values[at] as Variant, isLost)) continue;
      const value = parseText(text, { mode: "exact" });
      expect(toText(value, { mode: "exact", engine: engine.version })).toBe(text);
    }
  });

  test("we read colors that people write as the engine does", () => {
    const { dialect } = engine;
    const read = engine.read(colorTexts.map(([text]) => `[${text}]`));
    const theirs = read.map((bytes) => toText(decode(bytes, { mode: "exact", dialect }), { mode: "exact" }));
    expect(theirs).toEqual(colorTexts.map(([, in4, in3]) => `[${dialect === "godot-3" ? in3 : in4}]`));
  });

  test.runIf(engine.dialect === "godot-3")("we read escapes as the engine does", () => {
    const read = engine.read(oldEscapes.map(([text]) => text));
    const theirs = read.map((bytes) => decode(bytes, { dialect: engine.dialect }));
    expect(theirs).toEqual(oldEscapes.map(([, expected]) => expected));
  });

  test.runIf(engine.version === "4.6")("it refuses what we refuse, or reads another value", () => {
    const read = engine.read(misreadTexts.map(([text]) => `[${text}]`));
    const theirs = read.map((bytes) => toText(decode(bytes, { mode: "exact" }), { mode: "exact" }));
    expect(theirs).toEqual(misreadTexts.map(([, value]) => (value === undefined ? "null" : `[${value}]`)));
  });

  test.runIf(engine.version === "4.6")("the engine reads lossless text as the same value", () => {
    const readable = values.filter((value) => {
      return !holds(value, isUnwritten) && !misread.test(toText(value, { mode: "exact" }));
    });
    const usable = readable.map((value) => toText(value, { mode: "exact" }));
    const read = engine.read(usable);
    const wrong = usable.flatMap((text, at) => {
      const again = toText(
        decode(read[at] as Uint8Array, { mode: "exact", allowObjects: true, dialect: engine.dialect }),
        {
          mode: "exact",
        },
      );
      return rounded(again) === rounded(text) ? [] : [[text, again]];
    });
    expect(wrong.slice(0, 3), `${wrong.length} of ${usable.length} with ENGINE_SEED=${seed}`).toEqual([]);
  });
});
