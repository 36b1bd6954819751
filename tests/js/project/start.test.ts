// `npm start -- …` passes the user's arguments to the command line, and adds a sample file if they name none.
import { afterEach, expect, test, vi } from "vitest";
import { setup } from "../../../scripts/setup.mjs";
import { commandLine } from "../../../scripts/start.mjs";
import { cli } from "../command-line.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("says on Windows what the commands of the repository need", async () => {
  vi.stubGlobal("process", Object.create(process, { platform: { value: "win32" } }));
  await expect(setup()).rejects.toThrow(/run in WSL/);
});

test("passes every command through", async () => {
  const { text } = await cli(["--help"]);
  const [, list = ""] = text.split("\nCommands:\n");
  const commands = Array.from(list.matchAll(/^ {2}([a-z]+)/gm), ([, name]) => name as string);
  expect(commands).toEqual(expect.arrayContaining(["decode", "diff", "get", "set", "unflat", "help"]));
  for (const name of commands) expect(commandLine([name, "a", "b"])).toEqual([name, "a", "b"]);
});

test.each([
  [["--help"], ["--help"]],
  [["-V"], ["-V"]],
  [["-"], ["-"]],
  [
    ["--json", "plain", "package.json"],
    ["--json", "plain", "package.json"],
  ],
  [["missing.bin"], ["missing.bin"]],
  [[], [expect.stringMatching(/\.bin$/)]],
  [
    ["--json", "plain"],
    [expect.stringMatching(/\.bin$/), "--json", "plain"],
  ],
])("%j", (args, expected) => {
  expect(commandLine(args)).toEqual(expected);
});
