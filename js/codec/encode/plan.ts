// Decides how the objects of a program are written: by a function for their keys, with keys that came before, or key by key.
import type { Settings } from "../../base/options.js";
import type { Boundary } from "../../wasm/boundary.js";
import { type WriteObject, writerOf } from "../../wasm/object-writer-code.js";
import { type KeyNode, KeyTree } from "./key-tree.js";
import { wordsOf } from "./known-keys.js";

/**
 * The first function for objects with equal keys is generated after so many of them, because that takes as long as a hundred objects.
 * Each further one takes `growth` times as many: V8 optimizes one after the other, each for milliseconds, and with the number of functions the gain of
 * each gets smaller. With 50 of them, nothing is left of it.
 */
const worthCode = { first: 128, growth: 1.5 };

/** So many objects of another kind change how the next ones are written. */
const mostFamiliar = 64;

/** What the dialect and the options decide. */
export class Plan {
  readonly headers: Int32Array;
  readonly exact: boolean;
  readonly keys = new KeyTree();
  /** How many objects must have equal keys for a function of their own. */
  private worthCode = worthCode.first;
  /** Positive when most of the last objects had a function. */
  private familiarity = 0;
  /** For how many of the next objects nobody looks for a function. */
  private skipped = 0;

  constructor(headers: Int32Array, exact: boolean) {
    this.headers = headers;
    this.exact = exact;
  }

  /**
   * Whether to look for the function of an object's keys. Where few objects have one, the look costs more than it saves, so only some are
   * looked at, to notice when others come.
   */
  looksForFunction(): boolean {
    if (this.skipped === 0) {
      this.skipped = Math.max(-this.familiarity >> 2, 0);
      return true;
    }
    this.skipped--;
    return false;
  }

  /** Notes that the key tree does not take an object's keys. */
  noteUnknown(): void {
    this.noteFunction(false);
    if (this.familiarity === -mostFamiliar) this.skipped = mostFamiliar;
  }

  /** Notes whether an object had a function. */
  noteFunction(known: boolean): void {
    if (known) {
      if (this.familiarity < mostFamiliar) this.familiarity++;
    } else if (this.familiarity > -mostFamiliar) {
      this.familiarity--;
    }
  }

  /**
   * Notes that an object has the keys of a node. Generates a function for them when enough such objects came. Throws a ValueFault for a key
   * that cannot be written.
   */
  note(node: KeyNode, sample: object): void {
    const known = node.write !== undefined;
    this.noteFunction(known);
    // The objects that nobody looks at are likely to be such, too.
    node.seen += this.skipped + 1;
    if (!known && node.seen >= this.worthCode) this.generate(node, sample);
  }

  private generate(node: KeyNode, sample: object): void {
    const keys = node.path().map(({ key }) => key);
    const words = keys.map(wordsOf);
    try {
      node.write = writerOf(keys, words, sample, this.headers, this.exact, instanceWriters);
      this.worthCode *= worthCode.growth;
    } catch {
      this.worthCode = Number.POSITIVE_INFINITY;
    }
  }
}

/** Writers of instances by prototype, including our classes from other copies of the package. */
export const instanceWriters = new Map<unknown, WriteObject>();

const plans = new Map<number, Plan>();

export function planOf(codec: Boundary, settings: Settings): Plan {
  const number = ((settings.dialect + 1) << 16) | (settings.flags << 1) | (settings.exact ? 1 : 0);
  let plan = plans.get(number);
  if (plan === undefined) {
    plan = new Plan(codec.runHeaders(settings), settings.exact);
    plans.set(number, plan);
  }
  return plan;
}
