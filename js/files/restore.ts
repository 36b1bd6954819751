// `restore`: the classes of values that were cloned.
import { withinStack } from "../base/call-stack.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { type Bytes, type DecodeOptions, type Like, settingsOf } from "../base/options.js";
import { formatPath } from "../base/path.js";
import { readLike } from "../codec/codec.js";
import { reconcileWithin, setNew } from "../codec/encode/keep-types.js";
import { classLike, lostClasses } from "../codec/encode/lost-classes.js";
import { OldKeys } from "../codec/encode/old-keys.js";
import { placesIn } from "../codec/encode/old-places.js";
import { readFrames } from "../frames/frames.js";
import { readingOf } from "../frames/write-frames.js";
import { brandOf, isMap, isPlainObject } from "../table/type-kinds.js";
import { clonedEntries } from "../values/key-list.js";
import { rememberingKeys } from "../values/key-text.js";
import { setOwn } from "../values/plain-containers.js";
import { Float } from "../values/small-values.js";
import {
  Dictionary,
  GodotObject,
  makeExact,
  PackedTypedArray,
  TypedArray,
  type Variant,
  VariantArray,
} from "../values/variant.js";
import type { Loaded } from "./load.js";

/** Options of `restore`; all but `mode` are for reading `like`. */
export interface RestoreOptions
  extends Pick<
    DecodeOptions,
    "dialect" | "mode" | "allowTrailing" | "real" | "limits" | "badUtf8" | "framing"
  > {}

/** Classes whose properties no Dictionary has by chance. */
const certain = /^(?:NodePath|GodotObject|Signal|EncodedObjectAsID|Image|InputEvent)$/;

/**
 * Brings back the classes that a loaded file lost in `structuredClone` or `postMessage`. Its own bytes tell them.
 *
 * @param loaded - A clone of what `load` returned.
 * @returns The file with the classes of its values.
 * @throws VariantError `unsupported-value`, with the path, for an object whose class cannot be told.
 * @example
 * ```ts
 * worker.onmessage = ({ data }) => show(restore(data));
 * ```
 */
export function restore<T>(loaded: Loaded<T>): Loaded<T>;
/**
 * Brings back the classes that a value lost in `structuredClone` or `postMessage`. Throws `unsupported-value`, with the path, for an
 * object that may be an instance of a class or a Dictionary, such as `{ x: 1, y: 2 }` at a path that `like` does not have.
 *
 * @param value - A clone of a value.
 * @param like - The bytes from which the value was decoded.
 * @param options - How these bytes were decoded.
 * @returns The value with its classes.
 * @throws VariantError `unsupported-value`, with the path, for an object whose class cannot be told.
 * @example
 * ```ts
 * const value = restore(structuredClone(decode(bytes)), bytes);
 * ```
 */
export function restore(value: unknown, like?: Bytes | Like, options?: RestoreOptions): Variant;
export function restore(value: unknown, like?: Bytes | Like, options?: RestoreOptions): unknown {
  const settings = settingsOf(options);
  const restored = (one: unknown, old: Variant | undefined, exact = settings.exact) =>
    withinStack(() => rememberingKeys(() => new Restorer(exact).value(one, old)));
  if (like !== undefined) return restored(value, readLike(like, settings));
  if (!isLoaded(value)) return restored(value, undefined);
  const { content, framing, mode } = value;
  // Whatever `load` was allowed to read is readable here, too.
  const reading = { ...readingOf(value, settings.options), badUtf8: "replace", allowTrailing: true } as const;
  const originals = readFrames(content, framing, { ...reading, mode: "exact" });
  const values = value.values.map((one, i) => restored(one, originals[i], mode === "exact"));
  return { ...value, values };
}

const isLoaded = (value: unknown): value is Loaded =>
  typeof value === "object" &&
  value !== null &&
  "content" in value &&
  "values" in value &&
  "framing" in value;

class Restorer {
  private readonly exact: boolean;
  private readonly path: unknown[] = [];

  constructor(exact: boolean) {
    this.exact = exact;
  }

  value(value: unknown, old: Variant | undefined): Variant {
    if (typeof value !== "object" || value === null) return value as Variant;
    if (Array.isArray(value)) return this.array(value, old);
    if (brandOf(value) !== undefined) return value as Variant;
    const entries = isMap(value) ? value : clonedEntries(value);
    if (entries !== undefined) return this.map(entries, old);
    return isPlainObject(value) ? this.object(value as Record<string, unknown>, old) : (value as Variant);
  }

  private inside(key: unknown, value: unknown, old: Variant | undefined): Variant {
    this.path.push(key);
    const restored = this.value(value, old);
    this.path.pop();
    return restored;
  }

  private array(value: readonly unknown[], old: Variant | undefined): Variant {
    const before = Array.isArray(old) ? (old as VariantArray) : new VariantArray();
    const places = placesIn(value, before, this.exact);
    const items = value.map((item, i) => {
      const place = places === undefined ? i : places[i];
      return this.inside(i, item, place === undefined ? undefined : before[place]);
    });
    const { elementType = before.elementType, shared } = value as VariantArray;
    const name = brandOf(value) ?? brandOf(old);
    if (name === "TypedArray" || name === "PackedTypedArray")
      return new (name === "TypedArray" ? TypedArray : PackedTypedArray)(items, elementType);
    if (!this.exact && (value as VariantArray).elementType === undefined) return items;
    return new VariantArray(items, elementType, shared || before.shared);
  }

  private map(value: Map<unknown, unknown>, old: Variant | undefined): Dictionary {
    const before = brandOf(old) === "Dictionary" ? (old as Dictionary) : new Dictionary();
    const { keyType, valueType, shared } = before;
    const made = this.exact
      ? makeExact(new Dictionary([], { keyType, valueType, shared }))
      : new Dictionary();
    const keys = new OldKeys(before, this.exact);
    for (const [key, item] of value) {
      const found = keys.find(key);
      const twin = found === undefined ? undefined : keys.nextTwin(found);
      const known = twin ?? found;
      const restored = this.value(known === undefined ? keys.revived(key) : key, known);
      const old = known === undefined ? undefined : before.get(known);
      setNew(made, restored, this.inside(restored, item, old), twin !== undefined);
    }
    return made;
  }

  private object(value: Readonly<Record<string, unknown>>, old: Variant | undefined): Variant {
    const lost =
      old === undefined || brandOf(old) === "Dictionary" ? undefined : classLike(value, sampleLike(old));
    if (lost !== undefined) return this.instance(lost, old);
    if (brandOf(old) !== "Dictionary") {
      const classes = lostClasses(value);
      const [sample] = classes;
      const name = String(brandOf(sample));
      if (classes.length === 1 && certain.test(name))
        return this.instance(classLike(value, sample as Variant), sample);
      if (sample !== undefined) {
        const path = formatPath(this.path);
        throw new VariantError("unsupported-value", { hints: [hint("lost-class", name)], path });
      }
    }
    const keys = brandOf(old) === "Dictionary" ? new OldKeys(old as Dictionary, this.exact) : undefined;
    const made: { [key: string]: Variant } = {};
    for (const [key, item] of Object.entries(value)) {
      const known = keys?.find(key);
      setOwn(
        made,
        key,
        this.inside(key, item, known === undefined ? undefined : (old as Dictionary).get(known)),
      );
    }
    return made;
  }

  private instance(made: unknown, old: Variant | undefined): Variant {
    if (!(made instanceof GodotObject)) return reconcileWithin(made, old, true) as Variant;
    const before = old instanceof GodotObject ? old.properties : new Map<string, Variant>();
    const properties = Array.from(made.properties, ([name, item]): [string, Variant] => {
      return [name, this.inside(name, item, before.get(name))];
    });
    return new GodotObject(made.className, properties);
  }
}

/** In `exact` mode a float is a number, in `plain` mode it may be a Float. */
const sampleLike = (old: Variant): Variant => (typeof old === "number" ? new Float(old) : old);
