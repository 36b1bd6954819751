// The native JSON form of random values, both ways, against the real engine that GODOT4 names.
import { describe, expect, test } from "vitest";
import { decode, fromNative, type Options, toNative, toText, type Variant } from "../../js/index.js";
import { Random } from "../random.js";
import { engines, type Made, seed } from "./engines.js";
import { godot4, holds, isAmbiguous, randomValue } from "./values.js";

const count = 3000;
const exact = { mode: "exact" } as const;

const optionsOf = ({ fullObjects }: Made): Options => ({ ...exact, allowObjects: fullObjects, fullObjects });

/** Parses the engine's invalid JSON: infinities as 1e99999, NaN as null, controls unescaped or as \v. */
const parsed = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/\\./g, (sequence) => (sequence === "\\v" ? "\\u000b" : sequence))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the engine writes these characters unescaped
      .replaceAll(/[\0-\x1f]/g, (control) => JSON.stringify(control).slice(1, -1)),
  );
/** Quotes ints that `JSON.parse` would round. */
const quoted = (text: string): string => text.replaceAll(/(?<=[[,])-?\d{16,}(?=[,\]])/g, '"$&"');
const stringify = (json: unknown): string =>
  JSON.stringify(json, (_, part) => (Math.abs(part) === Number.POSITIVE_INFINITY ? String(part) : part));

/** The text form, in which all NaNs look the same. */
const textOf = (value: Variant) => toText(value, exact).replaceAll("-nan", "nan");
/** Drops the last digits of floats, which engines often get wrong, and numbers so small that they lose most digits. */
const rounded = (text: string): string =>
  text.replace(/-?\d+(\.\d+)?(e[+-]\d+)?/g, (number) =>
    Math.abs(Number(number)) < 1e-290 ? "0" : String(Number(Number(number).toPrecision(12))),
  );
/** Values that the engine itself does not read back: it returns RID() and Signal(), 0 for a NaN in a vector, and one key for several tiny ones. */
const isLost = /RID\(\d|Signal\("|EncodedObjectAsID|nan|e-3\d\d: /;

/** True for Dictionaries with keys that the engine prints the same way. */
const isMerged = (value: Variant): boolean =>
  value instanceof Map &&
  new Set([...value.keys()].map((key) => stringify(toNative(key, { ...exact, engine: "4.6" })))).size <
    value.size;

test("random values round-trip", () => {
  const random = new Random(seed);
  for (let i = 0; i < count; i++) {
    const value = randomValue(random, godot4);
    if (holds(value, isAmbiguous)) continue;
    const text = JSON.stringify(toNative(value, exact));
    const again = fromNative(JSON.parse(text), exact);
    expect(JSON.stringify(toNative(again, exact)), `ENGINE_SEED=${seed}`).toBe(text);
  }
});

describe.each(engines.filter(({ version }) => version === "4.6"))("$name", (engine) => {
  const made = engine.make(seed, count);
  // Random numbers may look more like a value of another engine.
  const { dialect } = engine;
  const values = made.map((one) => decode(one.bytes, { ...optionsOf(one), dialect }));

  test("writes the same JSON", () => {
    const theirs = engine.natives(made);
    expect(theirs).toHaveLength(made.length);
    const different = made.flatMap((one, at) => {
      const ours = stringify(toNative(values[at], { ...optionsOf(one), engine: "4.6" }));
      const their = stringify(parsed(theirs[at] as string));
      return ours === their ? [] : [[ours, their]];
    });
    expect(different.slice(0, 3), `${different.length} with ENGINE_SEED=${seed}`).toEqual([]);
  });

  test("reads our JSON as the same value", () => {
    const usable = values.filter((value) => !isLost.test(textOf(value)));
    expect(usable.length).toBeGreaterThan(count / 3);
    const read = engine.readNative(usable.map((value) => JSON.stringify(toNative(value, exact))));
    const wrong = usable.flatMap((value, at) => {
      const again = decode(read[at] as Uint8Array, { ...exact, allowObjects: true, dialect });
      const [one, other] = [rounded(textOf(value)), rounded(textOf(again))];
      return one === other ? [] : [[one, other]];
    });
    expect(wrong.slice(0, 3), `${wrong.length} of ${usable.length} with ENGINE_SEED=${seed}`).toEqual([]);
  });

  test("we read its JSON as the same value", () => {
    const theirs = engine.natives(made);
    for (const [at, one] of made.entries()) {
      if (holds(values[at] as Variant, isMerged)) continue;
      const text = theirs[at] as string;
      const again = toNative(fromNative(parsed(quoted(text)), exact), { ...optionsOf(one), engine: "4.6" });
      expect(stringify(again), `ENGINE_SEED=${seed}`).toBe(stringify(parsed(text)));
    }
  });
});
