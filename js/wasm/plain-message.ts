// Reads messages of any keys and types without a call into C++. message-code.ts generates faster functions for those that come again.

import { tape as bit } from "../table/boundary.gen.js";
import { components, layouts, Type } from "../table/table.gen.js";
import { isIntegerType } from "../table/type-kinds.js";
import { fromArrays } from "../values/make-value.js";
import { isArrayIndex, setOwn, takesOrdinary } from "../values/plain-containers.js";
import { Dictionary, setEntry, type Variant } from "../values/variant.js";
import { type KeyNode, MessageKeys } from "./message-keys.js";
import {
  bytesOfElement,
  endOfPackedTexts,
  is64Bit,
  type MessageMemory,
  mostLevels,
  namesPath,
  packedArray,
  packedTexts,
  plainNumber,
  plainText,
  wideFlag,
} from "./message-values.js";

const noMemory: MessageMemory = { u8: new Uint8Array(), i32: new Int32Array(), f32: new Float32Array() };

/** Reads messages of one dialect; undefined for what only C++ reads. */
export class PlainReader {
  /** By header, the type plus one; 0 for headers that are left to C++. */
  private readonly types = new Uint8Array(256);
  private readonly intHeader: number;
  private readonly floatHeader: number;
  private readonly stringHeader: number;
  private readonly keys = new MessageKeys();
  private memory = noMemory;
  private at = 0;
  private end = 0;

  /** `headers` are those of `Boundary.runHeaders`. */
  constructor(headers: Int32Array) {
    this.intHeader = headers[Type.int] as number;
    this.floatHeader = headers[Type.float] as number;
    this.stringHeader = headers[Type.String] as number;
    for (const [type, header] of headers.entries())
      if (header >= 0 && header < this.types.length && isRead(type)) this.types[header] = type + 1;
  }

  /** The value from word `at` to word `end`. */
  read(memory: MessageMemory, at: number, end: number): Variant | undefined {
    this.memory = memory;
    this.at = at;
    this.end = end;
    const value = this.value(0);
    // The instance of the codec, which the garbage collector may free.
    this.memory = noMemory;
    return this.at === end ? value : undefined;
  }

  private value(level: number): Variant | undefined {
    const { at, memory } = this;
    if (at >= this.end) return undefined;
    const header = memory.i32[at] as number;
    const type = header >>> 0 < 256 ? (this.types[header] as number) - 1 : -1;
    switch (type) {
      case -1:
        return this.wide(header);
      case Type.Nil:
        this.at = at + 1;
        return null;
      case Type.bool:
        this.at = at + 2;
        return memory.i32[at + 1] !== 0;
      case Type.int:
        this.at = at + 2;
        return memory.i32[at + 1] as number;
      case Type.float: {
        const value = memory.f32[at + 1] as number;
        this.at = at + 2;
        return Number.isNaN(value) ? undefined : value;
      }
      case Type.String:
      case Type.StringName:
        this.at = at + 1;
        return this.text();
      case Type.Array:
        return level < mostLevels ? this.array(level + 1) : undefined;
      case Type.Dictionary:
        return level < mostLevels ? this.dictionary(level + 1) : undefined;
      case Type.NodePath:
        return this.nodePath();
      case Type.PackedStringArray:
        return this.packedTexts();
    }
    return layouts[type] === "packed" ? this.packed(type) : this.components(type);
  }

  /** An int or a float of 64 bits. */
  private wide(header: number): Variant | undefined {
    const narrow = header & ~wideFlag;
    if (header === narrow || (narrow !== this.intHeader && narrow !== this.floatHeader)) return undefined;
    const { at } = this;
    this.at = at + 3;
    return plainNumber(this.memory, at, this.intHeader, this.floatHeader);
  }

  private text(): string | undefined {
    const { at, memory } = this;
    const text = plainText(memory, at, this.end);
    this.at = at + 1 + (((memory.i32[at] as number) + 3) >> 2);
    return text;
  }

  private array(level: number): Variant[] | undefined {
    const count = this.count();
    if (count < 0) return undefined;
    const array = new Array<Variant>(count);
    for (let i = 0; i < count; i++) {
      const value = this.value(level);
      if (value === undefined) return undefined;
      array[i] = value;
    }
    return array;
  }

  /** The count of a container; -1 if so many values cannot follow. */
  private count(): number {
    const count = this.memory.i32[this.at + 1] as number;
    this.at += 2;
    return count <= this.end - this.at ? count : -1;
  }

  private dictionary(level: number): Variant | undefined {
    const count = this.count();
    if (count > 0 && this.memory.i32[this.at] === this.intHeader) return this.byInts(count, level);
    const { keys } = this;
    const object: { [key: string]: Variant } = {};
    let last = keys.root;
    for (let i = 0; i < count; i++) {
      const { at } = this;
      const { i32 } = this.memory;
      if (i32[at] !== this.stringHeader) return undefined;
      let key = keys.expected(last, i32, at + 1);
      this.at = at + 1;
      if (key !== undefined) this.at += key.words.length;
      else {
        const name = this.text();
        if (name === undefined) return undefined;
        key = keys.found(last, name);
        if (key === undefined) {
          this.at = at;
          return this.unusual(object, last, count - i, level);
        }
      }
      const value = this.value(level);
      if (value === undefined) return undefined;
      key.store(object, key.name, value);
      last = key;
    }
    return count < 0 ? undefined : object;
  }

  /**
   * Reads the last `count` entries of a Dictionary with keys that did not come in this order. For such an object, V8 would make a hidden
   * class at each key, which takes ten times as long as storing the key in an object without a prototype.
   */
  private unusual(
    begun: { [key: string]: Variant },
    last: KeyNode,
    count: number,
    level: number,
  ): Variant | undefined {
    const isOrdinary = takesOrdinary();
    const object: { [key: string]: Variant } = isOrdinary ? begun : Object.create(null);
    if (!isOrdinary && last !== this.keys.root) Object.assign(object, begun);
    let node: KeyNode | undefined = last;
    for (let i = 0; i < count; i++) {
      const { at } = this;
      const { i32 } = this.memory;
      this.at = at + 1;
      const name = i32[at] === this.stringHeader ? this.text() : undefined;
      // Plain objects do not have the keys that JavaScript moves to the front. An equal key may have a warning.
      if (name === undefined || isArrayIndex(name)) return undefined;
      if (isOrdinary ? Object.hasOwn(object, name) : name in object) return undefined;
      if (i === 0 && !this.keys.cameOnce(last, i32, at + 1, this.at)) node = undefined;
      node &&= this.keys.add(node, name, i32, at + 1, this.at);
      const value = this.value(level);
      if (value === undefined) return undefined;
      if (isOrdinary) setOwn(object, name, value);
      else object[name] = value;
    }
    return isOrdinary ? object : Object.setPrototypeOf(object, Object.prototype);
  }

  /** A Dictionary whose keys are ints, such as the ids of players. */
  private byInts(count: number, level: number): Dictionary | undefined {
    const dictionary = new Dictionary();
    const { i32 } = this.memory;
    for (let i = 0; i < count; i++) {
      const { at } = this;
      if (i32[at] !== this.intHeader) return undefined;
      this.at = at + 2;
      const value = this.value(level);
      if (value === undefined) return undefined;
      setEntry.call(dictionary, i32[at + 1] as number, value);
    }
    // Equal keys may have a warning.
    return dictionary.size === count ? dictionary : undefined;
  }

  /** A NodePath without subnames. */
  private nodePath(): Variant | undefined {
    const { at } = this;
    const { i32 } = this.memory;
    const count = (i32[at + 1] as number) ^ bit.pathNames;
    const flags = i32[at + 3] as number;
    if (count < 0 || count > this.end - at || i32[at + 2] !== 0 || (flags & ~bit.pathAbsolute) !== 0)
      return undefined;
    this.at = at + 4;
    const names = new Array<string>(count);
    for (let i = 0; i < count; i++) {
      const name = this.text();
      if (name === undefined) return undefined;
      names[i] = name;
    }
    return namesPath(flags, names);
  }

  private packed(type: number): Variant | undefined {
    const { at, memory } = this;
    const bytes = bytesOfElement(type);
    this.at = at + 2 + (((memory.i32[at + 1] as number) * bytes + 3) >> 2);
    return packedArray(memory, type, bytes, at + 1, this.end);
  }

  private packedTexts(): Variant | undefined {
    const { at, memory } = this;
    const texts = packedTexts(memory, at + 1, this.end);
    if (texts !== undefined) this.at = endOfPackedTexts(memory, at + 1);
    return texts;
  }

  private components(type: number): Variant | undefined {
    const { at } = this;
    const { i32, f32 } = this.memory;
    const count = components[type] as number;
    this.at = at + 1 + count;
    const make = fromArrays[type] as NonNullable<(typeof fromArrays)[number]>;
    if (isIntegerType(type)) return make(i32, at + 1, false) as Variant;
    // Values may keep the bits of a NaN.
    for (let i = 1; i <= count; i++) if (Number.isNaN(f32[at + i] as number)) return undefined;
    return make(f32, at + 1, false) as Variant;
  }
}

const ownCases: readonly number[] = [
  Type.Nil,
  Type.bool,
  Type.int,
  Type.float,
  Type.String,
  Type.StringName,
  Type.NodePath,
  Type.Array,
  Type.Dictionary,
  Type.PackedStringArray,
];

const isRead = (type: number): boolean =>
  ownCases.includes(type) || fromArrays[type] !== undefined || (layouts[type] === "packed" && !is64Bit(type));
