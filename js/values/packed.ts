import { brand, brandOf } from "../table/type-kinds.js";
import { Color, Vector2, Vector3, Vector4 } from "./vectors.js";

/** The base of packed arrays of vectors: all components in one flat typed array. */
abstract class PackedComponents<Element> implements Iterable<Element> {
  declare readonly data: Float32Array | Float64Array;

  constructor(data: Float32Array | Float64Array) {
    this.data = data;
  }

  /** Numbers per element. */
  abstract get stride(): number;

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
    for (let at = 0; at + this.stride <= this.data.length; at += this.stride) yield this.element(at);
  }

  /** `PackedVector2Array(3)`: the name and the length. */
  toString(): string {
    return `${brandOf(this)}(${this.length})`;
  }

  protected abstract element(at: number): Element;
}

type Flat = { toArray(target?: number[], at?: number): number[]; readonly wide: boolean };

function flattened(elements: Iterable<Flat>): Float32Array | Float64Array {
  const numbers: number[] = [];
  let wide = false;
  for (const element of elements) {
    element.toArray(numbers, numbers.length);
    wide ||= element.wide;
  }
  return wide ? new Float64Array(numbers) : new Float32Array(numbers);
}

/** 2D vectors; `data` holds x, y of each. A Float64Array is written as 64-bit numbers. */
export class PackedVector2Array extends PackedComponents<Vector2> {
  constructor(data: Float32Array | Float64Array = new Float32Array(0)) {
    super(data);
  }

  /** From vectors; 64-bit if one of them is. */
  static from(vectors: Iterable<Vector2>): PackedVector2Array {
    return new PackedVector2Array(flattened(vectors));
  }

  override get stride(): number {
    return 2;
  }

  protected override element(at: number): Vector2 {
    return Vector2.fromArray(this.data, at, this.wide);
  }
}

/** 3D vectors; `data` holds x, y, z of each. A Float64Array is written as 64-bit numbers. */
export class PackedVector3Array extends PackedComponents<Vector3> {
  constructor(data: Float32Array | Float64Array = new Float32Array(0)) {
    super(data);
  }

  /** From vectors; 64-bit if one of them is. */
  static from(vectors: Iterable<Vector3>): PackedVector3Array {
    return new PackedVector3Array(flattened(vectors));
  }

  override get stride(): number {
    return 3;
  }

  protected override element(at: number): Vector3 {
    return Vector3.fromArray(this.data, at, this.wide);
  }
}

/** 4D vectors; `data` holds x, y, z, w of each. A Float64Array is written as 64-bit numbers. */
export class PackedVector4Array extends PackedComponents<Vector4> {
  constructor(data: Float32Array | Float64Array = new Float32Array(0)) {
    super(data);
  }

  /** From vectors; 64-bit if one of them is. */
  static from(vectors: Iterable<Vector4>): PackedVector4Array {
    return new PackedVector4Array(flattened(vectors));
  }

  override get stride(): number {
    return 4;
  }

  protected override element(at: number): Vector4 {
    return Vector4.fromArray(this.data, at, this.wide);
  }
}

/** Colors; `data` holds r, g, b, a of each. Engines have only 32-bit colors; some `docs-*` dialects allow 64-bit ones. */
export class PackedColorArray extends PackedComponents<Color> {
  constructor(data: Float32Array | Float64Array = new Float32Array(0)) {
    super(data);
  }

  /** From colors. */
  static from(colors: Iterable<Color>): PackedColorArray {
    return new PackedColorArray(flattened(colors));
  }

  override get stride(): number {
    return 4;
  }

  protected override element(at: number): Color {
    return Color.fromArray(this.data, at, this.wide);
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
