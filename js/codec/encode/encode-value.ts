// Encodes a value with the codec, and hands on the bytes in its memory.
import { copyOf } from "../../base/bytes.js";
import { isStackOverflow } from "../../base/call-stack.js";
import { type Loss, ValueFault, VariantError } from "../../base/errors.js";
import { hint } from "../../base/hints.js";
import { isShared, type Settings } from "../../base/options.js";
import { flag, slot } from "../../table/boundary.gen.js";
import type { Boundary } from "../../wasm/boundary.js";
import { keep, takeCodec } from "../../wasm/codec-instance.js";
import type { TapeWriter } from "../../wasm/tape-writer.js";
import { type Advise, tapeError, tapeLosses } from "../decode/error-places.js";
import { refuseMergedKeys } from "../decode/repeated-keys.js";
import { DirectWriter } from "./direct-writer.js";
import { keepWithWriter, type LargeArrays, useTape, withTape } from "./flatten.js";
import type { Suspect } from "./lost-classes.js";
import { pooledBytes } from "./result-pool.js";

/** Takes an encoded value: the bytes in the memory of the codec, and what belongs into their gaps. */
export type Receive<Result> = (
  made: Uint8Array<ArrayBuffer>,
  sources: readonly Uint8Array[],
  codec: Boundary,
) => Result;

/** Copies the bytes to memory of their own or, with the option `pooled`, to a pool. */
export function receiverOf(settings: Settings): Receive<Uint8Array<ArrayBuffer>> {
  return settings.options.pooled === true ? toPool : toOwnMemory;
}

const toOwnMemory: Receive<Uint8Array<ArrayBuffer>> = (made, sources, codec) =>
  sources.length === 0 ? copyOf(made) : codec.fill(new Uint8Array(sizeOf(made, sources)), made, sources);

const toPool: Receive<Uint8Array<ArrayBuffer>> = (made, sources, codec) =>
  codec.fill(pooledBytes(sizeOf(made, sources)), made, sources);

/** Copies the bytes to the beginning of `target` and returns their number. Throws `too-large`, with nothing copied, if they do not fit. */
export function receiverInto(target: Uint8Array): Receive<number> {
  return (made, sources, codec) => {
    const size = sizeOf(made, sources);
    checkRoom(size, target);
    // Copying to the target must not change the arrays that are still to be copied. Several SharedArrayBuffers may be the same memory.
    const overlaps = sources.some(({ buffer }) => buffer === target.buffer || isShared(buffer));
    if (overlaps) target.set(toOwnMemory(made, sources, codec));
    else codec.fill(target, made, sources);
    return size;
  };
}

/** Copies the bytes to memory of their own. Throws `too-large` if they do not fit into `target`. */
export function receiverFor(target: Uint8Array): Receive<Uint8Array<ArrayBuffer>> {
  return (made, sources, codec) => {
    checkRoom(sizeOf(made, sources), target);
    return toOwnMemory(made, sources, codec);
  };
}

function checkRoom(size: number, { length }: Uint8Array): void {
  if (size > length) throw new VariantError("too-large", { hints: [hint("target-size", size, length)] });
}

function sizeOf(made: Uint8Array, sources: readonly Uint8Array[]): number {
  let size = made.length;
  for (const { length } of sources) size += length;
  return size;
}

/** Encodes a value. Throws a VariantError with the path of any value that a Variant or this dialect cannot hold. */
export function encodeValue<Result>(
  value: unknown,
  settings: Settings,
  receive: Receive<Result>,
  suspect?: Suspect,
): Result {
  const result = withRuns(value, settings, "gaps", received, receive, suspect);
  // What fails or loses something is encoded the long way, which knows the path.
  return result ?? encodeEntries(value, settings, receive, suspect);
}

/** Encodes a value by entries of the tape alone. */
export function encodeEntries<Result>(
  value: unknown,
  settings: Settings,
  receive: Receive<Result>,
  suspect?: Suspect,
): Result {
  const { onLoss } = settings.options;
  let losses: readonly Loss[] = [];
  const encode = (codec: Boundary, writer: TapeWriter) => {
    if (codec.encode(writer.words, writer.texts, writer.textBytes, settings) !== 0)
      throw tapeError(codec, writer, settings, adviceOn);
    if (onLoss !== undefined) losses = tapeLosses(codec, writer, settings);
    if (codec.read(slot.mayMergeKeys) === 0) return receive(codec.made(), writer.sources, codec);
    const bytes = toOwnMemory(codec.made(), writer.sources, codec);
    refuseMergedKeys(codec, bytes, settings);
    return receive(bytes, [], codec);
  };
  const result = withTape(value, settings, "gaps", encode, suspect);
  for (const loss of losses) onLoss?.(loss);
  return result;
}

/** Says what the dialect cannot hold, or which option writes it. */
const adviceOn: Advise = (code, type, { dialectName }) => {
  if (code === "not-in-dialect") return hint("dialect-lacks", dialectName, type);
  if (code === "object-not-allowed") return hint("full-objects");
  return code === "int-out-of-range" ? hint("dialect-ints", dialectName) : undefined;
};

/** Takes a tape of runs. `words` is the size of the value if one run holds all of it. Returns undefined for an error. */
export type UseRuns<Extra, Result> = (
  codec: Boundary,
  writer: TapeWriter,
  settings: Settings,
  words: number,
  extra: Extra,
) => Result | undefined;

/**
 * Writes a value to a tape of runs and passes that to `use`, with `extra`, which saves a closure. Undefined if the value or the
 * dialect cannot be written in runs.
 */
export function withRuns<Extra, Result>(
  value: unknown,
  settings: Settings,
  large: LargeArrays,
  use: UseRuns<Extra, Result>,
  extra: Extra,
  suspect?: Suspect,
): Result | undefined {
  // Getters may call `encode` again, so each call takes a codec and a writer of its own.
  const codec = takeCodec();
  const writer = codec.writer instanceof DirectWriter ? codec.writer : new DirectWriter();
  codec.writer = undefined;
  let words: number;
  try {
    words = writer.writeRuns(value, codec, settings, large, suspect);
  } catch (error) {
    keep(codec);
    // A Dictionary without contents is a TypeError of its methods.
    if (error instanceof ValueFault || error instanceof TypeError || isStackOverflow(error)) return undefined;
    throw error;
  }
  if (words >= 0) return useTape(codec, writer, use, settings, words, extra);
  keepWithWriter(codec, writer);
  return undefined;
}

function received<Result>(
  codec: Boundary,
  writer: TapeWriter,
  settings: Settings,
  words: number,
  receive: Receive<Result>,
): Result | undefined {
  const made = madeOf(words, codec, writer, settings);
  return made === undefined ? undefined : receive(made, writer.sources, codec);
}

/** The output; undefined if there is an error, a loss that somebody wants to hear of, or if keys may have become equal. */
function madeOf(
  words: number,
  codec: Boundary,
  writer: TapeWriter,
  settings: Settings,
): Uint8Array<ArrayBuffer> | undefined {
  if (words === 0) {
    const error = codec.encode(writer.words, writer.texts, writer.textBytes, settings);
    const tells = settings.options.onLoss !== undefined && codec.read(slot.noteCount) > 0;
    return error === 0 && !tells && codec.read(slot.mayMergeKeys) === 0 ? codec.made() : undefined;
  }
  const bytes = codec.run(words, (settings.flags & flag.storeVarFraming) !== 0);
  return bytes.length <= settings.limits.outputBytes ? bytes : undefined;
}
