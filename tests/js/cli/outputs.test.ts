// The command line with outputs that are full, special, or the input itself.
import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, type TestContext, test } from "vitest";
import { encode } from "../../../js/index.js";
import { cli, file, isRoot, root } from "../command-line.js";
import { after, before } from "../faults.js";
import { contents, isLinux, newFolder, set } from "../places.js";

describe("a disk that takes no more", () => {
  /** Calls `use` with a file system of 64 KB; skips the test where none can be mounted. */
  async function withDisk({ skip }: TestContext, use: (disk: string) => Promise<void>): Promise<void> {
    const disk = join(newFolder(), "disk");
    mkdirSync(disk);
    const mount = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk];
    skip(!isRoot || !isLinux || spawnSync("mount", mount).status !== 0, "needs root and mount");
    try {
      await use(disk);
    } finally {
      execFileSync("umount", [disk]);
    }
  }
  const small = encode({ hp: 1, text: "x".repeat(40_000) });

  test("keeps the old file", (context) =>
    withDisk(context, async (disk) => {
      writeFileSync(join(disk, "save.bin"), small);
      for (const args of [
        set("save.bin", "--in-place"),
        ["convert", "save.bin", "--to", "godot-3", "-o", "new.bin"],
      ]) {
        const { code, stderr } = await cli(args, { folder: disk });
        expect(code).toBe(1);
        expect(stderr).toMatch(/^godot-variant: \w+\.bin: Cannot .*: no space is left\.\n$/);
        expect(readdirSync(disk)).toEqual(["save.bin"]);
        expect(contents(disk).equals(small)).toBe(true);
      }
    }));

  test("is an error for standard output, even if a part fits", (context) =>
    withDisk(context, async (disk) => {
      const name = file("large.bin", encode({ text: "x".repeat(90_000) }));
      for (const args of [
        ["decode", name, "--full"],
        ["convert", name, "--to", "godot-3"],
      ]) {
        const output = openSync(join(disk, "out"), "w");
        const { code, stderr } = await cli(args, { output });
        closeSync(output);
        unlinkSync(join(disk, "out"));
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: "godot-variant: standard output: Cannot write to it: no space is left.\n",
        });
      }
    }));

  test.skipIf(!isLinux)("/dev/full is an error in one line", async () => {
    const name = file("full.bin", before);
    const other = file("other.bin", after);
    const large = file("progress.bin", encode(new Uint8Array(10_500_000)));
    for (const [args, expected] of [
      [["decode", name], 1],
      [["decode", "--full", large], 1],
      [["info", "--json", name], 1],
      [set(name), 1],
      [["diff", name, other], 2],
    ] as const) {
      const output = openSync("/dev/full", "w");
      const { code, stderr } = await cli([...args], { output });
      closeSync(output);
      expect({ code, stderr }).toEqual({
        code: expected,
        stderr: "godot-variant: standard output: Cannot write to it: no space is left.\n",
      });
    }
    const { code, stderr } = await cli(set(name, "-o", "/dev/full"));
    expect(code).toBe(1);
    expect(stderr).toBe("godot-variant: /dev/full: Cannot write the file: no space is left.\n");
  });

  test.skipIf(process.platform === "win32")("a limit of the shell keeps the old file", async () => {
    const place = newFolder();
    const run = (command: string) =>
      spawnSync("sh", ["-c", `ulimit -f 8; ${command}`, "sh", process.execPath, join(root, "dist/cli.js")], {
        cwd: place,
        encoding: "utf8",
      });
    writeFileSync(join(place, "input.bin"), before);
    for (const rest of ["save.bin --in-place", "input.bin -o save.bin", "input.bin -o new.bin"]) {
      const { status, stderr } = run(`"$1" "$2" set hp 2 ${rest}`);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /Cannot (replace|write) the file.*the system does not allow a file of this size\./,
      );
      expect(readdirSync(place).sort()).toEqual(["input.bin", "save.bin"]);
      expect(contents(place).equals(before)).toBe(true);
    }
    const { status, stderr } = run('"$1" "$2" set hp 2 save.bin > out.bin');
    expect(status).toBe(1);
    expect(stderr).toMatch(/standard output: Cannot write to it: the system does not allow/);
  });

  test.skipIf(!isLinux)("notes that nobody can read change nothing", () => {
    const place = newFolder();
    const command = `"$1" "$2" set hp 2 save.bin --in-place 2> /dev/full`;
    const { status } = spawnSync("sh", ["-c", command, "sh", process.execPath, join(root, "dist/cli.js")], {
      cwd: place,
    });
    expect(status).toBe(0);
    expect(contents(place).equals(after)).toBe(true);
  });
});

describe("targets that are no files", () => {
  test.skipIf(!isLinux)("take the bytes directly", async () => {
    const place = newFolder();
    expect((await cli(set("save.bin", "-o", "/dev/null"), { folder: place })).code).toBe(0);
    expect((await cli(set("save.bin", "-o", "/dev/stdout"), { folder: place })).stdout.equals(after)).toBe(
      true,
    );
    execFileSync("mkfifo", [join(place, "pipe")]);
    const reader = openSync(join(place, "pipe"), constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = cli(["convert", "--from", "godot-4", "--to", "godot-3", "-o", "pipe"], {
      folder: place,
      input: encode("short"),
    });
    expect(await writing).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(reader).equals(Buffer.from(encode("short")))).toBe(true);
    closeSync(reader);
    expect(statSync(join(place, "pipe")).isFIFO()).toBe(true);
    const { code, stderr } = await cli(set("save.bin", "-o", "."), { folder: place });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "godot-variant: .: Cannot write the file: it is a directory.\n",
    });
  });

  test.skipIf(!isLinux)("the reader of a pipe may have enough, as that of standard output", () => {
    const place = newFolder();
    writeFileSync(join(place, "large.bin"), encode("x".repeat(1 << 20)));
    const command =
      'mkfifo pipe; head -c 4 pipe > start & "$1" "$2" convert --from godot-4 --to godot-3 large.bin -o pipe';
    const shell = ["-c", command, "sh", process.execPath, join(root, "dist/cli.js")];
    const { status, stderr } = spawnSync("sh", shell, { cwd: place, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(contents(place, "start")).toHaveLength(4);
  });

  test.skipIf(!isLinux)("a file that the shell opened is written where the shell is in it", async () => {
    const place = newFolder();
    for (const name of ["/dev/stdout", "all.bin"]) {
      writeFileSync(join(place, "all.bin"), "begin ");
      const output = openSync(join(place, "all.bin"), "a");
      expect((await cli(set("save.bin", "-o", name), { folder: place, output })).code).toBe(0);
      closeSync(output);
      expect(contents(place, "all.bin").equals(Buffer.concat([Buffer.from("begin "), after]))).toBe(true);
    }
  });

  test("a missing folder is an error", async () => {
    const place = newFolder();
    const { code, stderr } = await cli(set("save.bin", "-o", "no/new.bin"), { folder: place });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "godot-variant: no/new.bin: Cannot write the file: there is no such folder.\n",
    });
  });
});

describe("an output that is the input", () => {
  test.each([
    ["decode", "save.bin"],
    ["decode", "--stream", "save.bin"],
    ["decode", "link.bin"],
    ["get", "hp", "hard.bin"],
    ["convert", "--to", "godot-3", "save.bin"],
    ["encode", "--like", "save.bin", "input.json"],
    ["diff", "input.json", "save.bin"],
  ])("is not overwritten further: %s %s %s", async (...args) => {
    const place = newFolder();
    symlinkSync("save.bin", join(place, "link.bin"));
    linkSync(join(place, "save.bin"), join(place, "hard.bin"));
    writeFileSync(join(place, "input.json"), args[0] === "diff" ? before : "{}");
    // As >> opens it.
    const appending = openSync(join(place, "save.bin"), "a");
    const outcome = await cli(args, { folder: place, output: appending });
    closeSync(appending);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toMatch(/: The output is the input itself\. Redirect to another file\.\n$/);
    expect(contents(place).equals(before)).toBe(true);
  });

  test("is named when the shell has emptied it", async () => {
    const place = newFolder();
    for (const [args, name] of [
      [["decode", "save.bin"], "save.bin"],
      [["convert", "--to", "godot-3", "save.bin", "-o", "new.bin"], "save.bin"],
    ] as const) {
      const output = openSync(join(place, "save.bin"), "w");
      const { code, stderr } = await cli([...args], { folder: place, output });
      closeSync(output);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `godot-variant: ${name}: The output is the input itself, and the shell emptied it before this program began. Redirect to another file.\n`,
      );
      expect(contents(place).length).toBe(0);
    }
  });

  test.skipIf(process.platform === "win32")("is found when it is standard input", () => {
    const place = newFolder();
    const command = `"$1" "$2" decode < save.bin >> save.bin`;
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", command, "sh", process.execPath, join(root, "dist/cli.js")],
      {
        cwd: place,
        encoding: "utf8",
      },
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(/standard input: The output is the input itself/);
    expect(contents(place).equals(before)).toBe(true);
  });

  test("neither is the file of a password", async () => {
    const place = newFolder();
    writeFileSync(join(place, "password"), "hunter2\n");
    const args = [
      "convert",
      "save.bin",
      "--to",
      "godot-3",
      "--password-file",
      "password",
      "-o",
      "./password",
    ];
    expect((await cli(args, { folder: place })).stderr).toMatch(/The output is the input itself/);
    expect(contents(place, "password").toString()).toBe("hunter2\n");
  });
});
