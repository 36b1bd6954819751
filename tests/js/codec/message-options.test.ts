// Messages with options: a dialect, a budget, a schema, a listener.
import { afterEach, expect, test } from "vitest";
import { MemoryBudget } from "../../../js/base/memory-budget.js";
import { settingsOf } from "../../../js/base/options.js";
import {
  Color,
  decode,
  encode,
  type Options,
  Rect2,
  setCodeGeneration,
  Transform2D,
  tryDecode,
  type Variant,
  Vector2,
} from "../../../js/index.js";
import { defaultDialect } from "../../../js/table/table.gen.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";

type Bytes = Uint8Array<ArrayBuffer>;
type Dialect = NonNullable<Options["dialect"]>;

/** After so many messages a reader is generated, even where messages of other tests began alike. */
const often = 8192;

afterEach(() => setCodeGeneration(true));

/** What the generated readers make of a message; undefined if they leave it to C++. */
const _quickly = (bytes: Bytes, options?: Options) =>
  withCodec((codec) => codec.message(bytes, settingsOf(options)));

function learn(bytes: Bytes, options?: Options, times = often): void {
  for (let i = 0; i < times; i++) tryDecode(bytes, options);
}

function outcomeOf(bytes: Bytes, options?: Options): unknown {
  const result = tryDecode(bytes, options);
  if (!result.ok) return { code: result.error.code, offset: result.error.offset, path: result.error.path };
  return { ...result, value: listed(result.value) };
}

/** A value with its objects as lists, because comparing objects ignores the order of keys and trips over the key `constructor`. */
function listed(value: Variant): unknown {
  if (Array.isArray(value)) return value.map(listed);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return { entries: Object.entries(value).map(([key, one]) => [key, listed(one)]) };
}

/** With a limit that a message might reach, C++ reads every message. */
const byCpp = (options?: Options): Options => ({ ...options, limits: { elements: 511, ...options?.limits } });

/** Expects the outcome that C++ has, with generated functions and without. */
function _expectSame(bytes: Bytes, options?: Options): void {
  const outcome = outcomeOf(bytes, options);
  setCodeGeneration(false);
  const plainly = outcomeOf(bytes, options);
  setCodeGeneration(true);
  const wanted = outcomeOf(bytes, byCpp(options));
  expect(outcome, hex(bytes)).toStrictEqual(wanted);
  expect(plainly, hex(bytes)).toStrictEqual(wanted);
}

const move = (i: number) => ({ t: "mv", id: i, pos: new Vector2(i, -i), vel: new Vector2(0, i), hp: i });

test("an option that decode does not use makes no other dialect of a message", () => {
  // 512 is the flag of `base64`, and once was two dialects.
  const others = { "godot-3": "godot-4.3", pandemonium: "godot-3.0", "docs-000": "pandemonium" } as const;
  for (const [learnt, dialect] of Object.entries(others) as [Dialect, Dialect][])
    for (const value of [[1, 2, 3], new Color(1, 0, 0), new Rect2(), new Transform2D()]) {
      const bytes = encode(value, { dialect: learnt });
      learn(bytes, { dialect: learnt }, 3);
      const options: Options = { dialect };
      expect(outcomeOf(bytes, { ...options, base64: true }), `${dialect} ${value}`).toEqual(
        outcomeOf(bytes, options),
      );
    }
});

test("messages in frames count for the limit of memory", () => {
  const bytes = encode(move(1));
  learn(bytes);
  const budget = new MemoryBudget({ memory: 1000 });
  const read = () => withCodec((codec) => codec.message(bytes, { ...settingsOf({}), budget }));
  expect(read()).toBeDefined();
  expect(errorOf(() => Array.from({ length: 10 }, read))).toMatchObject({
    code: "too-large",
    offset: 0,
    dialect: defaultDialect,
  });
});

test("a schema and a listener see the message as usual", () => {
  const bytes = encode(move(2));
  learn(bytes);
  const seen: unknown[] = [];
  const schema = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value: (value as { id: number }).id }),
    },
  } as const;
  expect(decode(bytes, { schema, onWarning: (warning) => seen.push(warning) })).toBe(2);
  expect(seen).toEqual([]);
});
