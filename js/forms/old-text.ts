// Texts of files of Godot 3.
import type { Variant } from "../values/variant.js";
import { checkOldText, outsideOf, withReadEscapes } from "./engine-text.js";
import type { parseText, TextOptions, toText } from "./godot-text.js";
import { asPart } from "./text-part.js";

/** Names of types in Godot 3, which does not read the names of Godot 4, and the format of its projects. */
const oldNames = /\b(?:Pool\w+Array|Transform|Quat)\s*\(|^config_version=4\s*$/m;
/** What Godot 3 does not read as Godot 4 prints it. */
const newNames = /Packed|Transform3D|Quaternion|[&^]"|Array\[|Dictionary\[/;

/** Whether a text has values that Godot 3 printed. */
export const isOldText = (text: string): boolean => oldNames.test(outsideOf(text));

/** The text of Godot 3, unless that loses digits; then the text of Godot 4, if Godot 3 reads it too. */
export function oldText(
  value: unknown,
  options: TextOptions,
  from: { readonly toText: typeof toText; readonly parseText: typeof parseText },
): string {
  const print = (value: unknown, style: TextOptions) => from.toText(value, style).trimEnd();
  const full = print(value, options);
  checkOldText(full);
  const text = withReadEscapes(print(value, { ...options, dialect: "godot-3", engine: "3.6" }));
  const read: Variant = from.parseText(asPart(text), {
    mode: "exact",
    dialect: "godot-3",
    allowTrailing: false,
  });
  return newNames.test(full) || print(read, { mode: "exact" }) === full ? text : full;
}
