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
} from "../../../js/index.js";
import { defaultDialect } from "../../../js/table/table.gen.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { errorOf } from "../expected-errors.js";
import { learn, move, outcomeOf } from "./learnt-messages.js";

type Dialect = NonNullable<Options["dialect"]>;

afterEach(() => setCodeGeneration(true));

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
