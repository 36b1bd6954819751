// The command line when writing goes wrong: kills, signals, full disks, links, rights, and outputs that are inputs.
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
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
import { cli, file, folder, root } from "../command-line.js";
import { after, before, callsOf, interrupt, type Way, ways } from "../faults.js";

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === "linux";
const nobody = 65_534;

/** A folder for one test. */
let folders = 0;
function newFolder(): string {
  const made = join(folder, `place-${folders++}`);
  mkdirSync(made);
  writeFileSync(join(made, "save.bin"), before);
  return made;
}
const set = (...args: string[]) => ["set", "hp", "2", ...args];
const contents = (place: string, name = "save.bin") => readFileSync(join(place, name));
const isHidden = (name: string) => name.startsWith(".");

describe("interrupted while writing", () => {
  // npm run test:long tries all combinations.
  test.each<[Way, string]>([
    ["--in-place", "kill"],
    ["--in-place", "SIGTERM"],
    ["--in-place", "EIO"],
    ["-o onto a file", "kill"],
    ["-o onto a file", "ENOSPC"],
    ["-o to a new file", "SIGINT"],
  ])("%s: the old or the new file is there, whole, after %s at any call", async (way, fault) => {
    const calls = await callsOf(way);
    for (let at = 1; at <= calls.length; at++) {
      const { code, signal, stderr } = await interrupt(way, fault, at);
      if (fault === "kill") expect(signal).toBe("SIGKILL");
      // A signal may come when nothing is left to do.
      else if (fault.startsWith("SIG")) expect([fault, null]).toContain(signal);
      else if (code !== 0) expect(stderr).toMatch(/^godot-variant: .*Cannot (replace|write) the file.*\.\n$/);
    }
  });

  test.each<Way>(["--in-place", "-o onto a file"])("%s: half of a write is never visible", async (way) => {
    const calls = await callsOf(way);
    for (const [index, name] of calls.entries()) {
      if (name.startsWith("write")) expect((await interrupt(way, "half", index + 1)).signal).toBe("SIGKILL");
    }
  });

  test.each(Object.keys(ways) as Way[])("%s: contents are on the disk before their name is", async (way) => {
    const calls = await callsOf(way);
    const renamed = calls.lastIndexOf("rename");
    expect(calls.indexOf("sync")).toBeGreaterThan(calls.lastIndexOf("writeFile"));
    expect(calls.indexOf("sync")).toBeLessThan(calls.indexOf("rename"));
    // The folder.
    expect(calls.indexOf("sync", renamed)).toBeGreaterThan(renamed);
  });

  test("temporary files of programs that run are left alone, and those of dead ones are removed", async () => {
    const place = newFolder();
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const name = (pid: number) => `.godot-variant-${pid}-0123456789ab.tmp`;
    for (const pid of [dead, process.pid]) writeFileSync(join(place, name(pid)), "x");
    writeFileSync(join(place, ".godot-variant-notes.tmp"), "x");
    expect((await cli(set("save.bin", "--in-place"), { folder: place })).code).toBe(0);
    expect(readdirSync(place).filter(isHidden).sort()).toEqual(
      [name(process.pid), ".godot-variant-notes.tmp"].sort(),
    );
  });
});

describe("backups", () => {
  test("there is one, of what the file was before", async () => {
    const place = newFolder();
    for (const hp of ["2", "3", "4"])
      expect((await cli(["set", "hp", hp, "save.bin", "--in-place"], { folder: place })).code).toBe(0);
    expect(readdirSync(place).sort()).toEqual(["save.bin", "save.bin.bak"]);
    const { text } = await cli(["get", "hp", "save.bin.bak"], { folder: place });
    expect(text).toBe("3\n");
  });

  test("--no-backup makes none", async () => {
    const place = newFolder();
    const { code, stderr } = await cli(set("save.bin", "--in-place", "--no-backup"), { folder: place });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "godot-variant: save.bin was replaced.\n" });
    expect(readdirSync(place)).toEqual(["save.bin"]);
    expect(await cli(set("save.bin", "--no-backup"), { folder: place })).toMatchObject({ code: 2 });
  });

  test("an edit that changes nothing replaces neither the file nor the backup", async () => {
    const place = newFolder();
    await cli(set("save.bin", "--in-place"), { folder: place });
    const { ino } = statSync(join(place, "save.bin"));
    const { code, stderr } = await cli(set("save.bin", "--in-place"), { folder: place });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "godot-variant: save.bin is the same already.\n" });
    expect(contents(place, "save.bin.bak").equals(before)).toBe(true);
    expect(statSync(join(place, "save.bin")).ino).toBe(ino);
  });

  test("the backup never replaces an input", async () => {
    const place = newFolder();
    writeFileSync(join(place, "save.bin.bak"), '{"hp": 2, "text": ""}');
    const args = ["encode", "--like", "save.bin", "--in-place", "save.bin.bak"];
    const { code, stderr } = await cli(args, { folder: place });
    expect(code).toBe(2);
    expect(stderr).toMatch(/save\.bin\.bak: The backup would overwrite this input/);
    expect((await cli([...args, "--no-backup"], { folder: place })).code).toBe(0);
  });
});

describe("links", () => {
  test.each([["--in-place"], ["-o"]])("%s follows links to a file, which stay links", async (option) => {
    const place = newFolder();
    mkdirSync(join(place, "deep"));
    writeFileSync(join(place, "input.bin"), before);
    symlinkSync("../save.bin", join(place, "deep/one.bin"));
    symlinkSync("deep/one.bin", join(place, "two.bin"));
    const args = option === "-o" ? set("input.bin", "-o", "two.bin") : set("two.bin", option);
    expect(await cli(args, { folder: place })).toMatchObject({ code: 0 });
    expect(contents(place).equals(after)).toBe(true);
    expect(lstatSync(join(place, "two.bin")).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(place, "deep"))).toEqual(["one.bin"]);
  });

  test("-o creates the file that a link names", async () => {
    const place = newFolder();
    mkdirSync(join(place, "deep"));
    symlinkSync("deep/new.bin", join(place, "link.bin"));
    expect(await cli(set("save.bin", "-o", "link.bin"), { folder: place })).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(contents(place, "deep/new.bin").equals(after)).toBe(true);
  });

  test("links in a circle are an error", async () => {
    const place = newFolder();
    symlinkSync("b.bin", join(place, "a.bin"));
    symlinkSync("a.bin", join(place, "b.bin"));
    for (const args of [set("save.bin", "-o", "a.bin"), set("a.bin", "--in-place")]) {
      const { code, stderr } = await cli(args, { folder: place });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^godot-variant: a\.bin: Cannot .* links lead in a circle\.\n$/);
    }
  });

  test("other names of the file keep the old contents, and a note says so", async () => {
    const place = newFolder();
    linkSync(join(place, "save.bin"), join(place, "hard.bin"));
    const { code, stderr } = await cli(set("save.bin", "--in-place"), { folder: place });
    expect(code).toBe(0);
    expect(stderr).toMatch(/save\.bin: Its other names \(hard links\) keep the old contents\./);
    expect(contents(place, "hard.bin").equals(before)).toBe(true);
    // A program that writes to the other name does not change the backup.
    expect(statSync(join(place, "hard.bin")).ino).not.toBe(statSync(join(place, "save.bin.bak")).ino);
  });
});

describe("rights", () => {
  test.each([
    ["--in-place", 0o604],
    ["-o", 0o640],
    ["-o", 0o666],
  ])("%s keeps mode %o", async (option, mode) => {
    const place = newFolder();
    writeFileSync(join(place, "input.bin"), before);
    chmodSync(join(place, "save.bin"), mode);
    const args = option === "-o" ? set("input.bin", "-o", "save.bin") : set("save.bin", option);
    expect((await cli(args, { folder: place })).code).toBe(0);
    expect(contents(place).equals(after)).toBe(true);
    expect(statSync(join(place, "save.bin")).mode & 0o777).toBe(mode);
  });

  test.skipIf(!isRoot)("root keeps the owner (needs root)", async () => {
    for (const args of [set("save.bin", "--in-place"), set("input.bin", "-o", "save.bin")]) {
      const place = newFolder();
      writeFileSync(join(place, "input.bin"), before);
      chownSync(join(place, "save.bin"), 1234, 5678);
      expect((await cli(args, { folder: place })).code).toBe(0);
      expect(statSync(join(place, "save.bin"))).toMatchObject({ uid: 1234, gid: 5678 });
      if (existsSync(join(place, "save.bin.bak")))
        expect(statSync(join(place, "save.bin.bak"))).toMatchObject({ uid: 1234, gid: 5678 });
    }
  });

  /** The reason why tests cannot run as another user; undefined if they can. */
  const cannotBeNobody = (() => {
    if (!isRoot) return "needs root";
    const { status } = spawnSync(
      process.execPath,
      ["-e", `require("fs").accessSync(${JSON.stringify(join(root, "dist/cli.js"))})`],
      { uid: nobody, gid: nobody },
    );
    return status === 0 ? undefined : "nobody cannot read the repository";
  })();
  const asNobody = (args: string[], place: string) => {
    chmodSync(folder, 0o755);
    return cli(args, { folder: place, uid: nobody });
  };

  test.skipIf(cannotBeNobody !== undefined)(
    `of a user who is not root (${cannotBeNobody ?? "as nobody"})`,
    async () => {
      // A folder that only root may write to.
      const closed = newFolder();
      chmodSync(join(closed, "save.bin"), 0o666);
      writeFileSync(join(closed, "input.bin"), before);
      for (const args of [
        set("save.bin", "--in-place"),
        set("input.bin", "-o", "save.bin"),
        set("save.bin", "-o", "new.bin"),
      ]) {
        const { code, stderr } = await asNobody(args, closed);
        expect(code).toBe(1);
        expect(stderr).toMatch(/Cannot (replace|write) the file.*permission denied\./);
        if (args.at(-1) === "save.bin") expect(stderr).toMatch(/its folder must be writable too/);
      }
      expect(readdirSync(closed).sort()).toEqual(["input.bin", "save.bin"]);
      expect(contents(closed).equals(before)).toBe(true);
      // A file of someone else in an open folder: the group gets no more than others had.
      const open = newFolder();
      chmodSync(open, 0o777);
      chmodSync(join(open, "save.bin"), 0o676);
      const { code, stderr } = await asNobody(set("save.bin", "--in-place"), open);
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /save\.bin: The file now belongs to you, because only root can keep its owner\./,
      );
      expect(statSync(join(open, "save.bin")).mode & 0o777).toBe(0o666);
      // A file that is protected stays as it is, although its folder is open.
      chmodSync(join(open, "save.bin"), 0o444);
      chownSync(join(open, "save.bin"), nobody, nobody);
      const changed = contents(open);
      expect((await asNobody(["set", "hp", "3", "save.bin", "--in-place"], open)).stderr).toMatch(
        /permission denied/,
      );
      expect(contents(open).equals(changed)).toBe(true);
      expect(readdirSync(open).filter(isHidden)).toEqual([]);
    },
  );
});

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
    for (const [args, expected] of [
      [["decode", name], 1],
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
