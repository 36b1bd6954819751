// What var_to_str prints, as a text that can be edited.
import { isOld } from "../base/old-engines.js";
import type { TextForm } from "../forms/edit-text.js";
import { isOldText, oldText } from "../forms/old-text.js";
import { asPart } from "../forms/text-part.js";
import { type DialectName, type ParseOptions, parseText, toText, type Variant } from "../index.js";

const exact = { mode: "exact" } as const;

/** A form of text, and the dialect whose names it uses. */
export interface VarForm extends TextForm {
  readonly dialect: DialectName;
  readonly read: (text: string, how?: Pick<ParseOptions, "onWarning">) => Variant;
}

/** How the values of a text are read and printed: as Godot 3 does if the text or the dialect says so. */
export const varFormFor = (text: string, dialect?: DialectName): VarForm =>
  varFormOf(dialect ?? (isOldText(text) ? "godot-3" : "godot-4.4"));

/** How the engine of a dialect reads and prints values. */
export function varFormOf(dialect: DialectName): VarForm {
  const read: VarForm["read"] = (part, how) =>
    parseText(asPart(part), { ...exact, dialect, allowTrailing: false, ...how });
  const print = isOld(dialect)
    ? (value: Variant) => oldText(value, exact, { toText, parseText })
    : (value: Variant) => toText(value, exact).trimEnd();
  return { dialect, read, print };
}
