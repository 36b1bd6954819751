import { Command, CommanderError, Option } from "commander";
import { choices, textEngines } from "../base/choices.js";
import { VariantError } from "../index.js";
import { typeNames } from "../table/table.gen.js";
import { runConvert } from "./commands/convert.js";
import { runDecode } from "./commands/decode.js";
import { runDelete, runDiff, runGet, runRecover, runSet } from "./commands/edit.js";
import { runEncode } from "./commands/encode.js";
import { runExtract } from "./commands/extract.js";
import { infoOf, infoText } from "./commands/info.js";
import { runFlat, runText, runTypes, runUnflat, runValidate } from "./commands/text-commands.js";
import { nameOf } from "./input/files.js";
import { openInput } from "./input/reading.js";
import {
  addDialect,
  addInPlace,
  addNotation,
  addOutput,
  addReadOptions,
  addSecrets,
  addSharedOptions,
  dialectChoices,
  type Given,
  wholeNumber,
} from "./input/settings.js";
import { exitCode, Failure } from "./output/failure.js";
import { errorText, say } from "./output/report.js";
import { endWithReader, printText } from "./output/stdout.js";

declare const __VERSION__: string;

const fileHelp = "a file; - or nothing for standard input";

async function runInfo(file: string, given: Given): Promise<void> {
  const input = await openInput(file, { ...given, allowObjects: true });
  const info = await infoOf(input).finally(() => input.progress.end());
  await printText(given.json === undefined ? infoText(info) : [`${JSON.stringify(info, undefined, 2)}\n`]);
}

/** Wraps a command: errors about its input are printed to standard error, and the exit code is 1. */
function reporting<Given extends unknown[]>(
  run: (...given: Given) => Promise<void>,
  file: (...given: Given) => string = (...given) => given[0] as string,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    try {
      await run(...given);
    } catch (error) {
      if (!(error instanceof Failure) && !(error instanceof VariantError)) throw error;
      say(error instanceof Failure ? error.message : `${nameOf(file(...given))}: ${errorText(error)}`);
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
  addDecode(add("decode", "print the values of a file as trees, or as JSON"));
  addEncode(add("encode", "make the bytes of values that are written in JSON"));
  addConvert(add("convert", "turn a file of one engine into one of another"));
  addExtract(add("extract", "write a part of a file as it is"));
  addEdits(program);
  addTextForms(add);
  addReadOptions(addDialect(add("info", "say what a file is and holds")))
    .option("--json", "as JSON")
    .action(reporting(runInfo));
  return program;
}

function addDecode(command: Command): void {
  addNotation(addReadOptions(addDialect(command)), "a tree when absent")
    .option("--records", "one line of JSON for each frame (--json plain when absent)")
    .option("--stream", "print records while frames come, and hold only one in memory")
    .addOption(
      new Option("--on-error <what>", "resync leaves out frames of a --stream that hold no value").choices(
        choices.onError,
      ),
    )
    .option("--allow-objects", "read full objects, as inert data")
    .option("--full", "shorten nothing")
    .option("--compact", "JSON on one line")
    .action(reporting(runDecode));
}

function addEncode(command: Command): void {
  addSecrets(
    addInPlace(addOutput(addNotation(addDialect(command), "plain when absent")), "the file of --like"),
  )
    .addOption(likeOption())
    .option("--allow-objects", "write objects in full")
    .action(reporting(runEncode));
}

function likeOption(): Option {
  return new Option(
    "--like <file>",
    "take types, dialect, frames, compression and encryption from this file",
  );
}

function addConvert(command: Command): void {
  const from = new Option("--from <dialect>", "the dialect of the file (found out when absent)");
  const to = new Option("--to <dialect>", "the dialect to write");
  addInPlace(addOutput(addReadOptions(command)), "the file")
    .addOption(from.choices(dialectChoices))
    .addOption(to.choices(dialectChoices).makeOptionMandatory())
    .action(reporting(runConvert));
}

function addExtract(command: Command): void {
  addOutput(addReadOptions(addDialect(command)))
    .addOption(new Option("--frame <n>", "the value of this frame, from 0 on").argParser(wholeNumber))
    .option("--path <path>", "the value at this path, as decode and errors print it: player.items[2]")
    .option("--raw", "what a PackedByteArray or a String holds, instead of the bytes of the Variant")
    .action(reporting(runExtract));
}

/** Adds the commands whose first argument is not the file. */
function addEdits(program: Command): void {
  const pathHelp = "as decode, diff and errors print it: player.items[2]";
  const add = (name: string, description: string) =>
    addReadOptions(addDialect(addSharedOptions(program.command(name).description(description))));
  const at = (name: string, description: string) => add(name, description).argument("<path>", pathHelp);
  const of = (command: Command) => command.argument("[file]", fileHelp, "-");
  const notation = (command: Command) => addNotation(command, "plain when absent");
  const written = (command: Command) => addInPlace(addOutput(of(command)), "the file");
  notation(of(at("get", "print the value at a path as JSON")))
    .option("--raw", "a String without quotes")
    .action(reporting(runGet, (_, file) => file));
  const value = "in JSON or as Godot writes it: Vector2(1, 2); where a text is stored, any text";
  const set = "replace the value at a path by one of the same type; nothing else changes";
  notation(written(at("set", set).argument("<value>", value)))
    .addOption(
      new Option("--type <type>", "the type to store instead of the one that is there").choices(typeNames),
    )
    .action(reporting(runSet, (_path, _value, file) => file));
  written(at("delete", "take the value at a path away")).action(reporting(runDelete, (_, file) => file));
  add("diff", "print what is different in another file; then the exit code is 1, and 2 after an error")
    .argument("<file>", fileHelp)
    .argument("<other>", "a file of any kind")
    .option("--full", "shorten nothing")
    .action(reporting(runDiff));
  written(
    add("recover", "write what can be read of a damaged file; the exit code is 1 when something is lost"),
  ).action(reporting(runRecover));
}

/** Adds the commands that write text for people and their tools. */
function addTextForms(add: (name: string, description: string) => Command): void {
  const engine = new Option("--engine <version>", "to the character as this engine prints it");
  addOutput(addReadOptions(addDialect(add("text", "print values as var_to_str does, or read such text"))))
    .addOption(engine.choices(textEngines))
    .option("--read", "the other way: the file is text, and its bytes are written")
    .addOption(likeOption())
    .action(reporting(runText));
  addReadOptions(addDialect(add("flat", "print a line for every value, to be searched by grep"))).action(
    reporting(runFlat),
  );
  const unflat = add("unflat", "make the bytes of what flat printed, or of some of its lines");
  addSecrets(addInPlace(addOutput(addDialect(unflat)), "the file of --like"))
    .addOption(likeOption())
    .action(reporting(runUnflat));
  addReadOptions(addDialect(add("types", "print a TypeScript declaration for the values")))
    .option("--name <name>", "the name of the type (Save when absent)")
    .action(reporting(runTypes));
  addReadOptions(addDialect(add("validate", "hold the values against a schema")))
    .requiredOption(
      "--schema <module>",
      "a JavaScript module that exports a Standard Schema, as Zod makes them",
    )
    .action(reporting(runValidate));
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
