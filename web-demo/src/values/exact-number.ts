import { numberText } from "./number-text.js";

const whole = /^([+-]?\d[\d_]*)(?:\.0*)?$/;

/**
 * Throws if a whole number is typed that is not among the floats, which would be rounded without a word, or a number that is too large
 * for a float. Fractions are always rounded.
 * @param typed The text, or the int that was read from it.
 * @param number The nearest double.
 * @param single Whether it becomes a 32-bit float.
 */
export function requireExact(typed: string | bigint, number: number, single = false): void {
  const digits =
    typeof typed === "bigint" ? String(typed) : whole.exec(typed.trim())?.[1]?.replaceAll("_", "");
  const kept = single ? Math.fround(number) : number;
  const kind = single ? "32-bit float" : "float";
  // Not `inf` or `nan`.
  if (!Number.isFinite(kept) && /\d/.test(String(typed)))
    throw new Error(`${typed} is too large for a ${kind}.`);
  if (digits === undefined || BigInt(digits) === BigInt(kept)) return;
  // This text is what the page shows for the float.
  const nearest = numberText(kept, single);
  if (digits.replace("+", "") !== nearest)
    throw new Error(`No ${kind} is exactly ${digits}. The nearest one is ${nearest}.`);
}
