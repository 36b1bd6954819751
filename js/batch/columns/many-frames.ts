// Rows of files with many small values, read some frames at a time: all values at once take up to fifteen times the file.
import {
  decodeFrames,
  type LoadOptions,
  locateFrames,
  open,
  unwrap,
  type Variant,
  VariantError,
  type Warning,
} from "../../index.js";
import { areMany, orUndefined } from "./large-values.js";
import { largeBytes } from "./lazy-value.js";
import { wholeCells } from "./rows.js";
import { isWhole, type Selection, selected } from "./select.js";

/** Bytes of frames whose values are in memory together. */
const groupBytes = 1 << 20;
/** Below this score, `load` compares several readings of a file. */
const leastScore = 0.5;

/**
 * The cells of each value of a large file of small frames, in groups. Undefined for any other file, and for one that may be read in
 * several ways. Throws a VariantError in the middle for a frame that cannot be read: `load` says why.
 */
export async function cellsOfMany(
  content: Uint8Array<ArrayBuffer>,
  columns: readonly Selection[],
  options: LoadOptions,
): Promise<Generator<Variant[][]> | undefined> {
  if (content.length <= largeBytes || (options.framing ?? "store_var") !== "store_var") return undefined;
  const unwrapped = await unwrap(content, options).catch(orUndefined);
  const first = unwrapped?.candidates[0];
  if (unwrapped?.layers.length !== 0 || first?.framing !== "store_var" || first.score < leastScore)
    return undefined;
  if (!areMany(first.count, content.length)) return undefined;
  const { badUtf8, limits, dialect = first.dialect, onWarning } = options;
  const reading = { dialect, badUtf8, limits, mode: "exact" } as const;
  return groups();

  function* groups(): Generator<Variant[][]> {
    const frames = locateFrames(content, { framing: "store_var", limits });
    let some: Frame[] = [];
    for (const frame of frames) {
      some.push(frame);
      if (startOf(some) + groupBytes > endOf(some)) continue;
      yield cellsOf(some);
      some = [];
    }
    if (some.length > 0) yield cellsOf(some);
  }

  function cellsOf(frames: readonly Frame[]): Variant[][] {
    if (!columns.every(isWhole)) return frames.map(chosenCells);
    const bytes = content.subarray(startOf(frames), endOf(frames));
    const from = readingFrom(startOf(frames));
    const values = decodeFrames(bytes, { ...from, framing: "store_var", allowObjects: true });
    return wholeCells(values, columns);
  }

  function chosenCells({ offset, length, missing }: Frame): Variant[] {
    if (missing > 0) throw new VariantError("unexpected-end");
    const document = open(content.subarray(offset, offset + length), readingFrom(offset));
    return columns.map((column) => selected(document, column));
  }

  /** How to read a part of the content that begins at `start`. */
  function readingFrom(start: number) {
    const hear = (warning: Warning) =>
      onWarning?.(Object.assign(warning, { offset: warning.offset + start }));
    return { ...reading, onWarning: onWarning && hear };
  }
}

type Frame = ReturnType<typeof locateFrames>[number];

/** A frame begins with the length of its value. */
const lengthBytes = 4;
const startOf = ([first]: readonly Frame[]) => (first?.offset ?? 0) - lengthBytes;

function endOf(frames: readonly Frame[]): number {
  const { offset = 0, length = 0 } = frames.at(-1) ?? {};
  return offset + length;
}
