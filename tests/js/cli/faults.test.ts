// The command line when writing goes wrong: kills, signals, links and rights.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkedTarget, writeBytes } from "../../../js/cli/output/targets.js";
import { cli, folder, isRoot, nobody, whyNotNobody } from "../command-line.js";
import { after, before, callsOf, interrupt, type Way, ways } from "../faults.js";
import { contents, isHidden, newFolder, set } from "../places.js";

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
    const renamed = calls.lastIndexOf("renameSync");
    expect(calls.indexOf("sync")).toBeGreaterThan(calls.lastIndexOf("writeFile"));
    expect(calls.indexOf("sync")).toBeLessThan(calls.indexOf("renameSync"));
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

  test("the backup of one file never replaces another one that is edited too", async () => {
    const place = newFolder();
    writeFileSync(join(place, "save.bin.bak"), contents(place, "save.bin"));
    for (const names of [
      ["save.bin", "save.bin.bak"],
      ["save.bin.bak", "save.bin"],
    ]) {
      const { code, stderr } = await cli(["set", "hp", "2", ...names, "--in-place"], { folder: place });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/backup would overwrite/) });
    }
    symlinkSync("save.bin", join(place, "link.bin"));
    const twice = await cli(["set", "hp", "2", "save.bin", "link.bin", "--in-place"], { folder: place });
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringMatching(/are the same file/) });
    expect(contents(place, "save.bin").equals(before)).toBe(true);
    expect(contents(place, "save.bin.bak").equals(before)).toBe(true);
  });

  test("a file that is standard input is not overwritten", async () => {
    for (const args of [
      ["decode", "-o", "save.bin"],
      ["find", "nothing", "-", "-o", "save.bin"],
      ["set", "hp", "2", "-", "-o", "save.bin"],
      ["convert", "-", "--to", "godot-3", "-o", "save.bin"],
    ]) {
      const place = newFolder();
      const input = openSync(join(place, "save.bin"), "r");
      const { code, stderr } = await cli(args, { folder: place, input });
      closeSync(input);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/The output is the input/) });
      expect(contents(place, "save.bin").equals(before)).toBe(true);
    }
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

test.each([true, false])(
  "--in-place replaces no file that changed after it was read (backup: %s)",
  async (backup) => {
    const place = newFolder();
    const original = join(place, "save.bin");
    const given = { output: undefined, inPlace: true, backup, original, inputs: [original] };
    const target = await checkedTarget(given);
    const later = Buffer.concat([before, before]);
    writeFileSync(original, later);
    await expect(writeBytes(after, target)).rejects.toThrow("The file has changed meanwhile");
    expect(contents(place).equals(later)).toBe(true);
    expect(readdirSync(place)).toEqual(["save.bin"]);
    await writeBytes(after, await checkedTarget(given));
    expect(contents(place).equals(after)).toBe(true);
  },
);

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

  const cannotBeNobody = whyNotNobody();
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
