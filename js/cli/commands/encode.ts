import { counted } from "../../describe/amounts.js";
import {
  encode,
  encodeFrames,
  type Loaded,
  type Options,
  save,
  type Variant,
  VariantError,
} from "../../index.js";
import { nameOf, readBytes, textOf } from "../input/files.js";
import { loadLoudly, openInput } from "../input/reading.js";
import { type Given, notationOf, optionsOf } from "../input/settings.js";
import { likeOld } from "../json/keep-types.js";
import { parseJson, parseJsonSequence } from "../json/parser.js";
import { plainBuilder } from "../json/plain.js";
import { exactBuilder } from "../json/tags.js";
import { exitCode, Failure, NotationError } from "../output/failure.js";
import { errorText } from "../output/report.js";
import { checkTarget, writeBytes } from "../output/targets.js";

/** What commander makes of the options of `encode`. */
export type EncodeFlags = Given & { like?: string };

/** Writes the bytes of values in JSON, alone or in the way of another file. */
export async function runEncode(file: string, given: EncodeFlags): Promise<void> {
  const isExact = notationOf(given) === "exact";
  const builder = isExact ? exactBuilder : plainBuilder;
  const { like, framing = "none" } = given;
  const isOne = like === undefined && framing === "none";
  await writeValues(file, given, {
    name: "JSON",
    read: (text) => (isOne ? [parseJson(text, builder)] : parseJsonSequence(text, builder)),
    typed: isExact ? undefined : typed,
  });
}

/** A notation of values. */
interface Reading {
  readonly name: string;
  readonly read: (text: string) => Variant[];
  /** Gives a value the types of the one at its place in the file that it is like. */
  readonly typed?: ((value: Variant, loaded: Loaded, index: number) => Variant) | undefined;
}

/** Writes the bytes of the values that a file says in some notation, alone or in the way of another file. */
export async function writeValues(file: string, given: EncodeFlags, reading: Reading): Promise<void> {
  const { like, output, inPlace } = given;
  const inputs = like === undefined ? [file] : [file, like];
  if (like === "-") throw new Failure("--like needs a file", exitCode.usage);
  const target = { output, inPlace, original: like, inputs };
  await checkTarget(target);
  const text = textOf(await readBytes(file));
  if (text.trim() === "") throw new Failure(`${nameOf(file)} is empty: ${reading.name} is expected`);
  const bytes =
    like === undefined ? alone(reading.read(text), given) : await inTheWayOf(like, text, reading, given);
  await writeBytes(bytes, target);
}

function alone(values: readonly Variant[], given: Given): Uint8Array {
  const { framing = values.length === 1 ? "none" : "store_var" } = given;
  if (framing === "mixed") throw new Failure("--framing mixed needs --like", exitCode.usage);
  const options = optionsOf(given);
  if (framing !== "none") return encodeFrames(values, { ...options, framing });
  if (values.length === 1) return encode(values[0], options);
  throw new Failure(`${counted(values.length, "value")} need frames: give --framing`, exitCode.usage);
}

async function inTheWayOf(like: string, text: string, reading: Reading, given: Given): Promise<Uint8Array> {
  const input = await openInput(like, { ...given, allowObjects: true });
  const loaded = await loadLoudly(input).catch((error: unknown) => {
    throw error instanceof VariantError ? new Failure(`${like}: ${errorText(error)}`) : error;
  });
  const { read, typed, name } = reading;
  const parsed = read(text);
  if (parsed.length !== loaded.values.length) {
    throw new Failure(`${like} has ${counted(loaded.values.length, "value")}, the ${name} ${parsed.length}`);
  }
  const values = typed === undefined ? parsed : parsed.map((value, i) => typed(value, loaded, i));
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
