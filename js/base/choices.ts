/** The accepted values of each option with a choice. */
export const choices = {
  mode: ["plain", "exact"],
  real: ["single", "double"],
  dictionaries: ["auto", "map", "object"],
  badUtf8: ["error", "replace"],
  framing: ["none", "store_var"],
  allowTrailing: [true, false],
  allowObjects: [true, false],
  fullObjects: [true, false],
  strict: [true, false],
  views: [true, false],
  bigEndian: [true, false],
  pooled: [true, false],
  base64: [true, false],
  onError: ["stop", "resync"],
} as const;

/** Throws a TypeError for anything but these. */
export function checkChoice(what: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return;
  const choice = allowed.filter((each) => each !== undefined).join(", ");
  throw new TypeError(`${what} must be one of ${choice}, not ${String(value)}.`);
}

/** Engines whose text `toText` prints to the character, by number from 1 on. */
export const textEngines = ["4.6", "3.6", "3.2"] as const;
