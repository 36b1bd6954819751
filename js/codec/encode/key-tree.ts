// Remembers the lists of keys that objects had, to write the next such object faster.
import { type KeyList, keyListOf } from "../../values/key-list.js";
import type { WriteObject } from "../../wasm/object-writer-code.js";

/** Limits that keep objects with ever new keys from taking memory and time. */
const mostNodes = 1 << 13;
/** Per node. The root may have any number, but its children enter the tree only when they come for the second time. */
const mostChildren = 64;
const mostOnce = 1 << 12;
const longestKey = 64;
const mostKeys = 64;

/** A list of keys: those of the parent and one more. */
export class KeyNode {
  readonly key: string;
  readonly parent: KeyNode | undefined;
  /** The number of keys. */
  readonly depth: number;
  /** The child that was found last, which is usually wanted again. */
  last: KeyNode | undefined;
  /** The first key of the object that came after the last one with these keys; in JSON, of the last object under them. */
  follower: KeyNode | undefined;
  /** All children; undefined if there is at most one. */
  children: Map<string, KeyNode> | undefined;
  /** How many objects had these keys, by estimate. */
  seen = 0;
  /** Writes objects with these keys. */
  write: WriteObject | undefined;
  #keyList: KeyList | undefined;

  constructor(key: string, parent: KeyNode | undefined) {
    this.key = key;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  /** The list for Dictionaries of `exact` mode; undefined if some keys are equal. */
  get keyList(): KeyList | undefined {
    this.#keyList ??= keyListOf(this.path().map(({ key }) => key));
    return this.#keyList;
  }

  /** The nodes of all keys of the list. */
  path(): KeyNode[] {
    const nodes: KeyNode[] = [];
    for (let at: KeyNode = this; at.parent !== undefined; at = at.parent) nodes.unshift(at);
    return nodes;
  }
}

/** Finds lists of keys that objects have had before. */
export class KeyTree {
  root = new KeyNode("", undefined);
  private size = 0;
  /** First keys that came once. Keys such as ids may come only once, and would fill the tree. */
  private readonly once = new Set<string>();
  /** How many keys a full tree has refused. */
  private refused = 0;
  /** The keys of the previous object. */
  private previous = this.root;

  /**
   * The node of an object's keys; the keys themselves if the tree does not take them, because V8 needs long to enumerate many keys
   * once more.
   */
  find(object: object): KeyNode | string[] {
    let node = this.root;
    let foreseen = this.previous.follower;
    let names: string[] | undefined;
    for (const key in object) {
      if (names !== undefined) {
        names.push(key);
        continue;
      }
      // Where one side was not a string, V8 would no longer compare pointers.
      if (foreseen === undefined || foreseen.key !== key) foreseen = this.child(node, key);
      if (foreseen === undefined) {
        names = [...node.path().map((each) => each.key), key];
        continue;
      }
      if (node === this.root) this.previous.follower = foreseen;
      node = foreseen;
      foreseen = node.last;
    }
    if (names !== undefined) return names;
    this.previous = node;
    return node;
  }

  /** The node of one more key; undefined if the tree does not take it. */
  child(node: KeyNode, key: string): KeyNode | undefined {
    const { last } = node;
    if (last !== undefined && last.key === key) return last;
    const child = node.children?.get(key) ?? this.newChild(node, key);
    if (child !== undefined) node.last = child;
    return child;
  }

  private newChild(node: KeyNode, key: string): KeyNode | undefined {
    if (
      (node === this.root ? this.isNew(key) : node.children?.size === mostChildren) ||
      node.depth === mostKeys ||
      key.length > longestKey ||
      // Reading it gives the prototype if a getter deletes it.
      key === "__proto__" ||
      key.charCodeAt(0) === 0xfeff
    )
      return undefined;
    if (this.size === mostNodes) {
      // Where most keys are new, a tree that is emptied each time it is full costs more than it saves.
      if (++this.refused < mostNodes) return undefined;
      this.clear();
    }
    const child = new KeyNode(key, node);
    this.size++;
    if (node.last !== undefined) {
      node.children ??= new Map([[node.last.key, node.last]]);
      node.children.set(key, child);
    }
    return child;
  }

  /** Whether a first key comes for the first time. */
  private isNew(key: string): boolean {
    if (this.once.delete(key)) return false;
    if (this.once.size === mostOnce) this.once.clear();
    this.once.add(key);
    return true;
  }

  private clear(): void {
    this.root = new KeyNode("", undefined);
    this.previous = this.root;
    this.size = this.refused = 0;
  }
}
