// What tests of saved texts share: reading and editing.
import { decode, encode, type Variant } from "../../../js/index.js";
import { readSavedText } from "../../../js/texts/index.js";

const whole = { mode: "exact", dialect: "godot-4.4" } as const;
export type Entries = Map<string, Variant>;

/** Reads a text of a kind that is known. */
export function read(text: string) {
  const found = readSavedText(text);
  if (found === undefined) throw new Error("not a saved text");
  return found;
}

/** Edits as programs of several threads do: the value goes through bytes. */
export function edited(text: string, change: (value: never) => unknown): string {
  const found = read(text);
  const values = found.values.map((value) => decode(encode(value, whole), { mode: "exact" }));
  change((values.length === 1 ? values[0] : values) as never);
  return found.write(values);
}
