// The command `decode`, which runs without a name, too.
import { decodeStream, type Framing, type Options } from "../../index.js";
import { openInput } from "../input/reading.js";
import { namesSecret } from "../input/secrets.js";
import { type Given, notationOf, optionsOf, textTargetOf } from "../input/settings.js";
import { textFrom, textOfEach } from "../input/several.js";
import { StreamBeginning } from "../input/stream-beginning.js";
import { type FileValues, valuesLoudly } from "../input/values.js";
import { jsonLine } from "../json/notations.js";
import { wantsColors } from "../output/colors.js";
import { exitCode, Failure } from "../output/failure.js";
import { errorText, say, warningLine } from "../output/report.js";
import { pieces } from "../output/stdout.js";
import { writeText } from "../output/targets.js";
import { tree } from "../output/tree.js";

export type DecodeFlags = Given & {
  full?: boolean;
  compact?: boolean;
  records?: boolean;
  stream?: boolean;
  onError?: "stop" | "resync";
};

/** Prints the values of files. */
export async function runDecode(files: readonly string[], given: DecodeFlags): Promise<void> {
  if (given.stream !== true && given.onError !== undefined)
    throw new Failure("--on-error needs --stream.", exitCode.usage);
  const notation = notationOf(given);
  const isJson = given.stream === true || given.records === true || notation !== undefined;
  if (given.compact === true && !isJson) throw new Failure("--compact needs --json.", exitCode.usage);
  const textOf = (file: string, isAlone: boolean) => {
    const label = isAlone ? undefined : file;
    if (given.stream === true) return framesText(file, given, label);
    return textFrom(async () => decodedText(await valuesLoudly(await openInput(file, given)), given, label));
  };
  await writeText(textOfEach(files, textOf, isJson), await textTargetOf(given, files));
}

function* decodedText(
  { count, values }: Pick<FileValues, "count" | "values">,
  given: DecodeFlags,
  label: string | undefined,
): Generator<string> {
  const notation = notationOf(given);
  let index = 0;
  for (const value of values) {
    if (given.records === true) yield* jsonLine(value, notation ?? "plain", "", label);
    else if (notation !== undefined)
      yield* jsonLine(value, notation, given.compact === true ? "" : "  ", label);
    else {
      if (count > 1) yield `[${index++}] `;
      yield* tree(value, { full: given.full === true, colored: wantsColors(given) });
    }
  }
}

/** Yields the text of frames as they arrive, with only one of them in memory. */
async function* framesText(
  file: string,
  given: DecodeFlags,
  label: string | undefined,
): AsyncGenerator<string> {
  if (namesSecret(given))
    throw new Failure("A stream is never encrypted, so it takes no password or key.", exitCode.usage);
  const options: Options = {
    ...optionsOf(given),
    bigEndian: isBigEndian(given.framing),
    onError: given.onError,
    onSkip: (error) => say(`skipped: ${errorText(error)}`),
    onWarning: (warning) => say(`warning: ${warningLine(warning)}`),
  };
  const beginning = new StreamBeginning(file);
  try {
    for await (const value of decodeStream(beginning, options)) {
      beginning.isStream();
      yield* pieces(jsonLine(value, notationOf(given) ?? "plain", "", label));
    }
  } catch (error) {
    throw await beginning.explained(error);
  } finally {
    await beginning.close();
  }
}

function isBigEndian(framing: Framing = "store_var"): boolean {
  if (framing === "store_var" || framing === "store_var_big_endian") return framing !== "store_var";
  throw new Failure("With --stream, --framing must be store_var or store_var_big_endian.", exitCode.usage);
}
