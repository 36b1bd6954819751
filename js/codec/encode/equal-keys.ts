// Keys of a Map that differ in JavaScript and are equal in engines.
import { ValueFault } from "../../base/errors.js";
import { hint } from "../../base/hints.js";
import { formatPath } from "../../base/path.js";
import { isPlainInt } from "../../table/numbers.js";
import { brandOf } from "../../table/type-kinds.js";
import { anyKeyText, holdsDictionary, type KeyForm, KeyTexts, keyForms } from "../../values/key-text.js";
import { filled } from "../../values/lazy-dictionary.js";
import { type Dictionary, isExact } from "../../values/variant.js";

/** Whether a Map compares its keys as engines do in a mode: a Dictionary of that mode. */
export const comparesAsEngine = (map: Map<unknown, unknown>, exact: boolean): boolean =>
  brandOf(map) !== undefined && isExact(filled(map as Dictionary)) === exact;

/**
 * Throws for keys that differ in JavaScript and are equal in engines, which would lose an entry: `1` and `1n`, instances of our classes
 * in a Map that compares by identity, or `1` and `float(1)` in a Dictionary of the other mode.
 */
export function refuseEqualKeys(map: Map<unknown, unknown>, exact: boolean, known: KeyTexts): void {
  const mayBeEqual = mayMerge(map, exact);
  if (!Array.from(map.keys()).some(mayBeEqual)) return;
  const { dictionariesApart } = known;
  const isNative = brandOf(map) === undefined;
  const modes = [keyForms.plain, keyForms.exact];
  const form = { ...modes[Number(exact)], asGodot3: dictionariesApart && isNative } as KeyForm;
  const texts = isNative || !dictionariesApart ? known : new KeyTexts(dictionariesApart);
  const isNew = textsOnce(form, texts);
  // A Dictionary may hold what it tells apart, such as two equal Dictionaries of Godot 3.
  const own = modes[Number(!exact)] as KeyForm;
  const isApart = isNative ? () => true : textsOnce(own, new KeyTexts(dictionariesApart));
  for (const key of map.keys()) {
    if (dictionariesApart && holdsDictionary(key)) continue;
    const differs = isApart(key);
    if (!isNew(key) && differs)
      throw new ValueFault("unsupported-value", [hint("equal-keys", formatPath([key]))]);
  }
}

/** Whether a key is the first one with its text. */
function textsOnce(form: KeyForm, known: KeyTexts): (key: unknown) => boolean {
  const seen = new Set<string>();
  return (key) => seen.size !== seen.add(anyKeyText(key, form, known)).size;
}

/**
 * Which keys of a Map may be equal to others in a mode. In a Dictionary of the other mode, these are numbers that stated their type, such as
 * `float(1)` beside `1`, and containers of numbers.
 */
function mayMerge(map: Map<unknown, unknown>, exact: boolean): (key: unknown) => boolean {
  const isNative = brandOf(map) === undefined;
  const isSure = comparesAsEngine(map, exact);
  return (key) => {
    if (typeof key === "bigint") return !exact && isPlainInt(Number(key)) && map.has(Number(key));
    if (isSure || typeof key !== "object" || key === null) return false;
    return isNative || Array.isArray(key) || holdsDictionary(key) || brandOf(key) === "float";
  };
}
