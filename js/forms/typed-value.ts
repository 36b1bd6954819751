// A value as a person types it: for the commands `set` and `batch --set`.
import { VariantError } from "../base/errors.js";
import type { DialectName, TypeName } from "../table/table.gen.js";
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
    return fromPlainJSON(text, { mode: "exact", like: value === undefined ? undefined : { value } });
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    try {
      const typed = parseGDScript(text, { mode: "exact", generation: generationOf(dialect) });
      // As in JSON, an int such as 0x10 may replace a float.
      return type === "float" && typeof typed === "bigint" && isExact(typed) ? Number(typed) : typed;
    } catch {
      throw error;
    }
  }
}

/** Whether a float can hold an int. */
const isExact = (int: bigint): boolean => BigInt(Number(int)) === int;
