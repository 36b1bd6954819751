import { type Command, InvalidArgumentError, Option } from "commander";
import { framings } from "../../base/framings.js";
import type { DialectName, Framing, Limits, Options } from "../../index.js";
import { defaultDialect, defaultLimits, dialectNumbers } from "../../table/table.gen.js";
import type { GivenSecrets } from "./secrets.js";

/** What commander makes of the options that all commands share. */
export interface Given extends GivenSecrets {
  dialect?: DialectName;
  real?: "single" | "double";
  badUtf8?: "error" | "replace";
  framing?: Framing;
  allowObjects?: boolean;
  allowTrailing?: boolean;
  limitDepth?: number;
  limitElements?: number;
  limitOutputBytes?: number;
  limitDecompressedBytes?: number;
  limitFrameBytes?: number;
  json?: "plain" | "exact";
  exact?: boolean;
  output?: string;
  inPlace?: boolean;
}

/** Names of dialects that --dialect, --from and --to take. */
export const dialectChoices = Object.keys(dialectNumbers) as DialectName[];

/** The number that an option is. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

const limitOptions = [
  ["--limit-depth <n>", "levels of nesting", defaultLimits.depth],
  ["--limit-elements <n>", "values in total", defaultLimits.elements],
  ["--limit-output-bytes <n>", "bytes that encode and convert may make", defaultLimits.outputBytes],
  ["--limit-decompressed-bytes <n>", "bytes that compressed files may make", defaultLimits.decompressedBytes],
  ["--limit-frame-bytes <n>", "bytes of a frame of a stream", defaultLimits.frameBytes],
] as const;

/** Adds the options that every command takes. */
export function addSharedOptions(command: Command): Command {
  command
    .addOption(
      new Option("--framing <kind>", "how values follow each other (found out when reading)").choices(
        framings,
      ),
    )
    .addOption(new Option("--real <width>", "width of vector components").choices(["single", "double"]));
  for (const [flags, description, value] of limitOptions) {
    command.addOption(new Option(flags, `${description} (default: ${value})`).argParser(wholeNumber));
  }
  return command;
}

/** Adds the ways to give the password or the key of encrypted files. */
export function addSecrets(command: Command): Command {
  return command
    .option("--password-env <name>", "the environment variable that holds the password")
    .option("--password-prompt", "ask for the password, without showing it")
    .addOption(new Option("--key <hex>", "the 32 bytes of the key, as 64 digits").argParser(keyBytes));
}

function keyBytes(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError("It must be 64 hexadecimal digits.");
  return Buffer.from(text, "hex");
}

/** Adds --dialect. */
export function addDialect(command: Command): Command {
  const description = `the dialect of the bytes (found out when reading, ${defaultDialect} when writing)`;
  return command.addOption(new Option("-d, --dialect <name>", description).choices(dialectChoices));
}

/** Adds the options of commands that read bytes. */
export function addReadOptions(command: Command): Command {
  return addSecrets(command)
    .addOption(
      new Option("--bad-utf8 <what>", "replace reads ill-formed text as U+FFFD").choices([
        "error",
        "replace",
      ]),
    )
    .option("--allow-trailing", "accept bytes after the value, which is the only one that is read");
}

/** Adds the choice between the notations of JSON. */
export function addNotation(command: Command, whenAbsent: string): Command {
  return command
    .addOption(new Option("--json <notation>", `the notation (${whenAbsent})`).choices(["plain", "exact"]))
    .option("--exact", "short for --json exact");
}

/** Adds --output. */
export function addOutput(command: Command): Command {
  return command.option("-o, --output <file>", "where the bytes go (default: standard output)");
}

/** Adds --in-place. */
export function addInPlace(command: Command, what: string): Command {
  return command.option("--in-place", `replace ${what}, and keep it with .bak after its name`);
}

/** The notation that was asked for. */
export function notationOf({ json, exact }: Given): "plain" | "exact" | undefined {
  return exact === true ? "exact" : json;
}

/** The library's options, without the framing. */
export function optionsOf(given: Given): Omit<Options, "framing"> {
  const limits: Partial<Limits> = {};
  if (given.limitDepth !== undefined) limits.depth = given.limitDepth;
  if (given.limitElements !== undefined) limits.elements = given.limitElements;
  if (given.limitOutputBytes !== undefined) limits.outputBytes = given.limitOutputBytes;
  if (given.limitDecompressedBytes !== undefined) limits.decompressedBytes = given.limitDecompressedBytes;
  if (given.limitFrameBytes !== undefined) limits.frameBytes = given.limitFrameBytes;
  const { dialect, real, badUtf8, allowObjects = false, allowTrailing } = given;
  return {
    mode: "exact",
    dialect,
    real,
    badUtf8,
    allowObjects,
    fullObjects: allowObjects,
    allowTrailing,
    limits,
  };
}
