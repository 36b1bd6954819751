// What a call gives does not depend on the calls before it: the package keeps keys, texts, options and generated functions between calls.
import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DecodeOptions, DialectName, EncodeOptions, Variant, VariantError } from "../../js/index.js";
import { linesOf } from "../js/fixtures.js";
import { Random } from "../random.js";
import { newCopy, type Package } from "./copies.js";
import { holds } from "./runs.js";

/** A call, which does the same each time; `again` makes other calls in its middle. */
interface Call {
  readonly name: string;
  readonly run: (lib: Package, again: () => void) => unknown;
}

/** All of a value that a program can see. */
const shown = (value: unknown): string =>
  inspect(value, {
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    breakLength: Infinity,
  });

function told({ run }: Call, lib: Package, again: () => void): string {
  try {
    return shown(run(lib, again));
  } catch (error) {
    const { name, message, code, offset, path, hint } = error as VariantError;
    return shown({ name, message, code, offset, path, hint });
  }
}

const names = [
  ..."abcdefgh",
  "hp",
  "name",
  "position",
  "id",
  "constructor",
  "toString",
  "__proto__",
  "é",
  "",
];
const indices = ["0", "1", "01", "-0", "4294967294", "4294967295"];
const texts = [
  "",
  "a",
  "ab",
  "move",
  "jump",
  "player_move",
  "0123456789abcdef",
  "0123456789abcdeg",
  "Mirä",
  "\ufeffx",
];

/** A value of one of these kinds. */
function madeOf(
  kind: number,
  random: Random,
  { Vector2, Vector3i, Color, StringName, NodePath, float }: Package,
): Variant {
  const small = random.below(4);
  const text = random.pick(texts);
  const values: (() => Variant)[] = [
    () => (random.below(12) === 0 ? -0 : small),
    () => random.between(-(2 ** 31), 2 ** 31 - 1),
    () => 2 ** 40 + small,
    () => random.fraction(),
    () => random.pick([-0, Number.NaN, Infinity, 0.5]),
    () => small > 1,
    () => null,
    () => text,
    () => text,
    () => new StringName(text),
    () => float(small),
    () => 2n ** 60n + BigInt(small),
    () => new Vector2(small, random.pick([0.5, -0, Number.NaN])),
    () => new Vector3i(small, 1, -1),
    () => new Color(1, 0.5, 0, 1),
    () => new NodePath("/root/Player"),
    () => new Uint8Array(small).fill(7),
    () => new Int32Array(small).fill(small),
    () => [small, text],
    () => ({ x: small, y: text }),
    () =>
      new Map<Variant, Variant>([
        [small, text],
        [text, small],
      ]) as Variant,
  ];
  return (values[kind % values.length] as () => Variant)();
}

/** Makes objects that have the same keys and types, but for some. */
function family(random: Random): (lib: Package, seed: number) => object {
  const keys = [
    ...new Set(random.picks(random.below(8) === 0 ? [...names, ...indices] : names, random.between(1, 5))),
  ];
  const kinds = keys.map(() => random.below(64));
  const wraps = random.below(3);
  return (lib, seed) => {
    const own = new Random(seed);
    const isOdd = own.below(3) === 0;
    const [i, j] = [own.below(keys.length), own.below(keys.length)];
    const entries = keys.map((key, at): [string, Variant] => [key, madeOf(kinds[at] as number, own, lib)]);
    if (isOdd) {
      const change = own.below(5);
      if (change === 0) entries[i] = [keys[i] as string, madeOf(own.below(64), own, lib)];
      if (change === 1) entries[i] = [own.pick(names), entries[i]?.[1] as Variant];
      if (change === 2)
        [entries[i], entries[j]] = [entries[j] as [string, Variant], entries[i] as [string, Variant]];
      if (change === 3) entries.pop();
      if (change === 4) entries.push([own.pick(names), null]);
    }
    const made = Object.fromEntries(entries);
    return wraps === 0 ? made : wraps === 1 ? ["message", made] : { kind: "list", all: [made, { ...made }] };
  };
}

const dialects: readonly DialectName[] = ["godot-4", "godot-4.3", "godot-3", "godot-2"];

function decodeOptions(random: Random, dialect?: DialectName): DecodeOptions {
  const options: DecodeOptions = { dialect, allowTrailing: random.below(6) === 0 };
  if (random.below(3) === 0) options.mode = "exact";
  if (random.below(8) === 0) options.dictionaries = random.pick(["map", "object"]);
  if (random.below(8) === 0) options.badUtf8 = "replace";
  if (random.below(8) === 0) options.limits = random.pick([{ depth: 1 }, { elements: 6 }, { memory: 200 }]);
  return options;
}

function encodeOptions(random: Random): EncodeOptions {
  const options: EncodeOptions = {};
  if (random.below(2) === 0) return options;
  if (random.below(3) === 0) options.mode = "exact";
  if (random.below(4) === 0) options.dialect = random.pick(dialects);
  if (random.below(8) === 0) options.framing = "store_var";
  if (random.below(3) === 0) options.limits = random.pick([{ depth: 1 }, { depth: 1 }, { outputBytes: 40 }]);
  return options;
}

/** The value with something in it that `encode` treats in a way of its own. */
function unusual(made: object, kind: number, again: () => void): unknown {
  const object = (Array.isArray(made) ? made[1] : made) as { [key: string]: unknown };
  const key = Object.keys(object)[kind % Object.keys(object).length] ?? "none";
  const old = object[key];
  let calls = 0;
  const getter = (get: () => unknown) => ({ get, enumerable: true, configurable: true });
  switch (kind % 9) {
    case 0:
      Object.defineProperty(
        object,
        key,
        getter(() => [++calls, old]),
      );
      break;
    case 1:
      Object.defineProperty(
        object,
        key,
        getter(() => {
          again();
          return old;
        }),
      );
      break;
    case 2:
      Object.defineProperty(
        object,
        key,
        getter(() => expect.fail("on purpose")),
      );
      break;
    case 3:
      object[key] = Object.defineProperty(
        { y: 1 },
        "x",
        getter(() => ++calls),
      );
      break;
    case 4:
      object[key] = new (class Other {
        get x(): never {
          return expect.fail("called");
        }
      })();
      break;
    case 5:
      object[key] = undefined;
      break;
    case 6:
      object[key] = "\ud800";
      break;
    case 7:
      object[key] = new Map([[[1], old]]);
      break;
    case 8:
      object[key] = new Proxy({ x: 1, y: "" }, {});
  }
  return made;
}

/** Calls with values of one family. */
function callsWith(make: (lib: Package, seed: number) => object, random: Random): Call[] {
  return Array.from({ length: 24 }, (_, i): Call => {
    const seed = random.below(5) + (i > 3 ? random.word() : 0);
    const dialect = random.below(4) === 0 ? random.pick(dialects) : undefined;
    const reading = decodeOptions(random, dialect);
    const writing = encodeOptions(random);
    const kind = random.below(100);
    const place = random.fraction();
    const bytesIn = (lib: Package) => {
      const bytes = lib.encode(make(lib, seed), { dialect });
      const at = Math.floor(place * bytes.length);
      if (kind % 4 === 0) bytes[at] = (bytes[at] as number) ^ (1 << (kind & 7));
      return kind % 16 === 1 ? bytes.slice(0, at) : bytes;
    };
    switch (i % 8) {
      case 0:
      case 1:
        return { name: "decode", run: (lib) => lib.decode(bytesIn(lib), reading) };
      case 2:
        return { name: "encode", run: (lib) => lib.encode(make(lib, seed), writing) };
      case 3:
        return { name: "encode again", run: (lib) => lib.encode(lib.decode(bytesIn(lib), reading), writing) };
      case 4:
      case 5:
        return {
          name: "encode unusual",
          run: (lib, again) => lib.encode(unusual(make(lib, seed), kind, again), writing),
        };
      case 6:
        return {
          name: "decode with callbacks",
          run: (lib, again) => {
            const heard: unknown[] = [];
            const onWarning = (warning: object) => {
              again();
              heard.push({ ...warning });
            };
            return [lib.decode(bytesIn(lib), { ...reading, onWarning }), heard];
          },
        };
    }
    const forms: ((lib: Package, value: Variant) => unknown)[] = [
      (lib, value) => lib.parseText(lib.toText(value, { mode: reading.mode })),
      (lib, value) => lib.fromPlainJSON(lib.toPlainJSON(value, { mode: reading.mode })),
      (lib, value) => lib.fromNative(lib.toNative(value, { mode: reading.mode })),
      (lib, value) => lib.encode(value, { mode: reading.mode, like: lib.encode(make(lib, seed + 1)) }),
      (lib, value) => lib.convert(lib.encode(value, { mode: reading.mode }), { to: "godot-3" }),
      (lib, value) => {
        const document = lib.open(lib.encode([value], { mode: reading.mode }));
        document.append("", make(lib, seed + 1));
        return document.toBytes();
      },
    ];
    const form = random.pick(forms);
    return { name: "other forms", run: (lib) => form(lib, lib.decode(bytesIn(lib), reading)) };
  });
}

/** Calls that decode what engines wrote, and what is wrong with it. */
function callsOfFixtures(random: Random): Call[] {
  const lines = ["godot-4.6.3/values", "godot-4.6.3/mutated", "godot-3.6/values", "errors/errors"].flatMap(
    (file) => linesOf(`${file}.jsonl`).filter(({ bytes }) => bytes.length < 2000),
  );
  return random.picks(lines, 120).map(({ name, bytes, dialect }) => {
    const options = decodeOptions(random, dialect);
    return { name: `decode ${name}`, run: (lib) => lib.decode(Buffer.from(bytes, "hex"), options) };
  });
}

const random = new Random(1);
const families = Array.from({ length: 16 }, () => callsWith(family(random), random));
families.push(callsOfFixtures(random));
const all = families.flat();
const expected = new Map(all.map((call) => [call, told(call, newCopy(), () => {})]));

test("each call gives what it gives in a new copy of the package", () => {
  holds(6, fc.noShrink(fc.nat()), (seed) => {
    const random = new Random(seed);
    const lib = newCopy();
    let level = 0;
    const check = (call: Call) => {
      const again = () => {
        if (level++ < 2) check(random.pick(all));
        level--;
      };
      const got = told(call, lib, again);
      if (got !== expected.get(call)) expect(got, call.name).toBe(expected.get(call));
    };
    for (let phase = 0; phase < 12; phase++) {
      // One call comes often enough for functions of its own; the others are nearly equal.
      const what = random.pick(["encode", "decode", ""]);
      const near = random.pick(families).filter(({ name }) => name.startsWith(what));
      const calls = random.picks(near.length > 0 ? near : all, 6);
      lib.setCodeGeneration(random.below(8) > 0);
      for (let i = what === "encode" ? 300 : 900; i > 0; i--)
        check(random.below(10) < 7 ? (calls[0] as Call) : random.pick(random.below(30) > 0 ? calls : all));
    }
  });
});
