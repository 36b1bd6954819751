// The points that a plot joins: a column of places on the horizontal axis, then one for each line.
import type { View } from "./plot-view.js";

export type Columns = readonly [x: ArrayLike<number>, ...lines: ArrayLike<number>[]];

/** A component of an element. */
type ValueAt = (index: number, part: number) => number;

/** Enough for a few points per pixel; more would only take time. */
const mostPoints = 20_000;

const stepOf = ({ from, to }: View) => Math.max(1, Math.ceil((to - from + 1) / mostPoints));

/** Pairs of numbers as a path. */
export function pathIn(view: View, value: ValueAt): Columns {
  const step = stepOf(view);
  const length = Math.floor((view.to - view.from) / step) + 1;
  const column = (part: number) => Float64Array.from({ length }, (_, i) => value(view.from + i * step, part));
  return [column(0), column(1)];
}

/** The element of a path to which a distance is the least. */
export function nearest(view: View, distance: (index: number) => number): number {
  let [best, least] = [view.from, Number.POSITIVE_INFINITY];
  for (let i = view.from; i <= view.to; i += stepOf(view)) {
    const far = distance(i);
    if (far < least) [best, least] = [i, far];
  }
  return best;
}

/** Numbers over their index. Of many elements, the lowest and the highest of each group, so that no peak disappears. */
export function linesIn(view: View, stride: number, value: ValueAt): Columns {
  const step = stepOf(view) * 2;
  const { from, to } = view;
  const index: number[] = [];
  const lines = Array.from({ length: stride }, (): number[] => []);
  if (step === 2) {
    for (let i = from; i <= to; i++) index.push(i);
    return [index, ...lines.map((_, part) => index.map((i) => value(i, part)))];
  }
  for (let start = from; start <= to; start += step) {
    const end = Math.min(start + step, to + 1);
    index.push(start, start + (end - start) / 2);
    for (const [part, line] of lines.entries()) {
      let [low, high] = [start, start];
      for (let i = start; i < end; i++) {
        const [now, least, greatest] = [value(i, part), value(low, part), value(high, part)];
        // Others are not drawn, but the first one may be one.
        if (!Number.isFinite(now)) continue;
        if (!Number.isFinite(least) || now < least) low = i;
        if (!Number.isFinite(greatest) || now > greatest) high = i;
      }
      line.push(value(Math.min(low, high), part), value(Math.max(low, high), part));
    }
  }
  return [index, ...lines];
}
