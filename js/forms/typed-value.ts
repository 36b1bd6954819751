// A value as a person types it: for the commands `set` and `batch --set`.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { isPlainInt } from "../table/numbers.js";
import type { DialectName, TypeName } from "../table/table.gen.js";
import { kindOf } from "../table/type-kinds.js";
import type { Variant } from "../values/variant.js";
import { generationOf, isBareText, parseGDScript } from "./gdscript.js";
import { fromPlainJSON } from "./plain-json.js";

/** What the typed value replaces: its type and value, if there is one. */
export interface Replaced {
  readonly type?: TypeName | undefined;
  readonly value?: Variant | undefined;
}

/**
 * Reads a value in JSON, which keeps the types of the old value, in Godot's text form or as GDScript writes it. Where a text is stored,
 * any input without quotes is the new text itself.
 *
 * @throws VariantError, that of JSON if the text is in no notation.
 */
export function typedValue(text: string, dialect: DialectName, { type, value }: Replaced = {}): Variant {
  if (type !== undefined && isBareText(text, type)) return text;
  try {
    if (value === undefined) return fromPlainJSON(text, { mode: "exact" });
    if (type === "int" || type === "float")
      return typedNumber(fromPlainJSON(text, { mode: "exact" }), type, value);
    return fromPlainJSON(text, { mode: "exact", like: { value } });
  } catch (error) {
    if (!(error instanceof VariantError) || error.code === "wrong-type") throw error;
    try {
      const typed = parseGDScript(text, { mode: "exact", generation: generationOf(dialect) });
      // As in JSON, an int such as 0x10 may replace a float.
      return type === "float" && typeof typed === "bigint" && isExact(typed) ? Number(typed) : typed;
    } catch {
      throw error;
    }
  }
}

/** The number as it was typed. The option `like` would take 0 for -0.0, and a large int for the rounded old one. */
function typedNumber(typed: Variant, type: "int" | "float", old: Variant): Variant {
  // `get` prints a NaN as null.
  if (typed === null && Number.isNaN(Number(old))) return old;
  if (!/^(?:int|float)$/.test(kindOf(typed) ?? "")) return typed;
  const number = Number(typed);
  if (type === "float" && typeof typed === "bigint" && !isPrinted(typed))
    throw new VariantError("wrong-type", { hints: [hint("no-such-float", String(typed), String(number))] });
  return type === "float" ? number : typeof typed !== "bigint" && isPlainInt(number) ? BigInt(number) : typed;
}

/** Whether a float can hold an int. */
const isExact = (int: bigint): boolean => BigInt(Number(int)) === int;

/** Whether an int has the digits of a float, or those that programs print for it. From 10^21 on, JavaScript prints an exponent. */
const isPrinted = (int: bigint): boolean =>
  isExact(int) || String(Number(int)) === String(int) || Math.abs(Number(int)) >= 1e21;
