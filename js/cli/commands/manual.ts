// The manual page, made from the table of commands.
import type { Command, Option } from "commander";

/** A use of a command, without the name of the program. */
type Examples = (command: string) => readonly string[];

/** The manual page in roff, for `man`. */
export function manualOf(
  program: Command,
  version: string,
  examplesOf: Examples,
  exitCodes: ReadonlyMap<number, string>,
): string {
  const shared = new Map<string, Map<string, Option>>();
  for (const command of program.commands) {
    for (const option of command.options) {
      if (option.helpGroupHeading === undefined) continue;
      const group = shared.get(option.helpGroupHeading) ?? new Map();
      shared.set(option.helpGroupHeading, group.set(option.flags, option));
    }
  }
  const lines = [
    `.TH GODOT-VARIANT 1 "" "godot-variant ${version}" "User Commands"`,
    ".SH NAME",
    `godot-variant \\- read, edit and convert files in the binary Variant format of Godot`,
    ".SH SYNOPSIS",
    `.B godot\\-variant`,
    `[\\fIcommand\\fR] [\\fIoptions\\fR] [\\fIfile\\fR ...]`,
    ".SH DESCRIPTION",
    text(program.description()),
    "Without a command, decode is assumed; without a file, standard input.",
    ".SH COMMANDS",
    ...program.commands.flatMap((command) => commandLines(command, examplesOf(command.name()))),
    ".SH COMMON OPTIONS",
    ...Array.from(shared, ([heading, options]) => [
      `.SS ${text(heading.replace(/:$/, ""))}`,
      ...[...options.values()].flatMap(optionLines),
    ]).flat(),
    ".SH EXIT STATUS",
    ...Array.from(exitCodes, ([code, meaning]) => [".TP", `.B ${code}`, text(`${meaning}.`)]).flat(),
    ".SH ENVIRONMENT",
    ...(
      [
        [
          "GODOT_VARIANT_PASSWORD, GODOT_VARIANT_KEY",
          "The password or the key of encrypted files, if no option names another source.",
        ],
        ["NO_COLOR, FORCE_COLOR", "Whether to print colors. By default, only a terminal gets them."],
      ] as const
    ).flatMap(([name, meaning]) => [".TP", `.B ${text(name)}`, text(meaning)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Text for roff: a dash stays a dash when it is copied, and no line is taken for a request. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&");
}

function commandLines(command: Command, examples: readonly string[]): string[] {
  const names = command.registeredArguments.map((argument) => {
    const written = argument.variadic ? `${argument.name()} ...` : argument.name();
    return argument.required ? written : `[${written}]`;
  });
  const own = command.options.filter(({ helpGroupHeading }) => helpGroupHeading === undefined);
  return [
    `.SS ${[command.name(), ...names].map(text).join(" ")}`,
    text(command.summary()),
    ...own.flatMap(optionLines),
    ...(examples.length === 0 ? [] : [".PP", "Examples:", ".PP", ".nf"]),
    ...examples.map((line) => text(`    godot-variant ${line}`)),
    ...(examples.length === 0 ? [] : [".fi"]),
  ];
}

function optionLines({ flags, description, argChoices = [] }: Option): string[] {
  const choices = argChoices.length === 0 ? "" : ` One of: ${argChoices.join(", ")}.`;
  return [".TP", `.B ${text(flags)}`, text(`${description}.${choices}`)];
}
