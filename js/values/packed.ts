import { components } from "../table/table.gen.js";
import { brand, brandOf, typeOfBrand } from "../table/type-kinds.js";
import { Color, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i } from "./vectors.js";

type Floats = Float32Array | Float64Array;

/** The base of packed arrays of vectors: all components in one flat typed array. */
abstract class PackedComponents<Element, Data extends Floats | Int32Array> implements Iterable<Element> {
  declare readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }

  /** Numbers per element. */
  get stride(): number {
    return components[typeOfBrand(brandOf(this)) as number] as number;
  }

  /** Whether the numbers have 64 bits, as double-precision builds of Godot write them. */
  get wide(): boolean {
    return this.data.BYTES_PER_ELEMENT === 8;
  }

  /** Count of elements. */
  get length(): number {
    return this.data.length / this.stride;
  }

  /** A copy of element `index`, counted from the end if negative; undefined beyond the ends. */
  at(index: number): Element | undefined {
    const place = index < 0 ? this.length + index : index;
    return place >= 0 && place < this.length ? this.element(place * this.stride) : undefined;
  }

  *[Symbol.iterator](): IterableIterator<Element> {
    const { stride } = this;
    for (let at = 0; at + stride <= this.data.length; at += stride) yield this.element(at);
  }

  /** `PackedVector2Array(3)`: the name and the length. */
  toString(): string {
    return `${brandOf(this)}(${this.length})`;
  }

  protected abstract element(at: number): Element;
}

abstract class PackedReals<Element> extends PackedComponents<Element, Floats> {
  constructor(data: Floats = new Float32Array(0)) {
    super(data);
  }
}

abstract class PackedIntegers<Element> extends PackedComponents<Element, Int32Array> {
  constructor(data: Int32Array = new Int32Array(0)) {
    super(data);
  }
}

type Flat = { toArray(target?: number[], at?: number): number[]; readonly wide: boolean };

function realsOf(elements: Iterable<Flat>): Floats {
  const numbers: number[] = [];
  let wide = false;
  for (const element of elements) {
    element.toArray(numbers, numbers.length);
    wide ||= element.wide;
  }
  return wide ? new Float64Array(numbers) : new Float32Array(numbers);
}

function integersOf(elements: Iterable<Flat>): Int32Array {
  const numbers: number[] = [];
  for (const element of elements) element.toArray(numbers, numbers.length);
  const wrong = numbers.find((number) => (number | 0) !== number);
  if (wrong !== undefined) throw new RangeError(`${wrong} is not a 32-bit integer`);
  return Int32Array.from(numbers);
}

/** 2D vectors; `data` holds x, y of each. A Float64Array is written as 64-bit numbers. */
export class PackedVector2Array extends PackedReals<Vector2> {
  /** From vectors; 64-bit if one of them is. */
  static from(vectors: Iterable<Vector2>): PackedVector2Array {
    return new PackedVector2Array(realsOf(vectors));
  }

  protected override element(at: number): Vector2 {
    return Vector2.fromArray(this.data, at, this.wide);
  }
}

/** 3D vectors; `data` holds x, y, z of each. A Float64Array is written as 64-bit numbers. */
export class PackedVector3Array extends PackedReals<Vector3> {
  /** From vectors; 64-bit if one of them is. */
  static from(vectors: Iterable<Vector3>): PackedVector3Array {
    return new PackedVector3Array(realsOf(vectors));
  }

  protected override element(at: number): Vector3 {
    return Vector3.fromArray(this.data, at, this.wide);
  }
}

/** 4D vectors; `data` holds x, y, z, w of each. A Float64Array is written as 64-bit numbers. */
export class PackedVector4Array extends PackedReals<Vector4> {
  /** From vectors; 64-bit if one of them is. */
  static from(vectors: Iterable<Vector4>): PackedVector4Array {
    return new PackedVector4Array(realsOf(vectors));
  }

  protected override element(at: number): Vector4 {
    return Vector4.fromArray(this.data, at, this.wide);
  }
}

/** Colors; `data` holds r, g, b, a of each. Engines have only 32-bit colors; some `docs-*` dialects allow 64-bit ones. */
export class PackedColorArray extends PackedReals<Color> {
  /** From colors. */
  static from(colors: Iterable<Color>): PackedColorArray {
    return new PackedColorArray(realsOf(colors));
  }

  protected override element(at: number): Color {
    return Color.fromArray(this.data, at, this.wide);
  }
}

/** 2D vectors of integers, of Pandemonium Engine; `data` holds x, y of each. */
export class PackedVector2iArray extends PackedIntegers<Vector2i> {
  /** From vectors. Throws a RangeError for a number that is not a 32-bit integer. */
  static from(vectors: Iterable<Vector2i>): PackedVector2iArray {
    return new PackedVector2iArray(integersOf(vectors));
  }

  protected override element(at: number): Vector2i {
    return Vector2i.fromArray(this.data, at);
  }
}

/** 3D vectors of integers, of Pandemonium Engine; `data` holds x, y, z of each. */
export class PackedVector3iArray extends PackedIntegers<Vector3i> {
  /** From vectors. Throws a RangeError for a number that is not a 32-bit integer. */
  static from(vectors: Iterable<Vector3i>): PackedVector3iArray {
    return new PackedVector3iArray(integersOf(vectors));
  }

  protected override element(at: number): Vector3i {
    return Vector3i.fromArray(this.data, at);
  }
}

/** 4D vectors of integers, of Pandemonium Engine; `data` holds x, y, z, w of each. */
export class PackedVector4iArray extends PackedIntegers<Vector4i> {
  /** From vectors. Throws a RangeError for a number that is not a 32-bit integer. */
  static from(vectors: Iterable<Vector4i>): PackedVector4iArray {
    return new PackedVector4iArray(integersOf(vectors));
  }

  protected override element(at: number): Vector4i {
    return Vector4i.fromArray(this.data, at);
  }
}

/** Strings; `data` holds them. */
export class PackedStringArray implements Iterable<string> {
  declare readonly data: string[];

  constructor(data: string[] = []) {
    this.data = data;
  }

  /** Count of strings. */
  get length(): number {
    return this.data.length;
  }

  /** String `index`, counted from the end if negative; undefined beyond the ends. */
  at(index: number): string | undefined {
    return this.data[index < 0 ? this.length + index : index];
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.data[Symbol.iterator]();
  }

  /** `PackedStringArray(3)`: the name and the length. */
  toString(): string {
    return `PackedStringArray(${this.length})`;
  }
}

brand(PackedStringArray, "PackedStringArray");
brand(PackedVector2Array, "PackedVector2Array");
brand(PackedVector3Array, "PackedVector3Array");
brand(PackedVector4Array, "PackedVector4Array");
brand(PackedColorArray, "PackedColorArray");
brand(PackedVector2iArray, "PackedVector2iArray");
brand(PackedVector3iArray, "PackedVector3iArray");
brand(PackedVector4iArray, "PackedVector4iArray");
