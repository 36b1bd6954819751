// Whether two values are the same, found without printing the contents of containers.
import { isMap, kindOf } from "../table/type-kinds.js";
import type { ContainerType, Variant } from "../values/variant.js";

/** A key, undefined in an Array, and a value. */
export type Entry = readonly [key: Variant | undefined, value: Variant];

/** The entries of an Array or a Dictionary; undefined for any other value. */
export function entriesOf(value: Variant): Entry[] | undefined {
  const kind = kindOf(value);
  // Unlike map(), this makes entries of holes, too.
  if (kind === "Array") return Array.from(value as Variant[], (item) => [undefined, item]);
  return value !== null && typeof value === "object" && isMap(value)
    ? [...(value as unknown as Iterable<[Variant, Variant]>)]
    : undefined;
}

/** What a container's text says before its contents. */
export function headOf(value: Variant): string {
  const { elementType, keyType, valueType } = value as { [name: string]: ContainerType | undefined };
  if ((elementType ?? keyType ?? valueType) === undefined) return Array.isArray(value) ? "[" : "{";
  return JSON.stringify([Array.isArray(value), elementType, keyType, valueType]);
}

/** Compares values; those that are no containers by how they are printed. */
export class Comparison {
  private readonly print: (value: Variant) => string;
  /** With which other container each one was compared last, and the result. Each level of a value is compared again. */
  private readonly same = new Map<Variant, Variant>();
  private readonly different = new Map<Variant, Variant>();

  constructor(print: (value: Variant) => string) {
    this.print = print;
  }

  isSame(one: Variant, other: Variant): boolean {
    const [a, b] = [unwrapped(one), unwrapped(other)];
    if (typeof a !== "object" || typeof b !== "object") return typeof a === typeof b && Object.is(a, b);
    if (a === null || b === null || a === b) return a === b;
    if (this.same.get(a) === b) return true;
    if (this.different.get(a) === b) return false;
    const [old, made] = [entriesOf(a), entriesOf(b)];
    if (old === undefined || made === undefined) return this.print(a) === this.print(b);
    const isSame = old.length === made.length && headOf(a) === headOf(b) && this.areSame(old, made);
    (isSame ? this.same : this.different).set(a, b);
    return isSame;
  }

  private areSame(old: readonly Entry[], made: readonly Entry[]): boolean {
    for (const [i, entry] of old.entries()) if (!this.isSameEntry(entry, made[i] as Entry)) return false;
    return true;
  }

  isSameEntry([key, value]: Entry, [otherKey, other]: Entry): boolean {
    return this.isSameKey(key, otherKey) && this.isSame(value, other);
  }

  /** Whether two keys are the same, or both are absent. */
  isSameKey(key: Variant | undefined, other: Variant | undefined): boolean {
    return key === undefined || this.isSame(key, other as Variant);
  }
}

const unwrapped = (value: Variant) => (kindOf(value) === "float" ? Number(value) : value);
