// Finds where a reading may have gone astray without an error.
import { wordOf } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import { childAt, countAt, entryStartAt, listAt, startAt, strideAt, typeAt } from "../../wasm/value-index.js";
import type { Source } from "../read/source.js";
import type { Range } from "./salvage.js";

/** So many zeros that are read as nulls may be lost bytes. */
const leastZeros = 32;
/** Fewer entries of one type say little about the others. */
const leastAlike = 2;
/** So many places of a kind are tried before each damage. */
const mostNear = 8;
/** A damage or an odd type is as bad as so many lost bytes. */
export const priceOfDamage = 64;

/** What is odd in a reading. */
interface OddPlaces {
  /**
   * Where a damage may begin, in order: zeros that are read as nulls, counts that engines never write, and, as empty ranges, in each container the
   * first entry that has not the type of those before it, or whose key has not.
   */
  readonly places: readonly Range[];
  /** How bad this is, in lost bytes. */
  readonly price: number;
}

export function oddPlacesIn(source: Source): OddPlaces {
  const { bytes } = source;
  const places: Range[] = [];
  const zeros = new Zeros(bytes);
  let wrong = 0;
  if (typeAt(source, 0) === Type.Nil) zeros.add(0, undefined);
  for (const pending = [0]; pending.length > 0; ) {
    const node = pending.pop() as number;
    const [list, container] = [listAt(source, node), typeAt(source, node)];
    if (list === 0 || strideAt(source, list) > 0 || container === Type.PackedStringArray) continue;
    const isArray = container === Type.Array;
    let isMixed = container === Type.Object;
    let [type, alike, isStranger] = [-1, 0, false];
    for (let i = 0; i < countAt(source, list); i++) {
      const child = childAt(list, i);
      const begin = entryStartAt(source, child);
      if (typeAt(source, child) === Type.Nil)
        zeros.add(bytes[begin] === 0 ? begin : startAt(source, child), isArray ? list : undefined);
      // Any element may be null.
      const id = bytes[begin] as number;
      if (!isMixed && !(isArray && id === 0)) {
        if (type < 0) type = id;
        if (id === type) alike++;
        else if (alike < leastAlike) isMixed = true;
        else {
          wrong++;
          if (!isStranger) places.push([begin, begin]);
        }
        isStranger = id !== type;
      }
      const first = startAt(source, child) + 8;
      if (typeAt(source, child) === Type.PackedStringArray && wordOf(bytes, first - 4) >= 0x80000000) {
        wrong++;
        places.push([begin, first]);
      }
      if (listAt(source, child) !== 0) pending.push(child);
    }
  }
  const { lost } = zeros;
  const unread = lost.reduce((sum, [begin, end]) => sum + end - begin, 0);
  places.push(...lost);
  return { places: places.sort(([a], [b]) => a - b), price: unread + priceOfDamage * wrong };
}

/** Zeros that were read as nulls. Those in one Array may be its elements. */
class Zeros {
  private readonly bytes: Uint8Array;
  /** By the end of the zeros: where the nulls begin, and the Array that has them all. */
  private readonly found = new Map<number, { begin: number; list: number | undefined }>();
  private last: Range = [-1, -1];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Notes an entry that is a null, in an Array or elsewhere. */
  add(begin: number, list: number | undefined): void {
    const [from, to] = this.last;
    let end = to;
    if (begin < from || begin >= end) {
      // The nulls of an outer container come behind those of the inner ones, which are noted later.
      for (end = begin; this.bytes[end] === 0 && end !== from; ) end++;
      if (end === from) end = to;
      this.last = [begin, end];
    }
    const nulls = this.found.get(end);
    if (nulls === undefined) this.found.set(end, { begin, list });
    else {
      nulls.begin = Math.min(nulls.begin, begin);
      if (nulls.list !== list) nulls.list = undefined;
    }
  }

  /** The ranges of those that are hardly elements of one Array. */
  get lost(): Range[] {
    return Array.from(this.found).flatMap(([end, { begin, list }]) =>
      list === undefined && end - begin >= leastZeros ? [[begin, end]] : [],
    );
  }
}

/** Of the places before a damage those to try, the most probable first. */
export function mostProbable(places: readonly Range[]): Range[] {
  const near = [...places].reverse();
  const zeros = near.filter(([begin, end]) => begin < end);
  const strangers = near.filter(([begin, end]) => begin === end);
  return [...zeros.slice(0, mostNear), ...strangers.slice(0, mostNear)];
}
