import { type Command, InvalidArgumentError, Option } from "commander";
import type { DialectName, Limits, Options } from "../index.js";
import { defaultDialect, defaultLimits, dialectNumbers } from "../table.gen.js";

/** What commander makes of the options that all commands share. */
export interface Given {
  dialect?: DialectName;
  real?: "single" | "double";
  badUtf8?: "error" | "replace";
  framing?: "none" | "store_var";
  allowObjects?: boolean;
  allowTrailing?: boolean;
  limitDepth?: number;
  limitElements?: number;
  limitOutputBytes?: number;
  json?: "plain" | "exact";
  exact?: boolean;
  output?: string;
}

/** Names of dialects that --dialect, --from and --to take. */
export const dialectChoices = Object.keys(dialectNumbers) as DialectName[];

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

const limitOptions = [
  ["--limit-depth <n>", "levels of nesting", defaultLimits.depth],
  ["--limit-elements <n>", "values in total", defaultLimits.elements],
  ["--limit-output-bytes <n>", "bytes that encode and convert may make", defaultLimits.outputBytes],
] as const;

/** Adds the options that every command takes. */
export function addSharedOptions(command: Command): Command {
  command
    .addOption(
      new Option("--framing <kind>", "store_var: a length word comes first").choices(["none", "store_var"]),
    )
    .addOption(new Option("--real <width>", "width of vector components").choices(["single", "double"]));
  for (const [flags, description, value] of limitOptions) {
    command.addOption(new Option(flags, `${description} (default: ${value})`).argParser(wholeNumber));
  }
  return command;
}

/** Adds --dialect. */
export function addDialect(command: Command): Command {
  const description = `the dialect of the bytes (default: ${defaultDialect})`;
  return command.addOption(new Option("-d, --dialect <name>", description).choices(dialectChoices));
}

/** Adds the options of commands that read bytes. */
export function addReadOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--bad-utf8 <what>", "replace reads ill-formed text as U+FFFD").choices([
        "error",
        "replace",
      ]),
    )
    .option("--allow-trailing", "accept bytes after the value");
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

/** The notation that was asked for. */
export function notationOf({ json, exact }: Given): "plain" | "exact" | undefined {
  return exact === true ? "exact" : json;
}

/** The library's options. */
export function optionsOf(given: Given): Options {
  const limits: Partial<Limits> = {};
  if (given.limitDepth !== undefined) limits.depth = given.limitDepth;
  if (given.limitElements !== undefined) limits.elements = given.limitElements;
  if (given.limitOutputBytes !== undefined) limits.outputBytes = given.limitOutputBytes;
  const { dialect, real, badUtf8, framing, allowObjects, allowTrailing } = given;
  return {
    mode: "exact",
    dialect,
    real,
    badUtf8,
    framing,
    allowObjects,
    fullObjects: allowObjects,
    allowTrailing,
    limits,
  };
}
