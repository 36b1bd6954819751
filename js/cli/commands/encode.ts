import { counted } from "../../describe/amounts.js";
import {
  encode,
  encodeFrames,
  type Options,
  save,
  type Variant,
  VariantError,
  type Warning,
} from "../../index.js";
import { nameOf, readBytes, textOf } from "../input/files.js";
import { loadLoudly, openInput } from "../input/reading.js";
import { checkOneStandardInput } from "../input/secrets.js";
import { type Given, notationOf, optionsOf, targetOf } from "../input/settings.js";
import { forEachFile } from "../input/several.js";
import { readJson, readJsonSequence } from "../json/notations.js";
import { exitCode, Failure } from "../output/failure.js";
import { errorText, sayWarnings } from "../output/report.js";
import { writeBytes } from "../output/targets.js";

export type EncodeFlags = Given & { like?: string };

/** Encodes JSON, either as a new file or with the types and layers of an existing one. */
export async function runEncode(file: string, given: EncodeFlags): Promise<void> {
  const notation = notationOf(given) ?? "plain";
  const { like, framing = "none" } = given;
  const isOne = like === undefined && framing === "none";
  await writeValues(file, given, {
    name: "JSON",
    read: (text, old) => (isOne ? [readJson(text, notation)] : readJsonSequence(text, notation, old)),
  });
}

/** A notation of values as text. */
interface Reading {
  readonly name: string;
  /** Parses the values. `old` are the values that they replace, whose types they may keep. */
  readonly read: (text: string, old: readonly Variant[]) => Variant[];
}

/** Encodes a text file, either as a new file or with the layers of an existing one. */
export async function writeValues(file: string, given: EncodeFlags, reading: Reading): Promise<void> {
  const { like } = given;
  if (like === "-") throw new Failure("--like needs a file, not standard input.", exitCode.usage);
  checkOneStandardInput(file, given);
  const target = await targetOf(given, like, file);
  await forEachFile([file], async () => {
    const text = textOf(await readBytes(file));
    if (text.trim() === "")
      throw new Failure(`${nameOf(file)}: The input is empty. Expected ${reading.name}.`);
    const bytes =
      like === undefined
        ? alone(reading.read(text, []), given)
        : await inTheWayOf(like, text, reading, given);
    await writeBytes(bytes, target);
  });
}

function alone(values: readonly Variant[], given: Given): Uint8Array {
  const { framing = values.length === 1 ? "none" : "store_var" } = given;
  if (framing === "mixed") throw new Failure("--framing mixed needs --like.", exitCode.usage);
  const options = optionsOf(given);
  if (framing !== "none") return encodeFrames(values, { ...options, framing });
  if (values.length === 1) return encode(values[0], options);
  throw new Failure(`${counted(values.length, "value")} need frames. Use --framing.`, exitCode.usage);
}

async function inTheWayOf(like: string, text: string, reading: Reading, given: Given): Promise<Uint8Array> {
  const input = await openInput(like, { ...given, allowObjects: true });
  const loaded = await loadLoudly(input).catch((error: unknown) => {
    throw error instanceof VariantError ? new Failure(`${like}: ${errorText(error)}`) : error;
  });
  const values = reading.read(text, loaded.values);
  if (values.length !== loaded.values.length) {
    const count = counted(loaded.values.length, "value");
    throw new Failure(`${like} has ${count}, but ${values.length} were given.`);
  }
  const { dialect: _, framing: __, ...options } = input.options;
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => warnings.push(warning);
  return save(values, loaded, { ...(options as Options), onWarning }).finally(() => sayWarnings(warnings));
}
