// The frames of a content in any framing, and the errors and warnings inside of one.
import { changed } from "../base/changed.js";
import { movedBy } from "../base/changed-errors.js";
import { VariantError } from "../base/errors.js";
import { within } from "../base/errors-within.js";
import { type Framing, framings } from "../base/framings.js";
import { hint } from "../base/hints.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { limitsOf, type Options, type Settings, settingsOf } from "../base/options.js";
import { formatPath, joinedPath } from "../base/path.js";
import { strictText } from "../base/text-coders.js";
import { decodeInput } from "../codec/decode/decode-value.js";
import { extentRecord, operation } from "../table/boundary.gen.js";
import { dialectNumbers, Type } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import { call } from "../wasm/file-calls.js";
import { type Frame, locateFrames } from "./locate-frames.js";

/** @internal A frame, with what names its value among all values. */
export interface NamedFrame extends Pick<Frame, "offset" | "length"> {
  /** The name of a setting. */
  readonly name?: string;
  /** What paths to the value begin with: the name of a setting, or the number of one of several arguments. */
  readonly keys?: readonly Variant[];
  readonly bigEndian?: boolean;
  /** Where the value begins in the content, if its bytes had to be expanded. */
  readonly place?: number;
  /** Whether the content has fewer bytes for the value. */
  readonly isExpanded?: boolean;
}

/** @internal A content and its frames. */
export interface Frames {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frames: readonly NamedFrame[];
}

/** How many times its bytes a file of one frame may lack, if it is cut. */
const mostMissing = 16;

/** @internal Finds the frames of a content. Throws if it does not have this framing. */
export function framesOf(content: Uint8Array<ArrayBuffer>, framing: Framing, options: Options): Frames {
  if (framing === "rpc") return argumentsIn(content, options);
  const { dialect, limits } = options;
  if (framing === "ecfg") return { bytes: content, frames: settingsIn(content, limits) };
  const frames = locateFrames(content, { dialect, framing, limits });
  if (framing === "mixed" && frames.length === 0)
    throw new VariantError("bad-container", { hints: [hint("no-frames")] });
  const missing = frames.at(-1)?.missing ?? 0;
  if (missing > 0) {
    const { offset, length } = frames.at(-2) ?? { offset: 0, length: 0 };
    // Where nearly everything is missing, the length is rather the beginning of another kind of file.
    const isOther = frames.length === 1 && missing / content.length > mostMissing;
    throw new VariantError("unexpected-end", {
      offset: offset + length,
      hints: [hint("frame-cut", frames.length - 1, missing), hint(isOther ? "try-load" : "try-recover")],
    });
  }
  return { bytes: content, frames };
}

/** Expands the arguments of a call. The first damaged one raises the error of its value. */
function argumentsIn(content: Uint8Array<ArrayBuffer>, given: Options): Frames {
  const alone = { framing: "none", allowTrailing: false, schema: undefined, onWarning: undefined } as const;
  const settings = settingsOf(changed<Options>(given, alone));
  const { bytes, frames, isDamaged } = expandArguments(content, settings);
  if (!isDamaged) return { bytes, frames };
  for (const frame of frames) {
    const { offset, length } = frame;
    inFrame(frame, () => decodeInput(bytes.subarray(offset, offset + length), settings));
  }
  throw new VariantError("bad-container");
}

/** @internal The arguments of a call, up to the first damaged one, which is the last then and holds all the rest. */
export function expandArguments(
  content: Uint8Array<ArrayBuffer>,
  { dialectName, flags, limits }: Settings,
): Frames & { readonly isDamaged: boolean } {
  const words = [dialectNumbers[dialectName], flags, limits.depth, limits.elements];
  const { bytes, words: damaged } = call(operation.expandArguments, content, words);
  return {
    bytes,
    frames: argumentsOf(content, locateFrames(bytes, { limits })),
    isDamaged: damaged.length > 0,
  };
}

/** The arguments with their places. The first byte of one has its type and the size of an int (docs/CONTAINERS.md). */
function argumentsOf(content: Uint8Array, frames: readonly Frame[]): NamedFrame[] {
  let next = 1;
  const isOne = content[0] === 1;
  return frames.map(({ offset, length }, i) => {
    const place = next;
    const size = compactSize(content[place] as number);
    next += size ?? length;
    const found = { offset, length, place, isExpanded: size !== undefined };
    return isOne ? found : { ...found, keys: [i] };
  });
}

/** The size of an argument with this first byte, if it is shorter than its value. */
function compactSize(first: number): number | undefined {
  const type = first & 0x3f;
  if (type === Type.bool) return 1;
  return type === Type.int ? 1 + (1 << (first >> 6)) : undefined;
}

/** @internal Where the value of a frame begins in the content, from where offsets count. */
export const placeOf = ({ place, offset }: NamedFrame): number => place ?? offset;

/** Finds the settings of a project.binary, in which names and values alternate. */
function settingsIn(content: Uint8Array, limits: Options["limits"]): NamedFrame[] {
  const { words } = call(operation.readFrames, content, [framings.indexOf("ecfg")]);
  new MemoryBudget(limitsOf(limits)).take((words.length / extentRecord.length / 2) * memoryOf.part);
  const extent = (i: number) => ({
    offset: words[i + extentRecord.at] as number,
    length: words[i + extentRecord.size] as number,
  });
  const frames: NamedFrame[] = [];
  for (let i = 0; i < words.length; i += 2 * extentRecord.length) {
    const { offset, length } = extent(i);
    const name = strictText(content.subarray(offset, offset + length));
    // It would be written back as another one.
    if (name === undefined) throw new VariantError("bad-utf8", { offset });
    frames.push({ ...extent(i + extentRecord.length), name, keys: [name] });
  }
  return frames;
}

/** @internal Reads a frame. Offsets of errors count from the start of all frames, and paths begin with its keys. */
export function inFrame<Result>(frame: NamedFrame, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const at = placeOf(frame);
    if (!(error instanceof VariantError) || at === 0) throw error;
    const moved = frameError(error, at);
    throw frame.keys === undefined ? moved : within(frame.keys, moved);
  }
}

/** @internal The error of a frame whose value begins at byte `at` of all frames. */
export function frameError(error: VariantError, at: number): VariantError {
  // To drop bytes is no advice where the length of the frame may be none, and a frame is no file.
  const hints = error.hints
    .filter(({ code }) => code !== "try-load")
    .map((one) => (one.code === "allow-trailing" ? hint("frame-longer") : one));
  return movedBy(error, at, hints);
}

/** @internal Hears warnings of a frame, and passes them on with places among all frames, as `inFrame` does with errors. */
export function warnFrom(frame: () => NamedFrame, onWarning: Options["onWarning"]): Options["onWarning"] {
  return (
    onWarning &&
    ((warning) => {
      const { keys } = frame();
      const offset = warning.offset + placeOf(frame());
      if (keys === undefined) onWarning(Object.assign(warning, { offset }));
      else onWarning({ ...warning, offset, path: joinedPath(formatPath(keys), warning.path) });
    })
  );
}
