// `like` for Arrays whose elements were added, removed or moved.
import { isStackOverflow } from "../../base/call-stack.js";
import {
  brandOf,
  isComponentType,
  isPackedType,
  kindOf,
  typedArrayName,
  typeOfBrand,
} from "../../table/type-kinds.js";
import { type KeyForm, keyForms, rememberedText } from "../../values/key-text.js";
import type { GodotObject, Variant } from "../../values/variant.js";

/**
 * Finds the old places of the elements of an Array that became shorter or longer. Equal elements belong together, and those
 * between them belong together in order, unless they are of different kinds. Undefined if every element has its old index.
 */
export function placesIn(
  array: readonly unknown[],
  old: readonly Variant[],
  exact: boolean,
): (number | undefined)[] | undefined {
  if (array.length === old.length || array.length === 0) return undefined;
  // Without a text of each element: Arrays inside Arrays would be read once for each level around them.
  if (old.length === 0) return Array.from(array, () => undefined);
  const places = equalPlaces(array, old, exact ? keyForms.exactValue : keyForms.value);
  /** For each element: where the next equal one was, and how many elements come before that one. */
  const ends: number[] = [];
  const counts: number[] = [];
  for (let i = places.length - 1, end = old.length, count = 0; i >= 0; i--) {
    count = places[i] === undefined ? count + 1 : 0;
    end = places[i] ?? end;
    ends[i] = end;
    counts[i] = count;
  }
  let next = 0;
  return places.map((place, i) => {
    if (place === undefined) {
      const [end, count] = [ends[i] as number, counts[i] as number];
      const isOther = () => !mayReplace(array[i], old[next]);
      while (end - next > count && (isOther() || isOtherNumber(array[i], old[next], exact))) next++;
      if (next >= end || (count > end - next && isOther())) return undefined;
      return next++;
    }
    next = place + 1;
    return place;
  });
}

/**
 * The places of old elements that equal new ones; each is taken once. Those at the end of both Arrays belong together first. Of
 * several others, the next one after the element before counts.
 */
function equalPlaces(
  array: readonly unknown[],
  old: readonly Variant[],
  form: KeyForm,
): (number | undefined)[] {
  const known = new Map<string | undefined, EqualPlaces>();
  const texts = Array.from(array, (element) => elementText(element, form));
  const oldTexts = Array.from(old, (element) => elementText(element, form));
  const shift = old.length - array.length;
  let start = 0;
  while (start < Math.min(texts.length, oldTexts.length) && texts[start] === oldTexts[start]) start++;
  let end = texts.length;
  while (end > Math.max(start, start - shift) && texts[end - 1] === oldTexts[end - 1 + shift]) end--;
  for (let i = 0; i < end + shift; i++) {
    const places = known.get(oldTexts[i]);
    if (places === undefined) known.set(oldTexts[i], { places: [i], next: 0, passed: [], nextPassed: 0 });
    else places.places.push(i);
  }
  let last = -1;
  return texts.map((text, i) => {
    const place = i < end ? takeAfter(last, known.get(text)) : i + shift;
    last = place ?? last;
    return place;
  });
}

/** The places of equal elements: those from `next` on, and those that were passed over, are not taken yet. */
interface EqualPlaces {
  readonly places: number[];
  next: number;
  readonly passed: number[];
  nextPassed: number;
}

/** The first place after `last`; if there is none, the first one that was passed over. */
function takeAfter(last: number, equal: EqualPlaces | undefined): number | undefined {
  if (equal === undefined) return undefined;
  const { places, passed } = equal;
  while (equal.next < places.length && (places[equal.next] as number) <= last)
    passed.push(places[equal.next++] as number);
  return places[equal.next++] ?? passed[equal.nextPassed++];
}

/** The same text for equal values; undefined if the value is nested too deep or contains itself. */
function elementText(element: unknown, form: KeyForm): string | undefined {
  try {
    return rememberedText([element] as never, form);
  } catch (error) {
    if (isStackOverflow(error)) return undefined;
    throw error;
  }
}

/** Whether a value is of the kind of an old one, or the plain form of it, such as a string in place of a StringName. */
function mayReplace(value: unknown, old: Variant | undefined): boolean {
  const kind = roughKind(value);
  if (kind === roughKind(old)) return true;
  const before = kindOf(old);
  if (kind === "string") return before === "StringName";
  if (kind === "array") return isPackedType(typeOfBrand(before));
  if (kind !== "object" || value === null || !isComponentType(typeOfBrand(before))) return false;
  const names = brandOf(value) === undefined ? Object.keys(value as object) : [];
  return names.length > 0 && names.every((name) => Object.hasOwn(old as object, name));
}

/** Whether one of two numbers is certainly an int, and the other one a float. */
function isOtherNumber(value: unknown, old: Variant | undefined, exact: boolean): boolean {
  if (typeof old !== "bigint") return typeof value === "bigint";
  return typeof value === "number" && (exact || !Number.isInteger(value));
}

/** Whether a value is null in the form of an Object without a class, which text and other programs write as null. */
export const isNullObject = (value: unknown): boolean =>
  brandOf(value) === "GodotObject" && (value as GodotObject).className === "";

function roughKind(value: unknown): string {
  if (typeof value === "bigint") return "number";
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return "array";
  const name = isNullObject(value) ? undefined : (brandOf(value) ?? typedArrayName(value));
  // A float that states its type, or a NaN that keeps its bits.
  if (name === "float") return "number";
  return name === undefined || name === "Dictionary" ? "object" : name;
}
