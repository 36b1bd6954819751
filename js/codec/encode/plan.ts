// Decides how the objects of a program are written: by a function for their keys, with keys that came before, or key by key.
import { type Settings, settingsKey } from "../../base/options.js";
import type { KeyList } from "../../values/key-list.js";
import type { Boundary } from "../../wasm/boundary.js";
import { generated } from "../../wasm/code-generation.js";
import {
  listWriterOf,
  type WriteObject,
  type WriterSettings,
  writerOf,
} from "../../wasm/object-writer-code.js";
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

/** Dictionaries of `exact` mode with more keys are written key by key. */
const mostListed = 64;
/** Keys that stand in the output as they are. */
const plainKey = /^[ -~]{0,64}$/;

/** The keys of some Dictionaries of `exact` mode. */
class WrittenList {
  /** The keys as in the output; undefined for those that the writer of any text has to look at. */
  readonly words: readonly (Int32Array | undefined)[];
  /** How many Dictionaries had these keys. */
  seen = 0;
  /** Writes the values of Dictionaries with these keys. */
  write: WriteObject | undefined;

  constructor({ names }: KeyList) {
    this.words = names.map((name) => (plainKey.test(name) ? wordsOf(name) : undefined));
  }

  /** The keys in the form that functions hold; undefined if these Dictionaries get none. */
  wordsInCode(): readonly Int32Array[] | undefined {
    const isPlain = this.words.length <= mostListed && !this.words.includes(undefined);
    return isPlain ? (this.words as readonly Int32Array[]) : undefined;
  }
}

/** What the dialect and the options decide. */
export class Plan implements WriterSettings {
  readonly headers: Int32Array;
  readonly exact: boolean;
  readonly writers = instanceWriters;
  readonly keys = new KeyTree();
  private readonly lists = new WeakMap<KeyList, WrittenList>();
  /** How many objects must have equal keys for a function of their own. */
  private worthCode = worthCode.first;
  /** Positive when most of the last objects had a function. */
  private familiarity = 0;
  /** How many of the next objects are written without looking for a function. */
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
   * Notes that an object has the keys of a node without a function. Generates one when enough such objects came. Throws a ValueFault for a
   * key that cannot be written.
   */
  note(node: KeyNode, sample: object): void {
    this.noteFunction(false);
    // The objects that are skipped are likely to have the same keys.
    node.seen += this.skipped + 1;
    if (node.seen < this.worthCode) return;
    const keys = node.path().map(({ key }) => key);
    const words = keys.map(wordsOf);
    node.write = this.generate(() => writerOf(keys, words, sample, this));
  }

  list(keys: KeyList): WrittenList {
    let list = this.lists.get(keys);
    if (list === undefined) {
      list = new WrittenList(keys);
      this.lists.set(keys, list);
    }
    return list;
  }

  /** Notes that a Dictionary of `exact` mode has the keys of a list. Generates a function for them when enough such Dictionaries came. */
  noteList(list: WrittenList, sample: readonly unknown[]): void {
    list.seen++;
    if (list.write !== undefined || list.seen < this.worthCode) return;
    const words = list.wordsInCode();
    if (words !== undefined) list.write = this.generate(() => listWriterOf(words, sample, this));
  }

  private generate(generate: () => WriteObject): WriteObject | undefined {
    const write = generated(generate);
    if (write !== undefined) this.worthCode *= worthCode.growth;
    return write;
  }
}

/** Writers of instances by prototype, including our classes from other copies of the package. */
export const instanceWriters = new Map<unknown, WriteObject>();

const plans = new Map<number, Plan>();

export function planOf(codec: Boundary, settings: Settings): Plan {
  const key = settingsKey(settings);
  let plan = plans.get(key);
  if (plan === undefined) {
    plan = new Plan(codec.runHeaders(settings), settings.exact);
    plans.set(key, plan);
  }
  return plan;
}
