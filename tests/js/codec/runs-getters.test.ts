// Getters and proxies that run code of the program while encode looks at its objects.
import { describe, expect, test } from "vitest";
import { encode, RID } from "../../../js/index.js";
import { hex } from "../fixtures.js";
import { byEncode, byEntries } from "./both-ways.js";

test("getters and proxies that encode, change and fail on the way", () => {
  const make = (i: number) => ({
    a: i,
    get b() {
      return encode({ a: 1, b: { c: [new RID(1n)] } }).length;
    },
    get c() {
      delete (this as { d?: number }).d;
      return "x";
    },
    d: 5,
    get e() {
      if (i === 30) throw new RangeError("no");
      return new Proxy({ a: 1, b: 2 }, {});
    },
  });
  for (let i = 0; i < 30; i++) expect(byEncode(make(i), {})).toBe(byEntries(make(i), {}));
  expect(() => encode(make(30))).toThrow(RangeError);
  expect(byEncode(make(1), {})).toBe(byEntries(make(1), {}));
});

test("getters are called once, also by functions that are generated for such objects", () => {
  class Item {
    get hp(): number {
      return expect.fail("called");
    }
  }
  for (const around of [(item: object) => ({ item }), (item: object) => ({ items: [item] })]) {
    let calls = 0;
    const counting = () =>
      Object.defineProperty({ mp: 1 }, "hp", { get: () => ++calls, enumerable: true, configurable: true });
    for (let i = 1; i < 1000; i++) {
      encode(around({ hp: i, mp: 2 }));
      if (i % 100 !== 0) continue;
      expect(byEncode(around(counting()), {})).toBe(hex(encode(around({ mp: 1, hp: i / 100 }))));
      expect(() => encode(around(new Item()))).toThrow("unsupported-value");
    }
  }
});

describe("more properties than are remembered", () => {
  type Properties = Record<string, unknown>;
  const places = [1, 63, 64, 65, 149, 199];

  /** An object with a getter at one place. Each is encoded only once, because the getter changes it. */
  function wide(place: number, act: (object: Properties) => unknown): Properties {
    const object: Properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`k${i}`, i % 7 === 0 ? undefined : { x: i, y: `${i}` }]),
    );
    const others = { "\ufeffmark": 1, ["é".repeat(70)]: "long", toString: 5, ["__proto__"]: 6 };
    Object.defineProperties(object, Object.getOwnPropertyDescriptors(others));
    const get = () => {
      act(object);
      return 3;
    };
    return Object.defineProperty(object, `k${place}`, { get, enumerable: true });
  }

  test.each<[string, (object: Properties) => unknown]>([
    ["do nothing", () => {}],
    ["delete a later one", (object) => delete object.k150],
    ["delete __proto__", (object) => Reflect.deleteProperty(object, "__proto__")],
    ["change a later one", (object) => Object.assign(object, { k150: "changed" })],
    ["add one", (object) => Object.assign(object, { added: 1 })],
    ["encode", () => encode({ a: 1 })],
    ["fail", () => expect.fail("on purpose")],
  ])("with getters that %s", (_, act) => {
    for (const place of places) expect(byEncode(wide(place, act), {})).toBe(byEntries(wide(place, act), {}));
  });

  test("with getters that delete one that Object.prototype has", () => {
    for (const place of places) {
      const object = wide(place, (own) => Reflect.deleteProperty(own, "toString"));
      const bytes = byEncode(object, {});
      expect(Object.keys(object)).toHaveLength(203);
      const rest = Object.getOwnPropertyDescriptors({ ...object });
      expect(bytes).toBe(byEntries(Object.defineProperties({}, rest), {}));
    }
  });
});
