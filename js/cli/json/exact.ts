import {
  base64,
  elements,
  type Group,
  type Item,
  listed,
  type Notation,
  type Piece,
  quoted,
} from "../../forms/json-printer.js";
import type {
  ContainerType,
  Dictionary,
  EncodedObjectAsID,
  Float,
  GodotObject,
  Image,
  InputEvent,
  PackedStringArray,
  RID,
  Signal,
  StringName,
  Variant,
  VariantArray,
} from "../../index.js";
import { NodePath } from "../../index.js";
import type { Components } from "../../table/components.js";
import { componentText, floatText, usualNaN } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import { isIntegerType } from "../../table/type-kinds.js";
import { asPacked, kindOf, type Packed, type PackedNumbers } from "../output/types.js";

/**
 * JSON of which every value reads back to the same bytes: docs/GUIDE.md has its rules. A JSON object is always a tagged
 * value, never a Dictionary, so that no Dictionary can be mistaken for one.
 */
export const exactNotation: Notation = (given) => {
  const value = given as Variant;
  switch (kindOf(value)) {
    case "Nil":
    case "bool":
      return String(value);
    case "int":
      return integer(value as bigint);
    case "float":
      return float(value as number | Float);
    case "String":
      return quoted(value as string);
    case "Array":
      return array(value as VariantArray);
    case "Dictionary":
      return dictionary(value as Dictionary);
    case "GodotObject":
      return object(value as GodotObject);
    case "Image":
      return image(value as Image);
    default: {
      const packed = asPacked(value);
      return packed === undefined ? atom(value) : packedPiece(packed);
    }
  }
};

function atom(value: Variant): string {
  const kind = kindOf(value);
  switch (kind) {
    case "StringName":
      return tagged(kind, quoted((value as StringName).text));
    case "NodePath":
      return nodePath(value as NodePath);
    case "RID":
      return tagged(kind, `"${(value as RID).id}"`);
    case "EncodedObjectAsID":
      return tagged("ObjectID", `"${(value as EncodedObjectAsID).objectId}"`);
    case "Callable":
      return tagged(kind, "null");
    case "Signal":
      return tagged(kind, quoted((value as Signal).name), { object: `"${(value as Signal).objectId}"` });
    case "InputEvent": {
      const { words, type, device } = value as InputEvent;
      return tagged(kind, `[${Array.from(words).join(", ")}]`, {
        type: String(type),
        device: String(device),
      });
    }
    default:
      return components(value as Components, kind as keyof typeof Type);
  }
}

type Attributes = Readonly<Record<string, string | undefined>>;

function attributesText(attributes: Attributes): string {
  const given = Object.entries(attributes).filter(([, text]) => text !== undefined);
  return given.map(([name, text]) => `, "${name}": ${text}`).join("");
}

function tagged(tag: string, text: string, attributes: Attributes = {}): string {
  return `{"${tag}": ${text}${attributesText(attributes)}}`;
}

function integer(value: bigint): string {
  const isSafe = Number.isSafeInteger(Number(value));
  return isSafe ? String(value) : tagged("int", `"${value}"`);
}

/** Whole floats have a tag, because programs that read JSON print 1.0 as 1. */
function float(value: number | Float): string {
  const number = Number(value);
  if (Number.isNaN(number))
    return tagged("float", `"${nanText(typeof value === "object" ? value.bits : usualNaN, false)}"`);
  if (Object.is(number, -0) || !Number.isFinite(number)) return tagged("float", `"${floatText(number)}"`);
  return Number.isInteger(number) ? tagged("float", floatText(number)) : String(number);
}

/** `nan`, with its bits unless they are the usual ones. */
function nanText(bits: bigint, single: boolean): string {
  const usual = single ? 0x7fc00000n : usualNaN;
  return bits === usual ? "nan" : `nan:${bits.toString(16).padStart(single ? 8 : 16, "0")}`;
}

/** A number of a vector or a packed array, whose tag says that it is a float; `bits` gives those of a NaN. */
function component(value: number, wide: boolean, bits: () => bigint): string {
  if (Number.isNaN(value)) return `"${nanText(bits(), !wide)}"`;
  if (Object.is(value, -0)) return '"-0"';
  const text = componentText(value, wide);
  return Number.isFinite(value) ? text : `"${text}"`;
}

function components(value: Components, kind: keyof typeof Type): string {
  const numbers = value.toArray();
  if (isIntegerType(Type[kind])) return tagged(kind, `[${numbers.join(", ")}]`);
  const { wide } = value;
  const texts = numbers.map((number, index) =>
    component(number, wide, () => rawBits(value.componentBits, index, wide)),
  );
  return tagged(kind, `[${texts.join(", ")}]`, { wide: wide ? "true" : undefined });
}

/** The bits of number `index` of raw words; those of the usual NaN when there are none. */
function rawBits(words: Int32Array | undefined, index: number, wide: boolean): bigint {
  if (words === undefined) return wide ? usualNaN : 0x7fc00000n;
  const at = wide ? index * 2 : index;
  const low = BigInt((words[at] ?? 0) >>> 0);
  return wide ? (BigInt((words[at + 1] ?? 0) >>> 0) << 32n) | low : low;
}

function nodePath(path: NodePath): string {
  const property = path.hasProperty === undefined ? undefined : String(path.hasProperty);
  const again = new NodePath(path.text);
  const parts = ({ absolute, names, subnames }: NodePath) => JSON.stringify([absolute, names, subnames]);
  if (parts(again) === parts(path)) return tagged("NodePath", quoted(path.text), { property });
  const list = (names: readonly string[]) => `[${names.map(quoted).join(", ")}]`;
  return tagged("NodePath", list(path.names), {
    subnames: list(path.subnames),
    absolute: path.absolute ? "true" : undefined,
    property,
  });
}

function* pairs(entries: Iterable<readonly [Variant, Variant]>): Generator<Item> {
  for (const [key, value] of entries) {
    yield { before: "[", value: key, after: ", " };
    yield { before: "", value, after: "]", joined: true };
  }
}

function group(tag: string, items: Iterable<Item>, attributes: Attributes): Group {
  return { open: `{"${tag}": [`, items, close: `]${attributesText(attributes)}}` };
}

function array(value: VariantArray): Piece {
  const { elementType, shared } = value;
  if (elementType === undefined && !shared) return { open: "[", items: elements(value), close: "]" };
  return group("Array", elements(value), {
    type: containerType(elementType),
    shared: shared ? "true" : undefined,
  });
}

function dictionary(value: Dictionary): Piece {
  const shared = value.shared ? "true" : undefined;
  return group("Dictionary", pairs(value), {
    key: containerType(value.keyType),
    value: containerType(value.valueType),
    shared,
  });
}

/** A type without a colon is builtin. */
function containerType(type: ContainerType | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (type.kind === "builtin") return quoted(type.type);
  return quoted(type.kind === "class" ? `class:${type.name}` : `script:${type.path}`);
}

function object({ className, properties }: GodotObject): Piece {
  return group("Object", pairs(properties), { class: quoted(className) });
}

function image({ data, format, mipmaps, width, height }: Image): Piece {
  const numbers = {
    format: String(format),
    mipmaps: String(mipmaps),
    width: String(width),
    height: String(height),
  };
  return { parts: ['{"Image": ', ...base64(data), attributesText(numbers), "}"] };
}

function packedPiece(value: Packed): Piece {
  return { parts: packedParts(value) };
}

function* packedParts(value: Packed): Generator<string> {
  yield `{"${kindOf(value)}": `;
  yield* value instanceof Uint8Array ? base64(value) : listed(packedTexts(value));
  const wide = !ArrayBuffer.isView(value) && (value as Partial<PackedNumbers>).wide === true;
  yield `${attributesText({ wide: wide ? "true" : undefined })}}`;
}

function packedTexts(value: Packed): Iterable<string> {
  const data = ArrayBuffer.isView(value) ? value : (value as PackedNumbers | PackedStringArray).data;
  if (Array.isArray(data)) return data.map(quoted);
  return data instanceof Float32Array || data instanceof Float64Array ? floatTexts(data) : integerTexts(data);
}

function* floatTexts(data: Float32Array | Float64Array): Generator<string> {
  const wide = data instanceof Float64Array;
  const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  for (let i = 0; i < data.length; i++)
    yield component(data[i] as number, wide, () => rawBits(words, i, wide));
}

function* integerTexts(data: ArrayBufferView): Generator<string> {
  if (data instanceof BigInt64Array) for (const number of data) yield `"${number}"`;
  else for (const number of data as Int32Array) yield String(number);
}
