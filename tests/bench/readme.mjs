// The part of README.md that npm run bench -- --readme writes.
import { digits, time } from "./report.mjs";
import { timing } from "./targets.mjs";

const begin = "<!-- npm run bench -- --readme writes from here -->";
const end = "<!-- to here -->";

const peers = ["JSON", "msgpackr", "msgpackr records", "cbor-x", "@msgpack/msgpack", "v8", "@gd-com/utils"];

function row(results, workload, direction) {
  const place = { workload, direction };
  const ours = timing(results, { ...place, name: direction });
  if (ours === undefined) return [];
  const times = peers.map((name) => timing(results, { ...place, name })?.median);
  times.push(results.engine?.timings[workload]?.[direction]);
  const cells = times.map((other) => (other === undefined ? "–" : `${digits(other / ours.median)}×`));
  return [`| ${workload} | ${[time(ours.median), ...cells].join(" | ")} |`];
}

function table(results, direction) {
  const names = peers.map((name) =>
    name === "JSON" ? (direction === "decode" ? "`JSON.parse`" : "`JSON.stringify`") : name,
  );
  return [
    `| \`${direction}\` | time | ${[...names, "Godot"].join(" | ")} |`,
    `|---|${"---|".repeat(names.length + 2)}`,
    ...Object.keys(results.sizes).flatMap((workload) => row(results, workload, direction)),
    "",
  ];
}

function section(results) {
  const versions = Object.entries(results.versions).map((pair) => pair.join(" "));
  return [
    begin,
    "How many times as long as this package others take for the same data: medians of interleaved rounds in one process,",
    "Node's default settings (the engine in its own process). `npm run bench` measures it on your machine.",
    "",
    ...table(results, "decode"),
    ...table(results, "encode"),
    `${results.date} · ${results.machine} · ${versions.join(", ")}`,
    end,
  ].join("\n");
}

/** README.md with the section rewritten, or put before the section that `before` begins when there was none. */
export function withSection(readme, results, before = "## Size, and how it is tested") {
  const text = section(results);
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from >= 0 && to > from) return readme.slice(0, from) + text + readme.slice(to + end.length);
  const place = readme.indexOf(before);
  const at = place < 0 ? readme.length : place;
  return `${readme.slice(0, at)}## Speed\n\n${text}\n\n${readme.slice(at)}`;
}
