// Several measurements of the same rows, each in a process of its own, as one.

/** A row that takes so many times as long as ours is measured in the first pass only: nobody asks how far behind it is exactly. */
const farBehind = 4;

const isSame = (one) => (run) => ["workload", "condition", "way"].every((name) => run[name] === one[name]);

/** The names of the rows that are far behind in earlier runs of the same comparison. */
export function farBehindIn(runs, comparison) {
  const slow = (direction) => {
    const all = runs.filter(isSame(comparison)).flatMap((run) => run[direction]);
    return all.filter(({ time }) => time > farBehind * all[0].time).map(({ name }) => name);
  };
  return { decode: slow("decode"), encode: slow("encode") };
}

/** Adds up runs of the same workload, condition and way, of which some, or some of their rows, are in the first list only. */
export function merged([all, ...others]) {
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
