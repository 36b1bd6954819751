// Performance targets. A missed target is not a failure; the report says ok or below.

/** The timing of one contender, or undefined when it did not run. */
export function timing(
  results,
  { workload, direction = "decode", name = direction, condition = "isolated", way = "plain" },
) {
  const run = results.speed.find(
    (one) => one.workload === workload && one.condition === condition && one.way === way,
  );
  return run?.[direction].find((one) => one.name === name);
}

const timeOf = (results, place) => timing(results, place)?.time ?? Number.NaN;

/** How many times slower another contender is in the same process. */
function faster(workload, direction, other, { ours = direction, ...place } = {}) {
  return (results, condition) => {
    const common = { workload, direction, condition, ...place };
    return timeOf(results, { ...common, name: other }) / timeOf(results, { ...common, name: ours });
  };
}

const inverse = (value) => (results, condition) => 1 / value(results, condition);

/** A value that has nothing to do with how the calls alternate. */
const once = (value) => (results, condition) => (condition === "isolated" ? value(results) : Number.NaN);

const engineTime = (results, workload, direction) =>
  results.engine?.timings[workload]?.[direction] ?? Number.NaN;

const fasterThanGodot = (workload, direction) =>
  once((results) => engineTime(results, workload, direction) / timeOf(results, { workload, direction }));

/** The same for the workload where Godot does best. */
const slowestAgainstGodot = once((results) =>
  Math.min(
    ...Object.keys(results.engine?.timings ?? {}).map((name) =>
      fasterThanGodot(name, "decode")(results, "isolated"),
    ),
  ),
);

/** The value in the condition without collections. */
const in64MB = (value) => once((results) => value(results, "64 MB"));

/** How many times slower another way is than plain decode; each is measured relative to JSON in its own process. */
const slowerWay = (workload, way, condition = "isolated") =>
  once(
    (results) =>
      faster(workload, "decode", "JSON")(results, condition) /
      faster(workload, "decode", "JSON", { way })(results, condition),
  );

const memoryOf = (results, workload, what, field) =>
  results.memory.find((one) => one.workload === workload && one.what === what)?.[field] ?? Number.NaN;

/** Memory in multiples of the input. */
const memory = (workload, what, field) =>
  once((results) => memoryOf(results, workload, what, field) / results.sizes[workload]?.bytes);

const document = (what, other) =>
  once((results) => (results.document?.[what] ?? Number.NaN) / (other ? results.document?.[other] : 1));

const linear = (subject) =>
  once((results) => {
    const costs = results.linear.find((one) => one.subject === subject)?.costs ?? [];
    const perByte = costs.map((cost) => cost.perByte);
    return Math.max(...perByte) / Math.min(...perByte);
  });

const nativeOf = (results, workload, what) => results.native?.[workload]?.[what] ?? Number.NaN;
const native = (workload, what, other) =>
  once((results) => nativeOf(results, workload, what) / (other ? nativeOf(results, workload, other) : 1));
const nativeAgainstGodot = (workload, what, direction) =>
  once((results) => engineTime(results, "large", direction) / nativeOf(results, workload, `${what}Time`));

const atLeast = (least, workload, measure, value, unit = "×") => ({ workload, measure, value, least, unit });
const atMost = (most, workload, measure, value, unit = "×") => ({ workload, measure, value, most, unit });

const codecs = { decode: "`JSON.parse`", encode: "`JSON.stringify`" };
const againstJson = (least, direction, workload) =>
  atLeast(least, workload, `\`${direction}\` vs ${codecs[direction]}`, faster(workload, direction, "JSON"));

const exactAgainstPlain = "`exact` vs plain `decode`";
const withoutAgainstWith = "`decode` without code generation vs with";

export const targets = [
  atLeast(
    9,
    "large",
    "index alone vs `JSON.parse`",
    faster("large", "decode", "JSON", { ours: "index alone" }),
  ),
  ...["small", "packet"].map((name) =>
    atMost(
      0.45,
      name,
      "index alone, share of `decode`",
      inverse(faster(name, "decode", "decode", { ours: "index alone" })),
      "",
    ),
  ),
  atLeast(2.5, "large", "C++: tape", native("large", "tape"), " GB/s"),
  atLeast(1.5, "strings", "C++: tape", native("strings", "tape"), " GB/s"),

  atLeast(8, "large", "`open` vs `JSON.parse`", document("JSON", "open")),
  atLeast(8, "large", "`open` and the first `get` vs `JSON.parse`", document("JSON", "open, first get")),
  atMost(0.4, "large", "memory of `open` beside the bytes", memory("large", "open", "result"), "× input"),

  ...["large", "large, used memory"].flatMap((workload) => [
    atLeast(
      6,
      workload,
      "C++: `decode` to a tree vs Godot's `bytes_to_var`",
      nativeAgainstGodot(workload, "variant", "decode"),
    ),
    atLeast(
      6,
      workload,
      "C++: `encode` of a tree vs Godot's `var_to_bytes`",
      nativeAgainstGodot(workload, "encode", "encode"),
    ),
  ]),
  ...["packed", "packed, used memory"].flatMap((workload) => [
    atLeast(0.7, workload, "C++: `decode`, by memcpy", native(workload, "variant", "memcpy"), ""),
    atLeast(0.7, workload, "C++: `encode`, by memcpy", native(workload, "encode", "memcpy"), ""),
    atLeast(
      0.7,
      workload,
      "C++: `encode_into`, by memcpy",
      native(workload, "encode_into", "memcpy_into"),
      "",
    ),
  ]),
  atLeast(1, "large", "C++: `convert`", native("large", "convert"), " GB/s"),

  atLeast(
    2.5,
    "packet",
    "`encodeInto` vs `JSON.stringify` to a string",
    faster("packet", "encode", "JSON text", { ours: "encodeInto" }),
  ),
  atLeast(
    1.2,
    "packet",
    "`encodeInto` vs msgpackr",
    faster("packet", "encode", "msgpackr", { ours: "encodeInto" }),
  ),
  ...Object.entries({ packet: 1.2, large: 2.2, small: 3, strings: 1.5, unicode: 1.5 }).map(([name, least]) =>
    againstJson(least, "encode", name),
  ),

  ...Object.entries({ large: 3.2, small: 4, packet: 3, strings: 2.2, unicode: 2.2 }).map(([name, least]) =>
    againstJson(least, "decode", name),
  ),
  atLeast(3.2, "large, 64 MB", "`decode` vs `JSON.parse`", in64MB(faster("large", "decode", "JSON"))),
  ...Object.entries({ "mixed-keys": 1.8, deep: 1.8, wide: 1.2 }).map(([name, least]) =>
    againstJson(least, "decode", name),
  ),
  ...["large", "small", "packet"].map((name) =>
    atMost(
      1.2,
      name,
      "`decode` vs msgpackr with records",
      inverse(faster(name, "decode", "msgpackr records")),
    ),
  ),
  atLeast(1, "all", "`decode` vs Godot, the worst workload", slowestAgainstGodot),

  ...["large", "small"].map((name) => atMost(1.5, name, exactAgainstPlain, slowerWay(name, "exact"))),
  atMost(1.5, "large, 64 MB", exactAgainstPlain, slowerWay("large", "exact", "64 MB")),
  ...["large", "small", "packet"].map((name) =>
    atMost(1.4, name, withoutAgainstWith, slowerWay(name, "no code generation")),
  ),
  atMost(1.4, "large, 64 MB", withoutAgainstWith, slowerWay("large", "no code generation", "64 MB")),

  ...Object.entries({ large: 1.5, small: 1.5, strings: 2.5, unicode: 2.5 }).flatMap(([name, most]) =>
    ["toText", "toNative"].map((ours) =>
      atMost(
        most,
        name,
        `\`${ours}\` vs \`JSON.stringify\``,
        inverse(faster(name, "encode", "JSON text", { ours })),
      ),
    ),
  ),

  atMost(
    1.5,
    "large, 64 MB",
    "`toNative` vs `JSON.stringify`",
    in64MB(inverse(faster("large", "encode", "JSON text", { ours: "toNative" }))),
  ),

  ...["decode", "encode", "decode, exact"].map((what) =>
    atMost(
      1.5,
      "large",
      `memory of \`${what.replace(", ", "`, `")}\` beyond input and result`,
      memory("large", what, "beyond"),
      "× input",
    ),
  ),
  ...["decode", "encode"].map((what) =>
    atMost(
      2,
      "strings",
      `memory of \`${what}\` beyond input and result`,
      memory("strings", what, "beyond"),
      "× input",
    ),
  ),
  atMost(
    16,
    "strings",
    "memory of 100 kept texts of 20 characters",
    once((results) => memoryOf(results, "strings", "100 kept texts", "result") / 2 ** 20),
    " MB",
  ),

  atMost(1.15, "1–64 MB", "index: dearest vs cheapest byte", linear("index")),
  atMost(1.15, "1–64 MB", "packed in used memory: dearest vs cheapest byte", linear("packed")),
];

/** Every target that was measured: its text, its value, its value in the plain loop, and whether it was reached. */
export function judged(results) {
  return targets
    .map((target) => ({
      ...target,
      value: target.value(results, "isolated"),
      loop: target.value(results, "plain loop"),
    }))
    .filter(({ value }) => Number.isFinite(value))
    .map(({ workload, measure, value, loop, least, most, unit }) => ({
      workload,
      measure,
      value,
      loop,
      unit,
      target: least === undefined ? `≤ ${most}${unit}` : `≥ ${least}${unit}`,
      ok: least === undefined ? value <= most : value >= least,
    }));
}
