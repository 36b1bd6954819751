// Subclasses of vectors and of typed arrays that replace what encode asks them for.
import { describe, expect, test } from "vitest";
import {
  decode,
  detect,
  encode,
  encodeInto,
  PackedVector2Array,
  PackedVector2iArray,
  toNative,
  toPlainJSON,
  toText,
  type Variant,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { hex } from "../fixtures.js";
import { byEncode, byEntries } from "./both-ways.js";

/** Returns its numbers in an Array of its own, and takes no target. */
class Point extends Vector2 {
  override toArray(): number[] {
    return [this.x, this.y];
  }
}

class Cell extends Vector2i {
  override toArray(): number[] {
    return [this.x, this.y];
  }
}

describe("vectors whose toArray fills no target", () => {
  const made = (point: typeof Vector2, cell: typeof Vector2i): Variant[] => [
    new Vector2(9, 8),
    new point(1, 2),
    new cell(3, 4),
    { at: new point(5, 6) },
  ];
  const usual = made(Vector2, Vector2i);
  const own = made(Point, Cell);

  test("are written with their own numbers, not with those of the vector before", () => {
    expect(byEncode(own, {})).toBe(hex(encode(usual)));
    expect(byEntries(own, {})).toBe(hex(encode(usual)));
    expect(byEncode(own, { real: "double" })).toBe(hex(encode(usual, { real: "double" })));
    expect(toText(own)).toBe(toText(usual));
    expect(toNative(own)).toEqual(toNative(usual));
    expect(toPlainJSON(own)).toBe(toPlainJSON(usual));
  });

  test("are elements of packed arrays", () => {
    const points = PackedVector2Array.from([new Vector2(9, 8), new Point(1, 2)]);
    expect([...points.data]).toEqual([9, 8, 1, 2]);
    const cells = PackedVector2iArray.from([new Vector2i(9, 8), new Cell(1, 2)]);
    expect([...cells.data]).toEqual([9, 8, 1, 2]);
  });

  test("and parts that are undefined are no elements of packed arrays", () => {
    const without = (point: Vector2 | Vector2i) => Object.assign(point, { y: undefined });
    expect(() => PackedVector2Array.from([without(new Point(1, 2)) as Vector2])).toThrow(TypeError);
    expect(() => PackedVector2iArray.from([without(new Cell(1, 2)) as Vector2i])).toThrow(RangeError);
  });

  test.each<[string, () => unknown]>([
    ["too few", () => [1]],
    ["none", () => []],
    ["texts", () => ["1", "2"]],
    ["no Array", () => 5],
  ])("are an error if they give %s", (_, toArray) => {
    for (const write of [encode, toText, toNative, toPlainJSON])
      expect(() => write([new Vector2(9, 8), Object.assign(new Vector2(1, 2), { toArray })])).toThrow(
        expect.objectContaining({ code: "unsupported-value", path: "[1]" }),
      );
  });

  test("keep the error of their own code", () => {
    const error = new Error("on purpose");
    const toArray = () => {
      throw error;
    };
    for (const write of [encode, toText, toNative, toPlainJSON])
      expect(() => write([Object.assign(new Vector2(1, 2), { toArray })])).toThrow(error);
  });
});

describe("typed arrays with other fields", () => {
  /** As in classes of vectors that call their magnitude so. */
  const sized = (length: number) =>
    class extends Float32Array {
      override get length() {
        return length;
      }
    };
  const numbers = [1, 2, 3, 4];

  test.each([2, 3, 2.5, 0, 100, -1])("a length of %d", (length) => {
    const Sized = sized(length);
    const values = [new Sized(numbers), new PackedVector2Array(new Sized(numbers))];
    const usual = [new Float32Array(numbers), new PackedVector2Array(new Float32Array(numbers))];
    expect(byEncode(values, {})).toBe(hex(encode(usual)));
    expect(byEntries(values, {})).toBe(hex(encode(usual)));
    expect(byEncode(values, { real: "double" })).toBe(hex(encode(usual, { real: "double" })));
    expect(toText(values)).toBe(toText(usual));
  });

  test.each(["length", "byteLength", "byteOffset", "buffer"])(
    "%s, of arrays of any type and size",
    (name) => {
      for (const owner of [Uint8Array, Int32Array, BigInt64Array, Float32Array, Float64Array])
        for (const count of [0, 3, 700, 5000]) {
          const bytes = () => new Uint8Array(count * 8).fill(7).buffer;
          const array = new owner(bytes(), 0, count);
          const odd = new owner(bytes(), 0, count);
          Object.defineProperty(odd, name, { value: name === "buffer" ? new ArrayBuffer(50_000) : 8 });
          expect(byEncode([odd, "end"], {})).toBe(hex(encode([array, "end"])));
          expect(byEntries([odd, "end"], {})).toBe(hex(encode([array, "end"])));
          const target = new Uint8Array(50_000);
          expect(encodeInto([odd, "end"], target)).toBe(encode([array, "end"]).length);
        }
    },
  );
});

test.each([1, 4, 1000])("bytes of a subclass with the length %i are read whole", (length) => {
  class Sized extends Uint8Array {
    override get length() {
      return length;
    }
  }
  for (const value of [{ a: [1, 2, 3] }, Array.from({ length: 5000 }, (_, n) => `text ${n}`)]) {
    const bytes = encode(value);
    const sized = new Sized(bytes.buffer);
    expect(decode(sized)).toEqual(value);
    expect(detect(sized)).toEqual(detect(bytes));
  }
});
