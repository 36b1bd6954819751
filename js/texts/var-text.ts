// What var_to_str prints, as a text that can be edited.
import type { TextForm } from "../forms/edit-text.js";
import { checkOldText, isOld, withReadEscapes } from "../forms/engine-text.js";
import { asPart } from "../forms/text-part.js";
import { type DialectName, parseText, toText, type Variant } from "../index.js";

const exact = { mode: "exact" } as const;

/** Names of types in Godot 3, which does not read the names of Godot 4, and the format of its projects. */
const oldNames = /\b(?:Pool\w+Array|Transform|Quat)\s*\(|^config_version=4\s*$/m;

/** A form of text, and the dialect whose names it uses. */
export interface VarForm extends TextForm {
  readonly dialect: DialectName;
}

/** How the values of a text are read and printed: as Godot 3 does if the text or the dialect says so. */
export const varFormFor = (text: string, dialect?: DialectName): VarForm =>
  varFormOf(dialect ?? (oldNames.test(text) ? "godot-3" : "godot-4.4"));

/** How the engine of a dialect reads and prints values. */
export function varFormOf(dialect: DialectName): VarForm {
  const read = (part: string) => parseText(asPart(part), { ...exact, dialect, allowTrailing: false });
  const print = (value: Variant) => toText(value, exact).trimEnd();
  return { dialect, read, print: isOld(dialect) ? (value) => oldText(value, print, read) : print };
}

/** The text of Godot 3, unless that loses digits; then the text of Godot 4, if Godot 3 reads it too. */
function oldText(value: Variant, print: (value: Variant) => string, read: (text: string) => Variant): string {
  const full = print(value);
  checkOldText(full);
  const text = withReadEscapes(toText(value, { ...exact, dialect: "godot-3", engine: "3.6" }).trimEnd());
  return print(read(text)) === full || /Packed|Transform3D|Quaternion|[&^]"|Array\[|Dictionary\[/.test(full)
    ? text
    : full;
}
