// Writes the tables of npm run bench -- --readme: the main figures in README.md, all of them in docs/PERFORMANCE.md.
import { digits, time } from "./report.mjs";
import { timing } from "./targets.mjs";

const begin = "<!-- npm run bench -- --readme writes from here -->";
const end = "<!-- to here -->";

const peers = ["JSON", "msgpackr", "msgpackr records", "cbor-x", "@msgpack/msgpack", "v8", "@gd-com/utils"];
const shownWorkloads = ["large", "small", "packet", "strings", "unicode", "packed"];
const shownPeers = ["JSON", "msgpackr"];

/** Our time, and how many times slower the peers and the engine are; empty when the workload did not run. */
function cells(results, workload, direction, names) {
  const place = { workload, direction };
  const ours = timing(results, { ...place, name: direction });
  if (ours === undefined) return [];
  const times = names.map((name) => timing(results, { ...place, name })?.median);
  times.push(results.engine?.timings[workload]?.[direction]);
  const factors = times.map((other) => (other === undefined ? "–" : `${digits(other / ours.median)}×`));
  return [time(ours.median), ...factors];
}

function headOf(direction, names) {
  const json = direction === "decode" ? "`JSON.parse`" : "`JSON.stringify`";
  return [`\`${direction}\``, ...names.map((name) => (name === "JSON" ? json : name)), "Godot"];
}

function table(head, rows) {
  const line = (parts) => `| ${parts.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line), ""];
}

function fullTable(results, direction) {
  const rows = Object.keys(results.sizes).map((name) => [name, ...cells(results, name, direction, peers)]);
  return table(
    ["workload", ...headOf(direction, peers)],
    rows.filter((row) => row.length > 1),
  );
}

function shortTable(results) {
  const directions = ["decode", "encode"];
  const head = ["workload", ...directions.flatMap((direction) => headOf(direction, shownPeers))];
  const rows = shownWorkloads.map((name) => [
    name,
    ...directions.flatMap((direction) => cells(results, name, direction, shownPeers)),
  ]);
  return table(
    head,
    rows.filter((row) => row.length === head.length),
  );
}

const provenance = ({ date, machine, versions }) =>
  `${date} · ${machine} · ${Object.entries(versions)
    .map((pair) => pair.join(" "))
    .join(", ")}`;

function withSection(text, lines) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the marks ${begin} and ${end} are missing`);
  return `${text.slice(0, from + begin.length)}\n${lines.join("\n")}\n${text.slice(to)}`;
}

/** README.md with its table rewritten. */
export function withShortTable(readme, results) {
  return withSection(readme, [...shortTable(results), provenance(results)]);
}

/** docs/PERFORMANCE.md with its tables rewritten. */
export function withFullTables(performance, results) {
  const tables = ["decode", "encode"].flatMap((direction) => fullTable(results, direction));
  return withSection(performance, [...tables, provenance(results)]);
}
