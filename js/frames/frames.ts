// `decodeFrames` and `encodeFrames`: several values in a row.
import { changed } from "../base/changed.js";
import type { Framing } from "../base/framings.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { checkFraming, checkOptions } from "../base/option-names.js";
import {
  type ByteArray,
  type Bytes,
  bytesOf,
  type DecodeOptions,
  type Form,
  type Options,
  type Settings,
  settingsOf,
} from "../base/options.js";
import { formatPath } from "../base/path.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import { decodeInput } from "../codec/decode/decode-value.js";
import { isArrayIndex } from "../values/plain-containers.js";
import { Dictionary, type Variant } from "../values/variant.js";
import { framesOf, inFrame, type NamedFrame, warnFrom } from "./content-frames.js";
import type { OfFrames } from "./locate-frames.js";
import { writeFrames } from "./write-frames.js";

/** Options of `decodeFrames`. */
export interface DecodeFramesOptions extends Omit<DecodeOptions, "framing">, OfFrames {}

/** Options of `encodeFrames`. */
export interface EncodeFramesOptions
  extends Pick<Options, "dialect" | "mode" | "fullObjects" | "real" | "limits" | "onWarning" | "onLoss">,
    OfFrames {}

/**
 * Decodes several values that follow each other and validates each with a schema, which types them.
 *
 * @param bytes - Frames, one after the other.
 * @param options - The framing, the dialect and how to read it; `schema` validates and types each value.
 * @returns What the schema returns for each value.
 * @throws VariantError as for the other forms, and `schema-mismatch`.
 * @example
 * ```ts
 * const messages = decodeFrames(bytes, { schema });
 * ```
 */
export function decodeFrames<Schema extends StandardSchema>(
  bytes: Bytes,
  options: DecodeFramesOptions & { schema: Schema },
): OutputOf<Schema>[];
/**
 * Decodes several values that follow each other, such as the packets of a TCP stream. The settings of a project.binary
 * become one Dictionary or plain object. Throws a VariantError whose offset counts from the start of `bytes`, and whose path
 * begins with the name of a setting, or with the number of one of several arguments of a call.
 *
 * @param bytes - Frames, one after the other.
 * @param options - The framing, the dialect and how to read it.
 * @returns The values in order.
 * @throws VariantError for a value that cannot be read, and for a frame that the end of the bytes cuts off.
 * @example
 * ```ts
 * const messages = decodeFrames(readFileSync("log.bin"));
 * ```
 */
export function decodeFrames(bytes: Bytes, options?: DecodeFramesOptions): Variant[];
/**
 * Decodes several values of a type that you know. Nothing checks the type.
 *
 * @param bytes - Frames, one after the other.
 * @param options - The framing, the dialect and how to read it.
 * @returns The values in order, each as a `T`.
 * @throws VariantError for a value that cannot be read, and for a frame that the end of the bytes cuts off.
 * @example
 * ```ts
 * const messages = decodeFrames<Message>(bytes);
 * ```
 */
export function decodeFrames<T>(bytes: Bytes, options?: DecodeFramesOptions): T[];
export function decodeFrames(bytes: Bytes, options: DecodeFramesOptions = {}): unknown[] {
  checkOptions(options);
  const { framing = "store_var" } = options;
  checkFraming(framing, options);
  return readFrames(bytesOf(bytes), framing, options as Options);
}

/** @internal */
export function readFrames(
  content: Uint8Array<ArrayBuffer>,
  framing: Framing,
  given: Options | DecodeFramesOptions,
): Variant[] {
  let current: NamedFrame = { offset: 0, length: 0 };
  const onWarning = warnFrom(() => current, given.onWarning);
  const options = changed<Options>(given as Options, { framing: "none", onWarning });
  const checked = settingsOf(options);
  const budget = new MemoryBudget(checked.limits);
  const settings = changed<Settings>(checked, { budget });
  const { bytes, frames } = framesOf(content, framing, options);
  budget.take(frames.length * memoryOf.frame);
  const values = frames.map((frame) => {
    const { offset, length } = frame;
    current = frame;
    return inFrame(frame, () => decodeInput(bytes.subarray(offset, offset + length), settings));
  });
  if (framing !== "ecfg") return values;
  const entries = frames.map(({ name }, i): [string, Variant] => [name as string, values[i] as Variant]);
  const seen = new Set<string>();
  for (const [i, [name]] of entries.entries()) {
    if (seen.has(name))
      given.onWarning?.({
        code: "repeated-key",
        offset: (frames[i] as NamedFrame).offset,
        path: formatPath([name]),
      });
    seen.add(name);
  }
  return [settingsFrom(entries, checked.form)];
}

/** The settings of a project.binary, in the form that `decode` gives to any Dictionary with these keys. */
function settingsFrom(entries: readonly [string, Variant][], { exact, dictionaries }: Form): Variant {
  const moves = dictionaries === "auto" && entries.some(([name]) => isArrayIndex(name));
  if (exact || moves || dictionaries === "map") return new Dictionary(entries);
  return Object.fromEntries(entries) as Variant;
}

/**
 * Encodes several values one after the other, the inverse of `decodeFrames`. Only `save` supports `framing: "mixed"`, because
 * it needs the data between the values.
 *
 * @param values - The values in order.
 * @param options - The framing, the dialect and how to write it.
 * @returns The frames, one after the other.
 * @throws VariantError with the errors of `encode`; paths begin with the index of the value.
 * @example
 * ```ts
 * writeFileSync("log.bin", encodeFrames(messages));
 * ```
 */
export function encodeFrames(values: readonly unknown[], options: EncodeFramesOptions = {}): ByteArray {
  checkOptions(options);
  const { framing = "store_var" } = options;
  checkFraming(framing, options);
  if ((options as Options).like !== undefined)
    throw new TypeError("encodeFrames has no option like. save keeps the types of a file.");
  return writeFrames(values, framing, options as Options, undefined);
}
