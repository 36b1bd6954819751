// Variant, and the classes of values that contain other Variants.

import { listForm, namedForm, partsForm } from "../table/json-form.js";
import type { TypeName } from "../table/table.gen.js";
import { brand, brandOf } from "../table/type-kinds.js";
import {
  floatText,
  holdsDictionary,
  type KeyForm,
  type KeyTexts,
  keyForms,
  keyText,
  nameText,
  rememberedTexts,
} from "./key-text.js";
import type { Image, InputEvent } from "./legacy-values.js";
import type { PackedComponentsValue } from "./packed.gen.js";
import type { PackedStringArray } from "./packed.js";
import type {
  Callable,
  EncodedObjectAsID,
  Float,
  NodePath,
  RID,
  Signal,
  StringName,
} from "./small-values.js";
import type { ComponentValue } from "./vectors.gen.js";

/** Values of the Packed*Array types. */
export type PackedValue =
  | Uint8Array
  | Int32Array
  | BigInt64Array
  | Float32Array
  | Float64Array
  | PackedStringArray
  | PackedComponentsValue;

/** All values that `decode` returns, in both modes. */
export type Variant =
  | null
  | boolean
  | number
  | bigint
  | Float
  | string
  | StringName
  | ComponentValue
  | NodePath
  | RID
  | GodotObject
  | EncodedObjectAsID
  | Callable
  | Signal
  | Dictionary
  | { [key: string]: Variant }
  | VariantArray
  | TypedArray
  | PackedTypedArray
  | Variant[]
  | PackedValue
  | Image
  | InputEvent;

/** The declared type of an Array's elements, or of a Dictionary's keys or values. */
export type ContainerType =
  | { readonly kind: "builtin"; readonly type: TypeName }
  | { readonly kind: "class"; readonly name: string }
  | { readonly kind: "script"; readonly path: string };

/**
 * An Array that knows its element type. `map`, `filter` and similar methods return plain arrays.
 *
 * @example
 * ```ts
 * new VariantArray([1n, 2n], { kind: "builtin", type: "int" });
 * ```
 */
export class VariantArray extends Array<Variant> {
  /** Absent for an untyped Array. */
  declare elementType?: ContainerType;
  /** The shared bit of Godot 1 and 2. An own property only if it is true. */
  declare shared: boolean;

  static {
    // biome-ignore lint/complexity/noThisInStatic: esbuild before 0.18 gives the class its name only later
    Object.defineProperty(this.prototype, "shared", { value: false, writable: true });
  }

  /**
   * From elements. A number makes an Array of that length without elements, as in JavaScript.
   *
   * @param elements - The elements, or a length.
   * @param elementType - The declared type of the elements; absent for an untyped Array.
   * @param shared - The shared bit of Godot 1 and 2.
   */
  constructor(elements: Iterable<Variant> | number = 0, elementType?: ContainerType, shared = false) {
    super(typeof elements === "number" ? elements : 0);
    if (typeof elements !== "number") for (const element of elements) this.push(element);
    if (elementType !== undefined) this.elementType = elementType;
    if (shared) this.shared = true;
  }

  /** Methods such as `map` make plain arrays, because their results may have other types. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** For `JSON.stringify`: an array. An int that a number cannot hold becomes a string of its digits. */
  toJSON(): unknown[] {
    return listForm(this);
  }
}

/**
 * An array of Pandemonium Engine that declares its element type, in `plain` mode too. The element type Object without a class
 * means EncodedObjectAsID.
 *
 * @example
 * ```ts
 * new TypedArray([1n], { kind: "builtin", type: "int" });
 * ```
 */
export class TypedArray extends VariantArray {}

/**
 * A second array type of Pandemonium Engine that declares its element type, with a type id of its own.
 *
 * @example
 * ```ts
 * new PackedTypedArray([1n], { kind: "builtin", type: "int" });
 * ```
 */
export class PackedTypedArray extends VariantArray {}

/**
 * An object that was written in full, as inert data: the package never instantiates anything. An empty class name without
 * properties is the null object of Godot 3.0 and 3.1.
 *
 * @example
 * ```ts
 * encode(new GodotObject("Node", [["name", "Mira"]]), { fullObjects: true });
 * ```
 */
export class GodotObject {
  /** The name of the engine's class. */
  declare className: string;
  /** The properties by name, in the order of the bytes. */
  declare properties: Map<string, Variant>;

  /**
   * From a class name and properties.
   *
   * @param className - The name of the engine's class.
   * @param properties - Pairs of a name and a value.
   */
  constructor(className: string, properties: Iterable<readonly [string, Variant]> = []) {
    this.className = className;
    this.properties = new Map(properties);
  }

  /** `Object(ClassName)`, without the properties. */
  toString(): string {
    return `Object(${this.className})`;
  }

  /** For `JSON.stringify`: `{"className": "Player", "properties": {"hp": 5}}`. */
  toJSON(): object {
    return partsForm(this);
  }
}

/** The declared types of a Dictionary, and its shared bit. */
export interface DictionaryTraits {
  /** The declared type of the keys; absent if any key is allowed. */
  keyType?: ContainerType | undefined;
  /** The declared type of the values; absent if any value is allowed. */
  valueType?: ContainerType | undefined;
  /** The shared bit of Godot 1 and 2. */
  shared?: boolean | undefined;
}

/** @internal Declares the types of a Dictionary and sets its shared bit. */
export function setTraits(dictionary: Dictionary, { keyType, valueType, shared }: DictionaryTraits): void {
  if (keyType !== undefined) dictionary.keyType = keyType;
  if (valueType !== undefined) dictionary.valueType = valueType;
  if (shared) dictionary.shared = true;
}

const noEntries: [] = [];
/** @internal Sets an entry with a primitive key, in a Dictionary without keys of our classes. */
export const setEntry = Map.prototype.set;
const nowhere: unique symbol = Symbol("no such key");

/** @internal Makes a new Dictionary treat every number key as a float, as in `exact` mode. */
export let makeExact: (dictionary: Dictionary) => Dictionary;
/** @internal Whether a Dictionary treats every number key as a float; undefined for one of another copy of this package. */
export let isExact: (dictionary: object) => boolean | undefined;
/** @internal `dictionary.set` with the key texts that are known already: of the current decode, or while `rememberingKeys` runs. */
export let insert: (dictionary: Dictionary, key: Variant, value: Variant, known?: KeyTexts) => void;
/** @internal A faster `dictionary.set` for a key that certainly equals no other key: a primitive, or a vector or similar value. */
export let insertNew: (dictionary: Dictionary, key: Variant, value: Variant) => void;
/** @internal The Dictionary itself; for one of another copy of this package, such as its CommonJS form, one of this copy with its entries. */
export let ownDictionary: (dictionary: Dictionary) => Dictionary;
/** @internal The stored key that equals `key` in the given form; undefined if no key does. */
export let storedKey: (dictionary: Dictionary, key: Variant, form?: KeyForm) => Variant | undefined;

/**
 * A Map whose keys compare as in the engine: vectors and other value types by value (`grid.get(new Vector2i(1, 2))`), arrays
 * and dictionaries by content, a StringName like an equal String, objects by identity. `1` and `1n` are different keys, and
 * so are `1` and `float(1)`. Setting an equal key keeps the first key and its position. Do not change a key after setting it,
 * because it may not be found again.
 *
 * @example
 * ```ts
 * const grid = new Dictionary([[new Vector2i(1, 2), "tree"]]);
 * grid.get(new Vector2i(1, 2)); // tree
 * ```
 */
export class Dictionary extends Map<Variant, Variant> {
  /** The declared type of the keys; absent if any key is allowed. */
  declare keyType?: ContainerType;
  /** The declared type of the values; absent if any value is allowed. */
  declare valueType?: ContainerType;
  /** The shared bit of Godot 1 and 2. An own property only if it is true. */
  declare shared: boolean;

  /** Keys of our classes by their texts. Created when the first such key is set or looked up. */
  #classKeys: Map<string, Variant> | undefined;
  /** Whether `#classKeys` lacks some keys. These are vectors or similar values, which equal no primitive. */
  #isBehind = false;
  /** Whether every number key is a float, as in `exact` mode. */
  #exact = false;

  static {
    // biome-ignore lint/complexity/noThisInStatic: esbuild before 0.18 gives the class its name only later
    Object.defineProperty(this.prototype, "shared", { value: false, writable: true });
    isExact = (dictionary) => (#exact in dictionary ? dictionary.#exact : undefined);
    makeExact = (dictionary) => {
      dictionary.#exact = true;
      return dictionary;
    };
    insert = (dictionary, key, value, known) =>
      dictionary.#put(key, value, known ?? rememberedTexts(dictionary.#form));
    insertNew = (dictionary, key, value) => {
      setEntry.call(dictionary, key, value);
      if (typeof key === "object" && key !== null) dictionary.#isBehind = true;
    };
    ownDictionary = (dictionary) => {
      if (#exact in dictionary) return dictionary;
      const own = makeExact(new Dictionary());
      // Of Godot 3, equal Dictionaries may both be keys.
      for (const [key, value] of dictionary as Dictionary)
        if (holdsDictionary(key)) insertNew(own, key, value);
        else insert(own, key, value);
      return own;
    };
    storedKey = (dictionary, key, form) => {
      const found = dictionary.#find(key, form, true);
      return found === nowhere ? undefined : found;
    };
  }

  /**
   * From entries; of equal keys, the first key and the last value remain.
   *
   * @param entries - Pairs of a key and a value.
   * @param traits - The declared types.
   */
  constructor(entries: Iterable<readonly [Variant, Variant]> = noEntries, traits: DictionaryTraits = {}) {
    super();
    if (entries !== noEntries) for (const [key, value] of entries) this.#put(key, value);
    setTraits(this, traits);
  }

  /**
   * The value of a key.
   *
   * @param key - A key; vectors and similar values are found by their content.
   * @returns The value; undefined if there is no such key.
   */
  override get(key: Variant): Variant | undefined {
    const found = this.#find(key);
    return found === nowhere ? undefined : super.get(found);
  }

  /**
   * Whether a key exists.
   *
   * @param key - A key; vectors and similar values are found by their content.
   * @returns Whether there is such a key.
   */
  override has(key: Variant): boolean {
    return this.#find(key) !== nowhere;
  }

  /**
   * Sets the value of a key. An equal key keeps its place.
   *
   * @param key - A key; vectors and similar values are found by their content.
   * @param value - Any value.
   * @returns The Dictionary.
   */
  override set(key: Variant, value: Variant): this {
    this.#put(key, value);
    return this;
  }

  /**
   * The value of a key, which is set first if there is no such key.
   *
   * @param key - A key; vectors and similar values are found by their content.
   * @param value - The value for a new key.
   * @returns The value that the key has now.
   */
  getOrInsert(key: Variant, value: Variant): Variant {
    return this.getOrInsertComputed(key, () => value);
  }

  /**
   * The value of a key, which is computed and set first if there is no such key.
   *
   * @param key - A key; vectors and similar values are found by their content.
   * @param compute - Makes the value for a new key.
   * @returns The value that the key has now.
   */
  getOrInsertComputed(key: Variant, compute: (key: Variant) => Variant): Variant {
    if (!this.has(key)) this.set(key, compute(key));
    return this.get(key) as Variant;
  }

  /**
   * Removes a key and its value.
   *
   * @param key - A key; vectors and similar values are found by their content.
   * @returns Whether there was such a key.
   */
  override delete(key: Variant): boolean {
    const found = this.#find(key);
    if (found === nowhere) return false;
    this.#forgetText(found);
    return super.delete(found);
  }

  /** Removes all entries. */
  override clear(): void {
    super.clear();
    this.#classKeys = undefined;
    this.#isBehind = false;
  }

  /**
   * For `JSON.stringify`: an object. The names of keys are those of `toPlainJSON`, except in keys that are containers. Of keys
   * with the same name, such as `1` and `"1"`, the last remains. An int that a number cannot hold becomes a string of its digits.
   */
  toJSON(): object {
    return namedForm(this, this.#exact);
  }

  #put(key: Variant, value: Variant, known?: KeyTexts): void {
    if (typeof key !== "object" || key === null) {
      const found = this.#classKeys === undefined ? key : this.#find(key);
      super.set(found === nowhere ? key : found, value);
      return;
    }
    if (this.#isBehind) this.#catchUp(known !== undefined);
    const text = super.has(key) ? undefined : keyText(key, this.#form, known);
    const apart = known?.dictionariesApart === true && holdsDictionary(key);
    const found = apart ? nowhere : this.#findObject(key, text);
    if (found === nowhere && text !== undefined && this.#findText(text) === nowhere) {
      this.#classKeys ??= new Map();
      this.#classKeys.set(text, key);
    }
    super.set(found === nowhere ? key : found, value);
  }

  #catchUp(remembers: boolean): void {
    const form = this.#form;
    const known = remembers ? rememberedTexts(form) : undefined;
    this.#isBehind = false;
    this.#classKeys ??= new Map();
    for (const key of this.keys()) {
      const text = typeof key === "object" && key !== null ? keyText(key, form, known) : undefined;
      if (text !== undefined && !this.#classKeys.has(text)) this.#classKeys.set(text, key);
    }
  }

  /** Forgets the text of a key, of which a program may delete as many as it likes. */
  #forgetText(key: Variant): void {
    if (this.#classKeys === undefined || typeof key !== "object" || key === null) return;
    const text = keyText(key, this.#form);
    if (text !== undefined && this.#classKeys.get(text) === key) this.#classKeys.delete(text);
  }

  get #form(): KeyForm {
    return this.#exact ? keyForms.exact : keyForms.plain;
  }

  #find(key: Variant, form: KeyForm = this.#form, remembers = false): Variant | typeof nowhere {
    if (super.has(key)) return key;
    if (typeof key !== "object" || key === null) {
      return this.#classKeys === undefined ? nowhere : this.#findText(this.#primitiveText(key));
    }
    if (this.#isBehind) this.#catchUp(remembers);
    const known = remembers ? rememberedTexts(form) : undefined;
    const text = this.#classKeys === undefined ? undefined : keyText(key, form, known);
    const found = this.#findObject(key, text);
    if (found !== nowhere || text === undefined) return found;
    // A vector made in JavaScript, which counts as 32-bit, must also find a 64-bit key with the same numbers.
    return this.#findText(keyText(key, { ...form, single: false }));
  }

  #findObject(key: object & Variant, text: string | undefined): Variant | typeof nowhere {
    if (super.has(key)) return key;
    const primitive = this.#primitiveOf(key);
    return primitive !== undefined && super.has(primitive) ? primitive : this.#findText(text);
  }

  #findText(text: string | undefined): Variant | typeof nowhere {
    const found = text === undefined ? undefined : this.#classKeys?.get(text);
    return found !== undefined && super.has(found) ? found : nowhere;
  }

  /** The text of the class key that would equal a primitive. */
  #primitiveText(key: Variant): string | undefined {
    if (typeof key === "string") return nameText(key);
    return typeof key === "number" && this.#isFloat(key) ? floatText(key) : undefined;
  }

  /** The primitive that equals a class key; undefined if none does. */
  #primitiveOf(key: object): Variant | undefined {
    const type = brandOf(key);
    if (type === "StringName") return (key as StringName).text;
    if (type !== "float") return undefined;
    const { value } = key as Float;
    return this.#isFloat(value) ? value : undefined;
  }

  #isFloat(value: number): boolean {
    return this.#exact || !Number.isSafeInteger(value);
  }
}

brand(VariantArray, "Array", "VariantArray");
brand(TypedArray, "TypedArray");
brand(PackedTypedArray, "PackedTypedArray");
brand(GodotObject, "GodotObject");
brand(Dictionary, "Dictionary");
