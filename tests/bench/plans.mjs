// The measurements of npm run bench and their conditions.

export const names = [
  "large",
  "small",
  "packet",
  "messages",
  "chat",
  "strings",
  "unicode",
  "packed",
  "mixed-keys",
  "deep",
  "ids",
  "wide",
  "shapes",
];

/**
 * How processes run. *isolated* empties the young generation before each turn, and the median counts: what the call itself takes.
 * *plain loop* is what a program gets that alternates the calls: nothing is collected on purpose, and the mean counts, with
 * every pause of the garbage collection in whose turn it falls. For large copies, memory is either always new to the process (as on
 * the first call) or always reused; otherwise the C library mixes both.
 */
export const conditions = {
  isolated: { flags: ["--expose-gc", "--no-flush-bytecode"] },
  "plain loop": { mean: true },
  "64 MB": { flags: ["--expose-gc", "--no-flush-bytecode", "--max-semi-space-size=64"] },
  "new memory": { flags: ["--expose-gc"], env: { MALLOC_MMAP_THRESHOLD_: "65536" } },
  "used memory": {
    flags: ["--expose-gc"],
    env: { MALLOC_MMAP_MAX_: "0", MALLOC_TRIM_THRESHOLD_: "8589934592" },
  },
};

/**
 * How many processes, minutes apart, compare the workloads of `elsewhere` with the peers: the way V8 and the system lay out memory makes
 * one process faster than another. The others are measured once.
 */
export const passes = 2;

const effort = { warmUp: 80, budget: 90, fewest: 5, most: 61 };

/** V8 optimizes what reads thirty shapes one function after the other. */
const warmUpOfShapes = 500;

/** The effort of a condition, for a workload. */
export const effortIn = (condition, workload) => ({
  ...effort,
  warmUp: workload === "shapes" ? warmUpOfShapes : effort.warmUp,
  mean: conditions[condition]?.mean ?? false,
});

/** Ways to decode that are compared with the plain one. */
const otherWays = ["exact", "no code generation"];

/** The comparisons of one workload in a pass. */
export function comparisonsOf(workload, pass) {
  const all = [
    { condition: "isolated", way: "plain", rows: workload === "ids" ? "main" : "all" },
    { condition: "plain loop", way: "plain", rows: workload === "packed" ? "ours" : "main" },
  ];
  if (pass > 1) return elsewhere.includes(workload) ? all : [];
  if (workload === "packed")
    for (const condition of ["new memory", "used memory"])
      all.push({ condition, way: "plain", rows: "ours" });
  if (workload === "large")
    for (const way of ["plain", ...otherWays]) all.push({ condition: "64 MB", way, rows: "all" });
  if (["large", "small", "packet"].includes(workload))
    for (const way of otherWays) all.push({ condition: "isolated", way, rows: "main" });
  return all;
}

/** The calls whose memory is measured. */
export const memoryCalls = {
  large: ["decode", "decode, exact", "encode", "open", "JSON.parse", "JSON.stringify"],
  strings: ["decode", "encode", "JSON.parse", "JSON.stringify", "100 kept texts"],
  packed: ["decode", "decode, views", "encode"],
};

/** The workloads with which calls beside `decode` and `encode` are measured. */
export const otherCalls = ["packet", "small"];

/** Whose first calls are measured, with which workloads, and in how many new processes. */
export const firstCalls = {
  codecs: ["godot-variant", "JSON", "msgpackr", "@msgpack/msgpack"],
  workloads: ["small", "large"],
  processes: 7,
};

/** Megabytes whose cost per byte is compared, and how often: a tree of 64 MB takes seconds. */
export const linear = {
  sizes: [1, 4, 16, 64],
  rounds: { index: 11, packed: 11, copy: 11, tree: 5 },
};

/** Milliseconds that the engine measures each workload in each direction. */
export const engineBudget = 200;

/** Seconds and repetitions of each C++ benchmark. */
export const native = {
  only: ["large", "strings", "packed", "small", "wide"],
  /** Again where the C library keeps all memory, because it returns that of a large tree after each turn. */
  alsoInUsedMemory: ["large", "packed"],
  repetitions: 3,
  seconds: 0.1,
};

/** What browsers and other runtimes measure. */
export const elsewhere = ["large", "small", "packet", "strings", "unicode"];
