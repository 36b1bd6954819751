// Writes the layout of `JSON.from_native`.
import { ValueFault, VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import type { Settings } from "../base/options.js";
import { refuseEqualKeys } from "../codec/encode/equal-keys.js";
import { isPolluted, refuseLost } from "../codec/encode/flatten.js";
import { type Components, fillNumbers } from "../table/components.js";
import { fitsSingle, fixedDigits, floatText, isPlainInt } from "../table/numbers.js";
import { components, Type } from "../table/table.gen.js";
import {
  brandOf,
  isArrayBuffer,
  isComponentType,
  isIntegerType,
  isMap,
  isOfOthers,
  isPackedComponentsType,
  isPlainObject,
  packedNames,
  typeBrand,
  typedArrayName,
  typeOfBrand,
} from "../table/type-kinds.js";
import { KeyTexts } from "../values/key-text.js";
import { isUnread } from "../values/lazy-dictionary.js";
import type { PackedStringArray } from "../values/packed.js";
import { reserved } from "../values/plain-containers.js";
import type { EncodedObjectAsID, Float, NodePath, RID, Signal, StringName } from "../values/small-values.js";
import type { ContainerType, Dictionary, GodotObject, VariantArray } from "../values/variant.js";
import { isWellFormed } from "../wasm/utf8.js";

/** A value that survives `JSON.stringify` and `JSON.parse`. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** More elements than any memory holds. Arrays that contain one array several times can have that many. */
const mostElements = 2 ** 26;
/** Up to this many keys are remembered. */
const mostKeys = 1 << 12;

type WriteInstance = (to: NativeWriter, value: never, depth: number) => Json;

/** Writers by prototype, including our classes from other copies of the package. */
const knownWriters = new Map<unknown, WriteInstance>();

/** @internal Maps an index between this layout, which has a Basis or Transform3D in columns, and the wire order, which has it in rows. */
export function transposed(type: number, i: number): number {
  const hasColumns = type === Type.Basis || type === Type.Transform3D;
  return hasColumns && i < 9 ? (i % 3) * 3 + Math.floor(i / 3) : i;
}

/**
 * @internal Writes values in the layout of `JSON.from_native`. Throws an error without path and advice for any value that the writer of
 * tapes (`Flattener`) refuses.
 */
export class NativeWriter {
  private readonly exact: boolean;
  private readonly wideReals: boolean;
  private readonly maxDepth: number;
  private readonly engine: boolean;
  private readonly keyTexts: KeyTexts;
  private readonly objects: boolean;
  /** Keys as they are written. The same ones recur in every entry, and joining and checking a text takes longer. */
  private readonly keys = new Map<string, string>();
  /** Whether Object.prototype has enumerable properties, which `for in` would visit in every object. */
  private readonly polluted = isPolluted();
  private elements = 0;
  private readonly lastComponents: number[] = new Array(16).fill(0.5);

  constructor({ exact, form, options, limits }: Settings, engine: boolean, objects: boolean) {
    this.exact = exact;
    this.wideReals = options.real === "double";
    this.maxDepth = limits.depth;
    this.keyTexts = new KeyTexts(form.dictionariesApart);
    this.engine = engine;
    this.objects = objects;
  }

  value(value: unknown, depth: number): Json {
    if (depth > this.maxDepth) throw new ValueFault("too-deep");
    if (typeof value === "string") return this.text("s:", value);
    if (typeof value === "number") return this.exact || !isPlainInt(value) ? this.float(value) : `i:${value}`;
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "object") return this.object(value, depth);
    if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return `i:${value}`;
    throw refused();
  }

  private float(value: number): string {
    return `f:${this.engine && Number.isFinite(value) ? fixedDigits(value) : floatText(value)}`;
  }

  private text(prefix: string, text: string): string {
    if (typeof text !== "string" || text.includes("\0") || !isWellFormed(text)) throw refused();
    return prefix + text;
  }

  private object(value: object, depth: number): Json {
    if (Array.isArray(value)) return this.array(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype) return this.plainObject(value, depth);
    const write = knownWriters.get(prototype) ?? NativeWriter.writerOf(value, prototype);
    return write === undefined ? this.foreign(value, depth) : write(this, value as never, depth);
  }

  /** The writer for an instance of one of our classes; undefined for any other value. */
  private static writerOf(value: object, prototype: unknown): WriteInstance | undefined {
    const name = brandOf(value);
    if (name === undefined) return undefined;
    const type = typeOfBrand(name) ?? Type.Object;
    let write = Object.hasOwn(NativeWriter.writers, name) ? NativeWriter.writers[name] : undefined;
    if (isComponentType(type)) write = (to, value: Components) => to.components(value, type, name);
    else if (isOfOthers(type)) write = ofOthers;
    else if (isPackedComponentsType(type))
      write = (to, { data }: { data: object }) => to.packedComponents(data, type, name);
    if (write === undefined) throw refused();
    if (Object.hasOwn(prototype as object, typeBrand)) knownWriters.set(prototype, write);
    return write;
  }

  /** Writers of our classes, except for classes that consist of components. */
  private static readonly writers: Readonly<Record<string, WriteInstance>> = {
    float: (to, { value }: Float) => {
      if (typeof value !== "number") throw refused();
      return to.float(value);
    },
    StringName: (to, { text }: StringName) => to.text("sn:", text),
    NodePath: (to, path: NodePath) => to.nodePath(path),
    RID: (to, { id }: RID) => {
      const number = unsigned64(id);
      return to.engine || number === 0n ? { type: "RID" } : { type: "RID", id: String(number) };
    },
    EncodedObjectAsID: (to, value: EncodedObjectAsID) => to.objectId(value),
    GodotObject: (to, value: GodotObject, depth) => to.godotObject(value, depth),
    Callable: () => ({ type: "Callable" }),
    Signal: (to, value: Signal) => to.signal(value),
    Dictionary: (to, value: Dictionary, depth) => to.dictionary(value, depth),
    PackedStringArray: (to, { data }: PackedStringArray) => {
      if (!Array.isArray(data)) throw refused();
      return { type: "PackedStringArray", args: Array.from(data, (text) => to.text("", text)) };
    },
  };

  /** Writes objects other than arrays, ordinary plain objects and instances of our classes. */
  private foreign(value: object, depth: number): Json {
    const name = typedArrayName(value);
    if (name !== undefined) return this.typedArray(value, name);
    if (isArrayBuffer(value)) return this.typedArray(new Uint8Array(value), "Uint8Array");
    if (isMap(value)) return this.dictionary(value, depth);
    if (isPlainObject(value)) return this.plainObject(value, depth);
    throw refused();
  }

  // Small values

  private nodePath({ absolute, names, subnames }: NodePath): string {
    if (!Array.isArray(names) || !Array.isArray(subnames)) throw refused();
    let text = absolute ? "np:/" : "np:";
    const [count, subcount] = [names.length, subnames.length];
    for (let i = 0; i < count; i++) text += this.text(i > 0 ? "/" : "", names[i] as string);
    for (let i = 0; i < subcount; i++) text += this.text(":", subnames[i] as string);
    return text;
  }

  private signal({ name, objectId }: Signal): Json {
    const text = this.text("", name);
    const id = unsigned64(objectId);
    if (this.engine || (text === "" && id === 0n)) return { type: "Signal" };
    return { type: "Signal", name: text, object_id: String(id) };
  }

  private objectId({ objectId }: EncodedObjectAsID): Json {
    const id = BigInt.asIntN(64, unsigned64(objectId));
    if (!this.objects || (id === 0n && this.engine)) return null;
    return { type: "EncodedObjectAsID", props: ["object_id", `i:${id}`, "script", null] };
  }

  // Numbers

  /** Converts a number of a list. JSON lacks infinity and NaN, so they become strings. The engine reads these, except for NaN. */
  private argument(value: number | bigint): number | string {
    if (this.engine) return Number(value);
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (value === 0) return Object.is(value, -0) ? "-0.0" : 0;
    if (Number.isFinite(value)) return value;
    return Number.isNaN(value) ? "nan" : value > 0 ? "1e99999" : "-1e99999";
  }

  private components(value: Components, type: number, name: string): Json {
    const count = components[type] as number;
    const numbers = this.lastComponents;
    fillNumbers(value, numbers, 0);
    const isInteger = isIntegerType(type);
    for (let i = 0; i < count; i++) {
      const number = numbers[i];
      if (typeof number !== "number" || (isInteger && (number | 0) !== number)) throw refused();
    }
    const isWide = value.wide || (this.wideReals && !numbers.slice(0, count).every(fitsSingle));
    const wide = isWide && !isInteger;
    // A preallocated array takes less memory: `push` on an empty one reserves room for 17 elements.
    const args = new Array<Json>(count);
    for (let i = 0; i < count; i++) {
      const number = numbers[transposed(type, i)] as number;
      args[i] = this.argument(isInteger ? number | 0 : wide ? number : Math.fround(number));
    }
    return this.withArgs(name, args, wide);
  }

  private packedComponents(data: object, type: number, name: string): Json {
    const kind = typedArrayName(data);
    const wide = kind === "Float64Array" && !isIntegerType(type);
    const count = (data as Float32Array).length / (components[type] as number);
    if ((!wide && kind !== (isIntegerType(type) ? "Int32Array" : "Float32Array")) || !Number.isInteger(count))
      throw refused();
    return this.list(name, data as Float32Array, wide);
  }

  private typedArray(value: object, name: string): Json {
    const type = Object.hasOwn(packedNames, name) ? packedNames[name] : undefined;
    if (type === undefined) throw refused();
    return this.list(type, value as Float32Array, false);
  }

  private list(type: string, numbers: Float32Array, wide: boolean): Json {
    return this.withArgs(
      type,
      Array.from(numbers, (number) => this.argument(number)),
      wide,
    );
  }

  private withArgs(type: string, args: Json[], wide: boolean): Json {
    return wide && !this.engine ? { type, args, wide } : { type, args };
  }

  // Containers

  private room(count: number): Json[] {
    this.elements += count;
    if (this.elements > mostElements) throw new ValueFault("too-large");
    return reserved<Json>(count);
  }

  private array(array: readonly unknown[], depth: number): Json {
    const { elementType, [typeBrand]: name } = array as unknown as VariantArray & { [typeBrand]?: string };
    if (name !== undefined && (typeOfBrand(name) ?? Type.Array) !== Type.Array) return ofOthers();
    // The length of a Proxy may be anything.
    const count = array.length >>> 0;
    const type = this.containerType(elementType);
    const args = this.room(count);
    for (let i = 0; i < count; i++) args[i] = this.value(array[i], depth + 1);
    if (type === undefined) return args;
    return this.isLost(elementType) ? null : { type: "Array", elem_type: type, args };
  }

  private plainObject(object: object, depth: number): Json {
    let count = 0;
    for (const _ in object) count += 2;
    const args = this.room(count);
    let at = 0;
    for (const key in object) {
      if (this.polluted && !Object.hasOwn(object, key)) continue;
      const value = (object as Record<string, unknown>)[key];
      if (value === undefined) continue;
      args[at++] = this.key(key);
      args[at++] = this.value(value, depth + 1);
    }
    if (at < count) args.length = at;
    return { type: "Dictionary", args };
  }

  private key(text: string): string {
    let key = this.keys.get(text);
    if (key !== undefined) return key;
    key = this.text("s:", text);
    if (this.keys.size < mostKeys) this.keys.set(text, key);
    return key;
  }

  private dictionary(map: Map<unknown, unknown>, depth: number): Json {
    const { keyType, valueType } = map as Dictionary;
    const key_type = this.containerType(keyType);
    const value_type = this.containerType(valueType);
    const args = isUnread(map)
      ? this.unread(map.keyList.names, map.content, depth)
      : this.entries(map, depth);
    if (this.isLost(keyType) || this.isLost(valueType)) return null;
    const result: { [name: string]: Json } = { type: "Dictionary" };
    if (key_type !== undefined) result.key_type = key_type;
    if (value_type !== undefined) result.value_type = value_type;
    result.args = args;
    return result;
  }

  /** Writes the contents of a Dictionary that is no Map yet. Going through its entries would make it one. */
  private unread(names: readonly string[], values: readonly unknown[], depth: number): Json[] {
    const args = this.room(names.length * 2);
    for (let i = 0; i < names.length; i++) {
      args[i * 2] = this.key(names[i] as string);
      args[i * 2 + 1] = this.value(values[i], depth + 1);
    }
    return args;
  }

  private entries(map: Map<unknown, unknown>, depth: number): Json[] {
    const isNative = brandOf(map) === undefined;
    refuseEqualKeys(map, this.exact, this.keyTexts);
    const args = this.room(map.size * 2);
    let at = 0;
    for (const [key, value] of map) {
      if (isNative && typeof key === "object" && key !== null) refuseLost(key);
      args[at++] = typeof key === "string" ? this.key(key) : this.value(key, depth + 1);
      args[at++] = this.value(value, depth + 1);
    }
    args.length = at;
    return args;
  }

  private godotObject({ className, properties }: GodotObject, depth: number): Json {
    const type = this.text("", className);
    if (!isMap(properties)) throw refused();
    const props: Json[] = [];
    for (const [name, property] of properties) {
      const value = this.value(property, depth + 1);
      const isPath = name === "script" && typeof value === "string";
      // A script in quotes is a path without a tag, so no other text has a form.
      if (isPath && typeof property !== "string") throw new ValueFault("bad-script");
      props.push(this.text("", name), isPath ? value.slice(2) : value);
    }
    return type === "" || !this.objects ? null : { type, props };
  }

  private containerType(type: ContainerType | undefined): string | undefined {
    if (type === undefined) return undefined;
    const { kind, type: builtin, name, path } = (type ?? {}) as Record<string, string>;
    if (kind === "builtin" && typeOfBrand(builtin) !== undefined) return builtin;
    if (kind === "class") return this.text("", name as string);
    if (kind === "script") return this.text("", path as string);
    throw refused();
  }

  /** Whether a container that declares this type is lost, because the type is a class and objects are not wanted. */
  private isLost(type: ContainerType | undefined): boolean {
    return !this.objects && type !== undefined && type.kind !== "builtin";
  }
}

function unsigned64(id: bigint): bigint {
  if (typeof id !== "bigint" || (BigInt.asUintN(64, id) !== id && BigInt.asIntN(64, id) !== id))
    throw refused();
  return BigInt.asUintN(64, id);
}

function ofOthers(): never {
  throw new VariantError("not-in-dialect", { hints: [hint("not-in-godot-4")] });
}

function refused(): ValueFault {
  return new ValueFault("unsupported-value");
}
