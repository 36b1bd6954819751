// Recovers the settings of a project.binary: a damaged one costs no other, because each has its lengths.
import { strictText } from "../../base/text-coders.js";
import { lengthSize } from "../../frames/gaps.js";
import { wordOf } from "../../table/numbers.js";
import { meetsHole } from "./holes.js";
import { type Content, rescuePart } from "./parts.js";
import { type Lost, lostBytes } from "./recovered.js";
import type { Rescued } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** The magic word and the count. */
const headerSize = 2 * lengthSize;
/** A longer name is a damaged length. */
const longestName = 1 << 16;
/** What is left of a value with a wrong length may be chance if it is shorter. */
const leastSure = 12;
/** A shorter name may be chance where no lengths lead to the end. */
const leastName = 4;

/** A setting at an offset, by its lengths. */
interface Place {
  readonly nameAt: number;
  readonly nameEnd: number;
  readonly valueAt: number;
  readonly end: number;
}

/** A setting whose value could be read, in part or wholly. */
interface SavedSetting {
  readonly name: string;
  readonly value: Rescued;
}

/** Recovers the settings of a content that begins with its magic word, and notes what is lost. */
export function rescueSettings(content: Content, lost: Lost[]): SavedSetting[] {
  const { input } = content;
  const saved: SavedSetting[] = [];
  const search = new SettingSearch(content);
  let found = 0;
  for (let at = headerSize; at < input.length; found++) {
    const place = search.placeAt(at);
    // Where the file is cut, or bytes are unknown, no lengths lead to its end.
    const isRight =
      place !== undefined &&
      (search.leadsToEnd(place.end) ||
        search.isWhole(at) ||
        search.isWhole(place.end) ||
        search.meetsHole(place.valueAt, place.end + headerSize));
    const next = isRight ? place.end : search.from(at + 1);
    const head = place ?? search.headAt(at);
    const name = head && strictText(input.subarray(head.nameAt, head.nameEnd));
    if (head === undefined || name === undefined || head.valueAt > next) {
      const isUnknown = search.meetsHole(at, next);
      const code = isUnknown ? "bad-container" : head && name === undefined ? "bad-utf8" : "bad-length";
      lost.push(lostBytes(at, next - at, code));
    } else {
      const damages: Lost[] = [];
      const value = rescuePart(content, head.valueAt, next, [name], damages);
      const isWrong = place?.end !== next;
      // The last value may be merely cut off.
      const isChance =
        isWrong && next < input.length && damages.length > 0 && Number(value?.bytes.length) < leastSure;
      if (isWrong && damages.length === 0)
        damages.push(lostBytes(head.nameEnd, lengthSize, "bad-length", [name]));
      lost.push(...(isChance ? [lostBytes(at, next - at, "bad-length")] : damages));
      if (value !== undefined && !isChance) saved.push({ name, value });
    }
    at = next;
  }
  if (lost.length === 0 && (input.length < headerSize || wordOf(input, lengthSize) !== found))
    lost.push(lostBytes(lengthSize, 0, "bad-length"));
  return saved;
}

/** Reads settings by their lengths, and finds those behind a damage. */
class SettingSearch {
  private readonly content: Content;
  private readonly input: Octets;
  /** For offsets that were looked at: whether lengths lead from there to the end. */
  private readonly known = new Map<number, boolean>();

  constructor(content: Content) {
    this.content = content;
    this.input = content.input;
  }

  /** Whether bytes of a range are unknown. */
  meetsHole(begin: number, end: number): boolean {
    return meetsHole(this.content.holes, begin, end);
  }

  /** The setting at an offset; undefined if its lengths are unknown or do not fit into the input. */
  placeAt(at: number): Place | undefined {
    const head = this.headAt(at);
    if (head === undefined) return undefined;
    const length = wordOf(this.input, head.nameEnd);
    const end = head.valueAt + length;
    return length < lengthSize || end > this.input.length ? undefined : { ...head, end };
  }

  /** The name at an offset, and where its value begins. */
  headAt(at: number): Omit<Place, "end"> | undefined {
    const { input } = this;
    if (input.length - at < lengthSize) return undefined;
    const size = wordOf(input, at);
    const nameEnd = at + lengthSize + size;
    const valueAt = nameEnd + lengthSize;
    if (size > longestName || valueAt > input.length || this.meetsHole(at, valueAt)) return undefined;
    return { nameAt: at + lengthSize, nameEnd, valueAt };
  }

  /** Whether the setting at an offset can be read. */
  isWhole(at: number): boolean {
    const { format, budget } = this.content;
    const place = this.placeAt(at);
    if (place === undefined || budget.left < 0 || this.meetsHole(at, place.end)) return false;
    budget.left -= place.nameEnd - place.nameAt;
    if (strictText(this.input.subarray(place.nameAt, place.nameEnd)) === undefined) return false;
    const { error, end } = format.attempt(this.input.subarray(place.valueAt, place.end));
    budget.left -= error?.offset ?? end;
    return error === undefined && place.valueAt + end === place.end;
  }

  /** Whether setting follows setting from an offset to the end. */
  leadsToEnd(at: number): boolean {
    const passed: number[] = [];
    let answer: boolean | undefined;
    for (let next = at; answer === undefined; ) {
      answer = next === this.input.length ? true : this.known.get(next);
      if (answer !== undefined) break;
      passed.push(next);
      const place = this.placeAt(next);
      if (place === undefined) answer = false;
      else next = place.end;
    }
    // Most places lead nowhere at once, which is quicker to find again than to note.
    if (passed.length > 1) for (const place of passed) this.known.set(place, answer);
    return answer;
  }

  /** The first offset from which settings lead to the end, or at which one can be read whose name is hardly chance. */
  from(at: number): number {
    let place = at;
    while (place < this.input.length && !this.begins(place)) place++;
    return place;
  }

  private begins(at: number): boolean {
    // No name begins with a control character. This rules out most places at once.
    if ((this.input[at + lengthSize] ?? 0) < 0x20) return false;
    return (this.leadsToEnd(at) && this.hasName(at)) || this.isNamed(at);
  }

  /** Whether the bytes at an offset may be a name. Lengths in a damaged value may lead to the end by chance. */
  private hasName(at: number): boolean {
    const head = this.headAt(at);
    const name = head && this.input.subarray(head.nameAt, head.nameEnd);
    return name !== undefined && !name.includes(0) && strictText(name) !== undefined;
  }

  private isNamed(at: number): boolean {
    const head = this.placeAt(at);
    if (head === undefined) return false;
    const name = this.input.subarray(head.nameAt, Math.min(head.nameEnd, head.nameAt + leastName));
    return name.length === leastName && name.every((byte) => byte > 0x20) && this.isWhole(at);
  }
}
