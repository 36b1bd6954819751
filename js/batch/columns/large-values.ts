// The values of a large file, decoded while somebody iterates over them.
import {
  type Bytes,
  detect,
  type LoadOptions,
  locateFrames,
  openFile,
  unwrap,
  type Variant,
  VariantError,
} from "../../index.js";
import { lazyValue } from "./lazy-value.js";

/** Smaller files, and their contents, are decoded at once. */
const smallBytes = 1 << 20;
/** A file of fewer bytes has less content than `smallBytes`, or little more: limits of decompression see to that. */
const smallFile = 1 << 14;
/** A Document takes 3 KB, so that many small values take less memory when they are decoded at once. */
const usualBytes = 1 << 16;

/**
 * The values of a large file with few of them. Undefined for any other file, and for one that cannot be read so: `load` says
 * why it fails.
 */
export async function largeValues(file: Bytes, options: LoadOptions): Promise<Variant[] | undefined> {
  try {
    if (!(await hasFewLargeValues(file as Uint8Array, options))) return undefined;
    const { documents, framing } = await openFile(file, options);
    if (!/^(?:none|store_var)/.test(framing)) return undefined;
    const { framing: _, ...rest } = options;
    return documents.map((document) => lazyValue(document, rest));
  } catch (error) {
    if (error instanceof VariantError) return undefined;
    throw error;
  }
}

async function hasFewLargeValues(file: Uint8Array, options: LoadOptions): Promise<boolean> {
  if (file.length <= smallFile) return false;
  let content = file;
  let [first] = detect(file);
  if (options.framing === undefined && first?.framing === undefined) {
    const unwrapped = await unwrap(file, options);
    content = unwrapped.content;
    [first] = unwrapped.candidates;
  }
  if (content.length <= smallBytes) return false;
  const framing = options.framing ?? first?.framing ?? "none";
  if (!framing.startsWith("store_var")) return framing === "none";
  return locateFrames(content, { framing }).length * usualBytes <= content.length;
}
