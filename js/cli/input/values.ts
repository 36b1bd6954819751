// The values of a file. Those of a large one are decoded while somebody iterates over them, which also takes less time.
import { type LoadOptions, type OpenedFile, openFile, type Unwrapped, type Variant } from "../../index.js";
import type { Input } from "./files.js";
import { lazyValue } from "./lazy-value.js";
import { explaining, loadFile, loudly, type Reading } from "./reading.js";

/** Files up to this size are decoded at once. */
const smallBytes = 1 << 20;

/** The values of a file, which may be iterated several times, and how it was interpreted. */
export interface FileValues extends Reading, Pick<Unwrapped, "layers"> {
  readonly count: number;
  readonly values: Iterable<Variant>;
}

/** Reads the values of a file, and prints its warnings as `loadLoudly` does. */
export function valuesLoudly(input: Input): Promise<FileValues> {
  return loudly(input, valuesOf);
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
