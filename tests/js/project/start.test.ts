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

test.each(["18.20.4", "20.18.3", "21.7.3", "22.11.0"])("says that Node %s is too old", async (node) => {
  vi.stubGlobal("process", Object.create(process, { versions: { value: { ...process.versions, node } } }));
  await expect(setup()).rejects.toThrow(`need Node 20.19, 22.12 or newer. This is ${node}: /`);
});

test.each(["20.19.0", "22.12.0", "24.0.0", "26.1.0"])("takes Node %s", async (node) => {
  vi.stubGlobal("process", Object.create(process, { versions: { value: { ...process.versions, node } } }));
  await expect(setup()).resolves.toBeUndefined();
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
