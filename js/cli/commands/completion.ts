// Completion for shells, made from the table of commands.
import type { Command, Option } from "commander";

/** Shells that `completion` knows. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

/** The script that completes commands, options and their choices in a shell. Everything else is completed as file names. */
export function completionFor(shell: Shell, program: Command): string {
  return { bash, zsh, fish, powershell }[shell](program);
}

const flagsOf = ({ short, long }: Option): string[] =>
  [short, long].filter((flag) => flag !== undefined && flag !== null);
const takesValue = ({ required, optional }: Option): boolean => required || optional;
const choicesOf = ({ argChoices = [] }: Option): readonly string[] => argChoices;
/** The words that the first argument of a command may be; empty if it is a file or any other text. */
const firstWords = ({ registeredArguments: [first] }: Command): readonly string[] => first?.argChoices ?? [];

function bash(program: Command): string {
  const names = program.commands.map((command) => command.name());
  const choices = program.commands.flatMap((command) =>
    command.options.filter(takesValue).map(
      (option) =>
        `    ${flagsOf(option)
          .map((flag) => `"${command.name()} ${flag}"`)
          .join(" | ")}) words="${choicesOf(option).join(" ")}" ;;`,
    ),
  );
  const options = program.commands.map(
    (command) =>
      `        ${command.name()}) words="${[...command.options.flatMap(flagsOf), "--help"].join(" ")}" ;;`,
  );
  const first = program.commands
    .filter((command) => firstWords(command).length > 0)
    .map((command) => `        ${command.name()}) words="${firstWords(command).join(" ")}" ;;`);
  return `# bash completion for godot-variant. To use it: source <(godot-variant completion bash)
_godot_variant() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      ${[...names, "help"].join(" | ")}) command="$word"; break ;;
    esac
  done
  case "\${command:-decode} $previous" in
${choices.join("\n")}
    *)
      if [[ "$current" == -* ]]; then
        case "\${command:-decode}" in
${options.join("\n")}
        esac
      else
        case "$command" in
        "" | help) words="${[...names, "help"].join(" ")}" ;;
${first.join("\n")}
        esac
      fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _godot_variant godot-variant
`;
}

const quotedInShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function zsh(program: Command): string {
  const text = (description: string) => description.replaceAll(/[[\]:\\]/g, "\\$&");
  const spec = (option: Option) => {
    const values = choicesOf(option).length > 0 ? `(${choicesOf(option).join(" ")})` : "_files";
    const value = takesValue(option) ? `:value:${values}` : "";
    return flagsOf(option).map((flag) => quotedInShell(`${flag}[${text(option.description)}]${value}`));
  };
  const commands = program.commands.map((command) => {
    const words = firstWords(command);
    const rest = words.length > 0 ? `:word:(${words.join(" ")})` : "*:file:_files";
    const specs = [
      ...command.options.flatMap(spec),
      quotedInShell("--help[display help]"),
      quotedInShell(rest),
    ];
    return `    ${command.name()}) _arguments -s ${specs.join(" \\\n      ")} ;;`;
  });
  const names = program.commands.map(
    (command) => `    ${quotedInShell(`${command.name()}:${text(command.summary())}`)}`,
  );
  return `#compdef godot-variant
# zsh completion for godot-variant. To use it: source <(godot-variant completion zsh)
_godot_variant() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then
    _describe command commands
    _files
    return
  fi
  local command=decode
  (( $+commands[(r)$words[2]:*] )) && { command=$words[2]; shift words; (( CURRENT-- )) }
  case $command in
${commands.join("\n")}
  esac
}
compdef _godot_variant godot-variant
`;
}

function fish(program: Command): string {
  const lines = program.commands.flatMap((command) => {
    const name = command.name();
    const whenUsed = `complete -c godot-variant -n '__fish_seen_subcommand_from ${name}'`;
    const options = command.options.map((option) => {
      const choices = choicesOf(option);
      const value =
        choices.length > 0 ? ` -x -a ${quotedInShell(choices.join(" "))}` : takesValue(option) ? " -r" : "";
      const short = option.short ? ` -s ${option.short.slice(1)}` : "";
      const long = option.long?.replace(/^--/, "");
      return `${whenUsed}${short} -l ${long}${value} -d ${quotedInShell(option.description)}`;
    });
    const words = firstWords(command);
    const first = words.length > 0 ? [`${whenUsed} -f -a ${quotedInShell(words.join(" "))}`] : [];
    const use = `complete -c godot-variant -n __fish_use_subcommand -a ${name} -d ${quotedInShell(command.summary())}`;
    return [use, ...first, ...options];
  });
  return `# fish completion for godot-variant. To use it: godot-variant completion fish | source\n${lines.join("\n")}\n`;
}

const quotedInPowerShell = (text: string) => `'${text.replaceAll("'", "''")}'`;
const list = (words: readonly string[]) => `@(${words.map(quotedInPowerShell).join(", ")})`;

/** Without any word, PowerShell offers the names of files. */
function powershell(program: Command): string {
  const names = program.commands.map((command) => command.name());
  const line = (key: string, words: readonly string[]) => `    ${quotedInPowerShell(key)} = ${list(words)}`;
  const options = program.commands.map((command) =>
    line(command.name(), [...command.options.flatMap(flagsOf), "--help"]),
  );
  const choices = program.commands.flatMap((command) =>
    command.options
      .filter(takesValue)
      .flatMap((option) =>
        flagsOf(option).map((flag) => line(`${command.name()} ${flag}`, choicesOf(option))),
      ),
  );
  const first = program.commands
    .filter((command) => firstWords(command).length > 0)
    .map((command) => line(command.name(), firstWords(command)));
  return `# PowerShell completion for godot-variant. To use it: godot-variant completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName godot-variant -ScriptBlock {
  param($current, $line, $cursor)
  $names = ${list([...names, "help"])}
  $options = @{
${options.join("\n")}
  }
  $choices = @{
${choices.join("\n")}
  }
  $first = @{
${first.join("\n")}
  }
  $before = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $command = $before | Where-Object { $names -ccontains $_ } | Select-Object -First 1
  $used = if ($command) { $command } else { 'decode' }
  $previous = if ($before.Count -gt 0) { $before[-1] } else { '' }
  $words = if ($choices.ContainsKey("$used $previous")) { $choices["$used $previous"] }
  elseif ($current -like '-*') { $options[$used] }
  elseif (-not $command -or $command -eq 'help') { $names }
  elseif ($first.ContainsKey($command)) { $first[$command] }
  foreach ($word in $words) {
    if ($word.StartsWith($current, 'Ordinal')) {
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $word)
    }
  }
}
`;
}
