import {
  encode,
  encodeFrames,
  type Loaded,
  type Options,
  save,
  type Variant,
  VariantError,
} from "../index.js";
import { exitCode, Failure, NotationError } from "./failure.js";
import { nameOf, readBytes, textOf } from "./files.js";
import { likeOld } from "./json-like.js";
import { type Builder, parseJson, parseJsonSequence } from "./json-parser.js";
import { plainBuilder } from "./json-plain.js";
import { exactBuilder } from "./json-tags.js";
import { loadLoudly, openInput } from "./reading.js";
import { errorText } from "./report.js";
import { type Given, notationOf, optionsOf } from "./settings.js";
import { checkTarget, writeBytes } from "./targets.js";
import { counted } from "./text.js";

/** What commander makes of the options of `encode`. */
export type EncodeFlags = Given & { like?: string };

/** Writes the bytes of values in JSON, alone or in the way of another file. */
export async function runEncode(file: string, given: EncodeFlags): Promise<void> {
  const { like, output, inPlace } = given;
  const inputs = like === undefined ? [file] : [file, like];
  if (like === "-") throw new Failure("--like needs a file", exitCode.usage);
  const target = { output, inPlace, original: like, inputs };
  await checkTarget(target);
  const text = textOf(await readBytes(file));
  if (text.trim() === "") throw new Failure(`${nameOf(file)} is empty: JSON is expected`);
  const builder = notationOf(given) === "exact" ? exactBuilder : plainBuilder;
  const bytes =
    like === undefined ? encodeAlone(text, builder, given) : await encodeLike(text, builder, like, given);
  await writeBytes(bytes, target);
}

function encodeAlone(text: string, builder: Builder, given: Given): Uint8Array {
  const { framing = "none" } = given;
  if (framing === "mixed") throw new Failure("--framing mixed needs --like", exitCode.usage);
  const options = optionsOf(given);
  if (framing === "none") return encode(parseJson(text, builder), options);
  return encodeFrames(parseJsonSequence(text, builder), { ...options, framing });
}

async function encodeLike(text: string, builder: Builder, like: string, given: Given): Promise<Uint8Array> {
  const input = await openInput(like, { ...given, allowObjects: true });
  const loaded = await loadLoudly(input).catch((error: unknown) => {
    throw error instanceof VariantError ? new Failure(`${like}: ${errorText(error)}`) : error;
  });
  const parsed = parseJsonSequence(text, builder);
  if (parsed.length !== loaded.values.length) {
    throw new Failure(`${like} has ${counted(loaded.values.length, "value")}, the JSON ${parsed.length}`);
  }
  const values = builder === exactBuilder ? parsed : parsed.map((value, i) => typed(value, loaded, i));
  const { dialect: _, framing: __, ...options } = input.options;
  return save(values, loaded, options as Options);
}

function typed(value: Variant, { values }: Loaded, index: number): Variant {
  try {
    return likeOld(value, values[index]);
  } catch (error) {
    if (error instanceof NotationError) throw new Failure(`value ${index} does not fit: ${error.message}`);
    throw error;
  }
}
