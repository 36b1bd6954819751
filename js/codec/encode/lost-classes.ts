// Objects spread (`{ ...position, x: 5 }`), `structuredClone` and `postMessage` keep the properties of our classes, but not
// the class.

import { type Hint, hint } from "../../base/hints.js";
import type { Components } from "../../table/components.js";
import { keepBits } from "../../table/components.js";
import { components, typeNames } from "../../table/table.gen.js";
import {
  brandOf,
  isComponentType,
  isMap,
  isPlainObject,
  typedArrayName,
  typeOfBrand,
} from "../../table/type-kinds.js";
import { packedClasses } from "../../values/classes.gen.js";
import { Image, InputEvent } from "../../values/legacy-values.js";
import { fromArrays } from "../../values/make-value.js";
import { PackedStringArray } from "../../values/packed.js";
import { EncodedObjectAsID, Float, NodePath, RID, Signal, StringName } from "../../values/small-values.js";
import { GodotObject, type Variant } from "../../values/variant.js";

type Parts = Readonly<Record<string, unknown>>;
type Class = new (...parts: unknown[]) => Variant & object;

/** The property that only some instances of a class have. */
const optional: Readonly<Record<string, string>> = { float: "payload", NodePath: "hasProperty" };

/**
 * Makes an instance of the class of `old` from a plain object with the same properties. Returns undefined if the properties
 * are others, or if `old` is a container.
 */
export function classLike(value: object, old: Variant): (Variant & object) | undefined {
  if (!isPlainObject(value)) return undefined;
  const brand = brandOf(old);
  if (brand === undefined || Array.isArray(old) || isMap(old as object)) return undefined;
  const before = old as unknown as Parts;
  const given = value as Parts;
  const names = Object.keys(before).filter((name) => name !== optional[brand]);
  if (!Object.keys(given).every((name) => names.includes(name) || name === optional[brand])) return undefined;
  const parts = names.map((name) =>
    Object.hasOwn(given, name) ? partLike(given[name], before[name]) : undefined,
  );
  if (parts.includes(undefined)) return undefined;
  if (old instanceof NodePath) return new NodePath(given);
  if (old instanceof Float) return new Float(parts[0] as number, given.payload as bigint | undefined);
  const made = new ((old as object).constructor as Class)(...parts);
  const { componentBits } = old as Partial<Components>;
  if (componentBits !== undefined) keepBits(made as unknown as Components, componentBits);
  return made;
}

/** The property of an instance; undefined if it has another type than before. */
function partLike(part: unknown, before: unknown): unknown {
  if (typeof part !== typeof before) return undefined;
  if (typeof part !== "object" || part === null || before === null) return part;
  if (brandOf(part) !== undefined) return brandOf(part) === brandOf(before) ? part : undefined;
  const isSame = kindOfPart(part) === kindOfPart(before as object);
  return brandOf(before) === undefined && isSame ? part : classLike(part, before as Variant);
}

/** Numbers of vectors may have 32 or 64 bits. */
const kindOfPart = (part: object) =>
  typedArrayName(part)?.replace("64", "32") ??
  (Array.isArray(part) ? "array" : isMap(part) ? "map" : "object");

/** What may be lost, made when it is first needed. */
let lost: { samples: ReadonlyMap<string, readonly Variant[]>; names: ReadonlySet<string> } | undefined;

/** An instance of each class whose properties a plain object has, by the first of them; and the names of the properties of all. */
function findLost(): NonNullable<typeof lost> {
  const all = [
    ...typeNames.flatMap((name) => zeros(name) ?? []),
    ...Object.values(packedClasses).map((owner) => new owner()),
    new PackedStringArray(),
    new StringName(""),
    new NodePath(),
    new RID(),
    new Signal(),
    new EncodedObjectAsID(),
    new GodotObject(""),
    new Image(),
    new InputEvent(),
    new Float(0),
  ].map((sample) => ({ sample, names: Object.keys(sample as object) }));
  const samples = new Map<string, Variant[]>();
  for (const { sample, names } of all) {
    const [first] = names as [string];
    samples.set(first, [...(samples.get(first) ?? []), sample]);
  }
  return { samples, names: new Set(all.flatMap(({ names }) => names)) };
}

/** An instance of each class whose properties a plain object has; none for an object without properties, and for any other. */
export function lostClasses(value: object): readonly Variant[] {
  if (!isPlainObject(value)) return [];
  lost ??= findLost();
  const { samples, names } = lost;
  for (const name in value) if (!names.has(name)) return [];
  return Object.keys(value).flatMap((name) =>
    (samples.get(name) ?? []).filter((sample) => classLike(value, sample) !== undefined),
  );
}

/** Says that an object may be an instance that was cloned; undefined if it has the properties of no class. */
export function lostHint(value: object): Hint | undefined {
  const [sample] = lostClasses(value);
  return sample === undefined ? undefined : hint("lost-class", String(brandOf(sample)));
}

/** Says of an object at a path that the old value does not have that it may be an instance that was cloned. */
export type Suspect = (object: object) => Hint | undefined;

/**
 * Suspects objects with the properties of a class of `old` if `value` was probably cloned: other objects had to be `revived`,
 * or no instance of that class is left.
 */
export function suspectIn(value: unknown, old: Variant, revived: boolean, exact: boolean): Suspect {
  let before: Set<string> | undefined;
  let left: Set<string> | undefined;
  return (object) => {
    const found = lostClasses(object);
    if (found.length === 0) return undefined;
    before ??= classesIn(old);
    left ??= classesIn(value);
    for (const sample of found) {
      const name = String(brandOf(sample));
      // In plain mode a StringName is a string.
      const hadClass = before.has(name) && (exact || name !== "StringName");
      if (hadClass && (revived || !left.has(name))) return hint("lost-class", name);
    }
    return undefined;
  };
}

/** The names of the classes of all values inside a value. */
function classesIn(value: unknown): Set<string> {
  const classes = new Set<string>();
  const found = new Set([value]);
  // The loop also visits what it adds.
  for (const one of found) {
    if (typeof one !== "object" || one === null || typedArrayName(one) !== undefined) continue;
    const name = brandOf(one);
    if (name !== undefined) classes.add(name);
    const parts = isMap(one) ? [...one.keys(), ...one.values()] : Object.values(one);
    for (const part of parts) if (typeof part === "object") found.add(part);
  }
  return classes;
}

/** A vector, transform or color of zeros; undefined for any other type. */
export function zeros(type: string): Variant | undefined {
  const number = typeOfBrand(type);
  if (number === undefined || !isComponentType(number)) return undefined;
  const numbers = new Array<number>(components[number] as number).fill(0);
  return fromArrays[number]?.(numbers, 0, false) as Variant | undefined;
}
