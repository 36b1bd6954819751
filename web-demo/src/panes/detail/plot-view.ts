// The part of a plot that is shown: the elements from one index to another, both included.

export interface View {
  readonly from: number;
  readonly to: number;
}

/** Fewer elements fill the plot with hardly more than one line. */
const fewest = 4;

export const wholeOf = (count: number): View => ({ from: 0, to: count - 1 });

/** Moves a view, and keeps it inside of the elements. */
export function panned({ from, to }: View, by: number, count: number): View {
  const start = Math.max(0, Math.min(Math.round(from + by), count - 1 - (to - from)));
  return { from: start, to: start + to - from };
}

/** Shows so many times as many elements, with one of them at the same place. */
export function zoomed({ from, to }: View, times: number, around: number, count: number): View {
  const span = to - from;
  const size = Math.max(Math.min(fewest, count) - 1, Math.min(count - 1, Math.round(span * times)));
  const start = Math.round(around - (span === 0 ? 0 : ((around - from) / span) * size));
  return panned({ from: start, to: start + size }, 0, count);
}

/** Shows an element, and as little else as possible. */
export function revealing(view: View, at: number, count: number): View {
  if (at < view.from) return panned(view, at - view.from, count);
  return at > view.to ? panned(view, at - view.to, count) : view;
}
