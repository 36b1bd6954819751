// The axes of a plot: the numbers that one spans, and round ones among them.

export interface Span {
  readonly low: number;
  readonly high: number;
}

/** Part of what is drawn that stays free above and below it. */
const room = 1 / 16;

/** The span of the finite numbers of several columns, with some room around them. */
export function spanOf(columns: readonly ArrayLike<number>[]): Span {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const number = column[i] as number;
      if (!Number.isFinite(number)) continue;
      if (number < low) low = number;
      if (number > high) high = number;
    }
  }
  if (low > high) return { low: -1, high: 1 };
  const around = low === high ? Math.abs(low) / 10 || 1 : high * room - low * room;
  const most = Number.MAX_VALUE;
  return { low: Math.max(low - around, -most), high: Math.min(high + around, most) };
}

/** Where a number is in a span: 0 at its low end, 1 at its high one. */
export function partOf({ low, high }: Span, number: number): number {
  if (low === high) return 0.5;
  const length = high - low;
  // A difference beyond the largest number is infinite, halves are not; those of the smallest numbers are 0.
  return length < Number.POSITIVE_INFINITY
    ? (number - low) / length
    : (number / 2 - low / 2) / (high / 2 - low / 2);
}

/** Round numbers in a span: about so many at most, and no closer than `least`. */
export function ticksIn({ low, high }: Span, most: number, least = 0): readonly number[] {
  const rough = Math.max(least, high / most - low / most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  if (!(step > 0 && step < Number.POSITIVE_INFINITY)) return [];
  const first = Math.ceil(low / step);
  const length = Math.min(Math.floor(high / step) - first, most) + 1;
  // Without the errors of the multiplication, such as 0.30000000000000004.
  const ticks = Array.from({ length }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  return [...new Set(ticks)].filter((tick) => tick >= low && tick <= high);
}

/** `250`, `-0.5`, `1.5e9` */
export function tickText(tick: number): string {
  const size = Math.abs(tick);
  return size >= 1e7 || (size > 0 && size < 1e-4) ? tick.toExponential().replace("e+", "e") : String(tick);
}
