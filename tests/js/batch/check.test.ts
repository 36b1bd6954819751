// The task `check` on large files, which it writes again piece by piece.
import { describe, expect, test } from "vitest";
import { type BatchOptions, batch } from "../../../js/batch/index.js";
import {
  type DialectName,
  Dictionary,
  encodeFrames,
  load,
  type SaveOptions,
  StringName,
  save,
  Vector2,
  wrap,
} from "../../../js/index.js";

const large = new Uint8Array(9 << 20);

/** What is found in a file: its code, and where. */
async function checked(bytes: Uint8Array, options: BatchOptions = {}) {
  const found: unknown[] = [];
  for await (const { code, outcome, offset } of batch(
    [{ id: "a", bytes }],
    { kind: "check" },
    { workers: 0, ...options },
  ))
    found.push(code ?? outcome, offset);
  return found;
}

/** Where the values of a file differ from it when they are read and written as a whole. */
async function differenceOf(bytes: Uint8Array) {
  const file = await load(bytes, { mode: "exact" });
  const again = await save(file.values, { ...file, layers: [] });
  const at = file.content.findIndex((byte, i) => byte !== again[i]);
  return at < 0 ? undefined : at;
}

const item = (i: number) =>
  new Dictionary([
    ["id", BigInt(i)],
    ["at", new Vector2(i, 0.5)],
    ["tags", [`${i}`, null, i % 2 === 0]],
  ]);
const game = new Dictionary([
  ["bag", Array.from({ length: 10_000 }, (_, i) => item(i))],
  ["bytes", large],
  ["flag", true],
]);

describe.each(["godot-2", "godot-3", "godot-4.0", "godot-4"] as const)("in %s", (dialect: DialectName) => {
  const framings = ["none", "store_var"] as const;
  test.each(framings)("accepts what is written again as it was, with framing %s", async (framing) => {
    const like: SaveOptions = { dialect, framing };
    expect(await checked(await save([game], like))).toEqual(["done", undefined]);
  });

  test("accepts several values, and layers around them", async () => {
    const content = encodeFrames([game, 5n, [large]], { dialect, mode: "exact" });
    expect(await checked(content)).toEqual(["done", undefined]);
    expect(await checked(await wrap(content, [{ container: "base64" }]))).toEqual(["done", undefined]);
  });

  test("names the first byte that differs", async () => {
    const bytes = await save([game], { dialect, framing: "store_var" });
    // The last value is true: any number but 0 is, and 1 is written.
    bytes[bytes.length - 4] = 2;
    expect(await differenceOf(bytes)).toBe(bytes.length - 4);
    expect(await checked(bytes)).toEqual(["round-trip", bytes.length - 4]);
  });
});

test("names the place of a key that comes twice", async () => {
  const twice = new Dictionary([
    ["bytes", large],
    ["a", 1n],
    ["b", 2n],
  ]);
  const bytes = await save([twice], { dialect: "godot-4", framing: "none" });
  bytes[Buffer.from(bytes).lastIndexOf("b")] = 0x61;
  const at = await differenceOf(bytes);
  expect(at).toBeDefined();
  expect(await checked(bytes)).toEqual(["round-trip", at]);
});

test("names the length of a frame whose value becomes shorter", async () => {
  const twice = new Dictionary([
    ["a", 1n],
    ["b", 2n],
  ]);
  const bytes = encodeFrames([5n, [large, twice]], { dialect: "godot-4", mode: "exact" });
  bytes[Buffer.from(bytes).lastIndexOf("b")] = 0x61;
  const at = await differenceOf(bytes);
  expect(at).toBe(encodeFrames([5n]).length);
  expect(await checked(bytes)).toEqual(["round-trip", at]);
});

test("names the first byte that differs without all values in memory", async () => {
  const few = { limits: { memory: 4 << 20 } };
  const bytes = await save([game], { dialect: "godot-4", framing: "store_var" });
  bytes[bytes.length - 4] = 2;
  const whole = await load(bytes, { mode: "exact", ...few }).then(
    () => "read",
    ({ code }) => code,
  );
  expect(whole).toBe("too-large");
  expect(await checked(bytes, few)).toEqual(["round-trip", bytes.length - 4]);
});

test("accepts keys of several types, and forms that only some engines write", async () => {
  const keys = new Dictionary([
    [1n, new Dictionary([[new StringName("a"), [large]]])],
    ["1", new Dictionary([[new Vector2(1, 2), [large]]])],
  ]);
  const bytes = await save([keys], { dialect: "godot-4", framing: "store_var" });
  expect(await differenceOf(bytes)).toBeUndefined();
  expect(await checked(bytes)).toEqual(["done", undefined]);
});
