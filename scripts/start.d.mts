/** The arguments for the command line, with the default file where the user named none. */
export function commandLine(args: readonly string[]): string[];
