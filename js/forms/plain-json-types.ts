// `fromPlainJSON` with `like`: gives values the types of the original.
import { VariantError } from "../base/errors.js";
import { type Hint, hint } from "../base/hints.js";
import { formatPath } from "../base/path.js";
import { sameItems } from "../base/same-items.js";
import { packedLike } from "../codec/encode/keep-packed-types.js";
import { type Changed, reconcileWithin, sampleOf } from "../codec/encode/keep-types.js";
import { zeros } from "../codec/encode/lost-classes.js";
import { placesIn } from "../codec/encode/old-places.js";
import { bytesOfBase64 } from "../table/base64.js";
import type { Components } from "../table/components.js";
import { isPlainInt } from "../table/numbers.js";
import { brandOf, isComponentType, isIntegerType, kindOf, typeOfBrand } from "../table/type-kinds.js";
import { rememberingKeys } from "../values/key-text.js";
import { isUnread, lazyDictionary, type Unread } from "../values/lazy-dictionary.js";
import { isArrayIndex } from "../values/plain-containers.js";
import { type Float, NodePath } from "../values/small-values.js";
import { Dictionary, GodotObject, type Variant, type VariantArray } from "../values/variant.js";
import { keyName } from "./plain-json-writer.js";

/**
 * Gives a value from plain JSON the types that `old`, an `exact` value, has at the same paths. Returns `old` itself for a
 * value that did not change. Throws `unsupported-value`, with the path, if the JSON cannot become a value of the old type.
 */
export function withOldTypes(json: Variant, old: Variant, formOf: FormOf, changed?: Changed): Variant {
  const retype = () => reconcileWithin(new Retyper(formOf).value(json, old), old, true, changed) as Variant;
  return rememberingKeys(retype);
}

/** The plain form of values: what their plain JSON is read as. */
type FormOf = (values: readonly Variant[]) => Variant;

/** Restores types that plain JSON writes as other types. `reconcile` does the rest. */
class Retyper {
  private readonly path: Variant[] = [];
  private readonly formOf: FormOf;

  constructor(formOf: FormOf) {
    this.formOf = formOf;
  }

  /** @param form - The plain form of `old`, if it was made for a container around it. */
  value(json: Variant, old: Variant | undefined, form?: Variant): unknown {
    if (old === undefined || old === null) return json;
    if (json === null) return this.null(old);
    if (typeof json === "string") return this.text(json, old);
    if (Array.isArray(json)) return this.list(json, old, form);
    if (json instanceof Dictionary) return this.object(json, old, form);
    return typeof json === "boolean" ? json : numberLike(json as Numeric, old, false);
  }

  private inside(key: Variant, json: Variant, old: Variant | undefined, form?: Variant): unknown {
    this.path.push(key);
    const value = this.value(json, old, form);
    this.path.pop();
    return value;
  }

  private misfit(old: Variant): VariantError {
    return this.error(hint("not-old-type", String(kindOf(old))));
  }

  private error(advice: Hint): VariantError {
    const keys = [...this.path];
    return new VariantError("unsupported-value", { hints: [advice], keys, path: formatPath(keys) });
  }

  /** Null may mean NaN, of which nobody can tell in place of another float. Some programs write null for infinities, too. */
  private null(old: Variant): unknown {
    if (kindOf(old) === "Callable") return old;
    if (kindOf(old) !== "float") return null;
    if (Number.isFinite(Number(old))) throw this.error(hint("null-or-nan"));
    return old;
  }

  private text(text: string, old: Variant): unknown {
    switch (kindOf(old)) {
      case "NodePath":
        return (old as NodePath).text === text ? old : new NodePath(text);
      case "PackedByteArray": {
        const bytes = bytesOfBase64(text);
        if (bytes === undefined) throw this.misfit(old);
        return bytes;
      }
      case "int":
        return intLike(text, old as bigint);
      default:
        return text;
    }
  }

  private list(list: readonly Variant[], old: Variant, form?: Variant): unknown {
    if (Array.isArray(old)) {
      const sample = sampleOf((old as VariantArray).elementType);
      const isEdited = list.length !== old.length && list.length > 0;
      const forms = (isEdited ? (form ?? this.formOf(old)) : form) as readonly Variant[] | undefined;
      const places = isEdited ? placesIn(list, forms as readonly Variant[], false) : undefined;
      return list.map((item, i) => {
        const place = places === undefined ? i : places[i];
        return place === undefined
          ? this.inside(i, item, sample)
          : this.inside(i, item, old[place], forms?.[place]);
      });
    }
    const kind = kindOf(old) as string;
    if (!kind.startsWith("Packed")) return list;
    const before = [...(old as Iterable<Variant>)];
    const sample = elementSample(kind);
    const narrow = kind === "PackedFloat32Array";
    const elements = list.map((item, i) => {
      const element = before[i] ?? sample;
      return (isNumeric(item) || item === null) && isNumeric(element)
        ? partLike(item, element, narrow)
        : this.inside(i, item, element);
    });
    const isSame =
      elements.length === before.length && elements.every((item, i) => Object.is(item, before[i]));
    const packed = isSame ? old : packedLike(elements, old);
    if (packed === undefined) throw this.misfit(old);
    return packed;
  }

  private object(json: Dictionary, old: Variant, form?: Variant): unknown {
    switch (kindOf(old)) {
      case "Dictionary":
        return this.dictionary(json, old as Dictionary, form);
      case "GodotObject":
        return this.godotObject(json, old as GodotObject, form);
      default:
        return isMadeOfParts(old) ? this.parts(json, old) : json;
    }
  }

  private dictionary(json: Dictionary, old: Dictionary, form?: Variant): Map<unknown, unknown> {
    if (isUnread(json) && isUnread(old) && sameItems(json.keyList.names, old.keyList.names))
      return this.unread(json, old, form);
    const known = new OldNames(old, (name) => this.error(hint("equal-keys", JSON.stringify(name))));
    const sample = sampleOf(old.valueType);
    const entries = inOldOrder([...json] as [string, Variant][], known).map(([name, part]) => {
      const { key, value } = known.get(name) ?? { key: name, value: sample };
      return [key, this.inside(key, part, value, partOf(form, keyName(key, true)))] as const;
    });
    return new Map<unknown, unknown>(entries);
  }

  /** A quick way for the usual Dictionary, whose keys are Strings and came back in the same order. */
  private unread(json: Unread, { keyList, content }: Unread, form?: Variant): Dictionary {
    const values = keyList.names.map((name, i) => {
      const value = this.inside(name, json.content[i] as Variant, content[i], partOf(form, name));
      return value as Variant;
    });
    return lazyDictionary(keyList, values);
  }

  private godotObject(json: Dictionary, old: GodotObject, form?: Variant): GodotObject {
    const [className, properties] = [json.get("className"), json.get("properties")];
    if (typeof className !== "string" || !(properties instanceof Dictionary)) throw this.misfit(old);
    const forms = partOf(form, "properties");
    const parts = Array.from(properties as Map<string, Variant>, ([name, part]): [string, Variant] => {
      const value = this.inside(name, part, old.properties.get(name), partOf(forms, name));
      return [name, value as Variant];
    });
    return new GodotObject(className, parts);
  }

  /** Builds an instance of a class whose constructor takes its properties in order. */
  private parts(json: Dictionary, old: object & Variant): Variant {
    const properties = Object.entries(old) as [string, Variant][];
    if (json.size !== properties.length) throw this.misfit(old);
    const type = typeOfBrand(brandOf(old));
    const narrow = isComponentType(type) && !(old as Components).wide;
    const parts = properties.map(([name, before]) => {
      const part = json.get(name);
      if (part === undefined) throw this.misfit(old);
      const value =
        typeof before === "number" && (isNumeric(part) || part === null)
          ? partLike(part, before, narrow)
          : this.inside(name, part, before);
      const needsInteger =
        typeof before === "number" && (!isComponentType(type) || isIntegerType(type as number));
      const fits = needsInteger ? Number.isInteger(value) : kindOf(value) === kindOf(before);
      if (!fits) throw this.misfit(old);
      return value;
    });
    if (parts.every((part, i) => Object.is(part, properties[i]?.[1]))) return old;
    return new (old.constructor as new (...parts: unknown[]) => Variant)(...parts);
  }
}

const partOf = (form: Variant | undefined, name: string): Variant | undefined =>
  form instanceof Dictionary ? form.get(name) : undefined;

/** Whether plain JSON writes a value as an object of its properties. */
function isMadeOfParts(value: Variant): value is object & Variant {
  const kind = kindOf(value);
  return (
    isComponentType(typeOfBrand(kind)) ||
    /^(?:RID|Signal|EncodedObjectAsID|Image|InputEvent)$/.test(kind ?? "")
  );
}

/** A sample for new elements of a packed array. */
function elementSample(kind: string): Variant {
  if (kind === "PackedInt64Array") return 0n;
  return kind === "PackedStringArray" ? "" : (zeros(kind.slice("Packed".length, -"Array".length)) ?? 0);
}

type Numeric = number | bigint | Float;

const isNumeric = (value: unknown): value is Numeric => /^(?:int|float)$/.test(kindOf(value) ?? "");

/**
 * Recognizes a number that other programs rewrote: they print 1.0 as 1, -0.0 as 0, and ints beyond 2^53 with the digits of
 * the nearest double. `narrow` is for 32-bit numbers, which plain JSON writes with the fewest digits.
 */
function numberLike(json: Numeric, old: Variant, narrow: boolean): unknown {
  const number = Number(json);
  if (typeof old === "bigint") {
    if (typeof json !== "bigint") return isPlainInt(number) ? BigInt(number) : json;
    return !Number.isSafeInteger(Number(old)) && String(json) === String(Number(old)) ? old : json;
  }
  if (kindOf(old) !== "float") return json;
  const isSame = narrow
    ? Object.is(Math.fround(number), Math.fround(Number(old)))
    : Object.is(number, Number(old));
  return isSame || (json === 0n && Number(old) === 0) ? old : number;
}

/** A number of a vector or a packed array. These hold no null, so null is NaN, or the infinity that it was. */
function partLike(json: Numeric | null, old: Variant, narrow: boolean): unknown {
  if (json !== null) return numberLike(json, old, narrow);
  return typeof old === "bigint" ? null : Number.isFinite(Number(old)) ? Number.NaN : old;
}

/** Some programs write ints beyond 2^53 as strings. */
function intLike(text: string, old: bigint): unknown {
  return !Number.isSafeInteger(Number(old)) && /^-?\d{1,20}$/.test(text) ? BigInt(text) : text;
}

interface OldEntry {
  readonly key: Variant;
  readonly value: Variant;
  readonly place: number;
}

/** The entries of a Dictionary by the names that plain JSON has for their keys. */
class OldNames {
  private readonly entries = new Map<string, OldEntry>();
  /** By the names that values of `plain` mode have, in which 1.0 is `1`; undefined if several have one. Made when needed. */
  private others: Map<string, OldEntry | undefined> | undefined;
  private readonly ambiguous: (name: string) => Error;

  constructor(old: Dictionary, ambiguous: (name: string) => Error) {
    this.ambiguous = ambiguous;
    let place = 0;
    for (const [key, value] of old) {
      const name = keyName(key, true);
      if (this.entries.has(name)) throw ambiguous(name);
      this.entries.set(name, { key, value, place: place++ });
    }
  }

  get(name: string): OldEntry | undefined {
    const entry = this.entries.get(name);
    if (entry !== undefined) return entry;
    this.others ??= this.otherNames();
    const other = this.others.get(name);
    if (other === undefined && this.others.has(name)) throw this.ambiguous(name);
    return other;
  }

  private otherNames(): Map<string, OldEntry | undefined> {
    const names = new Map<string, OldEntry | undefined>();
    for (const [known, entry] of this.entries) {
      const { key } = entry;
      // A Map holds -0 as 0.
      const name = keyName(kindOf(key) === "float" ? Number(key) + 0 : key, false);
      if (name !== known) names.set(name, names.has(name) ? undefined : entry);
    }
    return names;
  }
}

/** Restores the old order of names: JavaScript moves index-like names to the front, in ascending order. */
function inOldOrder<Entry extends [string, Variant]>(entries: Entry[], old: OldNames): Entry[] {
  const indices = entries.filter(([name]) => isArrayIndex(name)).map(([name]) => Number(name));
  const isMoved = indices.every(
    (index, i) => Number(entries[i]?.[0]) === index && index > (indices[i - 1] ?? -1),
  );
  if (indices.length === 0 || !isMoved) return entries;
  const place = ([name]: Entry) => old.get(name)?.place ?? Number.POSITIVE_INFINITY;
  return entries
    .map((entry) => ({ entry, at: place(entry) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ entry }) => entry);
}
