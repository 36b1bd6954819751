// From a value of JavaScript to a tape. docs/INTERNALS.md describes the tape.
import { isStackOverflow } from "../../base/call-stack.js";
import { ValueFault, VariantError } from "../../base/errors.js";
import { hint } from "../../base/hints.js";
import type { Settings } from "../../base/options.js";
import { tape as bit, declaredKinds } from "../../table/boundary.gen.js";
import type { Components } from "../../table/components.js";
import { Type } from "../../table/table.gen.js";
import {
  brandOf,
  isArrayBuffer,
  isComponentType,
  isMap,
  isPackedComponentsType,
  isPlainObject,
  typeBrand,
  typedArrayName,
  typeOfBrand,
} from "../../table/type-kinds.js";
import { KeyTexts } from "../../values/key-text.js";
import { isUnread, type Unread } from "../../values/lazy-dictionary.js";
import type { Image, InputEvent } from "../../values/legacy-values.js";
import type { PackedStringArray } from "../../values/packed.js";
import { propertyOf } from "../../values/plain-containers.js";
import type {
  EncodedObjectAsID,
  Float,
  NodePath,
  RID,
  Signal,
  StringName,
} from "../../values/small-values.js";
import type { ContainerType, Dictionary, GodotObject, Variant, VariantArray } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import { codecError, keep, takeCodec } from "../../wasm/codec-instance.js";
import type { TapeWriter } from "../../wasm/tape-writer.js";
import { refuseEqualKeys } from "./equal-keys.js";
import { insideKey, type Step, withPath } from "./error-path.js";
import { reconcile, sampleOf } from "./keep-types.js";
import { lostHint, type Suspect } from "./lost-classes.js";
import { lengthOfArray, type PackedData, unsupported, ValueWriter } from "./value-writer.js";

/** Whether a tape has gaps for large packed arrays, or their bytes. */
export type LargeArrays = "gaps" | "bytes";

/** Writes a value to a tape, passes the tape to `use` and returns its result. */
export function withTape<Result>(
  value: unknown,
  settings: Settings,
  large: LargeArrays,
  use: (codec: Boundary, writer: TapeWriter, settings: Settings) => Result,
  suspect?: Suspect,
): Result {
  // Getters may call `encode` again, so each call takes a codec and a flattener of its own.
  const codec = takeCodec();
  const flattener = codec.writer instanceof Flattener ? codec.writer : new Flattener();
  codec.writer = undefined;
  try {
    flattener.write(value, codec, settings, large, suspect);
  } catch (error) {
    keep(codec);
    throw error;
  }
  return useTape(codec, flattener, use, settings, undefined, undefined);
}

/** Passes the tape that a writer has written to `use`, with two more arguments, which saves a closure. Keeps the codec and the writer. */
export function useTape<Words, Extra, Result>(
  codec: Boundary,
  writer: TapeWriter,
  use: (codec: Boundary, writer: TapeWriter, settings: Settings, words: Words, extra: Extra) => Result,
  settings: Settings,
  words: Words,
  extra: Extra,
): Result {
  try {
    const result = use(codec, writer, settings, words, extra);
    keepWithWriter(codec, writer);
    return result;
  } catch (error) {
    // The tape is whole: only its use failed.
    if (error instanceof VariantError) codec.writer = writer;
    throw codecError(codec, error);
  }
}

/** Returns a codec for the next use, by the same writer. */
export function keepWithWriter(codec: Boundary, writer: TapeWriter): void {
  codec.writer = writer;
  keep(codec);
}

type Branded = { readonly [typeBrand]?: string };
type Writer = (to: Flattener, value: never, depth: number) => void;

/** Writers by prototype, including our classes from other copies of the package. */
const knownWriters = new Map<unknown, Writer>();

/** Walks a value and writes the tape. */
export class Flattener extends ValueWriter {
  protected maxDepth = 0;
  /** The steps from the failed value to the root, innermost first. */
  private readonly steps: Step[] = [];
  /** Whether Object.prototype has enumerable properties, which `for in` would visit in every object. */
  protected polluted = false;
  /** Whether Dictionaries compare by identity as keys, as in Godot 3. */
  private dictionariesApart = false;
  /** The texts of keys that were compared, so that keys inside keys are compared only once. */
  protected keyTexts: KeyTexts | undefined;
  /** Asked of every plain object while a value with the option `like` is written. */
  protected suspect: Suspect | undefined;

  write(
    value: unknown,
    codec: Boundary,
    settings: Settings,
    large: LargeArrays,
    suspect: Suspect | undefined,
  ): void {
    this.suspect = suspect;
    this.prepare(codec, settings);
    this.leavesGaps = large === "gaps";
    try {
      this.value(value, 0);
    } catch (error) {
      throw this.located(error, settings);
    } finally {
      this.suspect = this.keyTexts = undefined;
    }
  }

  protected prepare(codec: Boundary, settings: Settings): void {
    this.exact = settings.exact;
    this.wideReals = settings.options.real === "double";
    this.maxDepth = settings.limits.depth;
    this.keysAround = 0;
    this.polluted = isPolluted();
    this.dictionariesApart = settings.form.dictionariesApart;
    this.begin(codec);
  }

  /** Throws a ValueFault for a Map with keys that engines take for equal. */
  protected refuseEqual(map: Map<unknown, unknown>): void {
    this.keyTexts ??= new KeyTexts(this.dictionariesApart);
    refuseEqualKeys(map, this.exact, this.keyTexts);
  }

  /** Adds the path if the error is about the value. */
  private located(error: unknown, settings: Settings): unknown {
    const fault = isStackOverflow(error) ? new ValueFault("too-deep") : error;
    return fault instanceof ValueFault ? withPath(fault, this.steps, settings) : error;
  }

  /** Adds a step to the error's path while the error passes through a container. */
  private unwind(container: object, key: unknown): void {
    this.steps.push({ container, key });
  }

  protected value(value: unknown, depth: number): void {
    if (depth > this.maxDepth) throw new ValueFault("too-deep", [hint("raise-limit", "depth")]);
    if (typeof value === "string") this.string(Type.String, value);
    else if (typeof value === "number") this.number(value);
    else if (value === null) this.word(Type.Nil);
    else if (typeof value === "object") this.object(value, depth);
    else if (typeof value === "boolean") this.word(value ? Type.bool | bit.trueBit : Type.bool);
    else if (typeof value === "bigint") this.bigint(value);
    else if (value !== undefined) throw unsupported("cannot-encode", typeof value);
    else throw unsupported("no-undefined");
  }

  private object(value: object, depth: number): void {
    if (Array.isArray(value)) {
      this.array(value, depth);
      return;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype) {
      this.plainObject(value, depth);
      return;
    }
    const write = knownWriters.get(prototype) ?? this.writerOf(value, prototype);
    if (write === undefined) this.foreign(value, depth);
    else write(this, value as never, depth);
  }

  /** The writer for an instance of one of our classes; undefined for any other value. */
  private writerOf(value: object, prototype: unknown): Writer | undefined {
    const name = brandOf(value);
    if (name === undefined) return undefined;
    const type = typeOfBrand(name);
    const write = Flattener.numbersWriter(type as number) ?? Flattener.ownWriter(name);
    if (write === undefined) throw unsupported("cannot-encode", name);
    if (prototype !== null && Object.hasOwn(prototype as object, typeBrand))
      knownWriters.set(prototype, write);
    return write;
  }

  private static numbersWriter(type: number): Writer | undefined {
    if (isComponentType(type)) return (to, value: Components) => to.components(value, type);
    if (!isPackedComponentsType(type)) return undefined;
    return (to, value: { data: PackedData }) => to.packedNumbers(value.data, type);
  }

  private static ownWriter(name: string): Writer | undefined {
    return Object.hasOwn(Flattener.writers, name) ? Flattener.writers[name] : undefined;
  }

  /** Writers of our classes, except for classes that consist of components. */
  private static readonly writers: Readonly<Record<string, Writer>> = {
    float: (to, value: Float) => to.floatObject(value),
    StringName: (to, value: StringName) => to.string(Type.StringName, value.text),
    NodePath: (to, value: NodePath) => to.nodePath(value),
    RID: (to, value: RID) => to.idObject(Type.RID, value.id),
    EncodedObjectAsID: (to, value: EncodedObjectAsID) => to.idObject(Type.Object | bit.asId, value.objectId),
    GodotObject: (to, value: GodotObject, depth) => to.godotObject(value, depth),
    Callable: (to) => to.word(Type.Callable),
    Signal: (to, value: Signal) => to.signal(value),
    Dictionary: (to, value: Dictionary, depth) => {
      if (!hasContents(value)) throw unsupported("cannot-encode", "Dictionary that was not constructed");
      to.dictionary(value, depth);
    },
    PackedStringArray: (to, value: PackedStringArray) => to.packedStrings(value.data),
    Image: (to, value: Image) => to.image(value),
    InputEvent: (to, value: InputEvent) => to.inputEvent(value),
  };

  /** Writes objects other than arrays, ordinary plain objects and instances of our classes. */
  private foreign(value: object, depth: number): void {
    const typedArray = typedArrayName(value);
    if (typedArray !== undefined) this.typedArray(value as ArrayBufferView, typedArray);
    else if (isArrayBuffer(value)) this.typedArray(new Uint8Array(value), "Uint8Array");
    else if (isMap(value)) this.dictionary(value, depth);
    // Its prototype may have enumerable properties, too.
    else if (isPlainObject(value)) this.plainObject(value, depth, true);
    else throw unsupported("cannot-encode", classNameOf(value));
  }

  /**
   * Writes the beginning of an Array. Returns a value of the declared type if elements that are plain numbers or strings must
   * become that type.
   */
  protected arrayBeginning(array: readonly unknown[]): Variant | undefined {
    const { elementType, shared, [typeBrand]: name } = array as unknown as VariantArray & Branded;
    const kind = this.kindOf(elementType);
    const type = name === undefined || name === "Array" ? Type.Array : (typeOfBrand(name) ?? Type.Array);
    // The element type is more precise than a plain number or string, and it applies in every mode.
    const sample = type === Type.Array || this.exact ? undefined : sampleOf(elementType);
    this.word(type | (kind << bit.keyKindShift) | (shared === true ? bit.shared : 0));
    if (elementType !== undefined) this.containerType(elementType);
    this.word(lengthOfArray(array));
    return sample;
  }

  private array(array: readonly unknown[], depth: number): void {
    const sample = this.arrayBeginning(array);
    const length = this.lastCount();
    let i = 0;
    try {
      if (sample === undefined) for (; i < length; i++) this.value(array[i], depth + 1);
      else for (; i < length; i++) this.value(reconcile(array[i], sample, false), depth + 1);
    } catch (error) {
      this.unwind(array, i);
      throw error;
    }
  }

  /** The count that was written last. The length of a Proxy may be another one by now. */
  protected lastCount(): number {
    return (this.i32[this.at - 1] as number) >>> 0;
  }

  private packedStrings(texts: readonly string[]): void {
    if (!Array.isArray(texts)) throw unsupported("field-type", "data", "array of strings");
    const length = lengthOfArray(texts);
    this.word(Type.PackedStringArray);
    this.word(length);
    let i = 0;
    try {
      for (; i < length; i++) this.part(texts[i] as string);
    } catch (error) {
      this.unwind(texts, i);
      throw error;
    }
  }

  protected refuseSuspect(object: object): void {
    const advice = this.suspect?.(object);
    if (advice !== undefined) throw new ValueFault("unsupported-value", [advice]);
  }

  private plainObject(object: object, depth: number, mayInherit = this.polluted): void {
    this.refuseSuspect(object);
    this.reserve(3);
    this.i32[this.at++] = Type.Dictionary;
    const countAt = this.at;
    this.i32[this.at + 1] = bit.noNode;
    this.at += 2;
    let count = 0;
    let key = "";
    try {
      // By far the fastest way to read the properties of an object.
      for (key in object) {
        if (mayInherit && !Object.hasOwn(object, key)) continue;
        const value = propertyOf(object, key);
        if (value === undefined) continue;
        this.key(key);
        this.value(value, depth + 1);
        count++;
      }
    } catch (error) {
      this.unwind(object, key);
      throw error;
    }
    this.i32[countAt] = count;
  }

  /** Writes the beginning of a Dictionary. Returns the index of the word for its count. */
  protected dictionaryBeginning(map: Map<unknown, unknown>): number {
    const { keyType, valueType, shared } = map as Dictionary;
    const kinds = (this.kindOf(keyType) << bit.keyKindShift) | (this.kindOf(valueType) << bit.valueKindShift);
    this.word(Type.Dictionary | kinds | (shared === true ? bit.shared : 0));
    if (keyType !== undefined) this.containerType(keyType);
    if (valueType !== undefined) this.containerType(valueType);
    const countAt = this.at;
    this.word(0);
    this.word(bit.noNode);
    return countAt;
  }

  private dictionary(map: Map<unknown, unknown>, depth: number): void {
    const countAt = this.dictionaryBeginning(map);
    const count = isUnread(map) ? this.unread(map, depth) : this.entries(map, depth);
    this.i32[countAt] = count;
  }

  /** Writes a Dictionary that has not made its Map yet. Going through its entries would make it. */
  private unread(dictionary: Unread, depth: number): number {
    const { keyList, content } = dictionary;
    const { names } = keyList;
    let i = 0;
    try {
      for (; i < names.length; i++) {
        this.key(names[i] as string);
        this.value(content[i], depth + 1);
      }
    } catch (error) {
      this.unwind(dictionary, names[i]);
      throw error;
    }
    return names.length;
  }

  private entries(map: Map<unknown, unknown>, depth: number): number {
    const isNative = brandOf(map) === undefined;
    let count = 0;
    let step: unknown = insideKey;
    try {
      this.refuseEqual(map);
      for (const [key, value] of map) {
        step = insideKey;
        if (isNative && typeof key === "object" && key !== null) refuseLost(key);
        this.word(bit.keyIsValue);
        this.keysAround++;
        this.value(key, depth + 1);
        this.keysAround--;
        step = key;
        this.value(value, depth + 1);
        count++;
      }
    } catch (error) {
      this.unwind(map, step);
      throw error;
    }
    return count;
  }

  private godotObject(object: GodotObject, depth: number): void {
    const { className, properties } = object;
    this.string(Type.Object, className);
    if (!isMap(properties)) throw unsupported("field-type", "properties", "Map");
    const countAt = this.at;
    this.word(0);
    let count = 0;
    let step: unknown;
    try {
      for (const [name, value] of properties) {
        step = name;
        this.part(name);
        this.value(value, depth + 1);
        count++;
      }
    } catch (error) {
      this.unwind(object, step);
      throw error;
    }
    this.i32[countAt] = count;
  }

  private kindOf(type: ContainerType | undefined): number {
    if (type === undefined) return 0;
    const kind = declaredKinds.indexOf(type?.kind);
    if (kind < 1) throw unsupported("container-type-kind");
    return kind;
  }

  private containerType(type: ContainerType): void {
    const number = type.kind === "builtin" ? typeOfBrand(type.type) : undefined;
    if (type.kind === "class") this.part(type.name);
    else if (type.kind === "script") this.part(type.path);
    else if (number !== undefined) this.word(number);
    else throw unsupported("no-such-type", String(type.type));
  }
}

/** A key of a native Map with the properties of a class was hardly meant as a Dictionary. */
export function refuseLost(key: object): void {
  const advice = lostHint(key);
  if (advice !== undefined) throw new ValueFault("unsupported-value", [advice]);
}

/** Whether Object.prototype has enumerable properties. */
export function isPolluted(): boolean {
  for (const _ in {}) return true;
  return false;
}

function classNameOf(value: object): string {
  const owner: unknown = value.constructor;
  return typeof owner === "function" && owner.name !== "" ? owner.name : "value of a class without a name";
}

/** Methods of Map refuse objects that only inherit from Dictionary, and a Proxy of one. Asks the Dictionary, which may not be a Map yet. */
function hasContents(dictionary: Dictionary): boolean {
  try {
    return dictionary.size >= 0;
  } catch {
    return false;
  }
}
