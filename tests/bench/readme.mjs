// Writes the tables of npm run bench -- --readme: the main figures in README.md, all of them in docs/PERFORMANCE.md.
import { Failure } from "../../scripts/lib.mjs";
import { mostSpread, noiseText } from "./noise.mjs";
import { comparison, floors, goals, otherCalls, runtimes, shortComparison } from "./tables.mjs";

const begin = "<!-- npm run bench -- --readme writes from here -->";
const end = "<!-- to here -->";

function markdown([head, ...rows]) {
  const line = (parts) => `| ${parts.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line), ""];
}

export const provenance = ({ date, machine, versions, noise }) =>
  `${date} · ${machine} · ${Object.entries(versions)
    .map((pair) => pair.join(" "))
    .join(", ")} · ${noiseText(noise)}`;

/** Throws unless the machine was quiet: a table that work beside it has changed would stay for months. */
function withSection(text, { noise }, lines) {
  if (!noise.quiet)
    throw new Failure(`no table is written: ${noiseText(noise)}; at most ±${mostSpread * 100} % is quiet`);
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Failure(`the marks ${begin} and ${end} are missing`);
  return `${text.slice(0, from + begin.length)}\n${lines.join("\n")}\n${text.slice(to)}`;
}

const aboutTable = [
  "JSON reads and writes UTF-8 bytes. In parentheses is the factor in a",
  "[plain loop](docs/PERFORMANCE.md#why-a-plain-loop-gives-less), where garbage is collected whenever it must be.",
];

/** README.md with its table rewritten. */
export function withShortTable(readme, results) {
  return withSection(readme, results, [
    ...aboutTable,
    "",
    ...markdown(shortComparison(results)),
    provenance(results),
  ]);
}

/** docs/PERFORMANCE.md with its tables rewritten. */
export function withFullTables(performance, results) {
  const both = (condition) =>
    ["decode", "encode"].flatMap((direction) => markdown(comparison(results, direction, condition)));
  const others =
    results.elsewhere.length === 0
      ? []
      : ["### Browsers and other runtimes", "", ...markdown(runtimes(results))];
  return withSection(performance, results, [
    ...["### Isolated", "", ...both("isolated")],
    ...["### Plain loop", "", ...both("plain loop")],
    ...others,
    ...["### Other calls", "", ...markdown(otherCalls(results))],
    ...["### Floors", "", ...markdown(floors(results))],
    ...["### Goals", "", ...markdown(goals(results))],
    provenance(results),
  ]);
}
