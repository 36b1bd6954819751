// Values that no decoder makes are the same bytes, or the same error, in runs and by entries.
import { afterEach, describe, expect, test } from "vitest";
import {
  Color,
  encode,
  Float,
  float,
  NodePath,
  PackedStringArray,
  StringName,
  setCodeGeneration,
  Vector2,
  Vector2i,
  Vector3,
} from "../../../js/index.js";
import { byEncode, byEntries } from "./both-ways.js";

afterEach(() => setCodeGeneration(true));

/** Makes the value anew for each way, because encoding may change it. */
function expectSame(make: () => unknown, times = 1): void {
  const expected = byEntries(make(), {});
  for (let i = 0; i < times; i++) {
    expect(byEncode(make(), {})).toBe(expected);
    expect(byEncode({ value: make() }, {})).toBe(byEntries({ value: make() }, {}));
  }
}

describe("instances that are not as their class makes them", () => {
  class Special extends Vector2 {
    override toArray(target: number[] = [], at = 0): number[] {
      target[at] = 7;
      target[at + 1] = this.y;
      return target;
    }
  }
  class Plain extends Vector2 {}
  class Path extends NodePath {}
  class List extends Array {}
  class Text extends StringName {}
  class Table extends Map<unknown, unknown> {}
  const own = (value: object, properties: object) => Object.assign(value, properties);
  const getter = (value: object, key: string, get: () => unknown) =>
    Object.defineProperty(value, key, { get });
  test.each<[string, () => unknown]>([
    ["subclass with its own toArray", () => new Special(1, 2)],
    ["subclass", () => new Plain(1, 2)],
    ["subclasses", () => [new Path("a/b"), List.from([1, "x"]), new Text("t"), new Table([[1, 2]])]],
    ["own toArray", () => own(new Vector2(1, 2), { toArray: (to: number[], at: number) => to.fill(5, at) })],
    ["fields in another order", () => own(Object.create(Vector2.prototype), { y: 2, x: 1 })],
    ["more fields", () => own(new Vector2(1, 2), { z: 3 })],
    ["no fields", () => Object.create(Vector2.prototype)],
    ["a field that is no number", () => own(new Vector3(1, 2, 3), { y: "2" })],
    ["a field that is a bigint", () => own(new Color(), { a: 1n })],
    ["fields that are getters", () => getter(new Vector2(1, 2), "x", () => 5)],
    [
      "a getter that encodes",
      () => getter(new Vector2(1, 2), "x", () => encode({ a: [1, float(1)] }).length),
    ],
    ["a float for an int", () => own(new Vector2i(1, 2), { x: 0.5 })],
    ["a text for an int", () => own(new Vector2i(1, 2), { x: "1" })],
    ["wide", () => Vector2.fromArray([0.1, 0.2], 0, true)],
    ["frozen", () => Object.freeze([Object.freeze(new Vector2(1, 2)), Object.freeze({ a: 1 })])],
    ["a Proxy", () => [new Proxy(new Vector2(1, 2), {}), new Proxy([1, "x"], {}), new Proxy({ a: 1 }, {})]],
    ["a Float of a text", () => own(new Float(1), { value: "1" })],
    ["a Float with bits of a NaN that it no longer is", () => own(new Float(1), { payload: 5n })],
    ["a StringName of a number", () => own(new StringName("a"), { text: 5 })],
    ["a NodePath without names", () => own(new NodePath("a"), { names: undefined })],
    ["a NodePath with a lying length", () => own(new NodePath("a"), { names: { length: 3, 0: "a" } })],
    ["a plain object with a brand", () => ({ [Symbol.for("godot-variant.type")]: "Vector2", x: 1, y: 2 })],
    ["a null prototype with a brand", () => own(Object.create(null), { a: 1, b: [2] })],
    ["a sparse array", () => Object.assign([1], { 2: 3 })],
    ["symbol keys", () => ({ [Symbol("a")]: 1, b: 2 })],
    ["keys that are not enumerable", () => Object.defineProperty({ a: 1 }, "b", { value: 2 })],
    ["inherited keys", () => Object.create({ a: 1 })],
    [
      "equal keys",
      () =>
        new Map<unknown, unknown>([
          [1, "a"],
          [1n, "b"],
          [float(1), "c"],
          ["1", "d"],
        ]),
    ],
    ["a huge bigint", () => [2n ** 63n - 1n, -(2n ** 63n), { a: 2n ** 63n }]],
  ])("%s", (_, make) => {
    expectSame(make, 200);
    setCodeGeneration(false);
    expectSame(make);
  });

  test("after the class was changed", () => {
    const { toArray } = Vector2.prototype;
    const make = () => ({ at: new Vector2(1, 2), list: [new Vector2(3, 4)] });
    expectSame(make, 200);
    const before = byEncode(make(), {});
    Vector2.prototype.toArray = (target = [], at = 0) => toArray.call({ x: 8, y: 9 }, target, at);
    try {
      expectSame(make, 200);
      expect(byEncode(make(), {})).not.toBe(before);
    } finally {
      Vector2.prototype.toArray = toArray;
    }
  });
});

describe("values that change while they are encoded", () => {
  const big = () => new Int32Array(2000);
  test.each<[string, () => unknown]>([
    [
      "a property that goes",
      () => ({
        get a() {
          delete (this as { b?: number }).b;
          return 1;
        },
        b: 2,
      }),
    ],
    ["__proto__ that goes", () => losing("__proto__")],
    [
      "a property that comes",
      () => ({
        get a() {
          (this as { c?: number }).c = 3;
          return 1;
        },
        b: 2,
      }),
    ],
    [
      "a longer array",
      () => {
        const list: unknown[] = [
          {
            get a() {
              list.push(5);
              return 1;
            },
          },
          2,
        ];
        return list;
      },
    ],
    [
      "a longer Map",
      () => {
        const map = new Map<unknown, unknown>([
          [
            "a",
            {
              get b() {
                if (map.size < 3) map.set(map.size, 1);
                return 1;
              },
            },
          ],
        ]);
        return map;
      },
    ],
    [
      "names that grow",
      () => {
        const names: string[] = ["a"];
        Object.defineProperty(names, 0, {
          get() {
            names.push("b");
            return "a";
          },
        });
        return new NodePath({ names });
      },
    ],
    [
      "texts that grow",
      () => {
        const data: string[] = ["a"];
        Object.defineProperty(data, 0, {
          get() {
            data.push("b");
            return "a";
          },
        });
        return new PackedStringArray(data);
      },
    ],
    [
      "a Proxy with another length each time",
      () => {
        let length = 3;
        return new Proxy([1, 2, 3], {
          get: (list, key) => (key === "length" ? length-- : Reflect.get(list, key)),
        });
      },
    ],
    [
      "a buffer that was transferred before",
      () => {
        const data = big();
        structuredClone(data, { transfer: [data.buffer] });
        return [data, 1];
      },
    ],
    ["a shared buffer", () => [new Int32Array(new SharedArrayBuffer(8000)), new SharedArrayBuffer(12)]],
    [
      "views that begin anywhere",
      () => [new Uint8Array(big().buffer, 3, 5001), new Float32Array(big().buffer, 12, 1500)],
    ],
  ])("%s", (_, make) => expectSame(make, 20));

  test("what a failed attempt changed counts as it is then", () => {
    const list: unknown[] = [1, "x"];
    Object.defineProperty(list, 0, { get: () => (list.length = 1) });
    const without = losing("toString");
    for (const value of [list, without]) expect(byEncode(value, {})).toBe(byEntries(value, {}));
  });

  test("numbers that a getter takes away leave no bytes without them", () => {
    const make = () => {
      const data = big();
      const take = () => structuredClone(data, { transfer: [data.buffer] }).length;
      return {
        data,
        get taken() {
          return take();
        },
      };
    };
    expect(byEncode(make(), {})).toMatch(/unsupported-value/);
    expect(byEntries(make(), {})).toMatch(/unsupported-value/);
    expect(byEncode({ data: big() }, {})).toBe(byEntries({ data: big() }, {}));
  });

  /** An object whose getter deletes a property that the prototype has, too. */
  function losing(name: string): object {
    const object = JSON.parse(`{"a": 0, "${name}": 1, "z": 2}`);
    return Object.defineProperty(object, "a", { get: () => Number(delete object[name]) });
  }
});
