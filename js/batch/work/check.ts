// The task `check`: whether a file becomes the same bytes when its values are written again.
import { type LoadOptions, load, save, VariantError } from "../../index.js";
import { valuePieces } from "../columns/frame-pieces.js";
import { contentOf, type LargeValues, largeValues, readContent } from "../columns/large-values.js";
import { BatchFailure } from "../task/failure.js";
import type { FirstWarnings } from "./first-warnings.js";

/** Throws `round-trip` for a file that becomes other bytes, and the errors of `load`. `warnings` hears what `options` say. */
export async function check(
  bytes: Uint8Array,
  options: Omit<LoadOptions, "mode" | "schema">,
  warnings: FirstWarnings,
): Promise<void> {
  const exact = { ...options, mode: "exact" } as const;
  const content = await contentOf(bytes, exact);
  const large = await largeValues(content, exact);
  // Pieces take a fifth of the memory.
  const found = (large && inPieces(large)) ?? (await inFile(content, bytes, exact, warnings));
  if (found.at !== undefined) throw new BatchFailure("round-trip", found.at);
}

/** The first byte that differs. */
interface Difference {
  readonly at: number | undefined;
}

async function inFile(
  content: Uint8Array,
  bytes: Uint8Array,
  options: LoadOptions,
  { restart }: FirstWarnings,
): Promise<Difference> {
  const file = await readContent(content, bytes, restart, (read) => load(read, options));
  const found = inPieces(file);
  if (found !== undefined) return found;
  const saved = await save(file.values, { ...file, layers: [] }, { limits: options.limits });
  return { at: differenceOf(file.content, saved) };
}

/** Writes the values one by one, large ones piece by piece, and compares them in their places. Undefined where only `save` can tell. */
function inPieces(file: LargeValues): Difference | undefined {
  if (file.framing !== "none" && file.framing !== "store_var") return undefined;
  try {
    return { at: differenceInPieces(file) };
  } catch (error) {
    // The error of the whole file says more.
    if (error instanceof VariantError) return undefined;
    throw error;
  }
}

function differenceInPieces({ content, values, framing, dialect }: LargeValues): number | undefined {
  const head = new Uint8Array(framing === "none" ? 0 : 4);
  let at = 0;
  for (const value of values) {
    const start = at + head.length;
    let end = start;
    let inValue: number | undefined;
    for (const piece of valuePieces(value, dialect)) {
      inValue ??= differenceAt(content, end, piece);
      end += piece.length;
    }
    // The length of a value stands before it, so it is the first to differ.
    if (head.length > 0) new DataView(head.buffer).setUint32(0, end - start, true);
    const found = differenceAt(content, at, head) ?? inValue;
    if (found !== undefined) return found;
    at = end;
  }
  return at === content.length ? undefined : at;
}

/** The place in a content where the bytes that should stand at `start` differ from it. */
function differenceAt(content: Uint8Array, start: number, bytes: Uint8Array): number | undefined {
  const found = differenceOf(bytes, content.subarray(start, start + bytes.length));
  return found === undefined ? undefined : start + found;
}

function differenceOf(one: Uint8Array, other: Uint8Array): number | undefined {
  if (isEqual(one, other)) return undefined;
  const at = one.findIndex((byte, i) => byte !== other[i]);
  return at < 0 ? one.length : at;
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  Buffer.from(one.buffer, one.byteOffset, one.length).equals(other);
