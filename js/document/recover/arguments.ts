// Recovers the arguments of a call. They have no lengths, so behind a damage they are found only by reading to the end of the call.
import { VariantError } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { expandArguments, placeOf } from "../../frames/content-frames.js";
import type { Variant } from "../../values/variant.js";
import { type Content, rescuePart } from "./parts.js";
import { type Lost, lostBytes } from "./recovered.js";
import type { Rescued } from "./salvage.js";

/** One byte counts the arguments. */
const mostArguments = 255;
/** Fewer bytes could be arguments by chance. */
const leastPart = 16;

/** An argument whose end is known. */
interface Argument extends Rescued {
  /** Where it begins in the content. */
  readonly at: number;
}

/** Arguments that follow each other. */
interface Row {
  readonly values: readonly Argument[];
  /** The offset behind them. */
  readonly end: number;
}

/** Recovers the arguments of a call, and notes what is lost. */
export function rescueArguments(content: Content, settings: Settings, lost: Lost[]): Rescued[] {
  const { input, holes } = content;
  const count = input[0] ?? 0;
  const keysOf = (i: number): Variant[] => (count === 1 ? [] : [i]);
  const saved: Rescued[] = [];
  const save = (value: Rescued | undefined) => {
    if (value !== undefined) saved.push(value);
  };
  // Behind unknown bytes, nothing says where an argument begins.
  const { values, end } = withoutStrays(
    content,
    settings,
    rowFrom(input.subarray(0, holes[0]?.[0]), settings, 1),
  );
  const ends = [...values.slice(1).map(({ at }) => at), end];
  const readable = values.length;
  // Where more can be read to the end than are counted, the count is the damage.
  const behind = readable > count ? (values[count]?.at ?? end) : end;
  const isMiscounted = readable > count && end === input.length && end - behind >= leastPart;
  const listed = isMiscounted ? values : values.slice(0, count);
  if (isMiscounted) lost.push(lostBytes(0, 0, "bad-length"));
  for (const [i, value] of listed.entries())
    save(checked(content, value, ends[i] as number, keysOf(i), lost));
  if (readable >= count) {
    if (!isMiscounted && behind < input.length)
      lost.push(lostBytes(behind, input.length - behind, "trailing-bytes"));
    return saved;
  }
  if (end === input.length) {
    lost.push(lostBytes(end, 0, "unexpected-end", keysOf(readable)));
    return saved;
  }
  const known = Math.max(end + 1, holes.at(-1)?.[1] ?? 0);
  const tail = tailFrom(content, settings, known, count - readable - 1);
  const next = tail?.values[0]?.at ?? input.length;
  save(rescuePart(content, end, next, keysOf(readable), lost));
  for (let i = readable + 1; i < count; i++) {
    const value = tail?.values[i - readable - 1];
    const past = tail?.values[i - readable]?.at ?? input.length;
    if (value !== undefined) save(checked(content, value, past, keysOf(i), lost));
    else lost.push(lostBytes(input.length, 0, "unexpected-end", keysOf(i)));
  }
  return saved;
}

/**
 * The arguments up to the first one that only seems to be whole. It has a text with a NUL. Or those that were read leave bytes over, and
 * fewer of them are lost if others follow it up to the end.
 */
function withoutStrays(content: Content, settings: Settings, row: Row): Row {
  const { input, format, holes, budget } = content;
  const { values, end } = row;
  const count = input[0] ?? 0;
  const upTo = (i: number): Row => ({ values: values.slice(0, i), end: values[i]?.at ?? end });
  const doubtful = values.findIndex(({ bytes }) => format.attempt(bytes).doubtful !== undefined);
  if (doubtful >= 0 && doubtful < count) return upTo(doubtful);
  if (holes.length > 0 || values.length < count || end === input.length) return row;
  // What is left after the search has to do for the damaged argument.
  const search = { ...content, budget: { ...budget, left: budget.left / 4 } };
  let best = row;
  let least = input.length - (values[count]?.at ?? end);
  for (const [i, { at }] of values.slice(0, count - 1).entries()) {
    const tail = tailFrom(search, settings, at + 1, count - i - 1);
    const lost = (tail?.values[0]?.at ?? input.length) - at;
    if (lost < least) [best, least] = [upTo(i), lost];
  }
  return best;
}

/** The arguments from an offset on that can be read, whatever their number. */
function rowFrom(input: Uint8Array<ArrayBuffer>, settings: Settings, begin: number): Row {
  const around = begin - 1;
  const counted = input.slice(around);
  counted[0] = mostArguments;
  const { bytes, frames, isDamaged, size } = expanded(counted, settings);
  const whole = isDamaged ? frames.slice(0, -1) : frames;
  const values = whole.map((frame): Argument => {
    const at = around + placeOf(frame);
    const part = bytes.subarray(frame.offset, frame.offset + frame.length);
    // The bytes of an expanded value are not those of the content.
    return { at, bytes: part, from: at, ranges: frame.isExpanded === true ? [] : undefined };
  });
  const damaged = isDamaged ? frames.at(-1) : undefined;
  return { values, end: damaged === undefined ? around + size : around + placeOf(damaged) };
}

/** Expands as many arguments as a call may have. `size` is where they end. */
function expanded(
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): ReturnType<typeof expandArguments> & { size: number } {
  try {
    return { ...expandArguments(input, settings), size: input.length };
  } catch (error) {
    if (!(error instanceof VariantError) || error.code !== "trailing-bytes") throw error;
    return expanded(input.slice(0, error.offset), settings);
  }
}

/** The first place from which so many arguments can be read, and nothing is left; undefined if there is none. */
function tailFrom(content: Content, settings: Settings, begin: number, count: number): Row | undefined {
  const { input, budget } = content;
  if (count < 1) return undefined;
  for (let at = begin; at <= input.length - leastPart && budget.left >= 0; at++) {
    const row = rowFrom(input, settings, at);
    // Reading takes far longer than copying the rest.
    budget.left -= row.end - at + ((input.length - at) >>> 4);
    if (row.values.length === count && row.end === input.length) return row;
  }
  return undefined;
}

/** An argument, or what can be read of it: its end does not depend on its texts. */
function checked(
  content: Content,
  value: Argument,
  end: number,
  keys: readonly Variant[],
  lost: Lost[],
): Rescued | undefined {
  const isSound = content.format.attempt(value.bytes).error === undefined;
  return isSound ? value : rescuePart(content, value.at, end, keys, lost);
}
