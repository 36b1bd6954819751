// The command `convert`.
import { framingText, notationNames } from "../../describe/files.js";
import {
  type ConvertFileOptions,
  convertFile,
  type DialectName,
  type Loss,
  unwrap,
  type Warning,
} from "../../index.js";
import { explaining, openInput, proof } from "../input/reading.js";
import type { Given } from "../input/settings.js";
import { writeEach } from "../input/several.js";
import { openTranscribed, type Transcribed } from "../input/transcribed.js";
import { exitCode, Failure } from "../output/failure.js";
import { say, sayLosses, sayPlaceless, sayWarnings } from "../output/report.js";

type ConvertFlags = Given & { from?: DialectName; to: DialectName };

/** Converts files to the dialect of another engine and prints the losses. */
export async function runConvert(files: readonly string[], given: ConvertFlags): Promise<void> {
  await writeEach(files, given, (file) => converted(file, given));
}

async function converted(file: string, given: ConvertFlags): Promise<Uint8Array> {
  const { from, to } = given;
  const input = await openInput(file, { ...given, dialect: from, allowObjects: true });
  const opened = await openTranscribed(input);
  if (opened !== undefined) return convertedText(opened, to);
  const { bytes, progress } = input;
  const options = { ...input.options, dialect: undefined };
  progress.tell("converting", bytes.length, bytes.length);
  const settings: ConvertFileOptions = { ...options, from, to };
  if (from === undefined) settings.from = await likeliest(bytes, settings);
  const warnings: Warning[] = [];
  settings.onWarning = (warning) => warnings.push(warning);
  let losses: readonly Loss[] = [];
  try {
    const converted = await explaining(bytes, settings, () => convertFile(bytes, settings));
    losses = converted.losses;
    return converted.file;
  } finally {
    progress.end();
    sayWarnings(warnings);
    sayLosses(losses);
  }
}

/** A text for another engine. */
async function convertedText({ kind, text, saveContent }: Transcribed, to: DialectName): Promise<Uint8Array> {
  if (text === undefined || !/^(?:var_to_str|config)$/.test(kind))
    throw new Failure(notConverted(kind), exitCode.usage);
  const { text: made, losses } = text.convert(to);
  sayPlaceless(losses);
  return saveContent(Buffer.from(made));
}

/** Why a file of another notation is not converted. */
const notConverted = (kind: Transcribed["kind"]) =>
  kind === "resource"
    ? "Only the engine converts resource files."
    : `The file is ${notationNames[kind]}, which does not depend on the engine.`;

/** Finds the most probable dialect of a file. Prints a note if it is uncertain. */
async function likeliest(bytes: Uint8Array, options: ConvertFileOptions): Promise<DialectName | undefined> {
  const { candidates } = await unwrap(bytes, options);
  const found = candidates.find(
    ({ framing }) => framing !== undefined && framing === (options.framing ?? framing),
  );
  if (found?.dialect === undefined) return undefined;
  if (found.score < proof) {
    say(
      `Read as ${found.dialect}, ${framingText(found.framing ?? "none", found.count)}. This is not certain. Use --from to choose.`,
    );
  }
  return found.dialect;
}
