import { Command, CommanderError, Option } from "commander";
import { choices, textEngines } from "../base/choices.js";
import { VariantError } from "../index.js";
import { typeNames } from "../table/table.gen.js";
import { runConvert } from "./commands/convert.js";
import { runDecode } from "./commands/decode.js";
import {
  runAdd,
  runAppend,
  runDelete,
  runDiff,
  runGet,
  runRecover,
  runRename,
  runSet,
} from "./commands/edit.js";
import { runEncode } from "./commands/encode.js";
import { runExtract } from "./commands/extract.js";
import { infoJson, infoOf, infoText } from "./commands/info.js";
import { runFlat, runText, runTypes, runUnflat, runValidate } from "./commands/text-commands.js";
import { nameOf } from "./input/files.js";
import { openInput } from "./input/reading.js";
import {
  addDialect,
  addInPlace,
  addLike,
  addLimits,
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

const fileHelp = "the file to read; standard input if absent or -";

async function runInfo(file: string, given: Given): Promise<void> {
  const input = await openInput(file, { ...given, allowObjects: true });
  const info = await infoOf(input).finally(() => input.progress.end());
  await printText(given.json === undefined ? infoText(info) : [infoJson(info)]);
}

/** Wraps a command so that it prints errors about its input to standard error and exits with 1. */
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
    .description(
      "Reads, edits and converts files in Godot's binary Variant format: save games, settings, packets.",
    )
    .version(__VERSION__)
    .showHelpAfterError("Run godot-variant --help for a list of commands and options.")
    .addHelpText(
      "after",
      "\n`godot-variant FILE` is short for `godot-variant decode FILE`.\n\nExit codes:\n  0  success\n  1  the input cannot be used, or the output cannot be written; for diff: the files differ; for recover: some data is lost\n  2  wrong usage; for diff also: any other failure",
    )
    .exitOverride();
  const add = (name: string, description: string) =>
    addSharedOptions(
      program
        .command(name, { isDefault: name === "decode" })
        .description(description)
        .argument("[file]", fileHelp, "-"),
    );
  addDecode(add("decode", "Print the values of a file as a tree or as JSON."));
  addEncode(add("encode", "Write JSON as Variant bytes."));
  addConvert(add("convert", "Convert a file to the dialect of another engine version."));
  addExtract(
    add("extract", "Write one part of a file unchanged: its content without layers, a frame, or a value."),
  );
  addEdits(program);
  addTextForms(add);
  addReadOptions(addDialect(add("info", "Describe a file: layers, dialect, frames, types, largest values.")))
    .option("--json", "print the description as JSON")
    .action(reporting(runInfo));
  for (const command of program.commands) addLimits(command).addHelpText("after", examplesOf(command.name()));
  return program;
}

/** Frequent uses of each command, for its help. */
const examples: Readonly<Record<string, readonly string[]>> = {
  decode: ["decode save.bin", "decode --json plain save.bin", "decode --password-prompt secret.save"],
  encode: ["encode -o new.bin values.json", "encode --like save.bin --in-place values.json"],
  convert: ["convert --to godot-4 -o new.bin old.bin"],
  extract: [
    "extract --frame 2 -o frame.bin save.bin",
    "extract --path player.icon --raw -o icon.png save.bin",
  ],
  get: ["get player.items[2] save.bin"],
  set: ["set player.hp 50 save.bin --in-place", "set player.at 'Vector2(1, 2)' save.bin -o new.bin"],
  add: ["add player.mana 20 save.bin --in-place", "add player.items[0] '\"Key\"' save.bin -o new.bin"],
  append: ["append player.items '\"Sword\"' save.bin --in-place"],
  rename: ["rename player.hp health save.bin --in-place"],
  delete: ["delete player.items[2] save.bin --in-place"],
  diff: ["diff old.bin new.bin"],
  recover: ["recover broken.bin -o intact.bin"],
  text: ["text save.bin", "text --read values.txt -o new.bin"],
  flat: ["flat save.bin | grep gold"],
  unflat: ["unflat lines.txt -o new.bin"],
  types: ["types --name Hero save.bin"],
  validate: ["validate --schema hero.mjs save.bin"],
  info: ["info save.bin"],
};

function examplesOf(command: string): string {
  const lines = examples[command] ?? [];
  return `\nExamples:\n${lines.map((line) => `  godot-variant ${line}`).join("\n")}`;
}

function addDecode(command: Command): void {
  addNotation(addReadOptions(addDialect(command)), "default: a tree")
    .option("--records", "print one line of JSON per frame (default notation: plain)")
    .option("--stream", "print each frame as soon as it is read, holding only one in memory")
    .addOption(
      new Option(
        "--on-error <what>",
        "what to do when a frame of a --stream cannot be read: stop, or resync at the next frame",
      ).choices(choices.onError),
    )
    .option("--allow-objects", "read full Objects as inert data")
    .option("--full", "print long texts and arrays in full")
    .option("--compact", "print JSON on one line")
    .action(reporting(runDecode));
}

function addEncode(command: Command): void {
  const output = addOutput(addNotation(addDialect(command), "default: plain"));
  addLike(addSecrets(addInPlace(output, "the file of --like")))
    .option("--allow-objects", "write Objects in full")
    .action(reporting(runEncode));
}

function addConvert(command: Command): void {
  const from = new Option("--from <dialect>", "the dialect of the file (default: detected)");
  const to = new Option("--to <dialect>", "the dialect to write");
  addInPlace(addOutput(addReadOptions(command)), "the file")
    .addOption(from.choices(dialectChoices))
    .addOption(to.choices(dialectChoices).makeOptionMandatory())
    .action(reporting(runConvert));
}

function addExtract(command: Command): void {
  addOutput(addReadOptions(addDialect(command)))
    .addOption(new Option("--frame <n>", "the value of this frame, counted from 0").argParser(wholeNumber))
    .option("--path <path>", "the value at this path, such as player.items[2]")
    .option("--raw", "the contents of a PackedByteArray or a String, without its Variant header")
    .action(reporting(runExtract));
}

/** Adds the commands whose arguments differ from the usual single file. */
function addEdits(program: Command): void {
  const pathHelp = "a path such as player.items[2], as decode, diff and errors print it";
  const add = (name: string, description: string) =>
    addReadOptions(addDialect(addSharedOptions(program.command(name).description(description))));
  const at = (name: string, description: string) => add(name, description).argument("<path>", pathHelp);
  const of = (command: Command) => command.argument("[file]", fileHelp, "-");
  const notation = (command: Command) => addNotation(command, "default: plain");
  const written = (command: Command) => addInPlace(addOutput(of(command)), "the file");
  notation(of(at("get", "Print the value at a path as JSON.")))
    .option("--raw", "print a String without quotes")
    .action(reporting(runGet, (_, file) => file));
  const value = "JSON, or a value as Godot writes it, such as Vector2(1, 2); for a String any text";
  const set = "Replace the value at a path by one of the same type. All other bytes stay the same.";
  notation(written(at("set", set).argument("<value>", value)))
    .addOption(new Option("--type <type>", "change the type of the value").choices(typeNames))
    .action(reporting(runSet, (_path, _value, file) => file));
  const added = (name: string, description: string) =>
    notation(written(at(name, description).argument("<value>", value)));
  added("add", "Add a value under a new key of a Dictionary, or before an index of an Array.").action(
    reporting(runAdd, (_path, _value, file) => file),
  );
  added("append", "Add a value at the end of an Array.").action(
    reporting(runAppend, (_path, _value, file) => file),
  );
  written(
    at("rename", "Change the key of an entry, which keeps its place.").argument(
      "<key>",
      "the new key: a text, or a value as Godot writes it, such as 5 or Vector2i(1, 2)",
    ),
  ).action(reporting(runRename, (_path, _key, file) => file));
  written(at("delete", "Delete the value at a path.")).action(reporting(runDelete, (_, file) => file));
  add("diff", "Compare two files. The exit code is 1 if they differ, and 2 after an error.")
    .argument("<file>", fileHelp)
    .argument("<other>", "the file to compare it with")
    .option("--full", "print long texts and arrays in full")
    .action(reporting(runDiff));
  written(
    add("recover", "Write the readable part of a damaged file. The exit code is 1 if anything is lost."),
  ).action(reporting(runRecover));
}

/** Adds the commands that write text for people and their tools. */
function addTextForms(add: (name: string, description: string) => Command): void {
  const engine = new Option("--engine <version>", "print exactly as this engine version does");
  const text = add("text", "Print values as var_to_str does, or read such text with --read.");
  addLike(addOutput(addReadOptions(addDialect(text))))
    .addOption(engine.choices(textEngines))
    .option("--read", "read text and write Variant bytes")
    .action(reporting(runText));
  addReadOptions(addDialect(add("flat", "Print one line per value, for grep and diff."))).action(
    reporting(runFlat),
  );
  const unflat = add("unflat", "Write the output of flat, or some of its lines, as Variant bytes.");
  addLike(addSecrets(addInPlace(addOutput(addDialect(unflat)), "the file of --like"))).action(
    reporting(runUnflat),
  );
  addReadOptions(addDialect(add("types", "Print a TypeScript declaration for the values.")))
    .option("--name <name>", "the name of the type (default: Save)")
    .action(reporting(runTypes));
  addReadOptions(addDialect(add("validate", "Check the values against a schema.")))
    .requiredOption(
      "--schema <module>",
      "a JavaScript module that exports a Standard Schema, such as one made with Zod",
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
