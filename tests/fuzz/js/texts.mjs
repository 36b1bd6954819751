// Any text as a save: no unknown failure, an unchanged text stays, and a value that is set comes back.
import { Dictionary, encode, VariantError } from "../../../dist/bundled/index.js";
import { readSavedText } from "../../../dist/texts/index.js";
import { expect, same } from "./input.mjs";

const limits = { elements: 1 << 16 };

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof VariantError) return undefined;
    throw error;
  }
}

/** Equal NaNs have equal bytes. JSON may hold a NUL, no Variant does. */
const encoded = (value) =>
  Buffer.from(attempt(() => encode(value, { mode: "exact", fullObjects: true })) ?? []);

/** A Dictionary or an Array with another value at its end, and without its first. */
function changed(value) {
  if (value instanceof Dictionary) return new Dictionary([...[...value].slice(1), ["fuzzed", 0.5]]);
  return Array.isArray(value) && value.elementType === undefined ? [...value.slice(1), 0.5] : value;
}

export const fuzz = (data) => {
  const text = data.toString("utf8");
  const strict = attempt(() => readSavedText(text, { limits }));
  const found = strict ?? attempt(() => readSavedText(text, { limits, recover: true }));
  if (found === undefined) return;
  expect(found.write(found.values) === text, "an unchanged text is the same");
  const made = found.kind === "config" ? found.values : found.values.map(changed);
  const written = attempt(() => found.write(made));
  if (written === undefined) return;
  const again = readSavedText(written, { limits, recover: true });
  const values = again?.values.length === made.length ? again.values : [];
  // A text of one kind may be one of another when most of it is gone, which has the same values.
  const isSame = (value, i) => same(encoded(values[i] ?? null), encoded(value));
  expect(again?.kind !== found.kind || made.every(isSame), "a value that is set comes back");
  attempt(() => found.convert("godot-3"));
};
