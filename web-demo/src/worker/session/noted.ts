// Warnings as plain data: those of each code together, with the places of the first ones.
import type { Warning } from "godot-variant";
import type { Noted, NotedPlace, Remark } from "../../protocol/opening.js";

/** Further places are only counted. */
const mostPlaces = 50;

/** @param place Asked only for a place that is listed: a path is computed when it is read. */
export function note(
  all: Noted[],
  { code, count = 1 }: Pick<Warning, "code" | "count">,
  place: () => NotedPlace,
): void {
  let noted = all.find((one) => one.code === code);
  if (noted === undefined) {
    noted = { code, count: 0, places: [] };
    all.push(noted);
  }
  noted.count += count;
  if (code !== "more-warnings" && noted.places.length < mostPlaces) noted.places.push(place());
}

/** Most files have none, and need no words. */
export const inWords = async (all: readonly Noted[]): Promise<readonly Remark[]> =>
  all.length === 0 ? [] : (await import("./warning-texts.js")).remarksOf(all);
