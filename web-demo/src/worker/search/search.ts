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
  /** Of the search field, in document order. */
  matches: Address[] = [];
  /** What the matches are of: the request, and the edition of the session. */
  #request = "";
  #edition = -1;
  #isDone = true;
  #running: Promise<SearchState> | undefined;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Rejects if the text is an invalid expression. */
  run(task: Task, request: SearchRequest): Promise<SearchState> {
    this.#running = this.#run(task, request);
    return this.#running;
  }

  async #run(task: Task, request: SearchRequest): Promise<SearchState> {
    const { rows, edition } = this.#session;
    rows.filtered = undefined;
    const matches: Address[] = [];
    this.matches = matches;
    this.#request = JSON.stringify(request);
    this.#edition = edition;
    this.#isDone = false;
    const isDone = await this.#find(task, request, matches);
    if (isDone) {
      this.#isDone = true;
      // They may have been filtered before all were found.
      if (rows.filtered !== undefined) this.filter(true);
    }
    return { count: matches.length, isDone };
  }

  /** Adds the matches to a list. Returns whether these are all: an edit or another call may come between. */
  async #find(task: Task, request: SearchRequest, matches: Address[]): Promise<boolean> {
    if (request.text === "") return true;
    const { version } = this.#session;
    let until = performance.now() + slice;
    for (const [top, nodes] of pieces(this.#session, request)) {
      for (const node of nodes) matches.push([top, ...addressOf(node)]);
      if (performance.now() < until) continue;
      task.progress({ stage: "Searching", count: matches.length });
      await task.breathe();
      // After an edit, the page searches again.
      if (task.isStale || this.#session.version !== version) return false;
      until = performance.now() + slice;
    }
    return true;
  }

  /** All matches in document order, whatever the search field looks for; undefined if an edit or another call came between. */
  async all(task: Task, request: SearchRequest): Promise<readonly Address[] | undefined> {
    const isKnown =
      this.#isDone && this.#request === JSON.stringify(request) && this.#edition === this.#session.edition;
    if (isKnown) return this.matches;
    const matches: Address[] = [];
    return (await this.#find(task, request, matches)) ? matches : undefined;
  }

  has(address: Address): boolean {
    return this.matches.length > 0 && indexIn(this.matches, address) >= 0;
  }

  /** The next or the previous match, seen from an address; wraps around at the ends. Undefined if there is none. */
  async near(address: Address, forward: boolean): Promise<{ number: number; place: RowPlace } | undefined> {
    for (;;) {
      // After an edit, the page searches again.
      if (this.#edition !== this.#session.edition) return undefined;
      const { matches } = this;
      const { length } = matches;
      const rank = rankIn(matches, address);
      const isHere = rank < length && compareAddresses(matches[rank] as Address, address) === 0;
      const step = forward ? rank + (isHere ? 1 : 0) : rank - 1;
      // A match that is not found yet may be nearer.
      const isNearest = this.#isDone || (forward ? step < length : step >= 0 && rank < length);
      if (isNearest && length > 0) {
        const number = (step + length) % length;
        return { number, place: this.#session.rows.reveal(matches[number] as Address) };
      }
      const running = this.#running;
      await running?.catch(() => {});
      if (this.#isDone ? this.matches.length === 0 : this.#running === running) return undefined;
    }
  }

  filter(on: boolean): void {
    this.#session.rows.filtered = on ? withParents(this.matches) : undefined;
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
