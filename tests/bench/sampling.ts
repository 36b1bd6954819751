// Times functions against each other: in rounds, every one once per round, so that a slow moment hits all of them.

/** One thing to time. `run` takes the number of the call, to choose an input by. */
export interface Contender {
  readonly name: string;
  run(call: number): unknown;
}

/** Milliseconds per call. */
export interface Timing {
  readonly name: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly samples: number;
}

export interface Effort {
  /** Milliseconds that each contender is warmed up for. */
  readonly warmUp: number;
  /** Milliseconds that all samples of one contender take together, if that gives enough of them. */
  readonly budget: number;
  readonly fewest: number;
  readonly most: number;
}

interface Race {
  readonly contender: Contender;
  readonly calls: number;
  readonly planned: number;
  readonly times: number[];
  next: number;
}

/** Shorter samples than this are made of several calls. */
const shortestSample = 8;

/** Calls that take longer are sampled three times only. */
const slowCall = 250;

/** The last result of a call, so that no call can be left out. */
export let kept: unknown;

/**
 * Collects what is young. A whole collection would also drop the hidden classes of values that nobody holds, and with
 * them all optimized code that knows them: no program does that between two calls.
 */
export function collectYoung(): void {
  (globalThis.gc as ((how: { type: "minor" }) => void) | undefined)?.({ type: "minor" });
}

/** Times all contenders in turn. */
export function compare(contenders: readonly Contender[], effort: Effort): Timing[] {
  const races = contenders.map((contender) => prepare(contender, effort));
  const rounds = Math.max(0, ...races.map((race) => race.planned));
  for (let round = 0; round < rounds; round++) {
    // Another one goes first in every round, as what is left of one may be collected while the next runs.
    const first = round % races.length;
    for (const race of [...races.slice(first), ...races.slice(0, first)]) {
      // Those that have fewer samples spread them over all rounds.
      if (Math.floor((round * race.planned) / rounds) >= race.times.length) race.times.push(sample(race));
    }
  }
  return races.map(({ contender, times }) => summary(contender.name, times));
}

function prepare(contender: Contender, { warmUp, budget, fewest, most }: Effort): Race {
  let calls = 0;
  const start = performance.now();
  let last = start;
  let lastTook = 0;
  while (calls < 3 || last - start < warmUp) {
    kept = contender.run(calls++);
    const now = performance.now();
    lastTook = now - last;
    last = now;
  }
  const each = Math.max(Math.min(lastTook, (last - start) / calls), 1e-5);
  const batch = Math.max(1, Math.ceil(shortestSample / each));
  const least = each > slowCall ? Math.min(fewest, 3) : fewest;
  const planned = Math.round(Math.min(most, Math.max(least, budget / (each * batch))));
  return { contender, calls: batch, planned, times: [], next: 0 };
}

function sample(race: Race): number {
  kept = undefined;
  collectYoung();
  const { contender, calls } = race;
  let call = race.next;
  const end = call + calls;
  const start = performance.now();
  while (call < end) kept = contender.run(call++);
  const took = performance.now() - start;
  race.next = end;
  return took / calls;
}

function summary(name: string, times: number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    name,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    samples: sorted.length,
  };
}

/** The value below which that part of the sorted numbers lies. */
export function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] as number;
  return below + ((sorted[Math.ceil(place)] as number) - below) * (place % 1);
}
