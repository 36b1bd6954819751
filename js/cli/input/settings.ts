// Options that several commands have, and how they become options of the library.
import { type Command, InvalidArgumentError, Option } from "commander";
import { choices } from "../../base/choices.js";
import { framings } from "../../base/framings.js";
import { hint } from "../../base/hints.js";
import type { Framing, Limits, Options } from "../../index.js";
import { defaultDialect, defaultLimits, dialectNumbers, dialectTraits } from "../../table/table.gen.js";
import { type ColorChoice, colorChoices } from "../output/colors.js";
import { exitCode, Failure } from "../output/failure.js";
import { checkedTarget, type Target } from "../output/targets.js";
import type { GivenSecrets } from "./secrets.js";

/** Parsed limits: `limitDepth` and so on. */
type GivenLimits = { [Name in keyof Limits as `limit${Capitalize<Name>}`]?: number };

/** Options that the library and the command line call by the same name. */
type GivenAsTheyAre = "dialect" | "real" | "badUtf8" | "allowObjects" | "allowTrailing" | "strict";

/** Parsed options that commands share. */
export interface Given extends GivenSecrets, GivenLimits, Pick<Options, GivenAsTheyAre> {
  framing?: Framing;
  json?: "plain" | "exact";
  exact?: boolean;
  output?: string;
  color?: ColorChoice;
  quiet?: boolean;
  outDir?: string;
  inPlace?: boolean;
  /** False with --no-backup. */
  backup?: boolean;
}

/** Dialects that --dialect, --from and --to accept. */
const dialectChoices: readonly string[] = Object.keys(dialectNumbers);

/** An option whose value is a dialect. Its error names the dialect of a version such as `4.6`. */
export function dialectOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(dialectChoices).argParser((given) => {
    if (dialectChoices.includes(given)) return given;
    const names = dialectTraits.map(({ name }) => name);
    throw new InvalidArgumentError(hint("known-dialects", given, ...names).text);
  });
}

/** Parses an option whose value is a whole number. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Parses an option of which people may give two and mean both, where the last one would count. */
export function once(text: string, earlier: string | undefined): string {
  if (earlier === undefined) return text;
  throw new InvalidArgumentError(`It can be given once, and ${JSON.stringify(earlier)} is given, too.`);
}

/** Descriptions of --limit-depth and the other limits. */
const limitTexts: Readonly<Record<keyof Limits, string>> = {
  depth: "levels of nesting",
  elements: "values in total",
  memory: "bytes that a value may take in memory",
  outputBytes: "bytes of output",
  decompressedBytes: "bytes after decompression",
  frameBytes: "bytes in one frame of a stream",
};
const limitNames = Object.keys(limitTexts) as (keyof Limits)[];

const groups = { reading: "Reading and writing:", secrets: "Encrypted files:", limits: "Limits:" };

export function addDialect(command: Command): Command {
  const description = `the dialect of the bytes (default: detected when reading, ${defaultDialect} when writing)`;
  return command.addOption(dialectOption("-d, --dialect <name>", description).helpGroup(groups.reading));
}

export function addFraming(command: Command): Command {
  const framing = "how the values follow each other (default: detected when reading)";
  return command.addOption(
    new Option("--framing <kind>", framing).choices(framings).helpGroup(groups.reading),
  );
}

export function addReal(command: Command): Command {
  const real = "the width of the numbers in vectors";
  return command.addOption(
    new Option("--real <width>", real).choices(choices.real).helpGroup(groups.reading),
  );
}

export function addBadUtf8(command: Command): Command {
  const badUtf8 = "what to do with invalid UTF-8: fail (default), or replace it with U+FFFD";
  return command.addOption(
    new Option("--bad-utf8 <what>", badUtf8).choices(choices.badUtf8).helpGroup(groups.reading),
  );
}

export function addTrailing(command: Command): Command {
  const trailing = "read only the first value, and ignore the bytes after it";
  return command.addOption(new Option("--allow-trailing", trailing).helpGroup(groups.reading));
}

const secretOptions = [
  ["--password-file <file>", "read the password from the first line of a file, or of standard input: -"],
  ["--password-env <name>", "read the password from this environment variable"],
  ["--password-prompt", "ask for the password without showing it"],
  ["--key-file <file>", "read the key from a file, or from standard input: -"],
  ["--key <hex>", "the key, as 64 hexadecimal digits, which other users can see while the program starts"],
] as const;

/** Adds the options that supply the password or the key of an encrypted file. */
export function addSecrets(command: Command): Command {
  for (const [flags, description] of secretOptions)
    command.addOption(new Option(flags, description).helpGroup(groups.secrets));
  return command;
}

/** Adds the options for limits. Call it last, because help shows options in this order. */
export function addLimits(command: Command): Command {
  for (const name of limitNames) {
    const flag = `--limit-${name.replace("Bytes", "-bytes")} <n>`;
    const least = name === "decompressedBytes" ? "256 times the file, from 8388608 to " : "";
    const description = `${limitTexts[name]} (default: ${least}${defaultLimits[name]})`;
    command.addOption(new Option(flag, description).helpGroup(groups.limits).argParser(wholeNumber));
  }
  return command;
}

/** Adds the options that choose a notation of JSON. */
export function addNotation(command: Command, whenAbsent: string): Command {
  return command
    .addOption(
      new Option("--json <notation>", `the notation of JSON (${whenAbsent})`).choices(["plain", "exact"]),
    )
    .option("--exact", "short for --json exact");
}

export function addOutput(command: Command): Command {
  return command.option("-o, --output <file>", "the file to write (default: standard output)");
}

/** Adds the option of commands that write a file for each input. */
export function addOutDir(command: Command): Command {
  return command.option("--out-dir <folder>", "write a file for each input into this folder");
}

/** Adds the option of commands that color what they print. */
export function addColor(command: Command): Command {
  return command.addOption(
    new Option("--color <when>", "when to print colors (default: auto, on a terminal)").choices(colorChoices),
  );
}

/** Adds the option of commands whose exit code tells what they found. */
export function addQuiet(command: Command): Command {
  return command.option("-q, --quiet", "print no results: the exit code tells");
}

export function addInPlace(command: Command, what: string): Command {
  return command
    .option("--in-place", `replace ${what}, keeping what it was as a backup with the extension .bak`)
    .option("--no-backup", "with --in-place: keep no backup");
}

/** Adds the options of commands that write a file like another one. */
export function addLike(command: Command): Command {
  return command
    .option("--like <file>", "reuse the types, dialect, frames, compression and encryption of this file")
    .option("--strict", "fail if a value has another type than in the file of --like, instead of warning");
}

/** Where a command writes bytes. `original` is the file that --in-place replaces; `others` are more files that it reads. */
export function targetOf(
  given: Given,
  original: string | undefined,
  ...others: readonly string[]
): Promise<Target> {
  const { output, inPlace, backup = true, passwordFile, keyFile } = given;
  const inputs = [original, passwordFile, keyFile, ...others].filter((file) => file !== undefined);
  return checkedTarget({ output, inPlace, backup, original, inputs });
}

/** Whether text goes to a file instead of standard output. */
export const isForFile = ({ output = "-" }: Given): boolean => output !== "-";

/** Where a command writes text about files. */
export function textTargetOf({ output, passwordFile, keyFile }: Given, files: readonly string[]) {
  const inputs = [passwordFile, keyFile, ...(files.length > 0 ? files : ["-"])].filter(
    (file) => file !== undefined,
  );
  return checkedTarget({ output, inPlace: false, backup: true, original: undefined, inputs, isText: true });
}

/** The chosen notation; undefined when none was. Throws a Failure if the options name both. */
export function notationOf({ json, exact }: Given): "plain" | "exact" | undefined {
  if (exact === true && json === "plain")
    throw new Failure("--exact is short for --json exact. Use either it or --json plain.", exitCode.usage);
  return exact === true ? "exact" : json;
}

/** Converts parsed options to library options, except for the framing. */
export function optionsOf(given: Given): Omit<Options, "framing"> {
  const limits: Partial<Limits> = {};
  for (const name of limitNames) {
    const limit = given[`limit${name[0]?.toUpperCase()}${name.slice(1)}` as keyof GivenLimits];
    if (limit !== undefined) limits[name] = limit;
  }
  const { dialect, real, badUtf8, allowObjects = false, allowTrailing, strict } = given;
  return {
    mode: "exact",
    dialect,
    real,
    badUtf8,
    allowObjects,
    fullObjects: allowObjects,
    allowTrailing,
    strict,
    limits,
  };
}
