// Search over keys, values and types, in document order, a few milliseconds at a time.
import type { Address, Place as RowPlace, SearchRequest, SearchState } from "../protocol.js";
import { Cursor } from "./cursor.js";
import type { Place } from "./model.js";
import { Needle } from "./needle.js";
import { keyText, previewOf } from "./preview.js";
import { compareAddresses, indexIn, rankIn, withParents } from "./rows.js";
import type { Work } from "./rpc.js";
import type { Session } from "./session.js";

/** So long the search runs before it lets other messages in. */
const slice = 12;
const batch = 256;

export class Search {
  /** Matches, in order. */
  matches: Address[] = [];
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async run(work: Work, request: SearchRequest): Promise<SearchState> {
    this.#session.rows.filtered = undefined;
    const matches: Address[] = [];
    this.matches = matches;
    const needle = request.text.toLowerCase();
    if (needle === "") return { count: 0, done: true };
    let until = performance.now() + slice;
    for (const found of this.#candidates(needle, request)) {
      if (found !== undefined && isMatch(found.place, needle, request)) this.#add(found.address);
      if (performance.now() < until) continue;
      work.progress({ stage: "Searching", count: matches.length });
      await work.breathe();
      if (work.stale) return { count: matches.length, done: false };
      until = performance.now() + slice;
    }
    return { count: matches.length, done: true };
  }

  /** Several hits may be in one value. */
  #add(address: Address): void {
    const last = this.matches.at(-1);
    if (last === undefined || compareAddresses(last, address) !== 0) this.matches.push(address.slice());
  }

  /** Values that may match, in order; undefined now and then where it takes long to find one. */
  *#candidates(needle: string, { types }: SearchRequest): Generator<Found | undefined> {
    const root = this.#session.rows.root.place;
    if (types || notInBytes.test(needle)) yield* walk(root);
    else yield* hits(this.#session, root, needle);
  }

  has(address: Address): boolean {
    return this.matches.length > 0 && indexIn(this.matches, address) >= 0;
  }

  at(number: number): RowPlace {
    return this.#session.rows.find(this.matches[number] as Address);
  }

  /** The next match behind an address, or the one before it; from the other end when there is none. */
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
  readonly place: Place;
}

/** What may be the text of a number, a vector, a path of names or a switch, which do not stand in the bytes as texts. */
const notInBytes = /^[-+\d.,()#:/\sefx]+$|[/:]|^(true|false|null|inf|nan|id|callable|empty)/;
/** Bytes that are looked through before other work may be done. */
const stretch = 1 << 18;

/** Values in whose bytes, or in whose key's, a text stands. */
function* hits({ inside: { frames } }: Session, root: Place, text: string): Generator<Found | undefined> {
  const needle = new Needle(text);
  const cursor = new Cursor(root);
  for (const [frame, start] of frames.starts.entries()) {
    const bytes = frames.bytesOf(frame);
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + stretch);
      const at = needle.find(bytes, from, to);
      yield at < 0 ? undefined : cursor.seek(start + at);
      from = at < 0 ? to : at + 1;
    }
  }
}

/** All values below one, in document order; numbers in packed arrays are part of their value. The address changes with each step. */
function* walk(root: Place): Generator<Found> {
  const address: number[] = [];
  const open: { place: Place; first: number; children: Place[]; next: number }[] = [
    { place: root, first: 0, children: [], next: 0 },
  ];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.children.length) {
      top.first += top.children.length;
      top.children = top.place.children(top.first, batch);
      top.next = 0;
      if (top.children.length === 0) {
        open.pop();
        address.pop();
        continue;
      }
    }
    const depth = open.length - 1;
    address[depth] = top.first + top.next;
    address.length = depth + 1;
    const place = top.children[top.next++] as Place;
    yield { address, place };
    if (place.count > 0 && !/^Packed(?!String)/.test(place.type))
      open.push({ place, first: 0, children: [], next: 0 });
  }
}

function isMatch(place: Place, needle: string, { keys, values, types }: SearchRequest): boolean {
  if (
    keys &&
    place.key !== undefined &&
    typeof place.key !== "number" &&
    keyText(place.key).toLowerCase().includes(needle)
  )
    return true;
  if (types && place.typeText.toLowerCase().includes(needle)) return true;
  return values && valueText(place).toLowerCase().includes(needle);
}

/** What a search finds in a value; containers have nothing of their own. */
function valueText(place: Place): string {
  const { type } = place;
  if (type === "String") return place.value() as string;
  if (type === "StringName" || type === "NodePath") return (place.value() as { text: string }).text;
  return type === "Array" || type === "Dictionary" || type === "PackedStringArray" ? "" : previewOf(place);
}
