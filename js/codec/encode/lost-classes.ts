// Objects spread (`{ ...position, x: 5 }`), `structuredClone` and `postMessage` keep the properties of our classes, but not
// the class.
import type { Components } from "../../table/components.js";
import { keepBits } from "../../table/components.js";
import { brandOf, isMap, isPlainObject, typedArrayName } from "../../table/type-kinds.js";
import { Float, NodePath } from "../../values/small-values.js";
import type { Variant } from "../../values/variant.js";

type Parts = Readonly<Record<string, unknown>>;
type Class = new (...parts: unknown[]) => Variant & object;

/** Properties that only some instances have. */
const optional: readonly string[] = ["payload", "hasProperty"];

/**
 * Makes an instance of the class of `old` from a plain object with the same properties. Returns undefined if the properties
 * are others, or if `old` is a container.
 */
export function classLike(value: object, old: Variant): (Variant & object) | undefined {
  if (!isPlainObject(value)) return undefined;
  if (brandOf(old) === undefined || Array.isArray(old) || isMap(old as object)) return undefined;
  const before = old as unknown as Parts;
  const given = value as Parts;
  const names = Object.keys(before).filter((name) => !optional.includes(name));
  const rest = Object.keys(given).filter((name) => !names.includes(name));
  if (!rest.every((name) => optional.includes(name))) return undefined;
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
