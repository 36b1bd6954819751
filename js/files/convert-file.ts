import type { Loss } from "../base/errors.js";
import { checkFraming } from "../base/option-names.js";
import type { Bytes, WriteOptions } from "../base/options.js";
import { joinedPath } from "../base/path.js";
import { convert } from "../codec/codec.js";
import { assemble, framesOf } from "../frames/frames.js";
import type { DialectName } from "../table/table.gen.js";
import { firstThatFits, type LoadOptions, lookFor } from "./load.js";
import { layersFor, unwrap, wrap } from "./unwrap.js";

/** Options of `convertFile`. */
export interface ConvertFileOptions extends LoadOptions, Pick<WriteOptions, "iv"> {
  /** The dialect of the file; detected by default. */
  from?: DialectName | undefined;
  to: DialectName;
}

export async function convertFile(
  file: Bytes,
  options: ConvertFileOptions,
): Promise<{ file: Uint8Array<ArrayBuffer>; losses: readonly Loss[] }> {
  checkFraming(options.framing);
  const { from: dialect = options.dialect, to } = options;
  const unwrapped = await unwrap(file, { ...options, dialect }, undefined, lookFor({ ...options, dialect }));
  const losses: Loss[] = [];
  const content = firstThatFits(unwrapped, { ...options, dialect }, (framing, dialect, from) => {
    const settings = { allowObjects: true, ...options, from, framing: "none" } as const;
    const before = framesOf(unwrapped.content, framing, { ...settings, dialect });
    const parts = before.frames.map(({ offset, length, name }, i) => {
      const converted = convert(before.bytes.subarray(offset, offset + length), settings);
      const prefix = name ?? (before.frames.length > 1 ? `[${i}]` : "");
      for (const loss of converted.losses) losses.push(placed(loss, offset, prefix));
      return converted.bytes;
    });
    return assemble(parts, framing, before);
  });
  return { file: await wrap(content, layersFor(unwrapped.layers, to), options), losses };
}

/** Moves a loss from its value to the whole content. */
function placed(loss: Loss, at: number, prefix: string): Loss {
  if (at === 0 && prefix === "") return loss;
  return { ...loss, offset: loss.offset + at, path: joinedPath(prefix, loss.path) };
}
