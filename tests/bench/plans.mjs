// The measurements of npm run bench, their conditions, and their thoroughness.

export const names = [
  "large",
  "strings",
  "packed",
  "packet",
  "small",
  "mixed-keys",
  "deep",
  "unicode",
  "wide",
];

/**
 * How processes run: with Node's default young generation or a large one. For large copies, memory is either always new
 * to the process (as on the first call) or always reused; otherwise the C library mixes both.
 */
export const conditions = {
  default: {},
  "64 MB": { flags: ["--max-semi-space-size=64"] },
  "new memory": { env: { MALLOC_MMAP_THRESHOLD_: "65536" } },
  "used memory": { env: { MALLOC_MMAP_MAX_: "0", MALLOC_TRIM_THRESHOLD_: "8589934592" } },
};
export const memoryConditions = ["new memory", "used memory"];

/** The plan of a full run, and of a run that ends within a minute. */
export const plans = {
  whole: {
    effort: { warmUp: 300, budget: 800, fewest: 9, most: 101 },
    young: names.filter((name) => !["packet", "small", "packed"].includes(name)),
    fewPeers: false,
    otherWays: (_, condition) => !memoryConditions.includes(condition),
    jsonOfPacked: true,
    memory: {
      large: ["decode", "decode, exact", "encode", "open", "JSON.parse", "JSON.stringify"],
      strings: ["decode", "encode", "JSON.parse", "JSON.stringify"],
      packed: ["decode", "decode, views", "encode"],
    },
    sizes: {
      index: [1, 2, 4, 8, 16, 32, 64, 128],
      packed: [1, 2, 4, 8, 16, 32, 64, 128],
      tree: [1, 2, 4, 8, 16, 32, 64],
    },
    rounds: 9,
    engine: 300,
    native: { repetitions: 5, seconds: 0.3 },
  },
  quick: {
    effort: { warmUp: 60, budget: 80, fewest: 3, most: 31 },
    fewPeers: true,
    young: ["large"],
    otherWays: (name, condition) => condition === "default" && ["large", "small", "packet"].includes(name),
    jsonOfPacked: false,
    memory: { large: ["decode", "open"], packed: ["decode", "decode, views"] },
    sizes: { index: [1, 16], packed: [1, 16], tree: [1, 8] },
    rounds: 3,
    engine: 30,
    native: { repetitions: 3, seconds: 0.01, only: ["large", "small"] },
  },
};
