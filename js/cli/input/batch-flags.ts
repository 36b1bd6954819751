// The arguments and options of the command `batch`.
import { type Command, Option } from "commander";
import type { TableFormat } from "../../batch/index.js";
import type { DialectName } from "../../index.js";
import { dialectOption, type Given, once, wholeNumber } from "./settings.js";

/** Parsed options. */
export interface BatchFlags extends Given {
  to?: TableFormat;
  select?: string;
  convert?: DialectName;
  set?: string;
  validate?: string;
  check?: boolean;
  recover?: boolean;
  outDir?: string;
  report?: string;
  resume?: boolean;
  filesFrom?: string;
  workers?: number;
  partitionBytes?: number;
  fsync?: boolean;
  timeout?: number;
  limitInputBytes?: number;
}

/** Adds the arguments and options of the command. */
export function addBatch(command: Command): Command {
  return command
    .argument(
      "[inputs...]",
      'files, folders, archives (.zip, .tar, .tar.gz) and patterns such as "saves/**/*.save"; - reads lines of { id, base64 }',
    )
    .addOption(
      new Option("--to <format>", "write a table with a row for each value").choices([
        "ndjson",
        "parquet",
        "csv",
      ]),
    )
    .option(
      "--select <paths>",
      "with --to: the columns, such as player.hp,bag[*].id (default: the whole value)",
      (paths: string, others: string | undefined) => (others === undefined ? paths : `${others},${paths}`),
    )
    .addOption(dialectOption("--convert <dialect>", "convert each file"))
    .option("--set <path=value>", "replace the value at a path, by one of the same type", once)
    .option("--validate <module>", "check the values with the Standard Schema that a module exports", once)
    .option("--check", "check that each file can be read, and written as it was")
    .option("--recover", "write the readable part of each file")
    .option(
      "--out-dir <folder>",
      "where outputs go, with the tree of the inputs (default: beside the inputs)",
    )
    .option("--report <file>", "the report (default: report.ndjson in --out-dir, else standard output)")
    .option("--resume", "continue what the report says is not done")
    .option(
      "--files-from <file>",
      "read paths of inputs from the lines of a file, or of standard input: -",
      once,
    )
    .addOption(
      new Option("--workers <n>", "worker threads (default: one for each core)").argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--partition-bytes <n>",
        "bytes of rows in one file of a table (default: 67108864)",
      ).argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--timeout <seconds>",
        "seconds that one file may take (default: 60 with --validate, else no limit)",
      ).argParser(wholeNumber),
    )
    .option("--fsync", "flush each output to the disk before the report names it")
    .addOption(
      new Option("--limit-input-bytes <n>", "bytes of one input (default: 536870912)")
        .helpGroup("Limits:")
        .argParser(wholeNumber),
    );
}
