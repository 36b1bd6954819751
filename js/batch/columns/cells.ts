// Turns values into cells of tables: for Parquet and, as text, for CSV.
import { toPlainJSON, type Variant } from "../../index.js";
import { contentsOf } from "./lazy-value.js";
import { unlimited } from "./row-frames.js";
import type { CellType } from "./types.js";

/** The value of a cell in the form that the writer of Parquet takes. */
export function cellOf(value: unknown, type: CellType): unknown {
  if (value === null || value === undefined) return null;
  if (typeof type === "object") {
    if ("list" in type)
      return Array.from(value as Iterable<unknown>, (element) => cellOf(element, type.list));
    const whole = contentsOf(value) === undefined ? value : new Map(value as Map<unknown, unknown>);
    const part = (name: string) => partOf(whole as object, name);
    return Object.fromEntries(type.struct.map(([name, field]) => [name, cellOf(part(name), field)]));
  }
  switch (type) {
    case "int64":
      return BigInt(value as number | bigint);
    case "float":
    case "double":
      return Number(value);
    case "text":
      return textOf(value);
    case "json":
      return jsonOf(value);
    default:
      return value;
  }
}

/** A part of a vector, or the entry of a Dictionary whose key is a String or a StringName. */
function partOf(value: object, name: string): unknown {
  if (!(value instanceof Map)) return (value as Record<string, unknown>)[name];
  if (value.has(name)) return value.get(name);
  for (const [key, child] of value) if ((key as { text?: string }).text === name) return child;
  return undefined;
}

/** A String, or the text of a StringName or NodePath. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (value as { text: string }).text;

/** A value in exact mode as JSON. */
export const jsonOf = (value: unknown): string =>
  toPlainJSON(value as Variant, { mode: "exact", limits: unlimited });
