/** The arguments for the command line, with the default file if the user named none. */
export function commandLine(args: readonly string[]): string[];
