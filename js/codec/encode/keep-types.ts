// `like`: gives a value the types that an old one has at the same paths.
import { VariantError } from "../../base/errors.js";
import { hint } from "../../base/hints.js";
import { formatPath } from "../../base/path.js";
import { type Components, widenedCopy } from "../../table/components.js";
import { isPlainInt } from "../../table/numbers.js";
import type { TypeName } from "../../table/table.gen.js";
import {
  brandOf,
  isComponentType,
  isMap,
  isPlainObject,
  type Kind,
  kindOf,
  typedArrayName,
  typeOfBrand,
} from "../../table/type-kinds.js";
import { clonedEntries, type KeyList } from "../../values/key-list.js";
import { KeyTexts, keyForms, rememberedText, rememberingKeys } from "../../values/key-text.js";
import { isUnread, lazyDictionary, type Unread } from "../../values/lazy-dictionary.js";
import { withFloats } from "../../values/path-key.js";
import { isArrayIndex } from "../../values/plain-containers.js";
import { Float, NodePath, StringName } from "../../values/small-values.js";
import {
  type ContainerType,
  Dictionary,
  GodotObject,
  insert,
  makeExact,
  PackedTypedArray,
  TypedArray,
  type Variant,
  VariantArray,
} from "../../values/variant.js";
import { emptyPacked, isPackedComponents, packedLike, wideLike } from "./keep-packed-types.js";
import { classLike, lostClasses, zeros } from "./lost-classes.js";
import { OldKeys } from "./old-keys.js";
import { isNullObject, placesIn } from "./old-places.js";

/** Hears of a value that has another type than the old value at its path. */
export type Changed = (
  keys: readonly Variant[],
  oldKeys: readonly Variant[],
  from: TypeName,
  to: TypeName,
) => void;

/**
 * Gives a value the types that `old`, an `exact` value, has at the same paths. This applies to values that fit several
 * types: numbers, strings, arrays, objects, and vectors made in JavaScript. A `bigint`, a `Float`, a `StringName`, typed
 * arrays and arrays with an element type or a shared bit state their type, so they keep it. Values that do not fit the old type, or have a new path, stay unchanged. The
 * result states every type, so `encode` accepts it in both modes; `exact` is the mode of the keys of `value`.
 */
export function reconcile(
  value: unknown,
  old: Variant | undefined,
  exact: boolean,
  changed?: Changed,
): unknown {
  return rememberingKeys(() => reconcileWithin(value, old, exact, changed));
}

/** The same inside `rememberingKeys`. */
export function reconcileWithin(
  value: unknown,
  old: Variant | undefined,
  exact: boolean,
  changed?: Changed,
): unknown {
  const keeper = changed === undefined ? silent(exact) : new TypeKeeper(exact, changed);
  return keeper.keep(value, old);
}

/** Does the work of `reconcile`. */
export class TypeKeeper {
  /** Whether an object became an instance of the class that was at its path. */
  revived = false;
  /** Whether null keeps the form of a null Object, which `encode` only writes with `fullObjects`. */
  keepsNullObjects = true;
  private readonly exact: boolean;
  private readonly changed: Changed | undefined;
  /** The path of the current value, if someone hears of changes. */
  private readonly path: Variant[] = [];
  private readonly oldPath: Variant[] = [];

  constructor(exact: boolean, changed?: Changed) {
    this.exact = exact;
    this.changed = changed;
  }

  keep(value: unknown, old: Variant | undefined): unknown {
    if (old === undefined || old === null) return value;
    const kept = this.like(value, old);
    if (this.changed !== undefined) this.compare(kept, old, this.changed);
    return kept;
  }

  /** As `keep`, without a call of it: a value of a thousand levels would need its frame a thousand times on the call stack. */
  private inside(key: unknown, value: unknown, oldKey: Variant, old: Variant | undefined): Variant {
    const { changed } = this;
    if (old === undefined || old === null) return value as Variant;
    if (changed === undefined) return this.like(value, old) as Variant;
    this.path.push(key as Variant);
    this.oldPath.push(oldKey);
    const kept = this.like(value, old);
    this.compare(kept, old, changed);
    this.path.pop();
    this.oldPath.pop();
    return kept as Variant;
  }

  private compare(value: unknown, old: Variant, changed: Changed): void {
    const from = kindOf(old);
    const to = this.kindOf(value);
    // An Object that is gone is null.
    if (from === to || from === undefined || to === undefined || (typeOf(from) === "Object" && to === "Nil"))
      return;
    changed([...this.path], [...this.oldPath], typeOf(from), typeOf(to));
  }

  private kindOf(value: unknown): Kind | undefined {
    return isInt(value, this.exact) ? "int" : kindOf(value);
  }

  /**
   * Reports an entry that engines would drop or convert, because its container declares another type, if it is new or in place
   * of null.
   */
  private compareDeclared(
    key: unknown,
    entry: unknown,
    declared: ContainerType | undefined,
    old?: Variant,
  ): void {
    if (this.changed === undefined || declared === undefined) return;
    if (old !== undefined && (old !== null || entry === null)) return;
    const kind = this.kindOf(entry);
    if (kind === undefined) return;
    const from = declared.kind === "builtin" ? declared.type : "Object";
    const to = typeOf(kind);
    if (from === to || (from === "Object" && to === "Nil")) return;
    this.changed([...this.path, key as Variant], [...this.oldPath], from, to);
  }

  private like(value: unknown, old: Variant): unknown {
    if (typeof value === "number") return numberLike(value, old);
    if (typeof value === "string") return brandOf(old) === "StringName" ? new StringName(value) : value;
    if (value === null) return this.keepsNullObjects && isNullObject(old) ? old : value;
    if (typeof value !== "object") return value;
    if (Array.isArray(value)) return this.arrayLike(value, old);
    const name = brandOf(value);
    if (name === "Dictionary") return this.mapLike(value, old);
    if (name !== undefined) return name === brandOf(old) ? this.instanceLike(value, old, name) : value;
    const cloned = clonedEntries(value);
    if (cloned !== undefined) return this.mapLike(cloned, old);
    const made = classLike(value, old);
    if (made === undefined) return this.mapLike(value, old);
    this.revived = true;
    return this.instanceLike(made, old, brandOf(made) as string);
  }

  private instanceLike(value: object, old: Variant, name: string): unknown {
    if (name === "GodotObject") return this.objectLike(value as GodotObject, old as GodotObject);
    if (name === "NodePath") return nodePathLike(value as NodePath, old as NodePath);
    if (isPackedComponents(name)) return wideLike(value as never, old as never);
    return isComponentType(typeOfBrand(name)) ? wideAs(value as Components, old as Components) : value;
  }

  private arrayLike(value: readonly unknown[], old: Variant): unknown {
    const { elementType, shared } = value as VariantArray;
    const isOpen = brandOf(value) === undefined && elementType === undefined && !shared;
    if (!Array.isArray(old)) return (isOpen ? packedLike(value, old) : undefined) ?? value;
    const typed = old as VariantArray;
    const type = elementType ?? typed.elementType;
    const name = brandOf(value) ?? brandOf(old);
    const owner =
      name === "TypedArray" ? TypedArray : name === "PackedTypedArray" ? PackedTypedArray : VariantArray;
    const result = new owner(0, type, (shared || typed.shared) === true);
    const sample = sampleOf(type);
    const places = placesIn(value, typed, this.exact);
    for (let i = 0; i < value.length; i++) {
      const place = places === undefined ? i : places[i];
      const known = place === undefined ? undefined : typed[place];
      const kept =
        place === undefined ? this.sampled(value[i], sample) : this.inside(i, value[i], place, known);
      this.compareDeclared(i, kept, type, known);
      result.push(kept as Variant);
    }
    return result;
  }

  private mapLike(value: object, old: Variant): unknown {
    if (brandOf(old) !== "Dictionary" || typedArrayName(value) !== undefined) return value;
    const typed = old as Dictionary;
    const same = isUnread(typed) ? this.unreadLike(value, typed) : undefined;
    if (same !== undefined) return same;
    if (isMap(value)) return this.dictionaryLike(value, typed);
    if (!isPlainObject(value)) return value;
    if (isOther(value, typed)) return value;
    return this.dictionaryLike(entriesOf(value, typed), typed);
  }

  /**
   * A quick way for an object or a Dictionary with the same keys as the old one, in the same order. Undefined for any other, and
   * for declared types.
   */
  private unreadLike(value: object, old: Dictionary & Unread): Dictionary | undefined {
    const { keyList, content } = old;
    const { names } = keyList;
    const values = isDeclared(old)
      ? undefined
      : isUnread(value)
        ? valuesOf(value, keyList)
        : propertiesOf(value, names);
    if (values === undefined) return undefined;
    const kept: Variant[] = [];
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      kept.push(this.inside(name, values[i], name, content[i]));
    }
    return lazyDictionary(keyList, kept);
  }

  private dictionaryLike(entries: Iterable<[unknown, unknown]>, old: Dictionary): Dictionary {
    const own: Partial<Dictionary> = entries as object;
    const keyType = own.keyType ?? old.keyType;
    const valueType = own.valueType ?? old.valueType;
    const keySample = sampleOf(keyType);
    const valueSample = sampleOf(valueType);
    const oldKeys = new OldKeys(old, this.exact);
    const isNative = brandOf(entries) === undefined;
    const result = new Dictionary([], { keyType, valueType, shared: own.shared || old.shared });
    if (this.exact) makeExact(result);
    for (const [key, value] of entries) {
      const meant = oldKeys.find(key);
      const isTaken = this.isTaken(key, meant, entries);
      const found = isTaken ? undefined : meant;
      const newKey = found === undefined && isNative ? oldKeys.revived(key) : key;
      const twin =
        found !== undefined ? oldKeys.nextTwin(found) : isTaken ? undefined : oldKeys.nextObject(newKey);
      const known = twin ?? found;
      if (known === undefined) {
        const made = this.sampled(newKey, keySample) as Variant;
        const kept = this.sampled(value, valueSample) as Variant;
        this.compareDeclared(made, made, keyType);
        this.compareDeclared(made, kept, valueType);
        setNew(result, made, kept);
      } else {
        const before = old.get(known);
        const kept = this.inside(newKey, value, known, before);
        this.compareDeclared(newKey, kept, valueType, before);
        setNew(result, silent(true).keep(known, known) as Variant, kept, twin !== undefined);
      }
    }
    return result;
  }

  /** Whether the old key that a number may mean in `plain` mode, also inside an Array, belongs to another new key, which states its type. */
  private isTaken(key: unknown, meant: Variant | undefined, entries: object): boolean {
    if (meant === undefined || this.exact || !isMap(entries)) return false;
    if (typeof key === "number") return isPlainInt(key) && entries.has(withFloats(meant));
    if (!Array.isArray(key)) return false;
    const stated = withFloats(meant) as object;
    return (
      entries.has(stated) && rememberedText(key, keyForms.plain) !== rememberedText(stated, keyForms.plain)
    );
  }

  private objectLike(value: GodotObject, old: GodotObject): GodotObject {
    const result = new GodotObject(value.className);
    for (const [name, property] of value.properties)
      result.properties.set(name, this.inside(name, property, name, old.properties.get(name)));
    return result;
  }

  /** Keeps the type of a sample, which is not a value that could change. */
  private sampled(value: unknown, sample: Variant | undefined): unknown {
    return sample === undefined ? value : silent(this.exact).keep(value, sample);
  }
}

const isDeclared = ({ keyType, valueType, shared }: Dictionary): boolean =>
  keyType !== undefined || valueType !== undefined || shared;

/** The values of a Dictionary that shares its keys with another one; undefined for any other. */
const valuesOf = (value: object & Unread, keyList: KeyList): readonly unknown[] | undefined =>
  value.keyList === keyList && !isDeclared(value as unknown as Dictionary) ? value.content : undefined;

/** The values of a plain object that has these names, in this order; undefined for any other. */
function propertiesOf(value: object, names: readonly string[]): unknown[] | undefined {
  if (names.length === 0 || !isPlainObject(value)) return undefined;
  const values: unknown[] = [];
  for (const name in value) {
    const one = (value as { readonly [name: string]: unknown })[name];
    if (one === undefined || name !== names[values.length]) return undefined;
    values.push(one);
  }
  return values.length === names.length ? values : undefined;
}

/** Adds an entry; throws if the key equals another one, as keys of Godot 3 that are Dictionaries may, unless it `isTwin`. */
export function setNew(dictionary: Dictionary, key: Variant, value: Variant, isTwin = false): void {
  const { size } = dictionary;
  insert(dictionary, key, value, isTwin ? new KeyTexts(true) : undefined);
  if (dictionary.size === size)
    throw new VariantError("unsupported-value", { hints: [hint("equal-keys", formatPath([key]))] });
}

const keepers = [new TypeKeeper(false), new TypeKeeper(true)] as const;
const silent = (exact: boolean): TypeKeeper => keepers[exact ? 1 : 0];

const isInt = (value: unknown, exact: boolean) => typeof value === "number" && !exact && isPlainInt(value);

/** Whether an object that may have lost its class took the place of an untyped Dictionary with other keys. */
function isOther(value: object, old: Dictionary): boolean {
  const { keyType, valueType, shared } = old;
  if (keyType !== undefined || valueType !== undefined || shared) return false;
  return lostClasses(value).length > 0 && !Object.keys(value).some((key) => old.has(key));
}

/** Two classes, GodotObject and EncodedObjectAsID, are of type Object. */
const typeOf = (kind: Kind): TypeName => (typeOfBrand(kind) === undefined ? "Object" : (kind as TypeName));

function numberLike(value: number, old: Variant): unknown {
  if (typeof old === "bigint") return isPlainInt(value) ? BigInt(value) : value;
  if (typeof old !== "number" && brandOf(old) !== "float") return value;
  return Number.isNaN(value) && typeof old !== "number" ? old : new Float(value);
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

function nodePathLike(value: NodePath, old: NodePath): NodePath {
  if (value.hasProperty !== undefined || old.hasProperty === undefined || value.subnames.length === 0)
    return value;
  const { absolute, names, subnames } = value;
  return new NodePath({ absolute, names, subnames, hasProperty: old.hasProperty });
}

const wideAs = (value: Components, old: Components) => (old.wide ? widenedCopy(value) : value);

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
