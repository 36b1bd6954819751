// Recovers frames: finds where the next one begins after damage.
import { lengthSize } from "../../frames/gaps.js";
import { frameAt, scanFrames } from "../../frames/locate-frames.js";
import { wordOf } from "../../table/numbers.js";
import type { Format } from "../read/source.js";
import { holesIn } from "./holes.js";
import { type Budget, Probe } from "./probe.js";
import { type Lost, lostBytes } from "./recovered.js";
import { rescue } from "./rescue.js";
import type { Range, Rescued } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** A cut frame is hardly longer. */
const mostCut = 1 << 28;
/** A shorter value after a wrong length may be chance. */
const leastSure = 12;

/** So many frames are passed on the way to one that is certain. */
const mostPassed = 64;

/** Frames to rescue, and what becomes of them. */
interface Task {
  readonly format: Format;
  readonly input: Octets;
  /** Ranges of the input whose bytes are unknown, in order. */
  readonly holes: readonly Range[];
  readonly budget: Budget;
  readonly bigEndian: boolean;
  readonly lost: Lost[];
  readonly save: (value: Rescued) => void;
}

/** Recovers frames one after the other. Follows their lengths, and searches the next frame where a length is wrong. */
export function rescueFrames(task: Task): void {
  const search = new FrameSearch(task.input, task.bigEndian);
  for (let at = 0; at < task.input.length; ) at = rescueFrame(task, search, at);
}

/** Recovers the frame whose length is at an offset, and returns the offset of the next frame. */
function rescueFrame(task: Task, search: FrameSearch, at: number): number {
  const { input, bigEndian, lost, save } = task;
  const { offset, length, missing } = frameAt(input, at, bigEndian);
  const fits = length >= lengthSize && missing === 0;
  const damages: Lost[] = [];
  let next = fits ? offset + length : input.length;
  let value = fits ? rescueValue(task, offset, next, damages) : undefined;
  if (fits && damages.length === 0) {
    if (value !== undefined) save(value);
    return next;
  }
  const shifted = search.from(at + 1);
  if (shifted < offset) {
    lose(lost, input, at, shifted);
    return shifted;
  }
  const found = search.wholeAt(task, offset);
  if (found !== undefined && found !== next && !(fits && search.isBetter(next, found))) {
    // Only the length is wrong: the value is complete, and the next frame follows it.
    lose(lost, input, at, offset);
    const whole = rescueValue(task, offset, found, []);
    if (whole !== undefined) save(whole);
    return found;
  }
  if (!fits) {
    const { error, end, flagged } = task.format.attempt(input.subarray(offset));
    const size = length + missing;
    // A length that may be right means that the file is cut in this frame. Otherwise other frames may follow.
    const isCut = missing > 0 && size % 4 === 0 && size <= mostCut && error?.code === "unexpected-end";
    // Where hardly a value begins, this is no length either, and a frame may begin at the next byte.
    // No engine writes such a header, so that a text before the frames is not read as a value that swallows them.
    const isStrange = flagged[0] === 0;
    const readTo = isStrange ? 0 : (error?.offset ?? end);
    const begin = readTo < leastSure ? at + 1 : offset + readTo;
    next = isCut ? input.length : isStrange ? search.fromAny(begin) : search.from(begin);
    value = rescueValue(task, offset, next, damages, isCut ? size : undefined);
    const isSure = value !== undefined && (value.bytes.length >= leastSure || damages.length === 0);
    const keepsHeader = value !== undefined && wordOf(value.bytes, 0) === wordOf(input, offset);
    if (value === undefined || (!isCut && (!isSure || (isStrange && keepsHeader)))) {
      lose(lost, input, at, next);
      return next;
    }
    lose(lost, input, at, offset);
  }
  // A length that is too large, or lost bytes, may swallow the frames that follow, but not if another frame begins where it ends.
  const behind = damages.find(({ code }) => code === "trailing-bytes") ?? damages[0];
  const resumed = behind === undefined || search.follows(next) ? next : search.from(behind.offset);
  if (resumed < next) {
    next = resumed;
    damages.length = 0;
    value = rescueValue(task, offset, next, damages);
    if (fits && damages.length === 0) lose(lost, input, at, offset);
  }
  lost.push(...damages);
  if (value !== undefined) save(value);
  return next;
}

function rescueValue(
  task: Task,
  begin: number,
  end: number,
  damages: Lost[],
  sizeBeforeCut?: number,
): Rescued | undefined {
  const { format, input, budget } = task;
  const probe = new Probe(format, input.subarray(begin, end), holesIn(task.holes, begin, end), budget);
  return rescue({ format, probe, base: begin, sizeBeforeCut }, damages);
}

function lose(lost: Lost[], input: Octets, at: number, end: number): void {
  const length = Math.min(end, input.length) - at;
  lost.push(lostBytes(at, length, "bad-length"));
}

/** What follows an offset: frames up to the end, frames of which the last one is cut, nothing but a cut frame, or anything else. */
type Chain = "whole" | "cut" | "last" | "none";

/** Finds frames behind a damage. Frames that a value merely seems to contain do not count. */
class FrameSearch {
  private readonly input: Octets;
  private readonly bigEndian: boolean;
  /** Offsets of all frames that are certain, in order, and of those that are followed by others to the end. */
  private found: { readonly all: readonly number[]; readonly chained: readonly number[] } | undefined;
  /** For offsets that were looked at. */
  private readonly known = new Map<number, Chain>();

  constructor(input: Octets, bigEndian: boolean) {
    this.input = input;
    this.bigEndian = bigEndian;
  }

  /** Offset of the first certain frame at or after an offset that others follow to the end. */
  from(at: number): number {
    return this.firstOf(this.scanned().chained, at);
  }

  /** Offset of the first certain frame at or after an offset, for a place inside no value. */
  fromAny(at: number): number {
    return this.firstOf(this.scanned().all, at);
  }

  private scanned() {
    if (this.found === undefined) {
      const certain = scanFrames(this.input).frames.filter((frame) => frame.certain);
      const all = certain.map(({ offset }) => offset);
      this.found = { all, chained: all.filter((offset) => this.begins(offset)) };
    }
    return this.found;
  }

  private firstOf(offsets: readonly number[], at: number): number {
    let [low, high] = [0, offsets.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((offsets[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return offsets[low] ?? this.input.length;
  }

  /** Whether frame follows frame from an offset to the end of the input, where the last one of several may be cut. */
  begins(at: number): boolean {
    const chain = this.chainFrom(at);
    return chain === "whole" || chain === "cut";
  }

  private chainFrom(at: number): Chain {
    const { input, known } = this;
    const passed: number[] = [];
    let chain: Chain | undefined;
    for (let place = at; chain === undefined; ) {
      chain = place === input.length ? "whole" : known.get(place);
      if (chain !== undefined) break;
      const { offset, length, missing } = frameAt(input, place, this.bigEndian);
      const size = length + missing;
      if (size < lengthSize || size % 4 !== 0 || size > mostCut) chain = "none";
      else if (missing > 0) chain = "last";
      if (chain !== undefined) known.set(place, chain);
      else passed.push(place);
      place = offset + length;
    }
    if (passed.length === 0) return chain;
    const before = chain === "last" ? "cut" : chain;
    for (const place of passed) known.set(place, before);
    return before;
  }

  /** The end of the value at an offset, if it is complete and a frame or the end of the input follows. */
  wholeAt({ format, input, holes, budget }: Task, offset: number): number | undefined {
    if (holes.length > 0 || budget.left < 0) return undefined;
    const { error, end, doubtful } = format.attempt(input.subarray(offset));
    budget.left -= end;
    // No engine writes a text with a NUL, so its length is wrong, too.
    if (error !== undefined || end === 0 || doubtful !== undefined) return undefined;
    // A short value may be chance, and so may lengths that lead behind the end.
    const isSure = end >= leastSure || this.chainFrom(offset + end) === "whole";
    return isSure && this.follows(offset + end) ? offset + end : undefined;
  }

  /** Whether it is more probable that frames begin at an offset than at another one, where a damaged value ends. It may have swallowed frames. */
  isBetter(at: number, other: number): boolean {
    return this.follows(at) && (at < other || this.chainFrom(other) !== "whole");
  }

  /** Whether frames begin at an offset, of which none would hold a frame that is certain: such lengths are chance. */
  follows(at: number): boolean {
    if (!this.begins(at)) return false;
    const goal = this.from(at);
    let place = at;
    for (let i = 0; place < goal && i < mostPassed; i++) {
      const { offset, length } = frameAt(this.input, place, this.bigEndian);
      place = offset + length;
    }
    return place <= goal;
  }
}
