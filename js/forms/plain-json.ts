import { isStackOverflow, VariantError } from "../base/errors.js";
import { type Bytes, type Like, type Options, settingsOf } from "../base/options.js";
import { decode, encode, readLike } from "../codec/codec.js";
import { packedLike } from "../codec/encode/keep-packed-types.js";
import { reconcile } from "../codec/encode/keep-types.js";
import type { Components } from "../table/components.js";
import { componentText } from "../table/numbers.js";
import {
  brandOf,
  isComponentType,
  isMap,
  isPlainObject,
  typedArrayName,
  typeOfBrand,
} from "../table/type-kinds.js";
import { type Float, NodePath, type StringName } from "../values/small-values.js";
import { Dictionary, GodotObject, type Variant } from "../values/variant.js";
import { toText } from "./godot-text.js";
import type { Json } from "./json-native.js";

/**
 * A value as people want it in a log or a dashboard: names and texts are strings, vectors objects of their components,
 * bytes base64, infinities and NaN null, ints beyond 2^53 strings. The guide lists what is lost.
 */
export function toPlainJSON(value: unknown): Json {
  try {
    return plain(value);
  } catch (error) {
    throw isStackOverflow(error) ? new VariantError("too-deep") : error;
  }
}

function plain(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== "object") throw new VariantError("unsupported-value");
  if (Array.isArray(value)) return value.map(plain);
  if (isMap(value)) return members(Array.from(value, ([key, part]) => [keyName(key), part]));
  if (value instanceof Uint8Array)
    return btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(""));
  if (typedArrayName(value) !== undefined) return numbers(value as unknown as ArrayLike<number>);
  if (brandOf(value) !== undefined) return branded(value);
  if (isPlainObject(value)) return members(Object.entries(value));
  throw new VariantError("unsupported-value");
}

function branded(value: object): Json {
  const name = brandOf(value) as string;
  if (name === "float") return plain((value as Float).value);
  if (name === "StringName") return (value as StringName).text;
  if (name === "NodePath") return (value as NodePath).text;
  if (name === "Callable") return null;
  if (name === "PackedStringArray") return [...(value as { data: string[] }).data];
  if (name.startsWith("Packed")) return Array.from(value as Iterable<unknown>, plain);
  const { wide } = value as Partial<Components>;
  const isVector = isComponentType(typeOfBrand(name));
  return members(
    Object.entries(value).map(([key, part]) => {
      const short = isVector && typeof part === "number" ? Number(componentText(part, wide === true)) : part;
      return [key, short];
    }),
  );
}

function members(entries: readonly (readonly [string, unknown])[]): Json {
  const made = entries.flatMap(([key, part]) => (part === undefined ? [] : [[key, plain(part)] as const]));
  return Object.fromEntries(made);
}

function numbers(values: ArrayLike<number | bigint>): Json {
  const narrow = values instanceof Float32Array;
  return Array.from(values, (value) => plain(narrow ? Number(componentText(value as number, false)) : value));
}

/** The name that a key of a Dictionary becomes. */
function keyName(key: unknown): string {
  if (typeof key === "string") return key;
  const name = brandOf(key);
  return name === "StringName" || name === "NodePath" ? (key as StringName).text : toText(key);
}

/**
 * A value of what `toPlainJSON` gave, with the types that `like` (bytes, as for `encode`) has at the same paths; without it,
 * and where it cannot be what was there, JSON means what it means to `encode`. Throws `unsupported-value` for vectors
 * without all their parts and bytes that are no base64.
 */
export function fromPlainJSON(json: unknown, like?: Bytes | Like, options: Options = {}): Variant {
  const settings = settingsOf({ ...options, like });
  const value = like === undefined ? json : typed(json, readLike(like, settings));
  const { mode, dictionaries, views } = options;
  const bytes = encode(value, { fullObjects: true });
  return decode(bytes, { dialect: "godot-4", allowObjects: true, mode, dictionaries, views });
}

function typed(json: unknown, old: Variant): unknown {
  try {
    return restored(json, old);
  } catch (error) {
    throw isStackOverflow(error) ? new VariantError("too-deep") : error;
  }
}

function restored(json: unknown, old: Variant | undefined): unknown {
  if (old === undefined || old === null) return json;
  if (typeof old === "number") return reconcile(realLike(json, old), old, false);
  if (json === null) return brandOf(old) === "float" || brandOf(old) === "Callable" ? old : null;
  if (typeof json === "string") return textLike(json, old);
  if (typeof json !== "object") return reconcile(json, old, false);
  const name = brandOf(old);
  if (Array.isArray(json)) return listLike(json, old);
  if (old instanceof Dictionary) return dictionaryLike(json as object, old);
  if (name === "GodotObject") return objectLike(json as Record<string, unknown>, old as GodotObject);
  return name !== undefined && isPlainObject(json) ? partsLike(json, old as object) : json;
}

/** JSON has null for what is not finite, and no -0: these stay what they were. */
function realLike(json: unknown, old = 0): unknown {
  if (json === null) return Number.isFinite(old) ? Number.NaN : old;
  return json === 0 && old === 0 ? old : json;
}

function textLike(text: string, old: Variant): unknown {
  if (brandOf(old) === "NodePath") return new NodePath(text);
  if (old instanceof Uint8Array) return bytesOf(text);
  return typeof old === "bigint" ? wholeLike(text) : reconcile(text, old, false);
}

/** Ints beyond 2^53 are texts in JSON. */
function wholeLike(json: unknown): unknown {
  return typeof json === "string" && /^-?\d+$/.test(json) ? BigInt(json) : json;
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  } catch {
    throw new VariantError("unsupported-value", { hint: "the text is not base64" });
  }
}

function listLike(list: readonly unknown[], old: Variant): unknown {
  if (Array.isArray(old))
    return reconcile(
      list.map((item, i) => restored(item, old[i])),
      old,
      false,
    );
  if (old instanceof Float32Array || old instanceof Float64Array)
    return packedLike(
      list.map((item, i) => realLike(item, old[i])),
      old,
    );
  if (old instanceof BigInt64Array) return packedLike(list.map(wholeLike), old) ?? list;
  const before = brandOf(old)?.startsWith("Packed") ? [...(old as Iterable<Variant>)] : [];
  const items = list.map((item, i) => restored(item, before[i] ?? before[0]));
  return packedLike(items, old) ?? items;
}

/** Old keys come first, in their order: JavaScript has some names of its own order in front of others. */
function dictionaryLike(json: object, old: Dictionary): unknown {
  const members = new Map<string, unknown>(Object.entries(json));
  const entries: [unknown, unknown][] = [];
  for (const [key, part] of old) {
    const name = keyName(key);
    if (members.has(name)) entries.push([key, restored(members.get(name), part)]);
    members.delete(name);
  }
  return reconcile(new Map([...entries, ...members]), old, true);
}

function objectLike({ className, properties }: Record<string, unknown>, old: GodotObject): GodotObject {
  const parts = Object.entries((properties ?? {}) as object).map(([name, part]): [string, Variant] => {
    return [name, restored(part, old.properties.get(name)) as Variant];
  });
  return new GodotObject(String(className ?? old.className), parts);
}

/** A vector, or something else that is made of the values of its properties in their order. */
function partsLike(json: object, old: object): unknown {
  const parts = Object.entries(old).map(([name, part]) => {
    const value = (json as Record<string, unknown>)[name];
    if (typeof part === "number") return realLike(value, part);
    return restored(value, part as Variant);
  });
  if (parts.includes(undefined))
    throw new VariantError("unsupported-value", { hint: `${String(old)} has other parts` });
  return reconcile(
    new (old.constructor as new (...parts: unknown[]) => object)(...parts),
    old as Variant,
    true,
  );
}
