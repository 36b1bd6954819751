// Random values from a seed: everything that is written can be read back, in both modes.
import { deepStrictEqual } from "node:assert/strict";
import { describe, expect, test } from "vitest";
import {
  AABB,
  Basis,
  Callable,
  Color,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  float,
  GodotObject,
  NodePath,
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  PackedVector3Array,
  Plane,
  Projection,
  Quaternion,
  Rect2,
  RID,
  Signal,
  StringName,
  Transform2D,
  Transform3D,
  tryDecode,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
  Vector4i,
} from "../../../js/index.js";
import { Random } from "../../random.js";

const characters = [
  "a",
  "Z",
  "_",
  " ",
  "0",
  "\n",
  '"',
  "é",
  "ß",
  "€",
  "日",
  "😀",
  "\ufeff",
  "\u0301",
  "\uffff",
];
const keys = ["hp", "name", "__proto__", "constructor", "toString", "position", "length", "valueOf"];
const shapes = [
  Rect2,
  Transform2D,
  Plane,
  Quaternion,
  AABB,
  Basis,
  Transform3D,
  Projection,
  Color,
  Vector2,
  Vector3,
];

class Values extends Random {
  private readonly exact: boolean;

  constructor(seed: number, exact: boolean) {
    super(seed);
    this.exact = exact;
  }

  value(depth = 0): Variant {
    const makers = depth > 3 ? this.leaves : [...this.leaves, ...this.containers];
    return (this.pick(makers) as (depth: number) => Variant)(depth + 1);
  }

  private list<T>(make: () => T, most = 6): T[] {
    return Array.from({ length: this.below(most) }, make);
  }

  private readonly leaves: ((depth: number) => Variant)[] = [
    () => null,
    () => this.fraction() < 0.5,
    () => this.int(),
    () => this.float(),
    () => this.text(),
    () => (this.exact ? new StringName(this.text()) : this.text()),
    () => this.components(),
    () => new Vector2i(this.below(2 ** 32) | 0, this.below(100) - 50),
    () => new Vector4i(1, this.below(9), this.below(2 ** 32) | 0, -1),
    () => this.nodePath(),
    () => new RID(this.id()),
    () => new Signal(this.text(), this.id()),
    () => new Callable(),
    () => new EncodedObjectAsID(this.id()),
    () => this.packed(),
  ];

  private readonly containers: ((depth: number) => Variant)[] = [
    (depth) => this.array(depth),
    (depth) => this.array(depth),
    (depth) => (this.exact ? this.dictionary(depth) : this.object(depth)),
    (depth) => this.dictionary(depth),
    (depth) =>
      new GodotObject(
        `C${this.text()}`,
        this.list(() => [this.text(), this.value(depth)] as const, 4),
      ),
  ];

  private id(): bigint {
    return (BigInt(this.below(2 ** 32)) << 32n) | BigInt(this.below(2 ** 32));
  }

  private int(): Variant {
    const int = BigInt.asIntN(this.pick([3, 8, 31, 32, 33, 53, 64]), this.id());
    const safe = BigInt(Number(int)) === int && Number.isSafeInteger(Number(int));
    return this.exact || !safe ? int : Number(int);
  }

  /** In plain mode never an integer, because that would come back as an int. */
  private float(): number {
    const value = this.pick([
      () => this.fraction(),
      () => Math.fround(this.fraction()),
      () => this.fraction() * 1e300,
      () => -this.fraction() * 1e-310,
      () => -0,
      () => Number.NaN,
      () => Number.NEGATIVE_INFINITY,
    ])();
    return value;
  }

  private text(): string {
    return this.list(() => this.pick(characters), this.pick([4, 12, 60])).join("");
  }

  private single(): number {
    return Math.fround(this.pick([0, -0, 1, this.fraction() * 1000, Number.NaN, Number.POSITIVE_INFINITY]));
  }

  private components(): Variant {
    const numbers = Array.from({ length: 16 }, () => this.single());
    return this.pick(shapes).fromArray(numbers);
  }

  private nodePath(): NodePath {
    const [names, subnames] = [this.list(() => this.text()), this.list(() => this.text(), 3)];
    return new NodePath({ absolute: this.fraction() < 0.5, names, subnames });
  }

  private packed(): Variant {
    const floats = (stride: number) =>
      Float32Array.from({ length: this.below(4) * stride }, () => this.single());
    return this.pick([
      () => Uint8Array.from(this.list(() => this.below(256), 9)),
      () => Int32Array.from(this.list(() => this.below(2 ** 32))),
      () => BigInt64Array.from(this.list(() => this.id())),
      () => floats(1),
      () => Float64Array.from(this.list(() => this.float())),
      () => new PackedStringArray(this.list(() => this.text())),
      () => new PackedVector2Array(floats(2)),
      () => new PackedVector3Array(floats(3)),
      () => new PackedColorArray(floats(4)),
    ] as (() => Variant)[])();
  }

  private array(depth: number): Variant {
    const elements = this.list(() => this.value(depth));
    if (!this.exact) return elements;
    if (this.fraction() < 0.7) return new VariantArray(elements);
    const ints = this.list(() => BigInt(this.below(100)));
    return new VariantArray(ints, { kind: "builtin", type: "int" });
  }

  private object(depth: number): Variant {
    const entries = this.list(() => [this.pick(keys), this.value(depth)] as const);
    return Object.fromEntries(entries);
  }

  /** At least one key is not a string, so that plain mode returns a Dictionary too. */
  private dictionary(depth: number): Dictionary {
    const dictionary = decode(encode(new Map(), { mode: "exact" }), { mode: "exact" }) as Dictionary;
    const made = this.exact ? dictionary : new Dictionary();
    made.set(null, this.value(depth));
    for (const key of this.list(() => this.key(depth))) made.set(key, this.value(depth));
    return made;
  }

  private key(depth: number): Variant {
    const value = this.value(depth + 2);
    return value instanceof GodotObject || Object.is(value, -0) ? "key" : value;
  }
}

describe.each(["plain", "exact"] as const)("random values in %s mode", (mode) => {
  const options = { mode, allowObjects: true, fullObjects: true };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("1000 from seed %i", (seed) => {
    const values = new Values(seed, mode === "exact");
    for (let n = 0; n < 1000; n++) {
      const value = values.value();
      const bytes = encode(value, options);
      const result = tryDecode(bytes, options);
      if (!result.ok) throw result.error;
      deepStrictEqual(result.value, value);
      expect(result.warnings.filter(({ code }) => !/^(byte-order|ambiguous)/.test(code))).toEqual([]);
      expect(encode(result.value, options)).toEqual(bytes);
      expect(encode(result.value, { ...options, like: bytes })).toEqual(bytes);
    }
  });
});

test("an integral float returns from plain mode as an int, unless float() or like prevents it", () => {
  const bytes = encode([float(1), 1]);
  expect(decode(bytes)).toEqual([1, 1]);
  expect(encode(decode(bytes))).not.toEqual(bytes);
  expect(encode(decode(bytes), { like: bytes })).toEqual(bytes);
});
