// Whether to print colors.

/** What --color may be. */
export const colorChoices = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof colorChoices)[number];

/** Whether to print colors: on a terminal, unless --color, NO_COLOR or FORCE_COLOR says otherwise. A file, `output`, gets none by itself. */
export function wantsColors({ output, color = "auto" }: { output?: string; color?: ColorChoice }): boolean {
  if (color !== "auto") return color === "always";
  if (output !== undefined && output !== "-") return false;
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return process.stdout.isTTY === true && TERM !== "dumb";
}
