// The keys of messages, and the orders in which they came, so that a key that comes again is recognized by comparing words.
import { setOwn } from "../values/plain-containers.js";
import { internalized, type Store, storeOf } from "./store-sites.js";

/** So many nodes are remembered. A full tree is emptied after it refused so many others, because filling it takes longer than doing without. */
const mostNodes = 1 << 12;
const mostRefused = 1 << 16;
/** The length and 64 bytes: longer keys do not enter. */
const mostWords = 17;
/** Keys that came once have 2 ** onceBits slots. */
const onceBits = 12;

/** A key of a Dictionary, after certain other keys. */
export interface KeyNode {
  readonly number: number;
  /** V8's own copy of the name. */
  readonly name: string;
  /** The key on the wire, without its header: its length, its bytes, and zeros up to a whole word. */
  readonly words: Int32Array;
  readonly store: Store;
  /** The key before it; undefined for the root. */
  readonly before: KeyNode | undefined;
  /** The keys that came after it, by name. */
  after: Map<string, KeyNode> | undefined;
  /** The key that was read next last time, in the same Dictionary or another one. */
  next: KeyNode | undefined;
}

const newRoot = (): KeyNode => ({
  number: 0,
  name: "",
  words: new Int32Array(),
  store: setOwn,
  before: undefined,
  after: undefined,
  next: undefined,
});

/**
 * A tree of keys. The first key of a Dictionary that is new after the ones before it enters, with those that follow, when it comes for the
 * second time, because keys such as ids may come only once and would fill the tree.
 */
export class MessageKeys {
  /** Before the first key of each Dictionary. */
  root = newRoot();
  private last = this.root;
  private nodes = 0;
  private refused = 0;
  private readonly once = new Uint16Array(1 << onceBits);

  /** The key whose words begin at word `at`, if it is the one that came after the last key last time, and came after `before`. */
  expected(before: KeyNode, i32: Int32Array, at: number): KeyNode | undefined {
    const { next } = this.last;
    if (next === undefined || next.before !== before || !isAt(next.words, i32, at)) return undefined;
    this.last = next;
    return next;
  }

  /** The key with this name, if it came after `before`, and is expected here from now on. */
  found(before: KeyNode, name: string): KeyNode | undefined {
    const node = before.after?.get(name);
    if (node === undefined) return undefined;
    this.last.next = node;
    this.last = node;
    return node;
  }

  /** Adds a key that is new after `before`, whose words are those from `start` to `end`; undefined if the tree does not take it. */
  add(before: KeyNode, name: string, i32: Int32Array, start: number, end: number): KeyNode | undefined {
    if (end - start > mostWords) return undefined;
    if (this.nodes === mostNodes) {
      if (++this.refused === mostRefused) this.clear();
      return undefined;
    }
    const own = internalized(name);
    const node: KeyNode = {
      number: ++this.nodes,
      name: own,
      words: i32.slice(start, end),
      store: storeOf(own),
      before,
      after: undefined,
      next: undefined,
    };
    before.after ??= new Map();
    before.after.set(own, node);
    return node;
  }

  /** Notes a key that is new after `before`, and says whether it came there once already. */
  cameOnce(before: KeyNode, i32: Int32Array, start: number, end: number): boolean {
    let hash = before.number;
    for (let at = start; at < end; at++)
      hash = Math.imul(hash ^ (hash >>> 15) ^ (i32[at] as number), 0x9e3779b1);
    const slot = hash >>> (32 - onceBits);
    const rest = hash & 0xffff;
    const came = this.once[slot] === rest;
    this.once[slot] = rest;
    return came;
  }

  private clear(): void {
    this.root = newRoot();
    this.last = this.root;
    this.nodes = this.refused = 0;
  }
}

function isAt(words: Int32Array, memory: Int32Array, at: number): boolean {
  for (let i = 0; i < words.length; i++) if (words[i] !== memory[at + i]) return false;
  return true;
}
