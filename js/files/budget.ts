// The limit `decompressedBytes` for all layers of a file.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { type Limits, limitsOf } from "../base/options.js";

/**
 * A file may always grow to the first number of bytes, and to this many times its own size. Blocks of 4096 zeros, as in the
 * tile maps of large empty worlds, shrink 195 times at most in a file of the engine.
 */
const leastDecompressed = 8 << 20;
const mostGrowth = 256;

/** How many bytes the layers of a file may still produce. */
export class Budget {
  readonly limit: number;
  left: number;

  /** `size` is the size of the file. A limit that the caller gives counts, whatever the size. */
  constructor(size: number, limits: Partial<Limits> | undefined) {
    const { decompressedBytes } = limitsOf(limits);
    const usual = Math.min(Math.max(size * mostGrowth, leastDecompressed), decompressedBytes);
    this.limit = this.left = limits?.decompressedBytes === undefined ? usual : decompressedBytes;
  }

  /** The error for a content of `size` bytes, or of an unknown size that is larger than what is left. */
  exceededBy(size = this.left + this.limit): VariantError {
    const needed = this.limit - this.left + size;
    return new VariantError("too-large", {
      hints: [hint("raise-limit-to", "decompressedBytes", this.limit, needed)],
    });
  }
}
