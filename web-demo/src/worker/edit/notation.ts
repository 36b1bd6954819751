// Values and keys in the notation that people read and type; input.ts reads them.
import { toText, type Variant } from "godot-variant";

const bareKey = /^[\p{L}_][\p{L}\p{N}_ ]*$/u;
const names = /^(true|false|null|inf|inf_neg|nan)$/;

/** Whether a key needs no quotes. */
export const isBareKey = (text: string) => bareKey.test(text) && !names.test(text);

/** Writes a key on one line, in the form that paths use, so that `parseKey` reads it: whole numbers are ints there. */
export function keyInput(key: Variant): string {
  if (typeof key === "number" && Number.isSafeInteger(key)) return String(key);
  return typeof key === "string" && isBareKey(key) ? key : onOneLine(textOf(key));
}

/** Escapes the line breaks inside quotes, and makes others spaces: a field of one line would drop them. */
export function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[\r\n]+/gs, (part) =>
    part.startsWith('"') ? part.replaceAll("\r", "\\r").replaceAll("\n", "\\n") : " ",
  );
}

export function textOf(value: Variant): string {
  return toText(value, { mode: "exact" });
}
