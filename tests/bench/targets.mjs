// Performance targets. A missed target is not a failure; the report says ok or below.

/** The timing of one contender, or undefined when it did not run. */
export function timing(
  results,
  { workload, direction = "decode", name, condition = "default", way = "plain" },
) {
  const run = results.speed.find(
    (one) => one.workload === workload && one.condition === condition && one.way === way,
  );
  return run?.[direction].find((one) => one.name === name);
}

const median = (results, place) => timing(results, place)?.median ?? Number.NaN;

/** How many times slower another contender is in the same run. */
function faster(workload, direction, other, place = {}) {
  const common = { workload, direction, ...place };
  return (results) =>
    median(results, { ...common, name: other }) /
    median(results, { ...common, name: place.ours ?? direction });
}

const engine = (workload, direction) => (results) =>
  (results.engine?.timings[workload]?.[direction] ?? Number.NaN) /
  median(results, { workload, direction, name: direction });

/** How many times slower another way is than plain decode; each is measured relative to JSON in its own process. */
const slowerWay = (workload, way) => (results) =>
  faster(workload, "decode", "JSON")(results) / faster(workload, "decode", "JSON", { way })(results);

const memory = (workload, what, field) => (results) =>
  (results.memory.find((one) => one.workload === workload && one.what === what)?.[field] ?? Number.NaN) /
  results.sizes[workload]?.bytes;

const document = (what, other) => (results) =>
  (results.document?.[what] ?? Number.NaN) / (other === undefined ? 1 : results.document?.[other]);

const spread = (subject) => (results) => {
  const costs =
    results.linear.find((one) => one.subject === subject)?.costs.map(({ perByte }) => perByte) ?? [];
  return Math.max(...costs) / Math.min(...costs);
};

const native = (workload, what) => (results) => results.native?.[workload]?.[what] ?? Number.NaN;
const young = { condition: "64 MB" };

const atLeast = (least, workload, measure, value, unit = "×") => ({ workload, measure, value, least, unit });
const atMost = (most, workload, measure, value, unit = "×") => ({ workload, measure, value, most, unit });

export const targets = [
  atLeast(8, "large", "open vs JSON.parse", document("JSON", "open")),
  atMost(1.5, "large", "memory of open, the bytes not counted", memory("large", "open", "result"), "× input"),
  atMost(5, "large", "get of one path", document("1000 gets"), " µs"),
  atMost(1, "documents", "a page of 100 of 1 000 000 children", document("page"), " ms"),
  atMost(
    2,
    "documents",
    "open, 10 000 edits and all bytes of 50 MB vs decoding it",
    document("open 50 MB, 10000 edits, toBytes", "decode 50 MB"),
  ),
  atLeast(2.2, "large", "decode vs JSON.parse", faster("large", "decode", "JSON")),
  atLeast(4, "large", "the same, 64 MB young generation", faster("large", "decode", "JSON", young)),
  atLeast(5, "large", "decode vs Godot's bytes_to_var", engine("large", "decode")),
  atLeast(2, "large", "encode vs JSON.stringify", faster("large", "encode", "JSON")),
  atLeast(2, "large", "encode vs msgpackr", faster("large", "encode", "msgpackr")),
  atLeast(
    8,
    "large",
    "index alone vs JSON.parse",
    faster("large", "decode", "JSON", { ours: "index alone" }),
  ),
  atMost(1.3, "large", "decode vs objects alone", (r) => 1 / faster("large", "decode", "objects alone")(r)),
  atMost(
    1.3,
    "large",
    "the same, 64 MB young generation",
    (r) => 1 / faster("large", "decode", "objects alone", young)(r),
  ),
  atMost(1.3, "large", "decode exact vs plain", slowerWay("large", "exact")),
  ...["large", "small", "packet"].map((name) =>
    atMost(1.3, name, "decode without code generation vs with", slowerWay(name, "no code generation")),
  ),
  atLeast(5, "small", "decode vs JSON.parse", faster("small", "decode", "JSON")),
  atLeast(3.5, "small", "decode vs msgpackr", faster("small", "decode", "msgpackr")),
  atLeast(2, "small", "encode vs JSON.stringify", faster("small", "encode", "JSON")),
  atLeast(2.5, "packet", "decode vs JSON.parse", faster("packet", "decode", "JSON")),
  atLeast(1.3, "packet", "decode vs msgpackr", faster("packet", "decode", "msgpackr")),
  atLeast(1.8, "packet", "encode vs JSON.stringify", faster("packet", "encode", "JSON")),
  atLeast(1.8, "packet", "encode vs msgpackr", faster("packet", "encode", "msgpackr")),
  ...["strings", "unicode"].flatMap((name) => [
    atLeast(1.2, name, "decode vs JSON.parse", faster(name, "decode", "JSON")),
    atLeast(1, name, "encode vs JSON.stringify", faster(name, "encode", "JSON")),
  ]),
  ...["large", "small"].flatMap((name) =>
    ["toText", "toNative"].map((ours) =>
      atMost(2, name, `${ours} vs JSON.stringify`, (r) => 1 / faster(name, "encode", "JSON", { ours })(r)),
    ),
  ),
  ...["new memory", "used memory"].map((condition) =>
    atLeast(
      0.8,
      "packed",
      `decode vs slice, ${condition}`,
      faster("packed", "decode", "slice", { condition }),
    ),
  ),
  atMost(0.02, "packed", "memory of decode with views", memory("packed", "decode, views", "peak"), "× input"),
  ...["wide", "mixed-keys", "deep"].map((name) =>
    atLeast(1, name, "decode vs JSON.parse", faster(name, "decode", "JSON")),
  ),
  atLeast(2, "native", "tape of large", native("large", "tape"), " GB/s"),
  atLeast(
    5,
    "native",
    "Variant tree of large vs Godot's bytes_to_var",
    (results) =>
      (results.engine?.timings.large?.decode ?? Number.NaN) / native("large", "variantTime")(results),
  ),
  atMost(1.15, "all", "index: dearest against cheapest byte", spread("index")),
  atMost(1.15, "all", "packed: dearest against cheapest byte", spread("packed")),
  atMost(1.15, "all", "full trees: dearest against cheapest byte", spread("tree")),
  atMost(2.5, "large", "peak memory beyond input and result", memory("large", "decode", "beyond"), "× input"),
  atMost(
    1.1,
    "packed",
    "peak memory beyond input and result",
    memory("packed", "decode", "beyond"),
    "× input",
  ),
  ...["large", "packed"].map((name) =>
    atMost(0.1, name, "WebAssembly memory kept after decode", memory(name, "decode", "wasmLeft"), "× input"),
  ),
];

/** Every target that was measured: its text, its value, and whether it was reached. */
export function judged(results) {
  return targets
    .map((target) => ({ ...target, value: target.value(results) }))
    .filter(({ value }) => Number.isFinite(value))
    .map(({ workload, measure, value, least, most, unit }) => ({
      workload,
      measure,
      value,
      unit,
      target: least === undefined ? `≤ ${most}${unit}` : `≥ ${least}${unit}`,
      ok: least === undefined ? value <= most : value >= least,
    }));
}
