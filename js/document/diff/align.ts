// Matches the elements of two Arrays, for `diff`.

/** Positions in `a` and `b` that were matched. */
type Pair = readonly [number, number];

/** A range of positions on each side, without the ends. */
export interface Span {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** The indices of a longest strictly increasing subsequence. */
export function longestRising(values: ArrayLike<number>): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[tails[middle] as number] as number) < (values[i] as number)) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = i;
  }
  const rising: number[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] as number) rising.push(i);
  return rising.reverse();
}

/**
 * Pairs positions whose mark occurs exactly once on each side, and keeps the largest set of pairs in the same order. Ignores
 * the mark 0. Takes O(n log n) time.
 */
export function pairsOf(span: Span, markA: (at: number) => number, markB: (at: number) => number): Pair[] {
  const places = new Map<number, { a: number; b: number }>();
  const seen = (mark: number, side: "a" | "b", at: number) => {
    if (mark === 0) return;
    const place = places.get(mark);
    if (place === undefined) places.set(mark, { a: -1, b: -1, [side]: at });
    else place[side] = place[side] === -1 ? at : -2;
  };
  for (let at = span.fromA; at < span.toA; at++) seen(markA(at), "a", at);
  for (let at = span.fromB; at < span.toB; at++) seen(markB(at), "b", at);
  const both = [...places.values()].filter(({ a, b }) => a >= 0 && b >= 0).sort((x, y) => x.a - y.a);
  return longestRising(both.map(({ b }) => b)).map((i) => {
    const { a, b } = both[i] as { a: number; b: number };
    return [a, b];
  });
}

/** Yields each span between pairs with the pair that follows it; no pair follows the last span. */
export function* between(
  span: Span,
  pairs: readonly Pair[],
): Generator<{ gap: Span; pair: Pair | undefined }> {
  let { fromA, fromB } = span;
  for (const pair of pairs) {
    yield { gap: { fromA, toA: pair[0], fromB, toB: pair[1] }, pair };
    [fromA, fromB] = [pair[0] + 1, pair[1] + 1];
  }
  yield { gap: { ...span, fromA, fromB }, pair: undefined };
}
