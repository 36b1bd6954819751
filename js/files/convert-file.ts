// `convertFile`: a save file of one engine for another.
import { given } from "../base/changed.js";
import type { Loss } from "../base/errors.js";
import type { Framing } from "../base/framings.js";
import { tooLarge } from "../base/limit-errors.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { checkFraming, checkTarget } from "../base/option-names.js";
import { type ByteArray, type Bytes, limitsOf, type WrapOptions } from "../base/options.js";
import { formatPath, joinedPath } from "../base/path.js";
import { type ConvertOptions, convert } from "../codec/codec.js";
import { framesOf, inFrame, type NamedFrame, placeOf, warnFrom } from "../frames/content-frames.js";
import { assemble } from "../frames/write-frames.js";
import type { DialectName } from "../table/table.gen.js";
import { firstThatFits, lookFor } from "./load.js";
import { layersFor, unwrap, wrap } from "./unwrap.js";

/** The result of `convertFile`. */
export interface ConvertedFile {
  /** The bytes of the converted file. */
  file: ByteArray;
  /** What changed on the way; at most 1000, then one `more-losses`. Offsets count from the start of the content. */
  losses: readonly Loss[];
}

/** Options of `convertFile`. */
export interface ConvertFileOptions extends Omit<ConvertOptions, "framing">, WrapOptions {
  /** How the values follow each other; detected by default. */
  framing?: Framing | undefined;
  /** The dialect of the file; detected by default. */
  from?: DialectName | undefined;
  /** The dialect to write. */
  to: DialectName;
}

export async function convertFile(file: Bytes, options: ConvertFileOptions): Promise<ConvertedFile> {
  checkTarget(options);
  checkFraming(options.framing, options);
  const { from: dialect = options.dialect, to } = options;
  const unwrapped = await unwrap(file, { ...options, dialect }, undefined, lookFor({ ...options, dialect }));
  const losses: Loss[] = [];
  let rest: Loss | undefined;
  const asked = given(options);
  const content = firstThatFits(unwrapped, { ...options, dialect }, (framing, dialect, from, hold) => {
    let current: NamedFrame = { offset: 0, length: 0 };
    const onWarning = warnFrom(() => current, hold);
    const settings = { allowObjects: true, ...asked, from, framing: "none", onWarning } as const;
    losses.length = 0;
    rest = undefined;
    const before = framesOf(unwrapped.content, framing, { ...settings, dialect });
    const limits = limitsOf(options.limits);
    new MemoryBudget(limits).take(before.frames.length * memoryOf.part);
    let size = 0;
    const parts = before.frames.map((frame, i) => {
      const { length, name } = frame;
      const part = before.bytes.subarray(frame.offset, frame.offset + length);
      current = frame;
      const offset = placeOf(frame);
      const converted = inFrame(frame, () => convert(part, settings));
      size += converted.bytes.length;
      if (size > limits.outputBytes) throw tooLarge("outputBytes", { offset });
      const isAlone = name === undefined && before.frames.length === 1;
      const prefix = isAlone ? "" : formatPath([name ?? i]);
      for (const loss of converted.losses) {
        if (losses.length < mostLosses) losses.push(placed(loss, offset, prefix));
        else
          rest = { ...(rest ?? placed(loss, offset, prefix)), count: (rest?.count ?? 0) + (loss.count ?? 1) };
      }
      return converted.bytes;
    });
    return assemble(parts, framing, before);
  });
  if (rest !== undefined) losses.push({ ...rest, code: "more-losses", from: "Nil", to: "Nil" });
  return { file: await wrap(content, layersFor(unwrapped.layers, to), options), losses };
}

/** `convert` lists as many for each value. */
const mostLosses = 1000;

/** Moves a loss from its value to the whole content. */
function placed(loss: Loss, at: number, prefix: string): Loss {
  if (at === 0 && prefix === "") return loss;
  return { ...loss, offset: loss.offset + at, path: joinedPath(prefix, loss.path) };
}
