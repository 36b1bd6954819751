// Values and keys in the notation that people read and type; input.ts reads them.
import { toText, type Variant } from "godot-variant";

const bareKey = /^[\p{L}_][\p{L}\p{N}_ ]*$/u;
const names = /^(true|false|null|inf|inf_neg|nan)$/;

/** Whether a key needs no quotes. */
export const isBareKey = (text: string) => bareKey.test(text) && !names.test(text);

/** Writes a key, in the form that paths use, so that `parseKey` reads it: whole numbers are ints there. */
export function keyInput(key: Variant): string {
  if (typeof key === "number" && Number.isSafeInteger(key)) return String(key);
  return typeof key === "string" && isBareKey(key) ? key : textOf(key);
}

export function textOf(value: Variant): string {
  return toText(value, { mode: "exact" });
}
