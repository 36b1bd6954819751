// The program with one command only, which is made for a command line that names it.
import { expect, test, vi } from "vitest";
import { makeProgram } from "../../../js/cli/program.js";

vi.stubGlobal("__VERSION__", "0");

const helpOf = (program: ReturnType<typeof makeProgram>, name: string) =>
  program.commands.find((command) => command.name() === name)?.helpInformation();

test("has only the command that is named, and that one is as in the whole program", () => {
  const whole = makeProgram();
  expect(whole.commands.length).toBeGreaterThan(20);
  for (const name of whole.commands.map((command) => command.name())) {
    const one = makeProgram(name);
    expect(one.commands.map((command) => command.name())).toEqual([name]);
    expect(helpOf(one, name)).toBe(helpOf(whole, name));
  }
});

test("has all commands for anything else", () => {
  const all = makeProgram().commands.length;
  for (const named of [undefined, "--help", "help", "save.bin", "decod"])
    expect(makeProgram(named).commands).toHaveLength(all);
});
