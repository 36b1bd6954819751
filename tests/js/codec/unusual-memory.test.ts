// Memory that others share or change, objects of other realms, and errors of the caller: nothing of them gets into a value.
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  encodeFrames,
  encodeInto,
  NodePath,
  open,
  PackedStringArray,
  PackedVector2Array,
  type Variant,
  Vector2i,
} from "../../../js/index.js";
import { hex } from "../fixtures.js";

describe("shared memory is copied, whatever views it", () => {
  const value = { a: new Uint8Array([1, 2, 3, 4]) };
  const bytes = encode(value);
  const shared = new SharedArrayBuffer(bytes.length);
  test.each<[string, Uint8Array]>([
    ["Uint8Array", new Uint8Array(shared)],
    ["Buffer", Buffer.from(shared)],
  ])("%s", (_, view) => {
    view.set(bytes);
    const decoded = decode<typeof value>(view, { views: true });
    const document = open(view);
    view.fill(9);
    expect(decoded.a).toEqual(value.a);
    expect(document.get("a")).toEqual(value.a);
  });
});

describe("dictionaries: object", () => {
  const pairs = [
    ["b", 1],
    ["2", 2],
    ["1", 3],
    ["b", 4],
    [5, 6],
    ["0", 7],
  ] as const;
  test.each(pairs.map((_, i) => pairs.slice(0, i + 1)))("keeps the order of %j", (...entries) => {
    const kept = [...new Map<Variant, Variant>(entries.map(([key, value]) => [key, value]))];
    // Equal keys cannot be encoded, so the bytes are made of those of the entries.
    const parts = entries.map(([key, value]) => Buffer.concat([encode(key), encode(value)]));
    const bytes = new Uint8Array(
      Buffer.concat([new Uint8Array(Uint32Array.of(27, entries.length).buffer), ...parts]),
    );
    const decoded = decode(bytes, { dictionaries: "object" });
    if (decoded instanceof Dictionary) expect([...decoded]).toEqual(kept);
    else expect(decoded).toEqual(Object.fromEntries(kept));
    expect(decoded instanceof Dictionary).toBe(entries.some(([key]) => typeof key === "number"));
    const unique = kept.length === entries.length && decoded instanceof Dictionary;
    if (unique) expect(hex(encode(decoded))).toBe(hex(bytes));
  });
});

test("properties that an object of another realm inherits are none of its own", () => {
  const foreign = runInNewContext("Object.prototype.zzz = 1; ({ a: 1 })") as Variant;
  expect(decode(encode([foreign]))).toEqual([{ a: 1 }]);
});

describe("a getter that deletes __proto__", () => {
  test.each([[[]], [["k\u{1F600}"]], [Array.from({ length: 70 }, (_, i) => `key${i}`)]])(
    "with %j",
    (names) => {
      const make = () => {
        const object = {};
        Object.defineProperty(object, "a", {
          enumerable: true,
          get() {
            Reflect.deleteProperty(this, "__proto__");
            return 1;
          },
        });
        for (const name of names) Object.defineProperty(object, name, { enumerable: true, value: 1 });
        return Object.defineProperty(object, "__proto__", { enumerable: true, configurable: true, value: 2 });
      };
      for (let again = 0; again < 3; again++) {
        expect(Object.keys(decode<object>(encode(make())))).not.toContain("__proto__");
        expect(Object.keys(decode<object[]>(encode([make(), null]))[0] as object)).not.toContain("__proto__");
      }
    },
  );
});

test("an error of a getter stays what it is, whatever it says", () => {
  const error = new Error("We lost the call stack.");
  const value = {
    get a() {
      throw error;
    },
  };
  for (const write of [() => encode(value), () => encode([value], { like: encode([{ a: 1 }]) })])
    expect(write).toThrow(error);
});

/** A view that lies outside of its buffer. */
function shrunk<View>(view: (buffer: ArrayBuffer) => View): View {
  const Resizable = ArrayBuffer as new (size: number, options: object) => ArrayBuffer;
  const buffer = new Resizable(16, { maxByteLength: 16 });
  const made = view(buffer);
  (buffer as ArrayBuffer & { resize(size: number): void }).resize(4);
  return made;
}

/** A Proxy of an Array that says another length. */
const ofLength = (length: number) =>
  new Proxy([1, 2, 3], { get: (of, key) => (key === "length" ? length : Reflect.get(of, key)) });

test.each<[string, () => unknown]>([
  ["bytes of a buffer that has shrunk", () => shrunk((buffer) => new Uint8Array(buffer, 8, 8))],
  ["vectors of one", () => new PackedVector2Array(shrunk((buffer) => new Float32Array(buffer, 8, 2)))],
  ["an Array of length 2.5", () => ofLength(2.5)],
  ["an Array of length -1", () => ofLength(-1)],
  ["an Array of length 2 ** 32", () => ofLength(2 ** 32)],
  ["texts of length 2 ** 32", () => new PackedStringArray(ofLength(2 ** 32) as never)],
  ["a NodePath of length -1", () => new NodePath({ names: ofLength(-1) as never })],
  ["a NodePath whose subnames are a text", () => new NodePath({ names: ["a"], subnames: "" as never })],
  [
    "an object with a brand and no prototype",
    () => Object.assign(Object.create(null), { [Symbol.for("godot-variant.type")]: "Vector2" }),
  ],
])("%s is an error", (_, make) => {
  for (const mode of ["plain", "exact"] as const)
    expect(() => encode([make()] as never, { mode })).toThrow(
      expect.objectContaining({ code: "unsupported-value", path: "[0]" }),
    );
});

test.each<[string, (value: never) => unknown]>([
  ["encode", (value) => encode(value)],
  ["encodeFrames", (value) => encodeFrames([1, value])],
  ["an edit of a Document", (value) => open(encode({ a: 1 })).set("a", value)],
])("%s names what JavaScript refused as the cause", (_, write) => {
  const gone = [shrunk((buffer) => new Uint8Array(buffer, 8, 8))] as never;
  expect(() => write(gone)).toThrow(expect.objectContaining({ cause: expect.any(TypeError) }));
});

test.skipIf(Number(process.versions.node.split(".")[0]) < 22)("more than 4 GiB are an error", () => {
  decode(encode(["earlier"]));
  expect(() => decode(new Uint8Array(2 ** 32 + 44))).toThrow(expect.objectContaining({ code: "too-large" }));
});

test("a target that is too small leaves the next value as it is", () => {
  const value = { name: "a text", list: ["b", "c"] };
  const bytes = encode(value);
  for (let size = 0; size < bytes.length; size++) {
    expect(() => encodeInto(value, new Uint8Array(size))).toThrow(/too/);
    expect(hex(encode([size, value]))).toBe(hex(encode([size, { ...value }])));
  }
  expect(hex(encode(value))).toBe(hex(bytes));
});

test.each(["plain", "exact"] as const)("a Dictionary of %s mode has the methods of a Map", (mode) => {
  const made = decode<Dictionary>(encode(new Dictionary([["a", 1]])), { mode, dictionaries: "map" });
  const key = () => new Vector2i(1, 2);
  expect(made.getOrInsert(key(), "tree")).toBe("tree");
  expect(made.getOrInsert(key(), "stone")).toBe("tree");
  expect(made.getOrInsertComputed(key(), () => "stone")).toBe("tree");
  expect(made.getOrInsertComputed("b", (name) => `${name}!`)).toBe("b!");
  expect(made.size).toBe(3);
});
