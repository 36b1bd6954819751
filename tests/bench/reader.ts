// A hand-written reader for comparison: reads Godot 4.4 values as `decode` returns them in plain mode, with no checks.
import {
  Color,
  Dictionary,
  NodePath,
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  PackedVector3Array,
  type Variant,
  Vector2,
  Vector2i,
  Vector3,
  Vector3i,
} from "../../js/index.js";

const utf8 = new TextDecoder();
const longestKnown = 32;
const knownTexts = 4096;

export function readVariant(bytes: Uint8Array<ArrayBuffer>): Variant {
  return new HandReader(bytes).value();
}

/** Recent texts by a hash of their bytes. */
const known: { text: string; bytes: Uint8Array }[] = [];

class HandReader {
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value(): Variant {
    const header = this.u32();
    const wide = (header & 0x10000) !== 0;
    switch (header & 0xff) {
      case 0:
        return null;
      case 1:
        return this.u32() !== 0;
      case 2:
        return wide ? this.i64() : this.i32();
      case 3:
        return wide ? this.f64() : this.f32();
      case 4:
      case 21:
        return this.text();
      case 27:
        return this.dictionary();
      case 28:
        return this.array();
      case 22:
        return this.nodePath();
      default:
        return this.rare(header & 0xff);
    }
  }

  private rare(type: number): Variant {
    switch (type) {
      case 5:
        return new Vector2(this.f32(), this.f32());
      case 6:
        return new Vector2i(this.i32(), this.i32());
      case 9:
        return new Vector3(this.f32(), this.f32(), this.f32());
      case 10:
        return new Vector3i(this.i32(), this.i32(), this.i32());
      case 20:
        return new Color(this.f32(), this.f32(), this.f32(), this.f32());
      case 34:
        return new PackedStringArray(this.texts(this.u32()));
      default:
        return this.packed(type, this.u32());
    }
  }

  private packed(type: number, count: number): Variant {
    switch (type) {
      case 29:
        return new Uint8Array(this.copy(count));
      case 30:
        return new Int32Array(this.copy(count * 4));
      case 31:
        return new BigInt64Array(this.copy(count * 8));
      case 32:
        return new Float32Array(this.copy(count * 4));
      case 33:
        return new Float64Array(this.copy(count * 8));
      case 35:
        return new PackedVector2Array(new Float32Array(this.copy(count * 8)));
      case 36:
        return new PackedVector3Array(new Float32Array(this.copy(count * 12)));
      case 37:
        return new PackedColorArray(new Float32Array(this.copy(count * 16)));
      default:
        throw new Error(`type ${type} was left out`);
    }
  }

  private copy(size: number): ArrayBuffer {
    const start = this.bytes.byteOffset + this.at;
    this.at += (size + 3) & ~3;
    return this.bytes.buffer.slice(start, start + size);
  }

  private dictionary(): Variant {
    const count = this.u32() & 0x7fffffff;
    const object: { [key: string]: Variant } = {};
    for (let i = 0; i < count; i++) {
      const key = this.value();
      if (typeof key !== "string") return this.mixedDictionary(Object.entries(object), key, count - i);
      object[key] = this.value();
    }
    return object;
  }

  private mixedDictionary(entries: [Variant, Variant][], key: Variant, count: number): Dictionary {
    const dictionary = new Dictionary(entries);
    dictionary.set(key, this.value());
    for (let i = 1; i < count; i++) dictionary.set(this.value(), this.value());
    return dictionary;
  }

  private array(): Variant[] {
    const count = this.u32() & 0x7fffffff;
    const array = new Array<Variant>(count);
    for (let i = 0; i < count; i++) array[i] = this.value();
    return array;
  }

  private nodePath(): NodePath {
    const nameCount = this.u32() & 0x7fffffff;
    const subnameCount = this.u32();
    const absolute = (this.u32() & 1) !== 0;
    return new NodePath({ absolute, names: this.texts(nameCount), subnames: this.texts(subnameCount) });
  }

  private texts(count: number): string[] {
    return Array.from({ length: count }, () => this.text());
  }

  private text(): string {
    const length = this.u32();
    const start = this.at;
    this.at += (length + 3) & ~3;
    return length <= longestKnown ? this.knownText(start, length) : this.newText(start, length);
  }

  private knownText(start: number, length: number): string {
    let hash = length;
    for (let i = start; i < start + length; i++)
      hash = Math.imul(hash ^ (this.bytes[i] as number), 0x01000193);
    const place = (hash ^ (hash >>> 15)) & (knownTexts - 1);
    const entry = known[place];
    if (entry !== undefined && this.equals(entry.bytes, start, length)) return entry.text;
    const text = this.newText(start, length);
    known[place] = { text, bytes: this.bytes.slice(start, start + length) };
    return text;
  }

  private equals(other: Uint8Array, start: number, length: number): boolean {
    if (other.length !== length) return false;
    for (let i = 0; i < length; i++) if (other[i] !== this.bytes[start + i]) return false;
    return true;
  }

  private newText(start: number, length: number): string {
    return utf8.decode(this.bytes.subarray(start, start + length));
  }

  private u32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  private i32(): number {
    this.at += 4;
    return this.view.getInt32(this.at - 4, true);
  }

  private i64(): number | bigint {
    this.at += 8;
    const value = this.view.getBigInt64(this.at - 8, true);
    return BigInt.asIntN(54, value) === value ? Number(value) : value;
  }

  private f32(): number {
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }

  private f64(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
}
