// Numbers that look random, the same for the same seed.

/** Chooses everything in these tests; `ENGINE_SEED=7 npx vitest …` chooses differently. */
export const seed = Number(process.env.ENGINE_SEED ?? 1);

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

  /** A whole number from 0 to `end`, without `end`. */
  below(end: number): number {
    return this.word() % end;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Up to six things. */
  many<T>(make: () => T): T[] {
    return Array.from({ length: this.below(7) }, make);
  }
}
