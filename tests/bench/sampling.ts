// Times functions against each other. Each runs once per round, so that a slow moment affects all of them.

/** A function to time. `run` takes the number of the call and uses it to choose an input. */
export interface Contender {
  readonly name: string;
  run(call: number): unknown;
  /** Whether `run` returns a promise, with which the call ends. */
  readonly waits?: boolean;
}

/** Milliseconds per call. */
export interface Timing {
  readonly name: string;
  /** The median, or the mean if the effort asks for it. */
  readonly time: number;
  readonly low: number;
  readonly high: number;
}

export interface Effort {
  /** Warm-up time of each contender in milliseconds. */
  readonly warmUp: number;
  /** Total time of one contender's samples in milliseconds, if that gives enough samples. A median that is certain needs less. */
  readonly budget: number;
  readonly fewest: number;
  readonly most: number;
  /** Whether the mean counts, which contains every pause of the garbage collection. */
  readonly mean: boolean;
}

interface Race {
  readonly contender: Contender;
  readonly calls: number;
  readonly planned: number;
  readonly times: number[];
  next: number;
}

/** Samples shorter than this consist of several calls. */
const shortestSample = 8;

/** Calls slower than this are warmed up once and sampled only twice. */
const slowCall = 250;

/** The last result; keeps the optimizer from removing calls. */
export let kept: unknown;

/**
 * Collects only the young generation, where `--expose-gc` allows it. A full collection would also drop the hidden classes
 * of unreachable values, and with them all code optimized for these classes.
 */
export function collectYoung(): void {
  (globalThis.gc as ((how: { type: "minor" }) => void) | undefined)?.({ type: "minor" });
}

/** Times all contenders in turn. */
export async function compare(contenders: readonly Contender[], effort: Effort): Promise<Timing[]> {
  const races: Race[] = [];
  for (const contender of contenders) races.push(await prepare(contender, effort));
  const rounds = Math.max(0, ...races.map((race) => race.planned));
  for (let round = 0; round < rounds; round++) {
    // Nobody goes on alone, because a slow moment must affect all of them.
    if (!effort.mean && races.every(isCertain)) break;
    // Rotate the order, because the garbage of one contender may be collected while the next one runs.
    const first = round % races.length;
    for (const race of [...races.slice(first), ...races.slice(0, first)]) {
      // Spread the samples of slow contenders over all rounds.
      if (Math.floor((round * race.planned) / rounds) >= race.times.length)
        race.times.push(await sample(race));
    }
  }
  return races.map(({ contender, times }) => summary(contender.name, times, effort.mean));
}

/** A median is certain when its standard error is at most this part of it. */
const certain = 0.01;
/** Fewer samples say too little about their own spread. */
const fewestForSpread = 9;

/** Whether more samples are not planned, or would hardly change the median. */
function isCertain({ times, planned }: Race): boolean {
  if (times.length >= planned) return true;
  if (times.length < fewestForSpread) return false;
  const sorted = [...times].sort((a, b) => a - b);
  // 1.25 standard deviations by the root of the count; the quartiles of a normal distribution are 1.35 of them apart.
  const error = (0.93 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))) / Math.sqrt(times.length);
  return error <= certain * quantile(sorted, 0.5);
}

async function prepare(contender: Contender, { warmUp, budget, fewest, most }: Effort): Promise<Race> {
  let calls = 0;
  const start = performance.now();
  let last = start;
  let lastTook = 0;
  while ((calls < 3 && lastTook < slowCall) || last - start < warmUp) {
    kept = contender.run(calls++);
    if (contender.waits) await kept;
    const now = performance.now();
    lastTook = now - last;
    last = now;
  }
  const each = Math.max(Math.min(lastTook, (last - start) / calls), 1e-5);
  const batch = Math.max(1, Math.ceil(shortestSample / each));
  const least = each > slowCall ? Math.min(fewest, 2) : fewest;
  const planned = Math.round(Math.min(most, Math.max(least, budget / (each * batch))));
  return { contender, calls: batch, planned, times: [], next: 0 };
}

async function sample(race: Race): Promise<number> {
  kept = undefined;
  collectYoung();
  // V8 frees the memory of collected typed arrays in another thread, whose locks would slow down who allocates next. A second collection waits for it.
  collectYoung();
  const { contender, calls } = race;
  let call = race.next;
  const end = call + calls;
  const start = performance.now();
  if (contender.waits) while (call < end) kept = await contender.run(call++);
  else while (call < end) kept = contender.run(call++);
  const took = performance.now() - start;
  race.next = end;
  return took / calls;
}

function summary(name: string, times: number[], mean: boolean): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  const time = mean ? times.reduce((sum, one) => sum + one, 0) / times.length : quantile(sorted, 0.5);
  return { name, time, low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** The value at that fraction of the sorted numbers. */
export function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] as number;
  return below + ((sorted[Math.ceil(place)] as number) - below) * (place % 1);
}
