import { counted } from "../../describe/amounts.js";
import { encode, encodeFrames, type Options, save, type Variant, VariantError } from "../../index.js";
import { nameOf, readBytes, textOf } from "../input/files.js";
import { loadLoudly, openInput } from "../input/reading.js";
import { type Given, notationOf, optionsOf } from "../input/settings.js";
import { readJson, readJsonSequence } from "../json/notations.js";
import { exitCode, Failure } from "../output/failure.js";
import { errorText } from "../output/report.js";
import { checkTarget, writeBytes } from "../output/targets.js";

/** What commander makes of the options of `encode`. */
export type EncodeFlags = Given & { like?: string };

/** Writes the bytes of values in JSON, alone or in the way of another file. */
export async function runEncode(file: string, given: EncodeFlags): Promise<void> {
  const notation = notationOf(given) ?? "plain";
  const { like, framing = "none" } = given;
  const isOne = like === undefined && framing === "none";
  await writeValues(file, given, {
    name: "JSON",
    read: (text, old) => (isOne ? [readJson(text, notation)] : readJsonSequence(text, notation, old)),
  });
}

/** A way to write values as text. */
interface Reading {
  readonly name: string;
  /** Reads the values; `old` has those that they replace, if any, whose types they may take. */
  readonly read: (text: string, old: readonly Variant[]) => Variant[];
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
    like === undefined ? alone(reading.read(text, []), given) : await inTheWayOf(like, text, reading, given);
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
  const values = reading.read(text, loaded.values);
  if (values.length !== loaded.values.length) {
    const count = counted(loaded.values.length, "value");
    throw new Failure(`${like} has ${count}, the ${reading.name} ${values.length}`);
  }
  const { dialect: _, framing: __, ...options } = input.options;
  return save(values, loaded, options as Options);
}
