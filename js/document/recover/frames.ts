// Recovers frames: finds where the next one begins after damage.
import { frameAt, scanFrames } from "../../frames/places.js";
import type { Format } from "../read/source.js";
import { type Budget, Probe } from "./probe.js";
import type { Lost } from "./recovered.js";
import { Rescue } from "./rescue.js";
import type { Range, Rescued } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** Size of a length field in bytes. */
const lengthSize = 4;
/** A cut frame is hardly longer. */
const mostCut = 1 << 28;
/** A shorter value after a wrong length may be chance. */
const leastSure = 12;

/** Frames to rescue, and what becomes of them. */
export interface Task {
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
  const found = search.wholeAt(task, offset);
  if (found !== undefined && found !== next) {
    // Only the length is wrong: the value is complete, and the next frame follows it.
    lose(lost, input, at, offset);
    const whole = rescueValue(task, offset, found, []);
    if (whole !== undefined) save(whole);
    return found;
  }
  if (!fits) {
    const { error, end } = task.format.attempt(input.subarray(offset));
    const size = length + missing;
    // A length that may be right means that the file is cut in this frame. Otherwise other frames may follow.
    const isCut = missing > 0 && size % 4 === 0 && size <= mostCut && error?.code === "unexpected-end";
    next = isCut ? input.length : search.from(offset + (error?.offset ?? end));
    value = rescueValue(task, offset, next, damages, isCut ? size : undefined);
    const isSure = value !== undefined && (value.bytes.length >= leastSure || damages.length === 0);
    if (value === undefined || (!isCut && !isSure)) {
      lose(lost, input, at, next);
      return next;
    }
    lose(lost, input, at, offset);
  }
  lost.push(...damages);
  if (value !== undefined) save(value);
  // A length that is too large may swallow the frames that follow, but not if another frame begins where it ends.
  const behind = damages.find(({ code }) => code === "trailing-bytes");
  return behind === undefined || search.begins(next) ? next : Math.min(next, search.from(behind.offset));
}

function rescueValue(
  task: Task,
  begin: number,
  end: number,
  damages: Lost[],
  sizeBeforeCut?: number,
): Rescued | undefined {
  const { format, input, budget } = task;
  const holes = task.holes.flatMap(([from, to]): Range[] =>
    to > begin && from < end ? [[Math.max(from, begin) - begin, to - begin]] : [],
  );
  const probe = new Probe(format, input.subarray(begin, end), holes, budget);
  return new Rescue(format, probe, begin, damages, sizeBeforeCut).run();
}

function lose(lost: Lost[], input: Octets, at: number, end: number): void {
  const length = Math.min(end, input.length) - at;
  lost.push({ offset: at, length, code: "bad-length", keys: [], path: "" });
}

/** Finds frames behind a damage. Frames that a value merely seems to contain do not count. */
class FrameSearch {
  private readonly input: Octets;
  private readonly bigEndian: boolean;
  /** Offsets of all frames that are certain and followed by others to the end, in order. */
  private certain: readonly number[] | undefined;
  /** Whether frame follows frame to the end of the input, for offsets that were looked at. */
  private readonly known = new Map<number, boolean>();

  constructor(input: Octets, bigEndian: boolean) {
    this.input = input;
    this.bigEndian = bigEndian;
  }

  /** Offset of the first certain frame at or after an offset. */
  from(at: number): number {
    this.certain ??= scanFrames(this.input)
      .frames.filter(({ certain, offset }) => certain && this.begins(offset))
      .map(({ offset }) => offset);
    const { certain } = this;
    let [low, high] = [0, certain.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((certain[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return certain[low] ?? this.input.length;
  }

  /** Whether frame follows frame from an offset to the end of the input, where the last one may be cut. */
  begins(at: number): boolean {
    const { input, known } = this;
    const passed: number[] = [];
    let answer: boolean | undefined;
    for (let place = at; answer === undefined; ) {
      answer = place === input.length ? true : known.get(place);
      if (answer !== undefined) break;
      passed.push(place);
      const { offset, length, missing } = frameAt(input, place, this.bigEndian);
      const size = length + missing;
      if (size < lengthSize || size % 4 !== 0 || size > mostCut) answer = false;
      else if (missing > 0) answer = passed.length > 1;
      place = offset + length;
    }
    for (const place of passed) known.set(place, answer);
    return answer;
  }

  /** The end of the value at an offset, if it is complete and a frame or the end of the input follows. */
  wholeAt({ format, input, holes, budget }: Task, offset: number): number | undefined {
    if (holes.length > 0 || budget.left < 0) return undefined;
    const { error, end } = format.attempt(input.subarray(offset));
    budget.left -= end;
    return error === undefined && end > 0 && this.begins(offset + end) ? offset + end : undefined;
  }
}
