// The values of a large file, decoded while somebody iterates over them.
import {
  type DialectName,
  detect,
  type Framing,
  type LoadOptions,
  openFile,
  unwrap,
  type Variant,
  VariantError,
} from "../../index.js";
import { largeBytes, lazyValue } from "./lazy-value.js";

/** A smaller file has no content of more than `largeBytes`: limits of decompression see to that. */
const smallFile = 1 << 15;
/** A Document takes 3 KB, so many small values take less memory when they are decoded at once. */
const usualBytes = 1 << 16;

/** The beginnings of compressed files. FastLZ has none. */
const compressed = ["GCPF", "\x28\xb5\x2f\xfd", "\x1f\x8b", "\x78"];

/** The content of a file that is compressed and no more, to be read instead of it; any other file itself. */
export async function contentOf(file: Uint8Array, options: LoadOptions): Promise<Uint8Array> {
  if (file.length <= smallFile) return file;
  const beginning = String.fromCharCode(...file.subarray(0, 4));
  if (!compressed.some((first) => beginning.startsWith(first))) return file;
  const unwrapped = await unwrap(file, options).catch(orUndefined);
  // What is known of encryption helps to detect the dialect inside.
  const isKnown = unwrapped?.layers.every(({ container }) => container !== "gdec") === true;
  return isKnown ? unwrapped.content : file;
}

/**
 * Reads the content of a file instead of the file, from which it comes. Where that fails, the error of the whole file says more. `begin` is
 * called before each reading.
 */
export function readContent<Result>(
  content: Uint8Array,
  file: Uint8Array,
  begin: () => void,
  read: (bytes: Uint8Array) => Promise<Result>,
): Promise<Result> {
  const reading = (bytes: Uint8Array) => {
    begin();
    return read(bytes);
  };
  return content === file ? reading(file) : reading(content).catch(() => reading(file));
}

/** Values that are decoded later, and how they are written. */
export interface LargeValues {
  readonly values: readonly Variant[];
  /** The bytes of all values, inside all layers. */
  readonly content: Uint8Array;
  readonly framing: Framing;
  readonly dialect: DialectName;
}

/**
 * The values of a large content with few of them. Undefined for any other content, and for one that cannot be read so: `load`
 * says why it fails.
 */
export async function largeValues(
  content: Uint8Array,
  options: LoadOptions,
): Promise<LargeValues | undefined> {
  if (content.length <= largeBytes) return undefined;
  try {
    if (await hasManyFrames(content, options)) return undefined;
    const { documents, ...opened } = await openFile(content, options);
    if (!/^(?:none|store_var)/.test(opened.framing)) return undefined;
    // The document has told all warnings.
    const { framing: _, onWarning: __, ...rest } = options;
    return { ...opened, values: documents.map((document) => lazyValue(document, rest)) };
  } catch (error) {
    return orUndefined(error);
  }
}

export function orUndefined(error: unknown): undefined {
  if (!(error instanceof VariantError)) throw error;
}

async function hasManyFrames(file: Uint8Array, options: LoadOptions): Promise<boolean> {
  const [found] = detect(file);
  const [first] = found?.framing === undefined ? (await unwrap(file, options)).candidates : [found];
  return areMany(first?.count, file.length);
}

/** Whether a file has so many values that they are small. */
export const areMany = (count: number | undefined, bytes: number): boolean =>
  (count ?? 0) * usualBytes > bytes;
