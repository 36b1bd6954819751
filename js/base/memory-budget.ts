// The limit `memory`: what values will take in JavaScript, estimated before they are made.
import type { DialectName } from "../table/table.gen.js";
import { tooLarge } from "./limit-errors.js";

/** How many bytes JavaScript takes for what C++ does not count. */
export const memoryOf = {
  value: 48,
  list: 128,
  dictionary: 512,
  frame: 64,
  part: 256,
  setting: 400,
} as const;

/** How many bytes of `limits.memory` are left for the values of one call. */
export class MemoryBudget {
  private left: number;

  constructor({ memory }: { readonly memory: number }) {
    this.left = memory;
  }

  /** Whether so much was left. */
  takes(bytes: number): boolean {
    this.left -= bytes;
    return this.left >= 0;
  }

  /** Throws `too-large` if less is left. */
  take(bytes: number, offset?: number, dialect?: DialectName): void {
    if (!this.takes(bytes)) throw tooLarge("memory", { offset, dialect });
  }
}
