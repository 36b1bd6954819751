// Recovers the settings of a project.binary: a damaged one costs no other, because each has its lengths.
import { strictText } from "../../base/text-coders.js";
import { lengthSize } from "../../frames/places.js";
import { wordOf } from "../../table/numbers.js";
import type { Format } from "../read/source.js";
import { type Budget, Probe } from "./probe.js";
import { type Lost, lostBytes } from "./recovered.js";
import { Rescue } from "./rescue.js";
import type { Rescued } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** The magic word and the count. */
const headerSize = 2 * lengthSize;
/** A longer name is a damaged length. */
const longestName = 1 << 16;

/** A setting at an offset, by its lengths. */
interface Place {
  readonly nameAt: number;
  readonly nameEnd: number;
  readonly valueAt: number;
  readonly end: number;
}

/** A setting whose value could be read, in part or wholly. */
export interface SavedSetting {
  readonly name: string;
  readonly value: Rescued;
}

/** Recovers the settings of a content that begins with its magic word, and notes what is lost. */
export function rescueSettings(format: Format, input: Octets, budget: Budget, lost: Lost[]): SavedSetting[] {
  const saved: SavedSetting[] = [];
  const search = new SettingSearch(input);
  // Where the file is cut, no lengths lead to its end.
  const isWhole = (at: number): boolean => {
    const place = placeAt(input, at);
    if (place === undefined || strictText(input.subarray(place.nameAt, place.nameEnd)) === undefined)
      return false;
    const { error, end } = format.attempt(input.subarray(place.valueAt, place.end));
    return error === undefined && place.valueAt + end === place.end;
  };
  let found = 0;
  for (let at = headerSize; at < input.length; found++) {
    const place = placeAt(input, at);
    const isRight =
      place !== undefined && (search.leadsToEnd(place.end) || isWhole(at) || isWhole(place.end));
    const next = isRight ? place.end : search.from(at + 1);
    const head = place ?? nameAt(input, at);
    const name = head && strictText(input.subarray(head.nameAt, head.nameEnd));
    if (head === undefined || name === undefined || head.valueAt > next) {
      lost.push(lostBytes(at, next - at, head && name === undefined ? "bad-utf8" : "bad-length"));
    } else {
      const value = rescuedValue(format, input.subarray(head.valueAt, next), {
        at: head.valueAt,
        name,
        budget,
        lost,
      });
      if (value !== undefined) saved.push({ name, value });
    }
    at = next;
  }
  if (lost.length === 0 && (input.length < headerSize || wordOf(input, lengthSize) !== found))
    lost.push(lostBytes(lengthSize, 0, "bad-length"));
  return saved;
}

/** The readable part of a value. A value whose type is damaged is lost: its remains would be another one. */
function rescuedValue(
  format: Format,
  bytes: Octets,
  { at, name, budget, lost }: { at: number; name: string; budget: Budget; lost: Lost[] },
): Rescued | undefined {
  const damages: Lost[] = [];
  const value = new Rescue(format, new Probe(format, bytes, [], budget), at, damages).run();
  const first = damages[0];
  const isLost = value === undefined || (first?.offset === at && first.keys.length === 0);
  if (isLost) {
    lost.push(lostBytes(at, bytes.length, first?.code ?? "bad-length", [name]));
    return undefined;
  }
  for (const { offset, length, code, keys } of damages) {
    lost.push(lostBytes(offset, length, code, [name, ...keys]));
  }
  return value;
}

/** The setting at an offset; undefined if its lengths do not fit into the input. */
function placeAt(input: Octets, at: number): Place | undefined {
  const head = nameAt(input, at);
  if (head === undefined) return undefined;
  const length = wordOf(input, head.nameEnd);
  const end = head.valueAt + length;
  return length < lengthSize || end > input.length ? undefined : { ...head, end };
}

/** The name at an offset, and where its value begins. */
function nameAt(input: Octets, at: number): Omit<Place, "end"> | undefined {
  if (input.length - at < lengthSize) return undefined;
  const size = wordOf(input, at);
  const nameEnd = at + lengthSize + size;
  if (size > longestName || nameEnd + lengthSize > input.length) return undefined;
  return { nameAt: at + lengthSize, nameEnd, valueAt: nameEnd + lengthSize };
}

/** Finds settings behind a damage. */
class SettingSearch {
  private readonly input: Octets;
  /** For offsets that were looked at: whether lengths lead from there to the end. */
  private readonly known = new Map<number, boolean>();

  constructor(input: Octets) {
    this.input = input;
  }

  /** Whether setting follows setting from an offset to the end. */
  leadsToEnd(at: number): boolean {
    const passed: number[] = [];
    let answer: boolean | undefined;
    for (let next = at; answer === undefined; ) {
      answer = next === this.input.length ? true : this.known.get(next);
      if (answer !== undefined) break;
      passed.push(next);
      const place = placeAt(this.input, next);
      if (place === undefined) answer = false;
      else next = place.end;
    }
    // Most places lead nowhere at once, which is quicker to find again than to note.
    if (passed.length > 1) for (const place of passed) this.known.set(place, answer);
    return answer;
  }

  /** The first offset from which settings lead to the end. */
  from(at: number): number {
    let place = at;
    while (place < this.input.length && !this.leadsToEnd(place)) place++;
    return place;
  }
}
