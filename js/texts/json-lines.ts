// JSON lines with other values: changed, added, removed, in another order. Every line that stays keeps its letters.
import { hint } from "../base/hints.js";
import { editText, type TextForm } from "../forms/edit-text.js";
import type { PlacedValue } from "../forms/json-parser.js";
import { type Variant, VariantError } from "../index.js";
import { placesByText } from "./places-by-text.js";

/** For each value, the number of the old one whose line it is in; undefined for a new line. */
type Places = readonly (number | undefined)[];

/** A line in parts. */
interface Line {
  /** What is before its value: usually nothing, but also empty lines and lines that could not be read. */
  readonly before: string;
  readonly value: string;
  /** What is behind its value, with the line end. */
  readonly after: string;
}

const isHolder = (value: unknown) => typeof value === "object" && value !== null;

/** Throws for lines that would not be read as such, and for places that do not exist. */
export function checkLines(
  values: readonly Variant[],
  placed: readonly PlacedValue[],
  places: Places | undefined,
): void {
  // Where the first line is lost, the text may go on with any value, and may keep it.
  if (!isHolder(values[0]) && (values.length === 0 || isHolder(placed[0]?.value)))
    throw new VariantError("unsupported-value", { hints: [hint("lines-hold")], keys: [0], path: "[0]" });
  const isPlace = (place: number | undefined) => place === undefined || placed[place] !== undefined;
  if (places !== undefined && (places.length !== values.length || !places.every(isPlace)))
    throw new TypeError("There must be one place for each value, the index of an old one.");
}

/** The text with other values at these places. */
export function writeLines(
  text: string,
  placed: readonly PlacedValue[],
  values: readonly Variant[],
  places: Places,
  form: TextForm,
): string {
  const { lines, rest } = linesIn(text, placed);
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  const isEnded = rest !== "" || lines.at(-1)?.after.includes("\n") === true;
  let [result, next] = ["", 0];
  let [isWord, wasChanged] = [false, false];
  for (const [i, value] of values.entries()) {
    const place = places[i];
    const line = place === undefined ? undefined : lines[place];
    // What could not be read belongs to no value: it stays in its order, whatever moves around it.
    if (place !== undefined && next <= place) {
      result += lostIn(lines.slice(next, place + 1));
      next = place + 1;
    }
    if (line?.before.trim() === "") result += line.before;
    const made = line === undefined ? newLine(value, lines[0], form) : editText(line.value, value, form);
    const isChanged = made !== line?.value;
    // Of two values with nothing between them, a changed one could become a part of the other.
    if ((isChanged || wasChanged) && line?.before === "" && /^[-\w]/.test(made) && isWord) result += " ";
    result += made;
    wasChanged = isChanged;
    const after = line?.after ?? "";
    const isFollowed = place !== undefined && places[i + 1] === place + 1;
    const isEnd = i === values.length - 1 && !isEnded && lostIn(lines.slice(next)) === "";
    if (isEnd) result += after.replace(/\r?\n/, "");
    else result += isFollowed || after.includes("\n") ? after : after + lineEnd;
    isWord = isFollowed && after === "" && /\w$/.test(made);
  }
  return result + lostIn(lines.slice(next)) + rest;
}

/** The lines that could not be read, which are before values. */
const lostIn = (lines: readonly Line[]) => lines.map(({ before }) => (before.trim() ? before : "")).join("");

/** A new line is laid out as an old one. */
function newLine(value: Variant, like: Line | undefined, form: TextForm): string {
  return form.layoutOf?.(like?.value ?? "").print(value, "") ?? form.print(value);
}

function linesIn(text: string, placed: readonly PlacedValue[]): { lines: Line[]; rest: string } {
  const lines: Line[] = [];
  let at = 0;
  for (const { start, end } of placed) {
    // Engines take control characters for blanks, too.
    const after = /(?:[^\S\n]|[^\0\n\x21-\uffff])*(?:\n|$)/y;
    after.lastIndex = end;
    const to = after.test(text) ? after.lastIndex : end;
    lines.push({ before: text.slice(at, start), value: text.slice(start, end), after: text.slice(end, to) });
    at = to;
  }
  return { lines, rest: text.slice(at) };
}

/** Finds the old lines of values: by the same object, by the same content and, where each has one, by the position. */
export function placesOf(
  values: readonly Variant[],
  text: string,
  placed: readonly PlacedValue[],
  form: TextForm,
): Places {
  const objects = new Map(placed.map(({ value }, i) => [value, i]));
  const places = values.map((value) =>
    typeof value === "object" && value !== null ? objects.get(value) : undefined,
  );
  const taken = new Set(places);
  if (!taken.has(undefined)) return places;
  const written = placed.map(({ start, end }, i) =>
    taken.has(i) ? undefined : form.print(form.read(text.slice(start, end))),
  );
  const take = (i: number, place: number) => {
    if (taken.has(place)) return;
    places[i] = place;
    taken.add(place);
    written[place] = undefined;
  };
  const rest = () => places.flatMap((place, i) => (place === undefined ? i : []));
  const made = new Map(rest().map((i) => [i, form.print(values[i] as Variant)]));
  for (const [i, print] of made) if (written[i] === print) take(i, i);
  const others = placesByText(written);
  for (const i of rest()) {
    const place = others.get(made.get(i) as string)?.pop();
    if (place !== undefined) take(i, place);
  }
  if (values.length === placed.length) for (const i of rest()) take(i, i);
  return places;
}
