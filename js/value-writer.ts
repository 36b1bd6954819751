import type { Float, NodePath, Signal } from "./atoms.js";
import { tapeBits } from "./boundary.js";
import type { Components } from "./components.js";
import { type ErrorCode, VariantError } from "./errors.js";
import type { Image, InputEvent } from "./godot2.js";
import { isIntegerType, packedNames, typedArrayName } from "./kinds.js";
import { fitsSingle, isPlainInt } from "./numbers.js";
import { tape as bit, components, Type } from "./table.gen.js";
import { TapeWriter, type TextFault } from "./tape-writer.js";
import type { Color, Vector2, Vector3 } from "./vectors.js";

/** Packed arrays of fewer bytes are copied to the tape. */
const leastGap = 1 << 12;

const textFaults = {
  surrogate: "the text holds half a surrogate pair: it is not well-formed UTF-16",
  nul: "the text holds a NUL, where every engine ends it",
};
const most64 = 2n ** 64n - 1n;
const least64 = -(2n ** 63n);

/** Writes values that hold no others. */
export abstract class ValueWriter extends TapeWriter {
  protected exact = false;
  /** Whether vectors are to be 64-bit. */
  protected wideReals = false;
  /** Keys of Dictionaries around the value being written. */
  protected keysAround = 0;
  /** What was wrong with the value; it is thrown without a path, which only those around the value know. */
  protected fault: VariantError | undefined;
  private readonly numbers: number[] = new Array(16).fill(0.5);

  protected error(code: ErrorCode, hint?: string, cause?: unknown): VariantError {
    this.fault = new VariantError(code, { hint, cause });
    return this.fault;
  }

  protected unsupported(hint: string): VariantError {
    return this.error("unsupported-value", hint);
  }

  protected override textError(fault: TextFault): VariantError {
    return this.unsupported(textFaults[fault]);
  }

  protected string(type: number, text: string): void {
    this.reserve(2);
    this.i32[this.at++] = type;
    this.part(text);
  }

  /** A text that is no value of its own. */
  protected part(text: string): void {
    if (typeof text !== "string") throw this.unsupported(`a string is needed here, not ${typeof text}`);
    this.word(this.text(text));
  }

  /** A String key. */
  protected key(text: string): void {
    this.word(tapeBits.firstKeyText - this.keyText(text));
  }

  protected number(value: number): void {
    const low = value | 0;
    if (this.exact || (low !== value && !isPlainInt(value)) || Object.is(value, -0)) {
      this.float(value, Type.float);
      return;
    }
    this.reserve(3);
    this.i32[this.at++] = low === value ? Type.int : Type.int | bit.wide;
    this.i32[this.at++] = low;
    if (low !== value) this.i32[this.at++] = Math.floor(value / 0x100000000);
  }

  protected bigint(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value)
      throw this.error("int-out-of-range", `${value} needs more than 64 bits`);
    if (BigInt.asIntN(32, value) === value) {
      this.word(Type.int);
      this.word(Number(value));
      return;
    }
    this.word(Type.int | bit.wide);
    this.pair(value);
  }

  protected floatObject(value: Float): void {
    if (typeof value.value !== "number") throw this.unsupported("the value of a Float must be a number");
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

  /** The 64 bits of an id. */
  private id(id: bigint): void {
    if (typeof id !== "bigint") throw this.unsupported("an id must be a bigint");
    if (id < least64 || id > most64) throw this.error("int-out-of-range", `${id} needs more than 64 bits`);
    this.pair(id);
  }

  protected components(value: Components, type: number): void {
    const count = components[type] as number;
    const numbers = this.checkedNumbers(value, type, count);
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

  /** Numbers that may be 64-bit, or NaNs whose bits are known. */
  private unusualReals(value: Components, type: number, numbers: number[], count: number): void {
    const wide = value.wide || this.needsDouble(numbers, count);
    this.reserve(2 + count * 2);
    const tag = this.at;
    this.i32[this.at++] = wide ? type | bit.wide : type;
    if (wide) this.at += this.at & 1;
    const words = wide ? count * 2 : count;
    if (wide) for (let i = 0; i < count; i++) this.f64[(this.at >> 1) + i] = numbers[i] as number;
    else for (let i = 0; i < count; i++) this.f32[this.at + i] = numbers[i] as number;
    if (value.componentBits?.length === words && this.restoreNaNs(value.componentBits, numbers, count)) {
      this.i32[tag] = (this.i32[tag] as number) | bit.nan;
    }
    this.at += words;
  }

  private needsDouble(numbers: number[], count: number): boolean {
    if (!this.wideReals) return false;
    for (let i = 0; i < count; i++) if (!fitsSingle(numbers[i] as number)) return true;
    return false;
  }

  /** Puts the bits that were read back where a component still is the NaN that it was. */
  private restoreNaNs(bits: Int32Array, numbers: number[], count: number): boolean {
    const width = bits.length / count;
    const old = width === 2 ? new Float64Array(bits.buffer) : new Float32Array(bits.buffer);
    let found = false;
    for (let i = 0; i < count; i++) {
      if (!Number.isNaN(numbers[i]) || !Number.isNaN(old[i])) continue;
      found = true;
      for (let w = i * width; w < (i + 1) * width; w++) this.i32[this.at + w] = bits[w] as number;
    }
    return found;
  }

  private integers(type: number, numbers: number[], count: number): void {
    this.reserve(1 + count);
    this.i32[this.at++] = type;
    for (let i = 0; i < count; i++) {
      const number = numbers[i] as number;
      if ((number | 0) !== number) throw this.error("int-out-of-range", `${number} is not a 32-bit integer`);
      this.i32[this.at++] = number;
    }
  }

  private checkedNumbers(value: Components, type: number, count: number): number[] {
    const { numbers } = this;
    try {
      readNumbers(value, type, numbers);
    } catch (cause) {
      throw this.error("unsupported-value", "a part of the value is missing", cause);
    }
    for (let i = 0; i < count; i++) {
      if (typeof numbers[i] !== "number") throw this.unsupported("every component must be a number");
    }
    return numbers;
  }

  protected nodePath(path: NodePath): void {
    const known = path.hasProperty === undefined ? 0 : tapeBits.propertyKnown;
    const property = path.hasProperty ? tapeBits.hasProperty : 0;
    const { names, subnames } = path;
    this.reserve(4);
    this.i32[this.at++] = Type.NodePath;
    this.i32[this.at++] = (path.absolute ? tapeBits.absolute : 0) | known | property;
    this.i32[this.at++] = names.length;
    this.i32[this.at++] = subnames.length;
    for (let i = 0; i < names.length; i++) this.part(names[i] as string);
    for (let i = 0; i < subnames.length; i++) this.part(subnames[i] as string);
  }

  protected signal(signal: Signal): void {
    this.string(Type.Signal, signal.name);
    this.id(signal.objectId);
  }

  protected typedArray(array: ArrayBufferView, name: string): void {
    const type = Object.hasOwn(packedNames, name) ? packedNames[name] : undefined;
    if (type === undefined) throw this.unsupported(`there is no packed array for a ${name}`);
    this.word(Type[type]);
    this.word((array as Uint8Array).length);
    this.packedData(array);
  }

  /** Packed vectors and colors. */
  protected packedNumbers(data: Float32Array | Float64Array, type: number): void {
    const name = typeof data === "object" && data !== null ? typedArrayName(data) : undefined;
    const wide = name === "Float64Array";
    if (!wide && name !== "Float32Array")
      throw this.unsupported(`data is ${name ?? typeof data}, not a Float32Array`);
    const count = data.length / (components[type] as number);
    if (!Number.isInteger(count))
      throw this.unsupported("the length of data is not a multiple of the components");
    this.word(wide ? type | bit.wide : type);
    this.word(count);
    if (wide || this.wideReals) this.data(data);
    else this.packedData(data);
  }

  /** Numbers that the codec writes as they are: many of them need not go through its memory. */
  private packedData(data: ArrayBufferView): void {
    if (data.byteLength < leastGap || this.keysAround > 0) this.data(data);
    else this.gap(data);
  }

  protected packedStrings(texts: readonly string[]): void {
    if (!Array.isArray(texts)) throw this.unsupported("data must be an array of strings");
    this.word(Type.PackedStringArray);
    this.word(texts.length);
    let i = 0;
    try {
      for (; i < texts.length; i++) this.part(texts[i] as string);
    } catch (error) {
      this.unwind(texts, i);
      throw error;
    }
  }

  /** Notes, on the way out of a container, under which key the value stands that cannot be written. */
  protected abstract unwind(container: object, key: unknown): void;

  protected image(image: Image): void {
    this.word(Type.Image);
    for (const field of [image.format, image.mipmaps, image.width, image.height]) this.int32(field);
    if (typedArrayName(image.data) !== "Uint8Array")
      throw this.unsupported("the data of an Image must be a Uint8Array");
    this.word(image.data.length);
    this.data(image.data);
  }

  protected inputEvent(event: InputEvent): void {
    if (typedArrayName(event.words) !== "Int32Array") throw this.unsupported("words must be an Int32Array");
    this.word(Type.InputEvent);
    this.int32(event.type);
    this.int32(event.device);
    this.word(event.words.length);
    for (const word of event.words) this.word(word);
  }

  private int32(value: number): void {
    if ((value | 0) !== value) throw this.error("int-out-of-range", `${value} is not a 32-bit integer`);
    this.word(value);
  }
}

/** Reads the commonest values without a call that could go to any of their classes. */
function readNumbers(value: Components, type: number, numbers: number[]): void {
  switch (type) {
    case Type.Vector2: {
      const { x, y } = value as Vector2;
      numbers[0] = x;
      numbers[1] = y;
      return;
    }
    case Type.Vector3: {
      const { x, y, z } = value as Vector3;
      numbers[0] = x;
      numbers[1] = y;
      numbers[2] = z;
      return;
    }
    case Type.Color: {
      const { r, g, b, a } = value as Color;
      numbers[0] = r;
      numbers[1] = g;
      numbers[2] = b;
      numbers[3] = a;
      return;
    }
    default:
      value.toArray(numbers, 0);
  }
}
