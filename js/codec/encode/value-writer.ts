// Writes single values to a tape: all but containers.
import { ValueFault } from "../../base/errors.js";
import { type HintArgs, type HintCode, hint } from "../../base/hints.js";
import { tape as bit } from "../../table/boundary.gen.js";
import { type Components, fillNumbers, restoreNaNs } from "../../table/components.js";
import { fitsSingle, isPlainInt } from "../../table/numbers.js";
import { components, Type } from "../../table/table.gen.js";
import { brandOf, isIntegerType, packedNames, typedArrayName } from "../../table/type-kinds.js";
import { lengthOfView, sizeOfView } from "../../table/view-fields.js";
import type { Image, InputEvent } from "../../values/legacy-values.js";
import type { Float, NodePath, Signal } from "../../values/small-values.js";
import { TapeWriter } from "../../wasm/tape-writer.js";

/** Smaller packed arrays, in bytes, are copied to the tape. */
const leastGap = 1 << 12;

/** The data of packed arrays of vectors and colors. */
export type PackedData = Float32Array | Float64Array | Int32Array;

const most64 = 2n ** 64n - 1n;
const least64 = -(2n ** 63n);

/** Writes values to the tape, except for containers. */
export class ValueWriter extends TapeWriter {
  /** Whether whole numbers are floats, as in `exact` mode. */
  protected exact = false;
  /** Whether the numbers of vectors are written with 64 bits. */
  protected wideReals = false;
  /** Whether the codec leaves gaps for large packed arrays, which saves copying them through its memory. */
  protected leavesGaps = true;
  /** How many Dictionary keys enclose the current value. */
  protected keysAround = 0;
  private readonly numbers: number[] = new Array(16).fill(0.5);

  protected string(type: number, text: string): void {
    if (typeof text !== "string") throw unsupported("expected", "string", typeof text);
    const number = this.text(text);
    this.reserve(2);
    const { i32, at } = this;
    i32[at] = type;
    i32[at + 1] = number;
    this.at = at + 2;
  }

  /** Writes a text inside another value, without a tag. */
  protected part(text: string): void {
    if (typeof text !== "string") throw unsupported("expected", "string", typeof text);
    this.word(this.text(text));
  }

  protected key(text: string): void {
    this.word(bit.firstKeyText - this.keyText(text));
  }

  protected number(value: number): void {
    const low = value | 0;
    if (this.exact || (low !== value && !isPlainInt(value)) || Object.is(value, -0)) {
      this.float(value, Type.float);
      return;
    }
    this.reserve(3);
    const { i32, at } = this;
    i32[at + 1] = low;
    if (low === value) {
      i32[at] = Type.int;
      this.at = at + 2;
    } else {
      i32[at] = Type.int | bit.wide;
      i32[at + 2] = Math.floor(value / 0x100000000);
      this.at = at + 3;
    }
  }

  protected bigint(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value)
      throw new ValueFault("int-out-of-range", [hint("int-bits", String(value), 64)]);
    if (BigInt.asIntN(32, value) === value) {
      this.word(Type.int);
      this.word(Number(value));
      return;
    }
    this.word(Type.int | bit.wide);
    this.pair(value);
  }

  protected floatObject(value: Float): void {
    if (typeof value.value !== "number") throw unsupported("field-type", "value", "number");
    if (value.payload === undefined || !Number.isNaN(value.value)) {
      this.float(value.value, Type.float);
      return;
    }
    this.word(Type.float | bit.wide | bit.nan);
    if (this.at & 1) this.word(0);
    this.pair(value.payload);
  }

  protected idObject(tag: number, id: bigint): void {
    this.word(tag);
    this.id(id);
  }

  private id(id: bigint): void {
    if (typeof id !== "bigint") throw unsupported("field-type", "id", "bigint");
    if (id < least64 || id > most64)
      throw new ValueFault("int-out-of-range", [hint("int-bits", String(id), 64)]);
    this.pair(id);
  }

  protected nodePath(path: NodePath): void {
    const known = path.hasProperty === undefined ? 0 : bit.pathPropertyKnown;
    const property = path.hasProperty ? bit.pathHasProperty : 0;
    const { names, subnames } = path;
    if (!Array.isArray(names)) throw unsupported("field-type", "names", "array of strings");
    if (!Array.isArray(subnames)) throw unsupported("field-type", "subnames", "array of strings");
    this.reserve(4);
    this.i32[this.at++] = Type.NodePath;
    this.i32[this.at++] = (path.absolute ? bit.pathAbsolute : 0) | known | property;
    const counts = [lengthOfArray(names), lengthOfArray(subnames)] as const;
    this.i32[this.at++] = counts[0];
    this.i32[this.at++] = counts[1];
    for (let i = 0; i < counts[0]; i++) this.part(names[i] as string);
    for (let i = 0; i < counts[1]; i++) this.part(subnames[i] as string);
  }

  protected signal(signal: Signal): void {
    this.string(Type.Signal, signal.name);
    this.id(signal.objectId);
  }

  protected typedArray(array: ArrayBufferView, name: string): void {
    const type = Object.hasOwn(packedNames, name) ? packedNames[name] : undefined;
    if (type === undefined) throw unsupported("cannot-encode", name);
    this.word(Type[type]);
    this.word(lengthOfView(array));
    this.packedData(array);
  }

  protected packedNumbers(data: PackedData, type: number): void {
    const name = typeof data === "object" && data !== null ? typedArrayName(data) : undefined;
    const usual = isIntegerType(type) ? "Int32Array" : "Float32Array";
    const wide = name === "Float64Array" && usual === "Float32Array";
    if (!wide && name !== usual) throw unsupported("field-type", "data", usual);
    const count = lengthOfView(data) / (components[type] as number);
    if (!Number.isInteger(count)) throw unsupported("data-length", components[type] as number);
    this.word(wide ? type | bit.wide : type);
    this.word(count);
    if (wide || this.wideReals) this.data(data);
    else this.packedData(data);
  }

  /** Writes numbers that the codec copies unchanged. Large arrays become gaps, to save a copy. */
  private packedData(data: ArrayBufferView): void {
    if (sizeOfView(data) < leastGap || this.keysAround > 0 || !this.leavesGaps) this.data(data);
    else this.gap(data);
  }

  protected image(image: Image): void {
    this.word(Type.Image);
    for (const field of [image.format, image.mipmaps, image.width, image.height]) this.int32(field);
    if (typedArrayName(image.data) !== "Uint8Array") throw unsupported("field-type", "data", "Uint8Array");
    this.word(lengthOfView(image.data));
    this.data(image.data);
  }

  protected inputEvent(event: InputEvent): void {
    if (typedArrayName(event.words) !== "Int32Array") throw unsupported("field-type", "words", "Int32Array");
    this.word(Type.InputEvent);
    this.int32(event.type);
    this.int32(event.device);
    const count = lengthOfView(event.words);
    this.word(count);
    for (let i = 0; i < count; i++) this.word(event.words[i] as number);
  }

  private int32(value: number): void {
    this.word(this.checkedInteger(value));
  }

  protected checkedInteger(value: number): number {
    if (typeof value !== "number") throw unsupported("expected", "number", typeof value);
    if ((value | 0) !== value)
      throw new ValueFault("int-out-of-range", [hint("int-bits", String(value), 32)]);
    return value;
  }

  // Vectors, geometry, transforms and colors.

  protected components(value: Components, type: number): void {
    const count = components[type] as number;
    const numbers = this.checkedNumbers(value, count);
    if (isIntegerType(type)) this.integers(type, numbers, count);
    else if (value.wide || value.componentBits !== undefined || this.needsDouble(numbers, count))
      this.unusualReals(value, type, numbers, count);
    else this.singles(type, numbers, count);
  }

  private singles(type: number, numbers: readonly number[], count: number): void {
    this.reserve(1 + count);
    const { f32, at } = this;
    this.i32[at] = type;
    for (let i = 0; i < count; i++) f32[at + 1 + i] = numbers[i] as number;
    this.at = at + 1 + count;
  }

  /** Writes components that may have 64 bits or include NaNs with known bits. */
  private unusualReals(value: Components, type: number, numbers: number[], count: number): void {
    const wide = value.wide || this.needsDouble(numbers, count);
    this.reserve(2 + count * 2);
    const tag = this.at;
    this.i32[this.at++] = wide ? type | bit.wide : type;
    if (wide) this.at += this.at & 1;
    const words = wide ? count * 2 : count;
    if (wide) for (let i = 0; i < count; i++) this.f64[(this.at >> 1) + i] = numbers[i] as number;
    else for (let i = 0; i < count; i++) this.f32[this.at + i] = numbers[i] as number;
    const { componentBits } = value;
    const width = wide ? 2 : 1;
    if (componentBits !== undefined && restoreNaNs(componentBits, numbers, count, this.i32, this.at, width))
      this.i32[tag] = (this.i32[tag] as number) | bit.nan;
    this.at += words;
  }

  private needsDouble(numbers: number[], count: number): boolean {
    if (!this.wideReals) return false;
    for (let i = 0; i < count; i++) if (!fitsSingle(numbers[i] as number)) return true;
    return false;
  }

  private integers(type: number, numbers: number[], count: number): void {
    this.reserve(1 + count);
    this.i32[this.at++] = type;
    for (let i = 0; i < count; i++) {
      this.i32[this.at++] = this.checkedInteger(numbers[i] as number);
    }
  }

  protected checkedNumbers(value: Components, count: number): number[] {
    const { numbers } = this;
    try {
      fillNumbers(value, numbers, 0);
    } catch (error) {
      // A method of a subclass may have failed.
      throw error instanceof TypeError ? partFault(value, "missing-part") : error;
    }
    for (let i = 0; i < count; i++) {
      if (typeof numbers[i] !== "number") throw partFault(value, "component-type");
    }
    return numbers;
  }
}

/** The fault for a value whose numbers cannot be read: that of the part that is no vector or, if there is none, `other`. */
function partFault(value: Components, other: "missing-part" | "component-type"): unknown {
  try {
    checkParts(value, new (value.constructor as new () => Components)());
  } catch (fault) {
    // The constructor of another class may need something.
    if (fault instanceof ValueFault) return fault;
  }
  return unsupported(other);
}

/** Throws if a part of a value is no vector where it is one in `whole`, a value of the same class. */
function checkParts(value: object, whole: object, before = ""): void {
  for (const [name, part] of Object.entries(whole)) {
    const type = brandOf(part);
    if (type === undefined) continue;
    const given = (value as Record<string, unknown>)[name] as object;
    if (brandOf(given) === undefined) throw unsupported("field-type", before + name, type);
    checkParts(given, part, `${before}${name}.`);
  }
}

/** The length of an array, which may be any number if it is a Proxy. */
export function lengthOfArray({ length }: readonly unknown[]): number {
  if (length >>> 0 !== length) throw unsupported("cannot-encode", `Array of length ${length}`);
  return length;
}

/** The fault for a value that no Variant can hold. */
export function unsupported<Code extends HintCode>(code: Code, ...args: HintArgs<Code>): ValueFault {
  return new ValueFault("unsupported-value", [hint(code, ...args)]);
}
