// Searches keys, values and types in document order, a few milliseconds at a time. The codec compares.
import { type DocumentNode, search } from "godot-variant";
import type { Address, RowPlace } from "../../protocol/places.js";
import type { SearchRequest, SearchState } from "../../protocol/search.js";
import type { Task } from "../../protocol/serve.js";
import { documentOf } from "../session/documents.js";
import type { Session } from "../session/session.js";
import { compareAddresses, indexIn, rankIn, withParents } from "../tree/rows.js";
import { addressOf } from "../tree/tree-node.js";
import { queryOf } from "./query.js";

/** Milliseconds until the search lets the worker handle other messages. */
const slice = 12;

export class Search {
  /** In document order. */
  matches: Address[] = [];
  /** Of the matches, once they are complete: the request, and the version of the session. */
  #done: readonly [request: string, version: number] | undefined;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Throws if the text is an invalid expression. */
  async run(task: Task, request: SearchRequest): Promise<SearchState> {
    this.#session.rows.filtered = undefined;
    const matches: Address[] = [];
    this.matches = matches;
    this.#done = undefined;
    if (request.text === "") return { count: 0, isDone: true };
    const { version } = this.#session;
    let until = performance.now() + slice;
    for (const [top, nodes] of pieces(this.#session, request)) {
      for (const node of nodes) matches.push([top, ...addressOf(node)]);
      if (performance.now() < until) continue;
      task.progress({ stage: "Searching", count: matches.length });
      await task.breathe();
      // After an edit, the page searches again.
      if (task.isStale || this.#session.version !== version) return { count: matches.length, isDone: false };
      until = performance.now() + slice;
    }
    this.#done = [JSON.stringify(request), version];
    return { count: matches.length, isDone: true };
  }

  /** All matches in document order; undefined if an edit or another search came between. */
  async all(task: Task, request: SearchRequest): Promise<readonly Address[] | undefined> {
    const [found, version] = this.#done ?? [];
    if (found === JSON.stringify(request) && version === this.#session.version) return this.matches;
    return (await this.run(task, request)).isDone ? this.matches : undefined;
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

/** The matches of all values of the file, with the number of the value: a list for each piece. */
function* pieces(
  { inside: { content } }: Session,
  request: SearchRequest,
): Generator<readonly [number, readonly DocumentNode[]]> {
  const query = queryOf(request);
  for (const [top, value] of content.values.entries())
    for (const nodes of search(documentOf(value), query)) yield [top, nodes];
}
