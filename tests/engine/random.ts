// Random numbers that are the same for the same seed.

/** The seed of all random choices in these tests; set it with `ENGINE_SEED=7 npx vitest …`. */
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

  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return this.word() % end;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Up to six items. */
  many<T>(make: () => T): T[] {
    return Array.from({ length: this.below(7) }, make);
  }
}
