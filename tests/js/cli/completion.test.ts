// Completion in a real shell, and the manual page. Both come from the table of commands.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { cli, file, folder, root } from "../command-line.js";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

describe.skipIf(!has("bash"))("completion in bash (needs bash)", () => {
  beforeAll(async () => {
    file("completion.bash", (await cli(["completion", "bash"])).text);
    file("save file.bin", "");
  });

  /** What bash would offer for the last of the words. */
  function offered(...words: string[]): string[] {
    const script = [
      "source completion.bash",
      `COMP_WORDS=(godot-variant ${words.map((word) => `'${word}'`).join(" ")})`,
      `COMP_CWORD=${words.length}`,
      "_godot_variant",
      `for word in "\${COMPREPLY[@]}"; do echo "$word"; done`,
    ];
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script.join("\n")], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  }

  test.each<[string[], string[]]>([
    [["de"], ["decode", "delete"]],
    [["help", "va"], ["validate"]],
    [
      ["convert", "--to", "godot-4."],
      ["godot-4.4", "godot-4.3", "godot-4.0"],
    ],
    [["decode", "--js"], ["--json"]],
    [["--js"], ["--json"]],
    [
      ["decode", "--json", ""],
      ["plain", "exact"],
    ],
    [["set", "a.b", "5", "--in"], ["--in-place"]],
    [
      ["text", "--engine", "3."],
      ["3.6", "3.2"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    // File names are left to bash.
    [["decode", "save"], []],
    [["decode", "-o", "save"], []],
    [["get", "--password-file", ""], []],
  ])("%j", (words, expected) => expect(offered(...words)).toEqual(expected));

  test("offers every command, and every option of each", async () => {
    const commands = offered("");
    expect(commands).toContain("help");
    for (const command of commands.filter((name) => name !== "help")) {
      const { text } = await cli(["help", command]);
      const listed = Array.from(text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm), ([, option]) => option);
      expect(new Set(offered(command, "--"))).toEqual(new Set(listed));
    }
  });
});

test.each(["zsh", "fish"])(
  "completion %s is a script that the shell accepts (if it is installed)",
  async (shell) => {
    const { code, text } = await cli(["completion", shell]);
    expect(code).toBe(0);
    for (const word of ["decode", "rename", "in-place", "godot-4.4"]) expect(text).toContain(word);
    if (!has(shell)) return;
    expect(
      spawnSync(shell, ["-n", file(`completion.${shell}`, text)], { cwd: folder, encoding: "utf8" }),
    ).toMatchObject({
      status: 0,
      stderr: "",
    });
  },
);

describe("completion in PowerShell", () => {
  test("has every command, and every option of each, once", async () => {
    const { text } = await cli(["completion", "powershell"]);
    const { text: bash } = await cli(["completion", "bash"]);
    const tables = Array.from(
      text.matchAll(/^ {2}\$\w+ = @\{\n([\s\S]*?)\n {2}\}$/gm),
      ([, lines = ""]) => lines,
    );
    expect(tables).toHaveLength(3);
    for (const table of tables) {
      // PowerShell refuses a table with a key twice, whatever the case.
      const keys = Array.from(table.matchAll(/^ {4}('[^']+') = @\(.*\)$/gm), ([, key]) => key?.toLowerCase());
      expect(keys).toHaveLength(table.split("\n").length);
      expect(new Set(keys).size).toBe(keys.length);
    }
    const wordsOf = (script: string) => new Set(script.match(/--[a-z][\w-]+/g));
    expect(wordsOf(text)).toEqual(wordsOf(bash));
  });

  test.skipIf(!has("pwsh"))("offers what bash offers (needs PowerShell)", async () => {
    const script = file("completion.ps1", (await cli(["completion", "powershell"])).text);
    const offered = (line: string) => {
      const complete = `. ./${script}; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
      const options = { cwd: folder, encoding: "utf8" } as const;
      return spawnSync("pwsh", ["-NoProfile", "-Command", complete], options)
        .stdout.split("\n")
        .filter(Boolean);
    };
    expect(offered("godot-variant de")).toEqual(["decode", "delete"]);
    expect(offered("godot-variant decode --json ")).toEqual(["plain", "exact"]);
    expect(offered("godot-variant decode --js")).toEqual(["--json"]);
    expect(offered("godot-variant completion ")).toEqual(["bash", "zsh", "fish", "powershell"]);
  });
});

test("completion refuses other shells", async () => {
  expect((await cli(["completion", "csh"])).code).toBe(2);
});

describe("the manual page", () => {
  test("is in the package, and names every command and option", async () => {
    const { text } = await cli(["man"]);
    const { man } = (await import("../../../package.json", { with: { type: "json" } })).default;
    expect(spawnSync("cat", [join(root, man)], { encoding: "utf8" }).stdout).toBe(text);
    const plain = text.replaceAll("\\-", "-");
    const { text: help } = await cli(["help"]);
    for (const [, command] of help.matchAll(/^ {2}([a-z]+) /gm)) {
      if (command === "help") continue;
      expect(plain).toContain(`\n.SS ${command}`);
      const options = (await cli(["help", command as string])).text.matchAll(/^ {2}((?:-\w, )?--[\w-]+)/gm);
      for (const [, option] of options) if (option !== "-h, --help") expect(plain).toContain(`.B ${option}`);
    }
  });

  test.skipIf(!has("man"))("is read by man without warnings (needs man)", async () => {
    const name = file("page.1", (await cli(["man"])).text);
    const { status, stdout, stderr } = spawnSync("man", ["--warnings", "-l", name], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, MANWIDTH: "80", LC_ALL: "C.UTF-8" },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/GODOT-VARIANT\(1\)/);
  });

  test.skipIf(spawnSync("mandoc", ["-h"]).error !== undefined)(
    "passes mandoc -T lint (needs mandoc)",
    async () => {
      const { stdout } = spawnSync("mandoc", ["-T", "lint", "-W", "warning"], {
        input: (await cli(["man"])).text,
        encoding: "utf8",
      });
      // A date would make two builds of one version differ.
      expect(stdout.split("\n").filter((line) => line !== "" && !line.includes("missing date"))).toEqual([]);
    },
  );
});
