import { Command, CommanderError, Option } from "commander";
import {
  type ConvertOptions,
  convert,
  type DialectName,
  decode,
  encode,
  type Loss,
  type Options,
  tryDecode,
  type Variant,
  VariantError,
  type Warning,
} from "../index.js";
import { exitCode, Failure } from "./failure.js";
import { checkTarget, endWithReader, nameOf, printText, readBytes, textOf, writeBytes } from "./files.js";
import { fitsOf, fitsText, infoOf, infoText } from "./info.js";
import { exactNotation } from "./json-exact.js";
import { parseJson } from "./json-parser.js";
import { plainBuilder, plainNotation } from "./json-plain.js";
import { exactBuilder } from "./json-tags.js";
import { print } from "./print.js";
import { errorText, lossText, say, sayNotes, warningText } from "./report.js";
import {
  addDialect,
  addNotation,
  addOutput,
  addReadOptions,
  addSharedOptions,
  dialectChoices,
  type Given,
  notationOf,
  optionsOf,
} from "./settings.js";
import { tree, wantsColors } from "./tree.js";

declare const __VERSION__: string;

const fileHelp = "a file; - or nothing for standard input";

async function readInput(file: string): Promise<Uint8Array> {
  const bytes = await readBytes(file);
  if (bytes.length === 0) throw new Failure(`${nameOf(file)} is empty: a Variant has at least 4 bytes`);
  return bytes;
}

/** Decodes and prints the warnings. */
function decodeLoudly(bytes: Uint8Array, options: Options): Variant {
  const warnings: Warning[] = [];
  const value = decode(bytes, { ...options, onWarning: (warning) => warnings.push(warning) });
  sayNotes("warning", warnings, warningText);
  return value;
}

type DecodeFlags = Given & { full?: boolean; compact?: boolean };

async function runDecode(file: string, given: DecodeFlags): Promise<void> {
  const value = decodeLoudly(await readInput(file), optionsOf(given));
  await printText(decodedText(value, given));
}

function* decodedText(value: Variant, given: DecodeFlags): Generator<string> {
  const notation = notationOf(given);
  if (notation === undefined) {
    yield* tree(value, { full: given.full === true, colored: wantsColors() });
    return;
  }
  yield* print(
    value,
    notation === "exact" ? exactNotation : plainNotation,
    given.compact === true ? "" : "  ",
  );
  yield "\n";
}

async function runEncode(file: string, given: Given): Promise<void> {
  const target = { input: file, output: given.output };
  await checkTarget(target);
  const text = textOf(await readBytes(file));
  if (text.trim() === "") throw new Failure(`${nameOf(file)} is empty: JSON is expected`);
  const value = parseJson(text, notationOf(given) === "exact" ? exactBuilder : plainBuilder);
  await writeBytes(encode(value, optionsOf(given)), target);
}

type ConvertFlags = Given & { from?: DialectName; to: DialectName };

async function runConvert(file: string, given: ConvertFlags): Promise<void> {
  const target = { input: file, output: given.output };
  await checkTarget(target);
  const input = await readInput(file);
  const { from, to } = given;
  const { bytes, losses } = convertLoudly(input, {
    ...optionsOf(given),
    dialect: from,
    from,
    to,
    allowObjects: true,
    fullObjects: true,
  });
  await writeBytes(bytes, target);
  sayNotes("loss", losses, lossText);
}

function convertLoudly(
  input: Uint8Array,
  options: ConvertOptions,
): { bytes: Uint8Array; losses: readonly Loss[] } {
  const warnings: Warning[] = [];
  try {
    return convert(input, { ...options, onWarning: (warning) => warnings.push(warning) });
  } catch (error) {
    decode(input, options);
    throw error;
  } finally {
    sayNotes("warning", warnings, warningText);
  }
}

async function runInfo(file: string, given: Given): Promise<void> {
  const bytes = await readInput(file);
  const options: Options = { ...optionsOf(given), allowObjects: true };
  const result = tryDecode(bytes, options);
  if (!result.ok) throw withFits(result.error, bytes, options);
  const info = infoOf(bytes, options, result);
  await printText(given.json === undefined ? infoText(info) : [`${JSON.stringify(info, undefined, 2)}\n`]);
}

/** The error, with every way of reading the bytes whole as its hint. */
function withFits(error: VariantError, bytes: Uint8Array, options: Options): VariantError {
  const fits = fitsText(fitsOf(bytes, options));
  const hint = fits === "" ? "no dialect reads these bytes whole" : `these bytes parse whole ${fits}`;
  return new VariantError(error.code, { ...error, hint });
}

/** Runs a command; what is wrong with its input goes to standard error, with exit code 1. */
function reporting<Flags>(
  run: (file: string, flags: Flags) => Promise<void>,
): (file: string, flags: Flags) => Promise<void> {
  return async (file, flags) => {
    try {
      await run(file, flags);
    } catch (error) {
      if (!(error instanceof Failure) && !(error instanceof VariantError)) throw error;
      say(error instanceof Failure ? error.message : `${nameOf(file)}: ${errorText(error)}`);
      process.exitCode = error instanceof Failure ? error.code : exitCode.input;
    }
  };
}

function makeProgram(): Command {
  const program = new Command("godot-variant")
    .description("Reads and writes Godot's binary Variant format.")
    .version(__VERSION__)
    .showHelpAfterError("(--help lists what there is)")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 the input cannot be read, 2 wrong usage. `godot-variant FILE` decodes FILE.",
    )
    .exitOverride();
  const add = (name: string, description: string) =>
    addSharedOptions(
      program
        .command(name, { isDefault: name === "decode" })
        .description(description)
        .argument("[file]", fileHelp, "-"),
    );
  addDecode(add("decode", "print a value as a tree, or as JSON"));
  addEncode(add("encode", "make the bytes of a value that is written in JSON"));
  addConvert(add("convert", "turn the bytes of one dialect into another's"));
  addReadOptions(addDialect(add("info", "say what bytes are and hold")))
    .option("--json", "as JSON")
    .action(reporting(runInfo));
  return program;
}

function addDecode(command: Command): void {
  addNotation(addReadOptions(addDialect(command)), "a tree when absent")
    .option("--allow-objects", "read full objects, as inert data")
    .option("--full", "shorten nothing")
    .option("--compact", "JSON on one line")
    .action(reporting(runDecode));
}

function addEncode(command: Command): void {
  addOutput(addNotation(addDialect(command), "plain when absent"))
    .option("--allow-objects", "write objects in full")
    .action(reporting(runEncode));
}

function addConvert(command: Command): void {
  const from = new Option("--from <dialect>", "the dialect of the bytes").choices(dialectChoices);
  const to = new Option("--to <dialect>", "the dialect to write").choices(dialectChoices);
  addOutput(addReadOptions(command))
    .addOption(from)
    .addOption(to.makeOptionMandatory())
    .action(reporting(runConvert));
}

async function main(): Promise<void> {
  endWithReader();
  const program = makeProgram();
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  }
}

await main();
