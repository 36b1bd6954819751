// The values of a file. Those of a large one are decoded while somebody iterates over them, which also takes less time.

import { lazyValue } from "../../batch/columns/lazy-value.js";
import {
  type LoadOptions,
  type OpenedFile,
  openFile,
  type Unwrapped,
  type Variant,
  VariantError,
} from "../../index.js";
import type { Input } from "./files.js";
import { explaining, loadFile, loudly, type Reading } from "./reading.js";
import { openTranscribed, type Transcribed } from "./transcribed.js";

/** Files up to this size are decoded at once. */
const smallBytes = 1 << 20;

/** The values of a file, which may be iterated several times, and how it was interpreted. */
export interface FileValues extends Reading, Pick<Unwrapped, "layers"> {
  readonly count: number;
  readonly values: Iterable<Variant>;
}

/** Reads the values of a file of Variants, whose warnings it prints, or of another notation. */
export async function valuesLoudly(input: Input): Promise<Pick<FileValues, "count" | "values">> {
  try {
    return await loudly(input, valuesOf);
  } catch (error) {
    const { values } = await orTranscribed(input, error);
    return { count: values.length, values };
  }
}

/** Reads a file of another notation, after it could not be read as Variants because of `error`. Throws it for other files. */
export async function orTranscribed(input: Input, error: unknown): Promise<Transcribed> {
  if (!(error instanceof VariantError) || error.code !== "bad-container") throw error;
  const opened = await openTranscribed(input);
  if (opened === undefined) throw error;
  return opened;
}

/** Reads the values of a file. All bytes are checked before it returns. */
export async function valuesOf(bytes: Uint8Array, options: LoadOptions): Promise<FileValues> {
  if (bytes.length <= smallBytes || options.allowTrailing === true) return loadedValues(bytes, options);
  const file = await explaining(bytes, options, () => openFile(bytes, options));
  // Other framings join their parts to one value.
  if (!/^(?:none|store_var)/.test(file.framing))
    return loadedValues(bytes, { ...options, onWarning: undefined });
  const values = { [Symbol.iterator]: () => lazyValues(file, options) };
  return { ...file, count: file.documents.length, values };
}

async function loadedValues(bytes: Uint8Array, options: LoadOptions): Promise<FileValues> {
  const loaded = await loadFile(bytes, options);
  return { ...loaded, count: loaded.values.length };
}

function* lazyValues({ documents }: OpenedFile, { framing: _, ...options }: LoadOptions): Generator<Variant> {
  for (const document of documents) yield lazyValue(document, options);
}
