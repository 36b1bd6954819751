// Runs a command, and turns its failure into a message and an exit code.
import { CommanderError } from "commander";
import { exitCode } from "./output/failure.js";
import { endWithReader } from "./output/stdout.js";
import { checkTopic, makeProgram } from "./program.js";

async function main(): Promise<void> {
  endWithReader();
  try {
    const program = makeProgram(process.argv[2]);
    checkTopic(program, process.argv.slice(2));
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  }
}

await main();
