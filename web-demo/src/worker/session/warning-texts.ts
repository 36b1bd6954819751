// Words for warnings. Loaded only for a file with some.
import { byteText, counted } from "../../../../js/describe/amounts.js";
import { warningReason } from "../../../../js/describe/problems.js";
import type { Noted, NotedPlace, Remark } from "../../protocol/opening.js";

export const remarksOf = (all: readonly Noted[]): Remark[] =>
  all.map(({ code, count, places }) => ({
    code,
    text: warningReason(code, count),
    count,
    places: places.map((place) => ({ label: labelOf(place), to: wayTo(place) })),
  }));

function labelOf({ path, offset, length }: NotedPlace): string {
  if (path !== "" || offset === undefined) return path || "value";
  return length === undefined ? byteText(offset) : `${byteText(offset)}, ${counted(length, "byte")}`;
}

const wayTo = ({ path, offset }: NotedPlace) => (offset === undefined ? path : `@${offset}`);
