// Finds the keys of an old Dictionary that new keys mean.
import { VariantError } from "../../base/errors.js";
import { isPlainInt } from "../../table/numbers.js";
import { brandOf, isMap, isPlainObject } from "../../table/type-kinds.js";
import { type KeyForm, keyForms, rememberedText } from "../../values/key-text.js";
import { filled } from "../../values/lazy-dictionary.js";
import { withFloats } from "../../values/path-key.js";
import { type Dictionary, ownDictionary, storedKey, type Variant } from "../../values/variant.js";
import { classLike, lostHint } from "./lost-classes.js";

/**
 * Finds the key of `old` that a new key means: in `plain` mode, a number may mean an int or a float; a string may also mean a
 * StringName.
 */
export class OldKeys {
  private readonly old: Dictionary;
  private readonly form: KeyForm;
  /** `old` as a lookup table. */
  private table: Dictionary | undefined;
  private loose: Map<string, Variant> | undefined;
  /** Keys by the texts of their clones; undefined for a text that several keys have. */
  private clones: Map<string, Variant | undefined> | undefined;
  private classes: Map<string | undefined, Variant> | undefined;
  private objects: Map<string, Variant[]> | undefined;
  /** The texts that several keys have. */
  private twins: Set<string> | undefined;

  constructor(old: Dictionary, exact: boolean) {
    this.old = old;
    this.form = exact ? keyForms.exact : keyForms.plain;
  }

  find(key: unknown): Variant | undefined {
    if (typeof key === "number" && this.form === keyForms.plain && isPlainInt(key)) {
      const int = BigInt(key);
      if (this.old.has(int)) return int;
    }
    this.table ??= ownDictionary(filled(this.old));
    const same = storedKey(this.table, key as Variant, this.form);
    if (same !== undefined || key === null) return same;
    return typeof key === "object" ? this.findLoosely(key) : undefined;
  }

  /**
   * Finds an object, or a container of objects, by its content, because decoded objects equal no others. Of several with the same
   * content, each is found once, in order.
   */
  nextObject(key: unknown): Variant | undefined {
    const objects = this.objectsLike(key);
    const place = objects?.findIndex((old) => this.mayMean(key, old)) ?? -1;
    return place > 0 ? objects?.splice(place, 1)[0] : place === 0 ? objects?.shift() : undefined;
  }

  /** Finds a key or else, for an object or a container of objects, the first one with the same content. */
  findOrSimilar(key: unknown): Variant | undefined {
    const found = this.find(key);
    return found === undefined && mayHaveTwin(key as Variant)
      ? this.objectsLike(key)?.find((old) => this.mayMean(key, old))
      : found;
  }

  private objectsLike(key: unknown): Variant[] | undefined {
    const text = contentOf(key);
    if (text === undefined) return undefined;
    if (this.objects === undefined) {
      this.objects = new Map();
      for (const old of this.old.keys()) {
        const content = contentOf(old);
        if (content === undefined) continue;
        const same = this.objects.get(content);
        if (same === undefined) this.objects.set(content, [old]);
        else same.push(old);
      }
    }
    return this.objects.get(text);
  }

  /** Of keys with the same content as this one, the next one in order; undefined after the last and where no other key has it. */
  nextTwin(key: Variant): Variant | undefined {
    return this.hasTwin(key) ? this.nextObject(key) : undefined;
  }

  /**
   * Whether another key has the same content as this one: Arrays of NaN, objects, and the Dictionaries of Godot 3 are different
   * keys even so.
   */
  hasTwin(key: Variant): boolean {
    if (!mayHaveTwin(key)) return false;
    if (this.twins === undefined) {
      const texts = new Set<string>();
      this.twins = new Set();
      for (const old of this.old.keys()) {
        const text = mayHaveTwin(old) ? rememberedText(old, keyForms.path) : undefined;
        if (text !== undefined && texts.size === texts.add(text).size) this.twins.add(text);
      }
    }
    return this.twins.has(rememberedText(key, keyForms.path) ?? "");
  }

  private findLoosely(key: object): Variant | undefined {
    const text = rememberedText(key, keyForms.loose);
    if (text === undefined) return undefined;
    this.loose ??= this.looseTexts();
    const found =
      this.loose.get(text) ??
      (isPlainObject(key) || Array.isArray(key) || isMap(key) ? this.findCloned(text) : undefined);
    return this.mayMean(key, found) ? found : undefined;
  }

  private mayMean(key: unknown, old: unknown): boolean {
    return mayMean(key, old, this.form === keyForms.exact);
  }

  /** Finds the key of which a key is a clone, in which all classes are lost. */
  private findCloned(text: string): Variant | undefined {
    if (this.clones === undefined) {
      this.clones = new Map();
      for (const key of this.old.keys())
        for (const cloned of new Set([clonedText(key), clonedText(withFloats(key))]))
          if (cloned !== undefined) this.clones.set(cloned, this.clones.has(cloned) ? undefined : key);
    }
    return this.clones.get(text);
  }

  /** Makes a new key from a clone: an instance of the class that the other keys have. */
  revived(key: unknown): unknown {
    if (typeof key !== "object" || key === null || !isPlainObject(key)) return key;
    this.classes ??= new Map(Array.from(this.old.keys(), (one) => [brandOf(one), one]));
    const made = [...this.classes.values()].flatMap((one) => classLike(key, one) ?? []);
    if (made.length === 1) return made[0];
    const advice = lostHint(key);
    if (advice !== undefined) throw new VariantError("unsupported-value", { hints: [advice] });
    return key;
  }

  private looseTexts(): Map<string, Variant> {
    const texts = new Map<string, Variant>();
    for (const key of this.old.keys()) {
      const text = typeof key === "object" && key !== null ? rememberedText(key, keyForms.loose) : undefined;
      if (text !== undefined && !texts.has(text)) texts.set(text, key);
    }
    return texts;
  }
}

/**
 * Whether a key, which is equal but for the types in it, may mean an old one: a bigint, a Float and a StringName state their type, and so
 * does a number in `exact` mode.
 */
function mayMean(key: unknown, old: unknown, exact: boolean): boolean {
  if (typeof key === "bigint") return typeof old === "bigint";
  if (Array.isArray(key))
    return Array.isArray(old) && key.every((element, i) => mayMean(element, old[i], exact));
  if (isMap(Object(key)))
    return (
      isMap(Object(old)) &&
      mayMean(
        Array.from(key as Map<unknown, unknown>).flat(),
        Array.from(old as Map<unknown, unknown>).flat(),
        exact,
      )
    );
  const brand = brandOf(key);
  if (brand === "float" || (exact && typeof key === "number"))
    return typeof old === "number" || brandOf(old) === "float";
  return brand !== "StringName" || brandOf(old) === brand;
}

const mayHaveTwin = (key: Variant): key is Variant & object =>
  typeof key === "object" &&
  key !== null &&
  (Array.isArray(key) || isMap(key) || /Object/.test(brandOf(key) ?? ""));

const contentOf = (key: unknown): string | undefined =>
  typeof key === "object" && key !== null ? rememberedText(key, keyForms.content) : undefined;

function clonedText(key: unknown): string | undefined {
  return typeof key === "object" && key !== null
    ? rememberedText(structuredClone(key), keyForms.loose)
    : undefined;
}
