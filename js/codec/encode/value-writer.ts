import type { VariantError } from "../../base/errors.js";
import { tape as bit } from "../../table/boundary.gen.js";
import { isPlainInt } from "../../table/numbers.js";
import { components, Type } from "../../table/table.gen.js";
import { packedNames, typedArrayName } from "../../table/type-kinds.js";
import type { Image, InputEvent } from "../../values/legacy-values.js";
import type { Float, NodePath, Signal } from "../../values/small-values.js";
import type { TextFault } from "../../wasm/tape-writer.js";
import { ComponentWriter } from "./component-writer.js";

/** Packed arrays of fewer bytes are copied to the tape. */
const leastGap = 1 << 12;

const textFaults = {
  surrogate: "the text holds half a surrogate pair: it is not well-formed UTF-16",
  nul: "the text holds a NUL, where every engine ends it",
};
const most64 = 2n ** 64n - 1n;
const least64 = -(2n ** 63n);

/** Writes values that hold no others. */
export abstract class ValueWriter extends ComponentWriter {
  protected exact = false;
  /** Whether large packed arrays are left out, because they are written as they are. */
  protected leavesGaps = true;
  /** Keys of Dictionaries around the value being written. */
  protected keysAround = 0;

  protected override textError(fault: TextFault): VariantError {
    return this.unsupported(textFaults[fault]);
  }

  protected string(type: number, text: string): void {
    if (typeof text !== "string") throw this.unsupported(`a string is needed here, not ${typeof text}`);
    const number = this.text(text);
    this.reserve(2);
    const { i32, at } = this;
    i32[at] = type;
    i32[at + 1] = number;
    this.at = at + 2;
  }

  /** A text that is no value of its own. */
  protected part(text: string): void {
    if (typeof text !== "string") throw this.unsupported(`a string is needed here, not ${typeof text}`);
    this.word(this.text(text));
  }

  /** A String key. */
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

  protected nodePath(path: NodePath): void {
    const known = path.hasProperty === undefined ? 0 : bit.pathPropertyKnown;
    const property = path.hasProperty ? bit.pathHasProperty : 0;
    const { names, subnames } = path;
    this.reserve(4);
    this.i32[this.at++] = Type.NodePath;
    this.i32[this.at++] = (path.absolute ? bit.pathAbsolute : 0) | known | property;
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
    if (data.byteLength < leastGap || this.keysAround > 0 || !this.leavesGaps) this.data(data);
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
