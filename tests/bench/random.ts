/** Random numbers that are the same in every run (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** From 0 to 2^32 − 1. */
  word(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** An integer from `low` to `high`. */
  int(low: number, high: number): number {
    return low + (this.word() % (high - low + 1));
  }

  /** A number from `low` to `high` with two decimals, as people type them. */
  decimal(low: number, high: number): number {
    return this.int(low * 100, high * 100) / 100;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.word() % choices.length] as T;
  }

  /** `count` random choices. */
  picks<T>(choices: readonly T[], count: number): T[] {
    return Array.from({ length: count }, () => this.pick(choices));
  }
}
