import type { Components } from "../../table/components.js";
import { isPlainInt } from "../../table/numbers.js";
import { components } from "../../table/table.gen.js";
import {
  brandOf,
  isComponentType,
  isMap,
  isPlainObject,
  typedArrayName,
  typeOfBrand,
} from "../../table/type-kinds.js";
import { type KeyForm, keyForms, keyText } from "../../values/key-text.js";
import { fromArrays } from "../../values/make-value.js";
import { isArrayIndex } from "../../values/plain-containers.js";
import { Float, NodePath, StringName } from "../../values/small-values.js";
import {
  type ContainerType,
  Dictionary,
  GodotObject,
  PackedTypedArray,
  storedKey,
  TypedArray,
  type Variant,
  VariantArray,
} from "../../values/variant.js";
import { emptyPacked, isPackedComponents, packedLike, wideLike } from "./keep-packed-types.js";

/**
 * Gives a value the types that `old`, an `exact` value, has at the same paths. This applies to values that fit several
 * types: numbers, strings, arrays, objects, and vectors made in JavaScript. A `bigint`, a `Float`, a `StringName` and typed
 * arrays state their type, so they keep it. Values that do not fit the old type, or have a new path, stay unchanged. The
 * result states every type, so `encode` accepts it in both modes; `exact` is the mode of the keys of `value`.
 */
export function reconcile(value: unknown, old: Variant | undefined, exact: boolean): unknown {
  if (old === undefined || old === null) return value;
  if (typeof value === "number") return numberLike(value, old);
  if (typeof value === "string") return brandOf(old) === "StringName" ? new StringName(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return arrayLike(value, old, exact);
  const name = brandOf(value);
  if (name === undefined || name === "Dictionary") return mapLike(value, old, exact);
  if (name !== brandOf(old)) return value;
  if (name === "GodotObject") return objectLike(value as GodotObject, old as GodotObject, exact);
  if (name === "NodePath") return nodePathLike(value as NodePath, old as NodePath);
  if (isPackedComponents(name)) return wideLike(value as never, old as never);
  return isComponentType(typeOfBrand(name)) ? componentsLike(value as Components, old as Components) : value;
}

function numberLike(value: number, old: Variant): unknown {
  if (typeof old === "bigint") return isPlainInt(value) ? BigInt(value) : value;
  if (typeof old !== "number" && brandOf(old) !== "float") return value;
  return Number.isNaN(value) && typeof old !== "number" ? old : new Float(value);
}

function arrayLike(value: readonly unknown[], old: Variant, exact: boolean): unknown {
  if (!Array.isArray(old)) return packedLike(value, old) ?? value;
  const { elementType, shared } = value as VariantArray;
  const typed = old as VariantArray;
  const type = elementType ?? typed.elementType;
  const name = brandOf(value) ?? brandOf(old);
  const owner =
    name === "TypedArray" ? TypedArray : name === "PackedTypedArray" ? PackedTypedArray : VariantArray;
  const result = new owner(0, type, (shared || typed.shared) === true);
  const sample = sampleOf(type);
  for (let i = 0; i < value.length; i++) {
    result.push(reconcile(value[i], i < typed.length ? typed[i] : sample, exact) as Variant);
  }
  return result;
}

function mapLike(value: object, old: Variant, exact: boolean): unknown {
  if (brandOf(old) !== "Dictionary" || typedArrayName(value) !== undefined) return value;
  const typed = old as Dictionary;
  if (isMap(value)) return dictionaryLike(value, typed, exact);
  return isPlainObject(value) ? dictionaryLike(entriesOf(value, typed), typed, exact) : value;
}

function dictionaryLike(entries: Iterable<[unknown, unknown]>, old: Dictionary, exact: boolean): Dictionary {
  const own: Partial<Dictionary> = entries as object;
  const keyType = own.keyType ?? old.keyType;
  const valueType = own.valueType ?? old.valueType;
  const keySample = sampleOf(keyType);
  const valueSample = sampleOf(valueType);
  const oldKeys = new OldKeys(old, exact);
  const result = new Dictionary([], { keyType, valueType, shared: own.shared || old.shared });
  for (const [key, value] of entries) {
    const known = oldKeys.find(key);
    const sample = known === undefined ? valueSample : old.get(known);
    const newKey = known === undefined ? reconcile(key, keySample, exact) : reconcile(known, known, true);
    result.set(newKey as Variant, reconcile(value, sample, exact) as Variant);
  }
  return result;
}

/** Finds the key of `old` that a new key means: a number may mean an int or a float, a string also a StringName. */
export class OldKeys {
  private readonly old: Dictionary;
  private readonly form: KeyForm;
  private loose: Map<string, Variant> | undefined;

  constructor(old: Dictionary, exact: boolean) {
    this.old = old;
    this.form = exact ? keyForms.exact : keyForms.plain;
  }

  find(key: unknown): Variant | undefined {
    if (typeof key === "number" && this.form === keyForms.plain && isPlainInt(key)) {
      const int = BigInt(key);
      if (this.old.has(int)) return int;
    }
    const same = storedKey(this.old, key as Variant, this.form);
    if (same !== undefined || key === null) return same;
    if (typeof key === "object") return this.findLoosely(key);
    return typeof key === "number" && isPlainInt(key) && this.old.has(BigInt(key)) ? BigInt(key) : undefined;
  }

  private findLoosely(key: object): Variant | undefined {
    const text = keyText(key, keyForms.loose);
    if (text === undefined) return undefined;
    this.loose ??= this.looseTexts();
    return this.loose.get(text);
  }

  private looseTexts(): Map<string, Variant> {
    const texts = new Map<string, Variant>();
    for (const key of this.old.keys()) {
      const text = typeof key === "object" && key !== null ? keyText(key, keyForms.loose) : undefined;
      if (text !== undefined && !texts.has(text)) texts.set(text, key);
    }
    return texts;
  }
}

/** The properties in order. JavaScript moves index-like names to the front; in that case, the order of the old keys wins. */
function entriesOf(object: object, old: Dictionary): [unknown, unknown][] {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  if (!entries.some(([key]) => isArrayIndex(key))) return entries;
  const places = new Map<unknown, number>();
  for (const key of old.keys())
    places.set(brandOf(key) === "StringName" ? (key as StringName).text : key, places.size);
  const place = (key: string) => places.get(key) ?? places.size;
  return entries.sort(([a], [b]) => place(a) - place(b));
}

function objectLike(value: GodotObject, old: GodotObject, exact: boolean): GodotObject {
  const result = new GodotObject(value.className);
  for (const [name, property] of value.properties) {
    result.properties.set(name, reconcile(property, old.properties.get(name), exact) as Variant);
  }
  return result;
}

function nodePathLike(value: NodePath, old: NodePath): NodePath {
  if (value.hasProperty !== undefined || old.hasProperty === undefined || value.subnames.length === 0)
    return value;
  const { absolute, names, subnames } = value;
  return new NodePath({ absolute, names, subnames, hasProperty: old.hasProperty });
}

function componentsLike(value: Components, old: Components): Components {
  if (value.wide || !old.wide) return value;
  const owner = old.constructor as unknown as {
    fromArray(source: number[], at: number, wide: boolean): Components;
  };
  return owner.fromArray(value.toArray(), 0, true);
}

/** A value of a declared type, whose type new elements take; undefined if no value could become that type. */
export function sampleOf(type: ContainerType | undefined): Variant | undefined {
  if (type?.kind !== "builtin") return undefined;
  switch (type.type) {
    case "int":
      return 0n;
    case "float":
      return 0;
    case "StringName":
      return new StringName("");
    case "NodePath":
      return new NodePath();
    default:
      return emptyPacked(type.type) ?? zeros(type.type);
  }
}

/** A vector, transform or color of zeros; undefined for any other type. */
export function zeros(type: string): Variant | undefined {
  const number = typeOfBrand(type);
  if (number === undefined || !isComponentType(number)) return undefined;
  const numbers = new Array<number>(components[number] as number).fill(0);
  return fromArrays[number]?.(numbers, 0, false) as Variant | undefined;
}
