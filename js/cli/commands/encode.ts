// The command `encode`.
import { limitsOf } from "../../base/options.js";
import { counted } from "../../describe/amounts.js";
import {
  encode,
  encodeFrames,
  type Loss,
  type Options,
  save as saveFile,
  type Variant,
  VariantError,
  type Warning,
} from "../../index.js";
import { type Input, nameOf, readBytes } from "../input/files.js";
import { keptIfSame, loadLoudly, openInput } from "../input/reading.js";
import { checkOneStandardInput } from "../input/secrets.js";
import { type Given, notationOf, optionsOf } from "../input/settings.js";
import { writeEach } from "../input/several.js";
import { textIn } from "../input/text-input.js";
import { openTranscribed } from "../input/transcribed.js";
import { readJson, readJsonSequence } from "../json/notations.js";
import { exitCode, Failure } from "../output/failure.js";
import { errorText, sayLosses, sayWarnings } from "../output/report.js";

export type EncodeFlags = Given & { like?: string };

/** Encodes JSON, either as a new file or with the types and layers of an existing one. */
export async function runEncode(files: readonly string[], given: EncodeFlags): Promise<void> {
  const notation = notationOf(given) ?? "plain";
  const { like, framing = "none" } = given;
  const isOne = like === undefined && framing === "none";
  const limits = limitsOf(optionsOf(given).limits);
  await writeValues(files, given, {
    name: "JSON",
    inverse: `godot-variant decode --json ${notation}`,
    read(text, old) {
      const warnings: Warning[] = [];
      const options = { limits, onWarning: (warning: Warning) => warnings.push(warning) };
      const values = isOne
        ? [readOne(text, notation, options)]
        : readJsonSequence(text, notation, old, options);
      sayWarnings(warnings, text);
      return values;
    },
  });
}

/** Reads one value. Of several, says that they need frames, not that something follows the first. */
function readOne(
  text: string,
  notation: "plain" | "exact",
  options: Parameters<typeof readJson>[2],
): Variant {
  try {
    return readJson(text, notation, options);
  } catch (error) {
    let count = 0;
    try {
      count = readJsonSequence(text, notation, []).length;
    } catch {}
    if (count < 2) throw error;
    throw new Failure(`${counted(count, "value")} need frames. Use --framing.`, exitCode.usage);
  }
}

/** A notation of values as text. */
interface Reading {
  readonly name: string;
  /** The command that prints values so. */
  readonly inverse: string;
  /** Parses the values. `old` are the values that they replace, whose types they may keep. */
  readonly read: (text: string, old: readonly Variant[]) => Variant[];
}

/** Encodes text files, either as new files or with the layers of an existing one. */
export async function writeValues(
  files: readonly string[],
  given: EncodeFlags,
  reading: Reading,
): Promise<void> {
  const { like } = given;
  if (like === undefined && given.strict === true)
    throw new Failure("--strict needs --like.", exitCode.usage);
  if (like === "-") throw new Failure("--like needs a file, not standard input.", exitCode.usage);
  const make = async (file: string) => {
    checkOneStandardInput(given, file);
    const text = textIn(await readBytes(file), file, reading.inverse);
    if (text.trim() === "")
      throw new Failure(`${nameOf(file)}: The input is empty. Expected ${reading.name}.`);
    return like === undefined ? alone(reading.read(text, []), given) : inTheWayOf(like, text, reading, given);
  };
  await writeEach(files, given, make, { original: like, outputName });
}

/** `hero.save` for `hero.save.json`, and `hero.bin` for `hero.json`. */
const outputName = (text: string) =>
  text.replace(/\.(?:json|jsonl|txt|flat)$/i, "").replace(/^[^.]+$/, "$&.bin");

function alone(values: readonly Variant[], given: Given): Uint8Array {
  const { framing = values.length === 1 ? "none" : "store_var" } = given;
  if (framing === "mixed") throw new Failure("--framing mixed needs --like.", exitCode.usage);
  if (framing === "none" && values.length !== 1)
    throw new Failure(`${counted(values.length, "value")} need frames. Use --framing.`, exitCode.usage);
  const losses: Loss[] = [];
  const options = { ...optionsOf(given), onLoss: (loss: Loss) => losses.push(loss) };
  const bytes =
    framing === "none" ? encode(values[0], options) : encodeFrames(values, { ...options, framing });
  sayLosses(losses);
  return bytes;
}

async function inTheWayOf(like: string, text: string, reading: Reading, given: Given): Promise<Uint8Array> {
  const input = await openInput(like, { ...given, allowObjects: true });
  const { values: old, save } = await oldValues(input).catch((error: unknown) => {
    throw error instanceof VariantError ? new Failure(`${like}: ${errorText(error)}`) : error;
  });
  const values = reading.read(text, old);
  if (values.length !== old.length)
    throw new Failure(`${like} has ${counted(old.length, "value")}, but ${values.length} were given.`);
  return save(values);
}

/** The values of the file of --like, and how to write others in their place. */
async function oldValues(input: Input): Promise<{
  readonly values: readonly Variant[];
  readonly save: (values: readonly Variant[]) => Promise<Uint8Array>;
}> {
  const transcribed = await openTranscribed(input);
  if (transcribed !== undefined) return { values: transcribed.values, save: transcribed.saveValues };
  const loaded = await loadLoudly(input);
  const { dialect: _, framing: __, ...options } = input.options;
  const save = async (values: readonly Variant[]) => {
    const warnings: Warning[] = [];
    const losses: Loss[] = [];
    const onWarning = (warning: Warning) => warnings.push(warning);
    const onLoss = (loss: Loss) => losses.push(loss);
    const made = saveFile(values, loaded, { ...(options as Options), onWarning, onLoss });
    const bytes = await made.finally(() => sayWarnings(warnings));
    sayLosses(losses);
    return keptIfSame(bytes, input, loaded);
  };
  return { values: loaded.values, save };
}
