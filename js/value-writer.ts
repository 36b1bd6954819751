import type { Float, NodePath, Signal } from "./atoms.js";
import { tapeBits } from "./boundary.js";
import type { Components } from "./components.js";
import { type ErrorCode, VariantError } from "./errors.js";
import type { Image, InputEvent } from "./godot2.js";
import { isIntegerType, packedNames, typedArrayName } from "./kinds.js";
import { fitsSingle, isPlainInt } from "./numbers.js";
import { formatPath } from "./path.js";
import { tape as bit, components, type DialectName, Type } from "./table.gen.js";
import { TapeWriter } from "./tape-writer.js";
import type { Variant } from "./values.js";

/** How a value is flattened. */
export interface FlattenSettings {
  readonly exact: boolean;
  readonly real: "single" | "double" | undefined;
  readonly depth: number;
  readonly dialectName: DialectName;
}

/** Stands in a path for "inside a key". */
const insideKey: unique symbol = Symbol("inside a key");

const textFaults = {
  surrogate: "the text holds half a surrogate pair: it is not well-formed UTF-16",
  nul: "the text holds a NUL, where every engine ends it",
};
const most64 = 2n ** 64n - 1n;
const least64 = -(2n ** 63n);

/** Writes values that hold no others, and knows the path of the one being written. */
export abstract class ValueWriter extends TapeWriter {
  protected settings: FlattenSettings;
  /** Levels above the value being written. */
  protected depth = 0;
  /** Containers by level; `path[n]` is the key at which the value of level n stands in that of level n - 1. */
  protected readonly ancestors: object[] = [];
  private readonly path: unknown[] = [];
  private readonly numbers: number[] = new Array(16).fill(0.5);

  constructor(settings: FlattenSettings) {
    super();
    this.settings = settings;
  }

  protected override clear(): void {
    super.clear();
    this.depth = 0;
    this.ancestors.length = 0;
    this.path.length = 0;
  }

  protected enter(container: object): void {
    this.ancestors[this.depth++] = container;
  }

  protected leave(): void {
    this.depth--;
  }

  /** Notes under which key the next value stands. */
  protected step(key: unknown): void {
    this.path[this.depth] = key;
  }

  protected stepIntoKey(): void {
    this.path[this.depth] = insideKey;
  }

  protected error(code: ErrorCode, hint?: string, cause?: unknown): VariantError {
    const steps = this.path.slice(1, this.depth + 1);
    const key = steps.indexOf(insideKey);
    const keys = (key < 0 ? steps : steps.slice(0, key)) as Variant[];
    return new VariantError(code, {
      path: formatPath(keys),
      keys,
      dialect: this.settings.dialectName,
      hint,
      cause,
    });
  }

  protected unsupported(hint: string): VariantError {
    return this.error("unsupported-value", hint);
  }

  protected string(type: number, text: string): void {
    this.word(type);
    this.part(text);
  }

  /** A text that is no value of its own. */
  protected part(text: string): void {
    if (typeof text !== "string") throw this.unsupported(`a string is needed here, not ${typeof text}`);
    const fault = this.text(text);
    if (fault !== undefined) throw this.unsupported(textFaults[fault]);
  }

  /** A String key. */
  protected key(text: string): void {
    this.part(text);
    this.i32[this.at - 1] = tapeBits.firstKeyText - (this.i32[this.at - 1] as number);
  }

  protected number(value: number): void {
    if (this.settings.exact || !isPlainInt(value)) {
      this.float(value, Type.float);
      return;
    }
    const low = value | 0;
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
    const numbers = this.checkedNumbers(value, count);
    if (isIntegerType(type)) {
      this.integers(type, numbers, count);
      return;
    }
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
    if (this.settings.real !== "double") return false;
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

  private checkedNumbers(value: Components, count: number): number[] {
    const { numbers } = this;
    try {
      value.toArray(numbers, 0);
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
    this.word(Type.NodePath);
    this.word((path.absolute ? tapeBits.absolute : 0) | known | property);
    this.word(path.names.length);
    this.word(path.subnames.length);
    for (const name of path.names) this.part(name);
    for (const name of path.subnames) this.part(name);
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
    this.data(array);
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
    this.data(data);
  }

  protected packedStrings(texts: readonly string[]): void {
    if (!Array.isArray(texts)) throw this.unsupported("data must be an array of strings");
    this.word(Type.PackedStringArray);
    this.word(texts.length);
    this.depth++;
    for (let i = 0; i < texts.length; i++) {
      this.step(i);
      this.part(texts[i] as string);
    }
    this.depth--;
  }

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
