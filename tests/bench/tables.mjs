// The tables of the report, of README.md and of docs/PERFORMANCE.md: arrays of rows, the head first.
import { judged, timing } from "./targets.mjs";

const peers = [
  "JSON",
  "JSON text",
  "msgpackr",
  "msgpackr records",
  "cbor-x",
  "@msgpack/msgpack",
  "v8",
  "@gd-com/utils",
];
const shownWorkloads = ["large", "small", "packet", "strings", "unicode", "packed"];
const shownPeers = ["JSON", "msgpackr records"];
const directions = ["decode", "encode"];

export function digits(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Milliseconds, or microseconds for small values, with three digits. */
export function time(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "–";
  return milliseconds < 0.1 ? `${digits(milliseconds * 1000)} µs` : `${digits(milliseconds)} ms`;
}

const factor = (value, unit = "×") => (Number.isFinite(value) ? `${digits(value)}${unit}` : "–");
const megabytes = (bytes) => (Number.isFinite(bytes) ? `${digits(bytes / 2 ** 20)} MB` : "–");

/** How many times slower than ours another contender, or the engine, is. */
function slower(results, place, name) {
  const ours = timing(results, place)?.time;
  const other =
    name === "Godot"
      ? results.engine?.timings[place.workload]?.[place.direction]
      : timing(results, { ...place, name })?.time;
  return other / ours;
}

const filled = (rows) => rows.filter((row) => row.slice(1).some((cell) => cell !== "–"));

/** One direction of all workloads against all contenders of a condition. */
export function comparison(results, direction, condition) {
  const names = [...peers, "Godot"].filter((name) =>
    Object.keys(results.sizes).some((workload) =>
      Number.isFinite(slower(results, { workload, direction, condition }, name)),
    ),
  );
  const rows = Object.keys(results.sizes).map((workload) => {
    const place = { workload, direction, condition };
    const factors = names.map((name) => factor(slower(results, place, name)));
    return [workload, time(timing(results, place)?.time), ...factors];
  });
  return [["workload", `\`${direction}\``, ...names], ...filled(rows)];
}

/** Both directions of the main workloads; the plain loop in parentheses. */
export function shortComparison(results) {
  const cell = (place, name) => {
    const loop = slower(results, { ...place, condition: "plain loop" }, name);
    const isolated = factor(slower(results, place, name));
    return name !== "Godot" && Number.isFinite(loop) ? `${isolated} (${factor(loop)})` : isolated;
  };
  const names = [...shownPeers, "Godot"];
  const rows = shownWorkloads.map((workload) => [
    workload,
    ...directions.flatMap((direction) => {
      const place = { workload, direction };
      return [time(timing(results, place)?.time), ...names.map((name) => cell(place, name))];
    }),
  ]);
  return [
    ["workload", ...directions.flatMap((direction) => [`\`${direction}\``, ...names])],
    ...filled(rows),
  ];
}

/** The targets, what was measured, and the same in the plain loop. */
export function goals(results) {
  const rows = judged(results).map(({ workload, measure, target, value, loop, unit, ok }) => [
    workload,
    measure,
    target,
    factor(value, unit),
    factor(loop, unit),
    ok ? "yes" : "no",
  ]);
  return [["workload", "measure", "goal", "measured", "plain loop", "reached"], ...rows];
}

/** What nobody can leave out, in the same process, and how many times longer the whole takes. */
export function floors(results) {
  const rows = Object.keys(results.sizes).flatMap((workload) => {
    const taken = (direction, name = direction, way = "plain") =>
      timing(results, { workload, direction, name, way })?.time ?? Number.NaN;
    const objects = taken("decode", "objects alone");
    const index = taken("decode", "index alone");
    const writing = taken("encode", "written by hand");
    const exact = taken("decode", "decode", "exact");
    return [
      [workload, "decode", taken("decode"), objects, index],
      [workload, "decode, exact", exact, taken("decode", "objects alone", "exact"), index],
      [workload, "encode", taken("encode"), writing, 0],
    ];
  });
  const shown = rows.filter(([, , , first]) => Number.isFinite(first));
  const line = ([workload, direction, whole, first, index]) => [
    workload,
    `\`${direction}\``,
    time(whole),
    `${time(first)}${index > 0 ? ` + ${time(index)}` : ""}`,
    factor(whole / (first + index)),
  ];
  return [["workload", "call", "whole", "floor", "by the floor"], ...shown.map(line)];
}

/** `decode` · `encode` against JSON in the plain loop of every runtime and browser. */
export function runtimes(results) {
  const here = results.speed.filter(({ condition, way }) => condition === "plain loop" && way === "plain");
  const all = [{ name: `Node ${results.versions.Node}`, speed: here }, ...results.elsewhere];
  const names = shownWorkloads.filter((name) =>
    all.slice(1).some(({ speed }) => speed.some((one) => one.workload === name)),
  );
  const rows = all.map(({ name, speed }) => [name, ...names.map((workload) => bothWays(speed, workload))]);
  return [["`decode` · `encode` vs JSON", ...names], ...filled(rows)];
}

function bothWays(speed, workload) {
  const results = { speed: speed.map((one) => ({ ...one, condition: "isolated", way: "plain" })) };
  const both = directions.map((direction) => factor(slower(results, { workload, direction }, "JSON")));
  return both.every((one) => one === "–") ? "–" : both.join(" · ");
}

/** All contenders of one workload in one direction: the time, its spread and the factor in each condition. */
export function contest(results, workload, direction) {
  const runs = results.speed.filter((one) => one.workload === workload);
  const names = [...new Set(runs.flatMap((one) => one[direction].map(({ name }) => name)))];
  const ways = [...new Set(runs.map(({ way }) => way))];
  const conditions = [...new Set(runs.map(({ condition }) => condition))];
  const row = (name, way) => {
    const places = conditions.map((condition) => ({ workload, direction, condition, way }));
    return [
      way === "plain" ? name : `${name}, ${way}`,
      ...places.flatMap((place) => cells(results, place, name)),
    ];
  };
  const rows = ways.flatMap((way) => names.map((name) => row(name, way)));
  return [[`${workload}: ${direction}`, ...conditions.flatMap((one) => [one, "", ""])], ...filled(rows)];
}

function cells(results, place, name) {
  const one = timing(results, { ...place, name });
  if (one === undefined) return ["–", "–", "–"];
  const spread = ((one.high - one.low) / 2 / one.time) * 100;
  return [time(one.time), `±${spread.toFixed(0)} %`, factor(slower(results, place, name))];
}

export function memory({ memory: calls, sizes }) {
  const rows = calls.map(({ workload, what, ...one }) => [
    `${workload}: ${what}`,
    ...[one.peak, one.result, one.beyond, one.wasm, one.left, one.wasmLeft].map(megabytes),
    factor(one.beyond / sizes[workload].bytes),
  ]);
  return [
    ["memory of one call", "peak", "result", "beyond", "WASM", "left", "WASM left", "beyond/input"],
    ...rows,
  ];
}

export function documents({ document = {} }) {
  return [["documents", ""], ...Object.entries(document).map(([what, taken]) => [what, time(taken)])];
}

/** Calls beside `decode` and `encode`, by what the same takes with JSON. */
export function otherCalls({ otherCalls: all = {} }) {
  const workloads = Object.keys(all);
  const names = all[workloads[0]]?.map(({ name }) => name) ?? [];
  const rows = names.map((name, at) => [
    name,
    ...workloads.flatMap((workload) => {
      const [parse, stringify] = all[workload].map(({ time }) => time);
      const { like, time: taken } = all[workload][at];
      const json = { parse, stringify, both: parse + stringify }[like];
      return [time(taken), factor(taken / json)];
    }),
  ]);
  return [["call", ...workloads.flatMap((workload) => [workload, "by JSON"])], ...rows];
}

/** What a program pays once for each codec. */
export function firstCalls({ firstCalls: all = [] }) {
  const workloads = [...new Set(all.map(({ workload }) => workload))];
  const names = [...new Set(all.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = all.filter((one) => one.name === name);
    return [name, time(own[0].load), ...own.flatMap(({ decode, encode }) => [time(decode), time(encode)])];
  });
  const head = workloads.flatMap((workload) =>
    directions.map((direction) => `${workload}: \`${direction}\``),
  );
  return [["first calls", "load", ...head], ...rows];
}

export function linear(results) {
  const sizes = results.linear[0]?.costs.map((cost) => `${Math.round(cost.megabytes)} MB`) ?? [];
  const rows = results.linear.map(({ subject, costs }) => [
    subject,
    ...costs.map(({ perByte }) => perByte.toFixed(3)),
  ]);
  return [["ns per byte", ...sizes], ...rows];
}

export function native({ native: all = {} }) {
  const whats = [...new Set(Object.values(all).flatMap(Object.keys))].filter(
    (what) => !what.endsWith("Time"),
  );
  const rows = Object.entries(all).map(([workload, one]) => [
    workload,
    ...whats.map((what) => factor(one[what], "")),
  ]);
  return [["C++, GB/s", ...whats], ...rows];
}
