import { counted } from "../../describe/amounts.js";
import { encode, type Loaded, type Options, unwrap, type Variant } from "../../index.js";
import { placesOf } from "../input/frames.js";
import { valueAt } from "../input/path.js";
import { type Input, loadLoudly, openInput } from "../input/reading.js";
import type { Given } from "../input/settings.js";
import { exitCode, Failure } from "../output/failure.js";
import { checkTarget, writeBytes } from "../output/targets.js";
import { kindOf } from "../output/types.js";

/** What commander makes of the options of `extract`. */
export type ExtractFlags = Given & { frame?: number; path?: string; raw?: boolean };

/** Writes a part of a file: one of its values, a value inside of one, or the content inside of all layers. */
export async function runExtract(file: string, given: ExtractFlags): Promise<void> {
  const target = { output: given.output, inPlace: undefined, original: undefined, inputs: [file] };
  await checkTarget(target);
  const input = await openInput(file, given);
  await writeBytes(await partOf(input, given), target);
}

async function partOf(input: Input, { frame, path, raw }: ExtractFlags): Promise<Uint8Array> {
  if (frame === undefined && path === undefined && raw !== true) return contentOf(input);
  const options = { ...input.options, allowObjects: true };
  const loaded = await loadLoudly({ ...input, options });
  const found = foundIn(loaded, frame, path);
  if (raw === true) return rawBytes(found);
  const place = path === undefined ? placesOf(loaded)[frame ?? 0] : undefined;
  if (place !== undefined) return loaded.content.subarray(place.offset, place.offset + place.length);
  return encode(found, {
    ...options,
    dialect: loaded.dialect,
    fullObjects: true,
    framing: "none",
  } as Options);
}

async function contentOf({ bytes, options, progress }: Input): Promise<Uint8Array> {
  const { content, layers } = await unwrap(bytes, options).finally(() => progress.end());
  if (layers.length > 0) return content;
  throw new Failure(
    "nothing is around the content: say what to extract with --frame or --path",
    exitCode.usage,
  );
}

/** The value of a frame or inside of it. Where there are several frames, a path may begin with the number of one. */
function foundIn({ values }: Loaded, frame: number | undefined, path: string | undefined): Variant {
  const count = counted(values.length, "value");
  if (frame === undefined && values.length > 1) {
    if (path !== undefined) return valueAt(values, path);
    throw new Failure(`the file has ${count}: choose one with --frame`, exitCode.usage);
  }
  const value = values[frame ?? 0];
  if (value === undefined) throw new Failure(`there is no frame ${frame ?? 0}: the file has ${count}`);
  return path === undefined ? value : valueAt(value, path);
}

/** What a PackedByteArray or a text holds. */
function rawBytes(value: Variant): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string") return Buffer.from(value);
  throw new Failure(`--raw is for a PackedByteArray or a String, not for a value of type ${kindOf(value)}`);
}
