// The table of commands: help, shell completion and the manual are made from it.
import { existsSync } from "node:fs";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { choices, textEngines } from "../base/choices.js";
import { suggestion } from "../base/similar.js";
import { typeNames } from "../table/table.gen.js";
import { completionFor, type Shell, shells } from "./commands/completion.js";
import type { DecodeFlags } from "./commands/decode.js";
import type { FindFlags } from "./commands/find.js";
import { manualOf } from "./commands/manual.js";
import { addBatch, type BatchFlags } from "./input/batch-flags.js";
import {
  addBadUtf8,
  addColor,
  addDialect,
  addFraming,
  addInPlace,
  addLike,
  addLimits,
  addNotation,
  addOutDir,
  addOutput,
  addQuiet,
  addReal,
  addSecrets,
  addTrailing,
  dialectOption,
  once,
  wholeNumber,
} from "./input/settings.js";
import { withFiles } from "./input/wildcards.js";
import { exitCode, Failure } from "./output/failure.js";
import { visible, visibleLines } from "./output/text.js";

declare const __VERSION__: string;

/** A command. Its own arguments and options come first; those that it shares with others follow in the order of `shares`. */
interface Entry {
  readonly name: string;
  readonly summary: string;
  /** Frequent uses, without the name of the program. */
  readonly examples: readonly string[];
  /** Adds the arguments, the command's own options and what it does. */
  readonly define: (command: Command) => Command;
  /** Functions that add shared options. */
  readonly shares: readonly ((command: Command) => Command)[];
}

type Commands = typeof import("./commands/file-commands.js");

/** Does what one of the commands does. They load only now, because help and wrong options need none of them. */
function running<Args extends unknown[]>(
  choose: (commands: Commands) => (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const commands = await import("./commands/file-commands.js");
    await commands.reporting(choose(commands))(...args);
  };
}

const fileHelp = "the file to read; standard input if absent or -";
const filesHelp = "the files to read; standard input if absent or -";
const pathHelp = "a path such as player.items[2], as decode, diff and errors print it";
const valueHelp = "JSON, or a value as Godot writes it, such as Vector2(1, 2); for a String any text";

const files = (command: Command) => command.argument("[files...]", filesHelp, withFiles);
const pathAndFiles = (command: Command) => files(command.argument("<path>", pathHelp));
const pathAndValue = (command: Command) =>
  files(command.argument("<path>", pathHelp).argument("<value>", valueHelp));

const reading = [addDialect, addFraming, addReal, addBadUtf8, addTrailing, addSecrets, addLimits];
const writing = [addOutput, ...reading];
const editing = [(command: Command) => addInPlace(command, "the file"), addOutDir, ...writing];
const likeAnother = [
  addLike,
  (command: Command) => addInPlace(command, "the file of --like"),
  addOutDir,
  addOutput,
];
const jsonOrTree = (command: Command) => addNotation(command, "default: a tree");
const json = (command: Command) => addNotation(command, "default: plain");

const entries: readonly Entry[] = [
  {
    name: "decode",
    summary: "Print the values of files as a tree or as JSON.",
    examples: ["decode save.bin", "decode --json plain save.bin", "decode --password-prompt secret.save"],
    define: (command) =>
      jsonOrTree(files(command))
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
        .action(
          running(({ runDecode }) => (named: readonly string[], given: DecodeFlags) => {
            checkMistyped(named[0]);
            return runDecode(named, given);
          }),
        ),
    shares: [addColor, ...writing],
  },
  {
    name: "encode",
    summary: "Write JSON as Variant bytes.",
    examples: [
      "encode -o new.bin values.json",
      "encode --like save.bin --in-place values.json",
      "encode --out-dir saves *.json",
    ],
    define: (command) =>
      json(files(command))
        .option("--allow-objects", "write Objects in full")
        .action(running(({ runEncode }) => runEncode)),
    shares: [...likeAnother, addDialect, addFraming, addReal, addSecrets, addLimits],
  },
  {
    name: "convert",
    summary: "Convert files to the dialect of another engine version.",
    examples: ["convert --to godot-4 -o new.bin old.bin", "convert --to godot-4 --in-place saves/*.save"],
    define: (command) =>
      files(command)
        .addOption(dialectOption("--to <dialect>", "the dialect to write").makeOptionMandatory())
        .addOption(dialectOption("--from <dialect>", "the dialect of the file (default: detected)"))
        .action(running(({ runConvert }) => runConvert)),
    shares: editing.filter((share) => share !== addDialect),
  },
  {
    name: "extract",
    summary: "Write one part of a file unchanged: its content without layers, a frame, or a value.",
    examples: [
      "extract --frame 2 -o frame.bin save.bin",
      "extract --path player.icon --raw -o icon.png save.bin",
    ],
    define: (command) =>
      files(command)
        .addOption(
          new Option("--frame <n>", "the value of this frame, counted from 0").argParser(wholeNumber),
        )
        .option("--path <path>", "the value at this path, such as player.items[2]")
        .option("--raw", "the contents of a PackedByteArray or a String, without its Variant header")
        .action(running(({ runExtract }) => runExtract)),
    shares: [addOutDir, ...writing],
  },
  {
    name: "get",
    summary: "Print the value at a path as JSON.",
    examples: [
      "get player.items[2] save.bin",
      "get player.hp saves/*.save",
      "get player.items --records save.bin",
    ],
    define: (command) =>
      json(pathAndFiles(command))
        .option("--raw", "print a String without quotes")
        .option("--records", "print one line of JSON per element or entry")
        .action(running(({ runGet }) => runGet)),
    shares: writing,
  },
  {
    name: "set",
    summary: "Replace the value at a path by one of the same type. All other bytes stay the same.",
    examples: ["set player.hp 50 save.bin --in-place", 'set player.at "Vector2(1, 2)" save.bin -o new.bin'],
    define: (command) =>
      json(pathAndValue(command))
        .addOption(new Option("--type <type>", "change the type of the value").choices(typeNames))
        .action(running(({ runSet }) => runSet)),
    shares: editing,
  },
  {
    name: "add",
    summary: "Add a value under a new key of a Dictionary, or before an index of an Array.",
    examples: ["add player.mana 20 save.bin --in-place", "add player.items[0] \"'Key'\" save.bin -o new.bin"],
    define: (command) => json(pathAndValue(command)).action(running(({ runAdd }) => runAdd)),
    shares: editing,
  },
  {
    name: "append",
    summary: "Add a value at the end of an Array.",
    examples: ["append player.items \"'Sword'\" save.bin --in-place"],
    define: (command) => json(pathAndValue(command)).action(running(({ runAppend }) => runAppend)),
    shares: editing,
  },
  {
    name: "rename",
    summary: "Change the key of an entry, which keeps its place.",
    examples: ["rename player.hp health save.bin --in-place"],
    define: (command) =>
      files(
        command
          .argument("<path>", pathHelp)
          .argument("<key>", "the new key: a text, or a value as Godot writes it, such as 5"),
      ).action(running(({ runRename }) => runRename)),
    shares: editing,
  },
  {
    name: "delete",
    summary: "Delete the value at a path.",
    examples: ["delete player.items[2] save.bin --in-place"],
    define: (command) => pathAndFiles(command).action(running(({ runDelete }) => runDelete)),
    shares: editing,
  },
  {
    name: "diff",
    summary: "Compare two files. The exit code is 1 if they differ, and 2 after an error.",
    examples: ["diff old.bin new.bin"],
    define: (command) =>
      command
        .argument("<file>", fileHelp)
        .argument("<other>", "the file to compare it with")
        .option("--full", "print long texts and arrays in full")
        .action(running(({ runDiff }) => runDiff)),
    shares: [addQuiet, addColor, ...reading],
  },
  {
    name: "find",
    summary:
      "Print the values whose key or content matches, one a line. The exit code is 1 if there are none, and 2 after an error.",
    examples: [
      "find sword save.bin",
      'find --from 100 --type int "" save.bin',
      'find --json --regex "^item_" saves/*',
    ],
    define: (command) =>
      files(command.argument("<text>", 'the text to look for, also in numbers; "" for any'))
        .option("--regex", "take the text for a regular expression, as JavaScript writes it")
        .option("--case", "tell upper and lower case apart")
        .addOption(new Option("--in <where>", "look only there").choices(["keys", "values"]))
        .addOption(
          new Option("--type <type>", "only values of this type; may be repeated")
            .choices(typeNames)
            .argParser(typeAndOthers),
        )
        .option("--from <number>", "numbers from this one on match, too, also in vectors and packed arrays")
        .option("--to <number>", "numbers up to this one match, too")
        .option("--full", "print long texts and arrays in full")
        .option("--json", "print a line of JSON for each value: file, path, type, offset, byteLength, text")
        .action(
          running(
            ({ runFind }) =>
              (text: string, named: readonly string[], given: FindFlags) =>
                runFind(text, named, given),
          ),
        ),
    shares: [addQuiet, ...writing],
  },
  {
    name: "recover",
    summary: "Write the readable part of damaged files. The exit code is 1 if anything is lost.",
    examples: ["recover broken.bin -o intact.bin", "recover --in-place saves/*.save"],
    define: (command) => files(command).action(running(({ runRecover }) => runRecover)),
    shares: editing,
  },
  {
    name: "text",
    summary: "Print values as var_to_str does, or read such text with --read.",
    examples: ["text save.bin", "text --read values.txt -o new.bin"],
    define: (command) =>
      files(command)
        .option("--read", "read text and write Variant bytes")
        .addOption(
          new Option("--engine <version>", "print exactly as this engine version does").choices(textEngines),
        )
        .action(running(({ runText }) => runText)),
    shares: [addLike, addOutDir, ...writing],
  },
  {
    name: "flat",
    summary: "Print one line per value, for grep and diff.",
    examples: ["flat save.bin | grep gold"],
    define: (command) => files(command).action(running(({ runFlat }) => runFlat)),
    shares: writing,
  },
  {
    name: "unflat",
    summary: "Write the output of flat, or some of its lines, as Variant bytes.",
    examples: ["unflat lines.txt -o new.bin"],
    define: (command) => files(command).action(running(({ runUnflat }) => runUnflat)),
    shares: [...likeAnother, addDialect, addFraming, addReal, addSecrets, addLimits],
  },
  {
    name: "types",
    summary: "Print a TypeScript declaration that fits the values of all files.",
    examples: ["types --name Hero save.bin", "types saves/*.save"],
    define: (command) =>
      files(command)
        .option("--name <name>", "the name of the type (default: Save)")
        .action(running(({ runTypes }) => runTypes)),
    shares: writing,
  },
  {
    name: "validate",
    summary: "Check the values of files against a schema.",
    examples: ["validate --schema hero.mjs saves/*.save"],
    define: (command) =>
      files(command)
        .requiredOption(
          "--schema <module>",
          "a JavaScript module that exports a Standard Schema, such as one made with Zod",
          once,
        )
        .action(running(({ runValidate }) => runValidate)),
    shares: [addQuiet, ...reading],
  },
  {
    name: "batch",
    summary: "Do a task to many files on all cores. The exit code is 1 if any of them fails.",
    examples: [
      "batch saves --convert godot-4 --out-dir new",
      "batch saves --to parquet --select name,bag[*].id --out-dir table",
      "batch saves.zip --check > report.ndjson",
    ],
    define: (command) =>
      addBatch(command).action(async (named: readonly string[], given: BatchFlags) => {
        const { reporting, runBatch } = await import("./commands/batch.js");
        await reporting(runBatch)(named, given);
      }),
    // The options of `batch` in the library.
    shares: [addDialect, addFraming, addBadUtf8, addSecrets, addLimits],
  },
  {
    name: "info",
    summary: "Describe files: layers, dialect, frames, types, largest values.",
    examples: ["info save.bin", "info --json saves/*.save"],
    define: (command) =>
      files(command)
        .option("--json", "print the description as JSON")
        .action(running(({ runInfo }) => runInfo)),
    shares: writing,
  },
  {
    name: "completion",
    summary: "Print a script that completes commands and options in a shell.",
    examples: ["completion bash >> ~/.bash_completion"],
    define: (command) =>
      command.addArgument(new Argument("<shell>", "the shell").choices(shells)).action(
        running(
          ({ printText }) =>
            (shell: Shell) =>
              printText([completionFor(shell, makeProgram())]),
        ),
      ),
    shares: [],
  },
  {
    name: "man",
    summary: "Print the manual page.",
    examples: ["man | man -l -"],
    define: (command) =>
      command.action(
        running(
          ({ printText }) =>
            () =>
              printText([manualOf(makeProgram(), __VERSION__, examplesOf, exitCodes)]),
        ),
      ),
    shares: [],
  },
];

const examplesOf = (name: string) => entries.find((entry) => entry.name === name)?.examples ?? [];

/** An option that may be repeated takes its earlier values, too. */
function typeAndOthers(name: string, others: readonly string[] = []): readonly string[] {
  const names: readonly string[] = typeNames;
  if (!names.includes(name))
    throw new InvalidArgumentError(`There is no type ${name}.${suggestion(name, names)}`);
  return [...others, name];
}

/** What each exit code means. */
const exitCodes: ReadonlyMap<number, string> = new Map([
  [exitCode.ok, "success"],
  [
    exitCode.input,
    "the input cannot be used, or the output cannot be written; for diff: the files differ; for find: nothing is found; for validate: a value does not fit; for recover: some data is lost; for batch: a file failed",
  ],
  [exitCode.usage, "wrong usage; for diff and find also: any other failure"],
  [130, "interrupted"],
]);

/** Explains an unknown command, which `decode` takes for a file. */
function checkMistyped(file = "-"): void {
  if (!/^[a-z-]{2,}$/i.test(file) || existsSync(file)) return;
  const meant = suggestion(
    file,
    entries.map(({ name }) => name),
  );
  if (meant !== "")
    throw new Failure(`There is no command or file ${visible(file)}.${meant}`, exitCode.usage);
}

/** How to write an argument that was taken for an option, such as `-inf`. */
const placeOfDashes = (error: string) =>
  /unknown option '-[^-]/.test(error)
    ? "A value or a file that begins with - must come last, behind --.\n"
    : "";

/** Makes the program with all its commands, or only with the one that is named, which takes 5 ms less. */
export function makeProgram(named?: string): Command {
  const program = new Command("godot-variant")
    .description(
      "Reads, edits and converts files in Godot's binary Variant format: save games, settings, packets.",
    )
    .version(__VERSION__)
    // Otherwise -V of a value such as -Vector2(1, 2) would ask for the version.
    .enablePositionalOptions()
    .showHelpAfterError("Run godot-variant --help for a list of commands and options.")
    .configureOutput({ outputError: (text, write) => write(visibleLines(text + placeOfDashes(text))) })
    .addHelpText(
      "after",
      `\n\`godot-variant FILE\` is short for \`godot-variant decode FILE\`. \`godot-variant help COMMAND\` explains a command.\n\nExit codes:\n${Array.from(exitCodes, ([code, meaning]) => `  ${`${code}`.padEnd(3)}  ${meaning}`).join("\n")}`,
    )
    .exitOverride();
  const chosen = entries.filter(({ name }) => name === named);
  for (const entry of chosen.length > 0 ? chosen : entries) addCommand(program, entry);
  return program;
}

/** Refuses the help of a command that does not exist, which would be the help of the program. */
export function checkTopic(program: Command, [command, topic = "help"]: readonly string[]): void {
  const names = ["help", ...entries.map(({ name }) => name)];
  if (command !== "help" || topic.startsWith("-") || names.includes(topic)) return;
  program.error(`error: There is no command ${topic}.${suggestion(topic, names)}`);
}

function addCommand(program: Command, { name, summary, examples, define, shares }: Entry): void {
  const command = program.command(name, { isDefault: name === "decode" }).summary(summary);
  if (name !== "decode")
    command.showHelpAfterError(`Run godot-variant help ${name} for its arguments and options.`);
  const uses = examples.map((line) => `  godot-variant ${line}`).join("\n");
  define(command.description(`${summary}\n\nExamples:\n${uses}`));
  for (const share of shares) share(command);
}
