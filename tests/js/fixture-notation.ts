// Converts `exact` values to the notation of the fixtures; tests/fixtures/README.md has the grammar.
import {
  Callable,
  type ContainerType,
  type Dictionary,
  EncodedObjectAsID,
  Float,
  GodotObject,
  Image,
  InputEvent,
  NodePath,
  PackedStringArray,
  RID,
  Signal,
  StringName,
  type Variant,
  VariantArray,
} from "../../js/index.js";
import { brandOf } from "../../js/table/type-kinds.js";

/** A value in the notation of the fixtures. */
export type Canonical =
  | null
  | boolean
  | string
  | { raw: string }
  | Canonical[]
  | { [type: string]: Canonical | undefined };

type Fields = { [type: string]: Canonical | undefined };

/** The notation of a value that was decoded in `exact` mode. */
export function canonical(value: Variant): Canonical {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "bigint") return { int: String(value) };
  if (typeof value === "number") return { float: floatText(value, 64) };
  if (typeof value === "string") return { String: value };
  if (value instanceof Float) return { float: bitsText(value.bits, 64) };
  return containerForm(value) ?? atomForm(value) ?? packedForm(value) ?? numbersForm(value);
}

/**
 * An expected value as JavaScript can hold it: encoded surrogates become code units of a string, and the last of several
 * properties with the same name wins.
 */
export function inJavaScript(value: Canonical): Canonical {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inJavaScript);
  if (typeof value.raw === "string") return textOfRaw(Buffer.from(value.raw, "hex"));
  const fields = Object.entries(value).map(
    ([name, part]) => [name, inJavaScript(part as Canonical)] as const,
  );
  const object = Object.fromEntries(fields);
  if (!Array.isArray(object.properties)) return object;
  return { ...object, properties: Array.from(new Map(object.properties as [string, Canonical][])) };
}

/** Decodes UTF-8 whose surrogates are encoded one by one. */
function textOfRaw(bytes: Buffer): string {
  const parts = bytes.toString("latin1").split(/(\xed[\xa0-\xbf][\x80-\xbf])/);
  return parts
    .map((part, at) => (at % 2 === 1 ? unitOf(part) : Buffer.from(part, "latin1").toString()))
    .join("");
}

/** The code unit in a sequence of three bytes. */
function unitOf(bytes: string): string {
  return String.fromCharCode(0xd000 | ((bytes.charCodeAt(1) & 0x3f) << 6) | (bytes.charCodeAt(2) & 0x3f));
}

function containerForm(value: object): Canonical | undefined {
  if (value instanceof VariantArray) {
    const name = brandOf(value) as string;
    return tagged({ [name]: value.map(canonical), type: typeForm(value.elementType) }, value.shared);
  }
  if (value instanceof GodotObject) {
    const properties = Array.from(value.properties, ([name, property]) => [name, canonical(property)]);
    return { Object: { class: value.className, properties } };
  }
  if (brandOf(value) !== "Dictionary") return undefined;
  const { keyType, valueType, shared } = value as Dictionary;
  const entries = Array.from(value as Dictionary, ([key, element]) => [canonical(key), canonical(element)]);
  return tagged({ Dictionary: entries, key: typeForm(keyType), value: typeForm(valueType) }, shared);
}

function tagged(fields: Fields, shared: boolean): Fields {
  const all: Fields = { ...fields, shared: shared || undefined };
  return Object.fromEntries(Object.entries(all).filter(([, field]) => field !== undefined));
}

function typeForm(type: ContainerType | undefined): Canonical | undefined {
  if (type === undefined) return undefined;
  if (type.kind === "builtin") return { builtin: type.type };
  return type.kind === "class" ? { class: type.name } : { script: type.path };
}

function atomForm(value: object): Canonical | undefined {
  if (value instanceof StringName) return { StringName: value.text };
  if (value instanceof RID) return { RID: String(value.id) };
  if (value instanceof EncodedObjectAsID) return { ObjectID: String(value.objectId) };
  if (value instanceof Callable) return { Callable: true };
  if (value instanceof Signal) return { Signal: { name: value.name, object: String(value.objectId) } };
  if (value instanceof NodePath) return { NodePath: nodePathForm(value) };
  if (value instanceof Image) return { Image: imageForm(value) };
  if (!(value instanceof InputEvent)) return undefined;
  const words = Array.from(value.words, (word) => String(word >>> 0));
  return { InputEvent: { type: String(value.type >>> 0), device: String(value.device >>> 0), words } };
}

function nodePathForm({ absolute, names, subnames, hasProperty }: NodePath): Canonical {
  const form = { absolute, names: [...names], subnames: [...subnames] };
  return hasProperty === undefined ? form : { ...form, property: hasProperty };
}

function imageForm({ format, mipmaps, width, height, data }: Image): Canonical {
  const [f, m, w, h] = [format, mipmaps, width, height].map((number) => String(number >>> 0)) as [
    string,
    string,
    string,
    string,
  ];
  return { format: f, mipmaps: m, width: w, height: h, data: Buffer.from(data).toString("hex") };
}

function packedForm(value: object): Canonical | undefined {
  if (value instanceof Uint8Array) return { PackedByteArray: Buffer.from(value).toString("hex") };
  if (value instanceof Int32Array) return { PackedInt32Array: Array.from(value, String) };
  if (value instanceof BigInt64Array) return { PackedInt64Array: Array.from(value, String) };
  if (value instanceof Float32Array) return { PackedFloat32Array: floatTexts(value) };
  if (value instanceof Float64Array) return { PackedFloat64Array: floatTexts(value) };
  if (value instanceof PackedStringArray) return { PackedStringArray: [...value] };
  if (!("data" in value)) return undefined;
  const data = value.data as Int32Array | Float32Array | Float64Array;
  if (data instanceof Int32Array) return { [brandOf(value) as string]: Array.from(data, String) };
  return wideForm(brandOf(value) as string, floatTexts(data), data instanceof Float64Array);
}

function wideForm(name: string, numbers: Canonical, wide: boolean): Canonical {
  return wide ? { [name]: numbers, wide } : { [name]: numbers };
}

interface Components {
  toArray(): number[];
  readonly wide: boolean;
  readonly componentBits?: Int32Array;
}

function numbersForm(value: object): Canonical {
  const { wide, componentBits } = value as Components;
  const width = wide ? 64 : 32;
  const numbers = (value as Components).toArray();
  const bits = componentBits === undefined ? undefined : bitsOfWords(componentBits, width);
  const texts = numbers.map((number, at) =>
    Number.isNaN(number) && bits !== undefined
      ? bitsText(bits[at] as bigint, width)
      : floatText(number, width),
  );
  return wideForm(brandOf(value) as string, texts, wide);
}

function bitsOfWords(words: Int32Array, width: 32 | 64): bigint[] {
  if (width === 64) return Array.from(new BigUint64Array(words.slice().buffer));
  return Array.from(new Uint32Array(words.slice().buffer), BigInt);
}

function floatTexts(data: Float32Array | Float64Array): string[] {
  const width = data instanceof Float64Array ? 64 : 32;
  const copy = data.slice().buffer;
  const bits = width === 64 ? new BigUint64Array(copy) : new Uint32Array(copy);
  return Array.from(data, (number, at) =>
    Number.isNaN(number) ? bitsText(BigInt(bits[at] as number | bigint), width) : floatText(number, width),
  );
}

const usualNaN = { 32: 0x7fc00000n, 64: 0x7ff8000000000000n };

function floatText(value: number, width: 32 | 64): string {
  if (Number.isNaN(value)) return bitsText(usualNaN[width], width);
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** A float given by its bits; only NaNs show them. */
function bitsText(bits: bigint, width: 32 | 64): string {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 64) view.setBigUint64(0, bits);
  else view.setUint32(0, Number(bits));
  const value = width === 64 ? view.getFloat64(0) : view.getFloat32(0);
  return Number.isNaN(value) ? `nan:${bits.toString(16).padStart(width / 4, "0")}` : floatText(value, width);
}
