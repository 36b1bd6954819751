// Three values of JSON: what a text says, the same in other words, and what that became. So an edit keeps the words of the text.
import { Dictionary, type Variant } from "../index.js";

/**
 * `written` with what is different in `edited` from `old`. `written` means the same as `old`, perhaps in other words, such as `1.0`
 * for `1` and other orders of keys.
 */
export function mergedJson(written: Variant, old: Variant, edited: Variant): Variant {
  if (areSame(old, edited)) return written;
  if (typeof written === "number" && typeof edited === "bigint") return Number(edited);
  if (Array.isArray(written) && Array.isArray(old) && Array.isArray(edited))
    return written.length === old.length ? mergedArray(written, old, edited) : edited;
  if (!(written instanceof Dictionary && old instanceof Dictionary && edited instanceof Dictionary))
    return edited;
  const keys = [...written.keys(), ...edited.keys()].filter((key) => edited.has(key));
  return new Dictionary(
    keys.map((key) => {
      const item = edited.get(key) as Variant;
      const isKept = written.has(key) && old.has(key);
      return [key, isKept ? mergedJson(written.get(key) as Variant, old.get(key) as Variant, item) : item];
    }),
  );
}

/** Keeps the elements before and after those that changed. */
function mergedArray(written: Variant[], old: Variant[], edited: Variant[]): Variant[] {
  const most = Math.min(old.length, edited.length);
  let [start, end] = [0, 0];
  while (start < most && areSame(old[start] as Variant, edited[start] as Variant)) start++;
  while (end < most - start && areSame(old.at(-1 - end) as Variant, edited.at(-1 - end) as Variant)) end++;
  const changed = edited.slice(start, edited.length - end);
  const isAsLong = old.length === edited.length;
  const merge = (item: Variant, i: number) =>
    mergedJson(written[start + i] as Variant, old[start + i] as Variant, item);
  return [
    ...written.slice(0, start),
    ...(isAsLong ? changed.map(merge) : changed),
    ...written.slice(written.length - end),
  ];
}

function areSame(one: Variant, other: Variant): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => areSame(item, other[i] as Variant));
  if (one instanceof Dictionary && other instanceof Dictionary)
    return (
      one.size === other.size &&
      Array.from(one).every(([key, item]) => other.has(key) && areSame(item, other.get(key) as Variant))
    );
  return Object.is(one, other);
}
