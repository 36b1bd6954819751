// Searches keys, values and types in document order, a few milliseconds at a time.
import type { Address, RowPlace, SearchRequest, SearchState } from "../../protocol/calls.js";
import type { Task } from "../../protocol/serve.js";
import { isNumberArray, typeTraits } from "../../values/types.js";
import type { Session } from "../session/session.js";
import { Cursor } from "../tree/cursor.js";
import { keyText, previewOf } from "../tree/preview.js";
import { compareAddresses, indexIn, rankIn, withParents } from "../tree/rows.js";
import type { TreeNode } from "../tree/tree-node.js";
import { Needle } from "./needle.js";

/** Milliseconds until the search lets the worker handle other messages. */
const slice = 12;
const batch = 256;

export class Search {
  /** In document order. */
  matches: Address[] = [];
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async run(task: Task, request: SearchRequest): Promise<SearchState> {
    this.#session.rows.filtered = undefined;
    const matches: Address[] = [];
    this.matches = matches;
    const needle = request.text.toLowerCase();
    if (needle === "") return { count: 0, isDone: true };
    let until = performance.now() + slice;
    for (const found of this.#candidates(needle, request)) {
      if (found !== undefined && isMatch(found.node, needle, request)) this.#add(found.address);
      if (performance.now() < until) continue;
      task.progress({ stage: "Searching", count: matches.length });
      await task.breathe();
      if (task.isStale) return { count: matches.length, isDone: false };
      until = performance.now() + slice;
    }
    return { count: matches.length, isDone: true };
  }

  /** One value may contain several hits. */
  #add(address: Address): void {
    const last = this.matches.at(-1);
    if (last === undefined || compareAddresses(last, address) !== 0) this.matches.push(address.slice());
  }

  /** Values that may match, in order; undefined at times, so that a long search can pause. */
  *#candidates(needle: string, { types }: SearchRequest): Generator<Found | undefined> {
    const root = this.#session.rows.root.node;
    if (types || notInBytes.test(needle)) yield* walk(root);
    else yield* hits(this.#session, root, needle);
  }

  has(address: Address): boolean {
    return this.matches.length > 0 && indexIn(this.matches, address) >= 0;
  }

  at(number: number): RowPlace {
    return this.#session.rows.reveal(this.matches[number] as Address);
  }

  /** The next or the previous match, seen from an address; wraps around at the ends. */
  near(address: Address, forward: boolean): { number: number; place: RowPlace } {
    const { length } = this.matches;
    const rank = rankIn(this.matches, address);
    const isHere = rank < length && compareAddresses(this.matches[rank] as Address, address) === 0;
    const step = forward ? rank + (isHere ? 1 : 0) : rank - 1;
    const number = (step + length) % length;
    return { number, place: this.at(number) };
  }

  filter(on: boolean): number {
    const { rows } = this.#session;
    rows.filtered = on ? withParents(this.matches) : undefined;
    return rows.total;
  }
}

interface Found {
  readonly address: Address;
  readonly node: TreeNode;
}

/** Texts of numbers, vectors, node paths and booleans, which are not stored as text. */
const notInBytes = /^[-+\d.,()#:/\sefx]+$|[/:]|^(true|false|null|inf|nan|id|callable|empty)/;
/** Bytes to look through between two chances to pause. */
const stretch = 1 << 18;

/** Values whose bytes, or whose key's bytes, contain a text. */
function* hits({ inside: { content } }: Session, root: TreeNode, text: string): Generator<Found | undefined> {
  const needle = new Needle(text);
  const cursor = new Cursor(root);
  for (const [top, start] of content.starts.entries()) {
    const bytes = content.bytesOf(top);
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + stretch);
      const at = needle.find(bytes, from, to);
      yield at < 0 ? undefined : cursor.seek(start + at);
      from = at < 0 ? to : at + 1;
    }
  }
}

/**
 * Yields all values below one in document order, except for elements of number arrays. Every step yields the same address array,
 * with other contents.
 */
function* walk(root: TreeNode): Generator<Found> {
  const address: number[] = [];
  const path: { node: TreeNode; first: number; children: TreeNode[]; next: number }[] = [
    { node: root, first: 0, children: [], next: 0 },
  ];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    if (top.next === top.children.length) {
      top.first += top.children.length;
      top.children = top.node.children(top.first, batch);
      top.next = 0;
      if (top.children.length === 0) {
        path.pop();
        address.pop();
        continue;
      }
    }
    const depth = path.length - 1;
    address[depth] = top.first + top.next;
    address.length = depth + 1;
    const node = top.children[top.next++] as TreeNode;
    yield { address, node };
    if (node.count > 0 && !isNumberArray(node.type)) path.push({ node, first: 0, children: [], next: 0 });
  }
}

function isMatch(node: TreeNode, needle: string, { keys, values, types }: SearchRequest): boolean {
  const has = (text: string) => text.toLowerCase().includes(needle);
  const { key } = node;
  if (keys && key !== undefined && typeof key !== "number" && has(keyText(key))) return true;
  if (types && has(node.typeText)) return true;
  return values && has(searchedText(node));
}

/** The text of a value; empty for containers, whose children are searched on their own. */
function searchedText(node: TreeNode): string {
  const { type } = node;
  if (type === "String") return node.value() as string;
  if (type === "StringName" || type === "NodePath") return (node.value() as { text: string }).text;
  const { view } = typeTraits[type];
  return view === "container" || view === "texts" ? "" : previewOf(node);
}
