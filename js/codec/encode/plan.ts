// Decides how the objects of a program are written: by a function for their keys, with keys that came before, or key by key.
import type { Settings } from "../../base/options.js";
import type { Boundary } from "../../wasm/boundary.js";
import { type WriteObject, writerOf } from "../../wasm/object-writer-code.js";
import { type KeyNode, KeyTree } from "./key-tree.js";

/**
 * The first function for objects with equal keys is generated after so many of them, because that takes as long as a hundred objects.
 * Each further one takes `growth` times as many: V8 optimizes one after the other, each for milliseconds, and with the number of functions the gain of
 * each gets smaller. With 50 of them, nothing is left of it.
 */
const worthCode = { first: 128, growth: 1.5 };

/** So many objects of another kind change how the next ones are written. */
const mostFamiliar = 64;
/** Where the key tree rarely knows an object's keys, a quarter of so many objects is written between two searches. */
const mostUnknown = 256;

/** What the dialect and the options decide. */
export class Plan {
  readonly headers: Int32Array;
  readonly exact: boolean;
  readonly keys = new KeyTree();
  /** How many objects must have equal keys for a function of their own. */
  private worthCode = worthCode.first;
  /** Positive when most of the last objects had a function. */
  familiarity = 0;
  /** Grows with objects whose list of keys had not come before; two of them weigh as much as one whose list had. */
  private unknown = 0;
  /** How many of the next objects are written without the key tree. */
  private skipped = 0;

  constructor(headers: Int32Array, exact: boolean) {
    this.headers = headers;
    this.exact = exact;
  }

  /**
   * Whether to search the tree for an object's keys. Where most objects have a list of keys of their own, such as ids, the search
   * takes a third of the time.
   */
  searches(): boolean {
    if (this.skipped === 0) return true;
    this.skipped--;
    return false;
  }

  /** Notes whether the tree knew an object's keys. */
  noteSearch(known: boolean): void {
    this.unknown = known ? Math.max(this.unknown - 2, 0) : Math.min(this.unknown + 1, mostUnknown);
    this.skipped = this.unknown >> 2;
  }

  /** Notes whether an object had a function. */
  noteFunction(known: boolean): void {
    if (known) {
      if (this.familiarity < mostFamiliar) this.familiarity++;
    } else if (this.familiarity > -mostFamiliar) {
      this.familiarity--;
    }
  }

  /** Notes that an object has the keys of a node. Generates a function for them when enough such objects came. */
  note(node: KeyNode, sample: object): void {
    const known = node.write !== undefined;
    this.noteFunction(known);
    if (!known && node.seen >= this.worthCode) this.generate(node, sample);
  }

  private generate(node: KeyNode, sample: object): void {
    try {
      const nodes = node.path();
      node.write = writerOf(
        nodes.map(({ key }) => key),
        nodes.map(({ words }) => words),
        sample,
        this.headers,
        this.exact,
        instanceWriters,
      );
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
