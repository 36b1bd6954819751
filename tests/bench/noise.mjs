// Says how quiet the machine was: times the same fixed work between all measurements, and sees how busy other programs were meanwhile. They may
// leave arithmetic as fast as it was, and still take the processor on which V8 compiles and collects.
import { cpus } from "node:os";
import { performance } from "node:perf_hooks";

/** A run is not quiet if its fixed work, or a row, takes this much more or less time than its median, or if others use so much of a processor. */
export const mostSpread = 0.15;

/** More than a core's own cache. Copies of 32 MB vary by 70 % on a virtual machine, because of its neighbours. */
const size = 4 << 20;
const source = Buffer.alloc(size, 1);
const target = Buffer.alloc(size);

/** Arithmetic in registers, and memory. */
const works = {
  arithmetic() {
    let state = 1;
    for (let i = 0; i < 5_000_000; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state;
  },
  memcpy() {
    for (let i = 0; i < 8; i++) source.copy(target);
  },
};

/**
 * Milliseconds of each fixed work, the best of a few, so that only a lasting disturbance shows; and how many processors other programs used
 * during all of it.
 */
export function timeFixedWork() {
  const busy = busyTime();
  const own = process.cpuUsage();
  const start = performance.now();
  const times = Object.fromEntries(Object.entries(works).map(([name, run]) => [name, bestOf(run, 5)]));
  const { user, system } = process.cpuUsage(own);
  const others = (busyTime() - busy - (user + system) / 1000) / (performance.now() - start);
  return { times, others };
}

/** Milliseconds that all processors have worked since the system started. */
const busyTime = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

function bestOf(run, times) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/**
 * How much the times vary around their median: 0.1 for ±10 %. The slowest and the fastest tenth are left out, because a
 * single moment changes no median.
 */
export function spreadOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const out = Math.floor(sorted.length / 10);
  if (sorted.length === 0) return 0;
  return (sorted[sorted.length - 1 - out] - sorted[out]) / 2 / sorted[sorted.length >> 1];
}

/** Half the distance of the quartiles, as a part of the time, in the middle of all rows. */
function spreadOfRows(speed) {
  const timings = speed.filter((run) => run.condition === "isolated").flatMap((run) => run.decode);
  const spreads = timings.map(({ time, low, high }) => (high - low) / 2 / time).sort((a, b) => a - b);
  return spreads[spreads.length >> 1] ?? 0;
}

/** How much the times of each fixed work and the rows themselves vary, how busy others were, and whether the machine was quiet. */
export function noiseOf(samples, speed) {
  const works = Object.keys(samples[0]?.times ?? {});
  const spreads = Object.fromEntries(
    works.map((name) => [name, spreadOf(samples.map(({ times }) => times[name]))]),
  );
  spreads["a row"] = spreadOfRows(speed);
  // The system counts in steps of 10 ms, so a single sample says little.
  const others = Math.max(samples.reduce((sum, sample) => sum + sample.others, 0) / samples.length, 0);
  const quiet = [...Object.values(spreads), others].every((share) => share <= mostSpread);
  return { spreads, others, quiet };
}

/** For people: "quiet; arithmetic ±3 %, memcpy ±9 %, a row ±4 %, others 2 % of a processor". */
export function noiseText({ spreads, others, quiet }) {
  const percent = (share) => `${(share * 100).toFixed(0)} %`;
  const parts = Object.entries(spreads).map(([name, spread]) => `${name} ±${percent(spread)}`);
  parts.push(`others ${percent(others)} of a processor`);
  return `${quiet ? "quiet" : "not quiet"}; ${parts.join(", ")}`;
}
