import { decodeStream, type Framing, type Loaded, type Options, type Variant } from "../../index.js";
import { chunksOf } from "../input/files.js";
import { loadLoudly, openInput } from "../input/reading.js";
import { namesSecret } from "../input/secrets.js";
import { type Given, notationOf, optionsOf } from "../input/settings.js";
import { jsonParts, type NotationName } from "../json/notations.js";
import { exitCode, Failure } from "../output/failure.js";
import { errorText, say, warningLine } from "../output/report.js";
import { printText } from "../output/stdout.js";
import { tree, wantsColors } from "../output/tree.js";

export type DecodeFlags = Given & {
  full?: boolean;
  compact?: boolean;
  records?: boolean;
  stream?: boolean;
  onError?: "stop" | "resync";
};

/** Prints the values of a file. */
export async function runDecode(file: string, given: DecodeFlags): Promise<void> {
  if (given.stream === true) return printStream(file, given);
  if (given.onError !== undefined) throw new Failure("--on-error needs --stream.", exitCode.usage);
  const loaded = await loadLoudly(await openInput(file, given));
  await printText(decodedText(loaded, given));
}

function* decodedText({ values }: Loaded, given: DecodeFlags): Generator<string> {
  const notation = notationOf(given);
  for (const [index, value] of values.entries()) {
    if (given.records === true) yield* record(value, given);
    else if (notation !== undefined) yield* json(value, notation, given.compact === true ? "" : "  ");
    else {
      if (values.length > 1) yield `[${index}] `;
      yield* tree(value, { full: given.full === true, colored: wantsColors() });
    }
  }
}

function* record(value: Variant, given: Given): Generator<string> {
  yield* json(value, notationOf(given) ?? "plain", "");
}

function* json(value: Variant, notation: NotationName, indentation: string): Generator<string> {
  yield* jsonParts(value, notation, indentation);
  yield "\n";
}

/** Prints frames as they arrive, with only one of them in memory. */
async function printStream(file: string, given: DecodeFlags): Promise<void> {
  if (namesSecret(given))
    throw new Failure("A stream is never encrypted, so it takes no password or key.", exitCode.usage);
  const options: Options = {
    ...optionsOf(given),
    bigEndian: isBigEndian(given.framing),
    onError: given.onError,
    onSkip: (error) => say(`skipped: ${errorText(error)}`),
    onWarning: (warning) => say(`warning: ${warningLine(warning)}`),
  };
  for await (const value of decodeStream(chunksOf(file), options)) await printText(record(value, given));
}

function isBigEndian(framing: Framing = "store_var"): boolean {
  if (framing === "store_var" || framing === "store_var_big_endian") return framing !== "store_var";
  throw new Failure("With --stream, --framing must be store_var or store_var_big_endian.", exitCode.usage);
}
