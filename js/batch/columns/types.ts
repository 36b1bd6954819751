// The type of a column, from the values that it has. `merge` gives the same result in any order, so workers may each see a part.

import type { Variant } from "../../index.js";
import { StringName } from "../../index.js";
import { isMap, kindOf } from "../../table/type-kinds.js";
import { contentsOf } from "./lazy-value.js";

/** What is known of a column so far. `null` is a type without values. */
export type ColumnType =
  | { readonly kind: "null" | "bool" | "text" | "bytes" | "json" }
  | NumberType
  | { readonly kind: "list"; readonly of: ColumnType }
  | { readonly kind: "struct"; readonly fields: readonly (readonly [name: string, type: ColumnType])[] };

/** Which numbers a column has. */
interface NumberType {
  readonly kind: "number";
  readonly ints: boolean;
  /** Ints that a double cannot hold. */
  readonly unsafe: boolean;
  /** Floats of 32 bits, as in vectors. */
  readonly singles: boolean;
  readonly doubles: boolean;
}

const nothing: ColumnType = { kind: "null" };
const json: ColumnType = { kind: "json" };
const noNumbers = { kind: "number", ints: false, unsafe: false, singles: false, doubles: false } as const;
const ints: NumberType = { ...noNumbers, ints: true };
const unsafeInts: NumberType = { ...ints, unsafe: true };
const singles: NumberType = { ...noNumbers, singles: true };
const doubles: NumberType = { ...noNumbers, doubles: true };

/** Deeper and wider values are JSON, because readers of Parquet keep a column for each leaf. */
const mostLevels = 12;
const mostFields = 200;

const packedTypes: Readonly<Record<string, ColumnType>> = {
  PackedByteArray: { kind: "bytes" },
  PackedInt32Array: { kind: "list", of: ints },
  PackedFloat32Array: { kind: "list", of: singles },
  PackedFloat64Array: { kind: "list", of: doubles },
  PackedStringArray: { kind: "list", of: { kind: "text" } },
};

/** The type of a value in exact mode. */
export function typeOf(value: Variant, level = 0): ColumnType {
  switch (typeof value) {
    case "bigint":
      return intType(value);
    case "number":
      return doubles;
    case "boolean":
      return { kind: "bool" };
    case "string":
      return { kind: "text" };
  }
  if (value === null || value === undefined) return nothing;
  const kind = kindOf(value) ?? "Callable";
  // A NaN that keeps its bits, such as that of 0.0 / 0.0 on x86.
  if (kind === "float") return doubles;
  if (kind === "StringName" || kind === "NodePath") return { kind: "text" };
  const packed = packedTypes[kind];
  if (packed !== undefined) return packed;
  if (level >= mostLevels) return json;
  if (isMap(value)) return dictionaryType(value, level);
  if (/^(?:Array|TypedArray|Packed)/.test(kind)) return listType(value as Iterable<Variant>, level);
  return isVector(kind) ? vectorType(value, level) : json;
}

function intType(value: bigint): NumberType {
  return BigInt.asIntN(54, value) === value && value !== -(2n ** 53n) ? ints : unsafeInts;
}

const vectors = /^(?:Vector[234]i?|Rect2i?|Plane|Quaternion|AABB|Basis|Transform[23]D|Projection|Color)$/;
/** Whether values of a kind consist of numbers with names. */
export const isVector = (kind: string) => vectors.test(kind);

function listType(values: Iterable<Variant>, level: number): ColumnType {
  let of: ColumnType = nothing;
  for (const value of values) of = merge(of, typeOf(value, level + 1));
  return { kind: "list", of };
}

function dictionaryType(value: Map<unknown, unknown>, level: number): ColumnType {
  const size = contentsOf(value)?.count ?? value.size;
  if (size === 0 || size > mostFields) return json;
  const fields: [string, ColumnType][] = [];
  const names = new Set<string>();
  for (const [key, child] of value) {
    const name = key instanceof StringName ? key.text : key;
    // A struct has no place for a name that is no text, is empty, or comes twice. Readers of Parquet ignore case.
    if (typeof name !== "string" || name === "" || names.size === names.add(name.toLowerCase()).size)
      return json;
    fields.push([name, typeOf(child as Variant, level + 1)]);
  }
  return { kind: "struct", fields };
}

function vectorType(value: object, level: number): ColumnType {
  const isInt = /i$/.test(kindOf(value) as string);
  const number = isInt ? ints : (value as { wide?: boolean }).wide === true ? doubles : singles;
  const fields = Object.entries(value).map(
    ([name, part]) => [name, typeof part === "object" ? typeOf(part as Variant, level + 1) : number] as const,
  );
  return { kind: "struct", fields };
}

/** The type of a column that has the values of both. Types that do not fit each other become JSON. */
export function merge(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other || other.kind === "null") return one;
  if (one.kind === "null") return other;
  if (one.kind === "number" && other.kind === "number") {
    return {
      kind: "number",
      ints: one.ints || other.ints,
      unsafe: one.unsafe || other.unsafe,
      singles: one.singles || other.singles,
      doubles: one.doubles || other.doubles,
    };
  }
  if (one.kind === "list" && other.kind === "list") return { kind: "list", of: merge(one.of, other.of) };
  if (one.kind === "struct" && other.kind === "struct") return mergedStruct(one.fields, other.fields);
  return one.kind === other.kind ? one : json;
}

/** Merges the types of several columns, which come from some rows, with those of others. */
export const mergeAll = (
  known: readonly ColumnType[] | undefined,
  others: readonly ColumnType[],
): ColumnType[] => others.map((other, i) => merge(known?.[i] ?? nothing, other));

type Fields = readonly (readonly [string, ColumnType])[];

/** Dictionaries of one shape have the same keys, in any order. */
function mergedStruct(one: Fields, other: Fields): ColumnType {
  if (one.length !== other.length) return json;
  const types = new Map(other);
  const fields: [string, ColumnType][] = [];
  for (const [name, type] of one) {
    const fellow = types.get(name);
    if (fellow === undefined) return json;
    fields.push([name, merge(type, fellow)]);
  }
  return { kind: "struct", fields };
}

/** The type of a column's values in a file. */
export type CellType =
  | "bool"
  | "int64"
  | "float"
  | "double"
  | "text"
  | "bytes"
  | "json"
  | { readonly list: CellType }
  | { readonly struct: readonly (readonly [name: string, type: CellType])[] };

/** Decides the type of a column when all values are known. */
export function cellTypeOf(type: ColumnType): CellType {
  switch (type.kind) {
    case "null":
      return "text";
    case "number":
      return numberType(type);
    case "list":
      return { list: cellTypeOf(type.of) };
    case "struct":
      return { struct: type.fields.map(([name, field]) => [name, cellTypeOf(field)]) };
    default:
      return type.kind;
  }
}

/** Ints stay ints. With floats among them they become doubles, unless one would change; then the numbers are JSON. */
function numberType({ ints, unsafe, singles, doubles }: NumberType): CellType {
  if (!singles && !doubles) return "int64";
  if (ints) return unsafe ? "json" : "double";
  return doubles ? "double" : "float";
}

/** A type in the words of DuckDB: `STRUCT(id TEXT, count BIGINT)[]`. */
export function typeText(type: CellType): string {
  if (typeof type === "string") return names[type];
  if ("list" in type) return `${typeText(type.list)}[]`;
  return `STRUCT(${type.struct.map(([name, field]) => `${JSON.stringify(name)} ${typeText(field)}`).join(", ")})`;
}

const names = {
  bool: "BOOLEAN",
  int64: "BIGINT",
  float: "FLOAT",
  double: "DOUBLE",
  text: "VARCHAR",
  bytes: "BLOB",
  json: "JSON",
} as const;
