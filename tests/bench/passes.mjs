// Several measurements of the same rows, each in a process of its own, as one.

/** Adds up runs of the same workload, condition and way, of which some are in the first list only. */
export function merged([all, ...others]) {
  const isSame = (one) => (run) => ["workload", "condition", "way"].every((name) => run[name] === one[name]);
  return all.map((run) => mergedRun([run, ...others.flatMap((list) => list.filter(isSame(run)))]));
}

/** The mean of the times, and the widest spread. */
function mergedRun(runs) {
  const [first] = runs;
  const rows = (direction) => first[direction].map(({ name }) => mergedRow(runs, direction, name));
  return { ...first, decode: rows("decode"), encode: rows("encode") };
}

function mergedRow(runs, direction, name) {
  const timings = runs.flatMap((run) => run[direction].filter((one) => one.name === name));
  const time = timings.reduce((sum, one) => sum + one.time, 0) / timings.length;
  const low = Math.min(...timings.map((one) => one.low));
  const high = Math.max(...timings.map((one) => one.high));
  return { name, time, low, high };
}
