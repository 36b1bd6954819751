// Random numbers that are the same for the same seed.

/** The generator mulberry32. */
export class Random {
  #state: number;

  constructor(start: number) {
    this.#state = start | 0;
  }

  /** 32 random bits. */
  word(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return this.word() % end;
  }

  /** A number from 0 up to, but not including, 1. */
  fraction(): number {
    return this.word() / 2 ** 32;
  }

  /** An integer from `low` to `high`. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** A number from `low` to `high` with two decimals, as people type them. */
  decimal(low: number, high: number): number {
    return this.between(low * 100, high * 100) / 100;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** `count` random choices. */
  picks<T>(items: readonly T[], count: number): T[] {
    return Array.from({ length: count }, () => this.pick(items));
  }

  /** Up to six items. */
  many<T>(make: () => T): T[] {
    return Array.from({ length: this.below(7) }, make);
  }
}
