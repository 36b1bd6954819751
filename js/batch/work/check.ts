// The task `check`: whether a file becomes the same bytes when its values are written again.
import { type LoadOptions, load, save, VariantError } from "../../index.js";
import { valuePieces } from "../columns/frame-pieces.js";
import { contentOf, type LargeValues, largeValues, readContent } from "../columns/large-values.js";
import { BatchFailure } from "../task/failure.js";

/** Throws `round-trip` for a file that becomes other bytes, and the errors of `load`. */
export async function check(bytes: Uint8Array, options: Omit<LoadOptions, "mode" | "schema">): Promise<void> {
  const exact = { ...options, mode: "exact" } as const;
  const content = await contentOf(bytes, exact);
  const large = await largeValues(content, exact);
  // Pieces take a fifth of the memory. Where they differ, `save` decides, which keeps unusual forms of a value, and names the place.
  if (large !== undefined && isSameInPieces(large)) return;
  const file = await readContent(content, bytes, (read) => load(read, exact));
  const again = await save(file.values, { ...file, layers: [] }, { limits: options.limits });
  const at = differenceOf(file.content, again);
  if (at !== undefined) throw new BatchFailure("round-trip", at);
}

/** Writes the values piece by piece, and compares each piece with the bytes in its place. */
function isSameInPieces(large: LargeValues): boolean {
  try {
    return areSame(large);
  } catch (error) {
    // The error of the whole file says more.
    if (error instanceof VariantError) return false;
    throw error;
  }
}

function areSame({ content, values, framing, dialect }: LargeValues): boolean {
  if (framing !== "none" && framing !== "store_var") return false;
  const head = framing === "none" ? 0 : 4;
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  let at = 0;
  for (const value of values) {
    const start = at + head;
    at = start;
    for (const piece of valuePieces(value, dialect)) {
      if (!isEqual(content.subarray(at, at + piece.length), piece)) return false;
      at += piece.length;
    }
    if (head > 0 && view.getUint32(start - head, true) !== at - start) return false;
  }
  return at === content.length;
}

function differenceOf(one: Uint8Array, other: Uint8Array): number | undefined {
  if (isEqual(one, other)) return undefined;
  const at = one.findIndex((byte, i) => byte !== other[i]);
  return at < 0 ? one.length : at;
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  Buffer.from(one.buffer, one.byteOffset, one.length).equals(other);
