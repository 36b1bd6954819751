import { type Command, InvalidArgumentError, Option } from "commander";
import { choices } from "../../base/choices.js";
import { framings } from "../../base/framings.js";
import type { DialectName, Framing, Limits, Options } from "../../index.js";
import { defaultDialect, defaultLimits, dialectNumbers } from "../../table/table.gen.js";
import type { GivenSecrets } from "./secrets.js";

/** Parsed limits: `limitDepth` and so on. */
type GivenLimits = { [Name in keyof Limits as `limit${Capitalize<Name>}`]?: number };

/** Options that the library and the command line call by the same name. */
type GivenAsTheyAre = "dialect" | "real" | "badUtf8" | "allowObjects" | "allowTrailing";

/** Parsed options that commands share. */
export interface Given extends GivenSecrets, GivenLimits, Pick<Options, GivenAsTheyAre> {
  framing?: Framing;
  json?: "plain" | "exact";
  exact?: boolean;
  output?: string;
  inPlace?: boolean;
}

/** Dialects that --dialect, --from and --to accept. */
export const dialectChoices = Object.keys(dialectNumbers) as DialectName[];

/** Parses an option whose value is a whole number. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Descriptions of --limit-depth and the other limits. */
const limitTexts: Readonly<Record<keyof Limits, string>> = {
  depth: "levels of nesting",
  elements: "values in total",
  outputBytes: "bytes that encode and convert may make",
  decompressedBytes: "bytes that compressed files may make",
  frameBytes: "bytes of a frame of a stream",
};
const limitNames = Object.keys(limitTexts) as (keyof Limits)[];

/** Adds the options that every command takes. */
export function addSharedOptions(command: Command): Command {
  command
    .addOption(
      new Option("--framing <kind>", "how values follow each other (found out when reading)").choices(
        framings,
      ),
    )
    .addOption(new Option("--real <width>", "width of vector components").choices(choices.real));
  for (const name of limitNames) {
    const flag = `--limit-${name.replace("Bytes", "-bytes")} <n>`;
    const description = `${limitTexts[name]} (default: ${defaultLimits[name]})`;
    command.addOption(new Option(flag, description).argParser(wholeNumber));
  }
  return command;
}

/** Adds the options that supply the password or the key of an encrypted file. */
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

export function addDialect(command: Command): Command {
  const description = `the dialect of the bytes (found out when reading, ${defaultDialect} when writing)`;
  return command.addOption(new Option("-d, --dialect <name>", description).choices(dialectChoices));
}

/** Adds the options of commands that read bytes. */
export function addReadOptions(command: Command): Command {
  return addSecrets(command)
    .addOption(
      new Option("--bad-utf8 <what>", "replace reads ill-formed text as U+FFFD").choices(choices.badUtf8),
    )
    .option("--allow-trailing", "accept bytes after the value, which is the only one that is read");
}

/** Adds the options that choose a notation of JSON. */
export function addNotation(command: Command, whenAbsent: string): Command {
  return command
    .addOption(new Option("--json <notation>", `the notation (${whenAbsent})`).choices(["plain", "exact"]))
    .option("--exact", "short for --json exact");
}

export function addOutput(command: Command): Command {
  return command.option("-o, --output <file>", "where the bytes go (default: standard output)");
}

export function addInPlace(command: Command, what: string): Command {
  return command.option("--in-place", `replace ${what}, and keep it with .bak after its name`);
}

/** The chosen notation; undefined when none was. */
export function notationOf({ json, exact }: Given): "plain" | "exact" | undefined {
  return exact === true ? "exact" : json;
}

/** Converts parsed options to those of the library, except for the framing. */
export function optionsOf(given: Given): Omit<Options, "framing"> {
  const limits: Partial<Limits> = {};
  for (const name of limitNames) {
    const limit = given[`limit${name[0]?.toUpperCase()}${name.slice(1)}` as keyof GivenLimits];
    if (limit !== undefined) limits[name] = limit;
  }
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
