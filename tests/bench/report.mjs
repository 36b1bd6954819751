// Prints the results as tables for the terminal.
import { judged, timing } from "./targets.mjs";

/** Milliseconds, or microseconds for small values, with three digits. */
export function time(milliseconds) {
  if (milliseconds === undefined || Number.isNaN(milliseconds)) return "–";
  const [value, unit] = milliseconds < 0.1 ? [milliseconds * 1000, "µs"] : [milliseconds, "ms"];
  return `${digits(value)} ${unit}`;
}

export function digits(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const factor = (value) => (Number.isFinite(value) ? `${digits(value)}×` : "–");
const megabytes = (bytes) => `${digits(bytes / 2 ** 20)} MB`;

export function size(bytes) {
  return bytes < 2 ** 20 ? `${digits(bytes / 1024)} KB` : megabytes(bytes);
}

/** Aligns cells: the first column to the left, the others to the right. */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => [...row[column]].length)));
  const pad = (cell, column) => {
    const space = " ".repeat(widths[column] - [...cell].length);
    return column === 0 ? cell + space : space + cell;
  };
  return rows.map((row) => `  ${row.map(pad).join("   ")}`.trimEnd());
}

const otherWays = ["exact", "no code generation"];

/** The contenders of one direction with their names, ways and labels, ours first. */
function contenders(run, direction) {
  const others = run[direction].map(({ name }) => ({ name, way: "plain", label: name }));
  const ours = otherWays.map((way) => ({ name: direction, way, label: `${direction}, ${way}` }));
  return [others[0], ...ours, ...others.slice(1)];
}

function cells(results, place, bytes) {
  const one = timing(results, place);
  if (one === undefined) return ["–", "", "", ""];
  const ours = timing(results, { ...place, name: place.direction, way: "plain" });
  const spread = ((one.high - one.low) / 2 / one.median) * 100;
  const speed = `${digits(bytes / one.median / 1e3)} MB/s`;
  return [time(one.median), `±${spread.toFixed(0)} %`, speed, factor(one.median / ours.median)];
}

function speedRows(results, workload, direction) {
  const run = results.speed.find((one) => one.workload === workload && one.way === "plain");
  const { bytes, inputs } = results.sizes[workload];
  const settings = results.conditions.filter((condition) =>
    results.speed.some((one) => one.workload === workload && one.condition === condition),
  );
  const rows = contenders(run, direction)
    .map(({ name, way, label }) => [
      label,
      ...settings.flatMap((condition) =>
        cells(results, { workload, direction, name, way, condition }, bytes / inputs),
      ),
    ])
    .filter((row) => row.slice(1).some((cell) => cell !== "–" && cell !== ""));
  const engine = results.engine?.timings[workload]?.[direction];
  if (engine !== undefined)
    rows.push(engineRow(results, workload, direction, engine, settings, bytes / inputs));
  return [[direction, ...settings.flatMap((condition) => [condition, "", "", "takes"])], ...rows];
}

function engineRow(results, workload, direction, engine, settings, bytes) {
  const values = settings.flatMap((condition) => {
    const ours = timing(results, { workload, direction, name: direction, condition });
    return [time(engine), "", `${digits(bytes / engine / 1e3)} MB/s`, factor(engine / ours.median)];
  });
  return [`Godot ${results.engine.version.split("-")[0]}`, ...values];
}

/** Peers that cannot hold the workload, or that return another value. */
function leftOut(results, workload) {
  const { skipped } = results.speed.find((one) => one.workload === workload && one.way === "plain");
  return skipped.map(({ name, reason }) => `  ${name}: ${reason}`);
}

function speedText(results, workload) {
  const { bytes, inputs, jsonBytes } = results.sizes[workload];
  const json = jsonBytes > inputs * 5 ? `, as JSON ${size(jsonBytes / inputs)}` : "";
  const rows = ["decode", "encode"].map((direction) => aligned(speedRows(results, workload, direction)));
  return [
    `${workload}: ${size(bytes / inputs)}${json}`,
    ...rows[0],
    ...rows[1],
    ...leftOut(results, workload),
    "",
  ];
}

function memoryText(results) {
  if (results.memory.length === 0) return [];
  const rows = results.memory.map((one) => [
    `${one.workload}: ${one.what}`,
    ...[one.peak, one.result, one.beyond, one.wasm, one.left, one.wasmLeft].map(megabytes),
    factor(one.beyond / results.sizes[one.workload].bytes),
  ]);
  const head = [
    "memory of one call",
    "peak",
    "result",
    "beyond it",
    "WASM",
    "left",
    "WASM left",
    "beyond/input",
  ];
  return [...aligned([head, ...rows]), ""];
}

function documentText({ document }) {
  if (document === undefined) return [];
  return [
    ...aligned([["documents", ""], ...Object.entries(document).map(([what, ms]) => [what, time(ms)])]),
    "",
  ];
}

function linearText(results) {
  return results.linear.flatMap(({ subject, costs }) => [
    ...aligned([
      [`${subject}: size`, ...costs.map(({ megabytes: count }) => `${Math.round(count)} MB`)],
      ["ns per byte", ...costs.map(({ perByte }) => perByte.toFixed(3))],
    ]),
    "",
  ]);
}

function nativeText({ native }) {
  if (native === undefined) return [];
  const whats = ["tape", "variant", "encode", "convert"];
  const rows = Object.entries(native).map(([workload, one]) => [
    workload,
    ...whats.map((what) =>
      one[what] === undefined ? "–" : one[what] > 100 ? "> 100 GB/s" : `${digits(one[what])} GB/s`,
    ),
  ]);
  return [...aligned([["C++", ...whats], ...rows]), ""];
}

function targetText(results) {
  const rows = judged(results).map(({ workload, measure, target, value, unit, ok }) => [
    `${workload}: ${measure}`,
    target,
    `${digits(value)}${unit}`,
    ok ? "ok" : "below",
  ]);
  return rows.length === 0 ? [] : aligned([["target", "", "now", ""], ...rows]);
}

/** The profile of one workload. */
export function profileText({ workload, way, profiles }) {
  return profiles.flatMap(({ name, milliseconds, parts }) => [
    `${workload}: ${name}, ${way}, ${time(milliseconds)} per call under the profiler`,
    ...parts.map(([place, part]) => `  ${(part * 100).toFixed(1).padStart(5)} %  ${place}`),
    "",
  ]);
}

/** The full report. */
export function report(results) {
  const { machine, versions, date } = results;
  const workloads = Object.keys(results.sizes).filter((name) =>
    results.speed.some((one) => one.workload === name),
  );
  return [
    `${date}, ${machine}, ${Object.entries(versions)
      .map((pair) => pair.join(" "))
      .join(", ")}`,
    "Medians of interleaved rounds; ± is half the distance of the quartiles; takes: how many times as long as ours.",
    "",
    ...workloads.flatMap((workload) => speedText(results, workload)),
    ...documentText(results),
    ...memoryText(results),
    ...linearText(results),
    ...nativeText(results),
    ...targetText(results),
  ].join("\n");
}
