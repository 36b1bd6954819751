// What Windows does in another way than Linux, which imitates it here: rules of names and paths, and calls that fail.
import { mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join, win32 } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { idOf, joined, safeName } from "../../../js/batch/files/names.js";
import { renameOver } from "../../../js/batch/files/rename.js";
import { areSameFile } from "../../../js/batch/files/same-file.js";
import { save } from "../../../js/index.js";
import { folder, game, old, results, short, toGodot4, useFolders, write } from "./runs.js";

/** What the calls of the current test do. */
const system = vi.hoisted(() => ({
  /** So many calls of renameSync fail. */
  failures: 0,
  renames: 0,
  /** ftruncateSync refuses files that are open for appending. */
  isStrict: false,
  appending: new Set<number>(),
  /** Every file has the same number, unless it is asked for as a bigint. */
  isRounding: false,
  /** Files have no number at all. */
  isNumberless: false,
  /** Times have seven digits after the seconds, not nine. */
  hasShortTimes: false,
  /** The system does not tell where a path leads. */
  isVirtual: false,
}));

const failure = (code: string) => Object.assign(new Error(code), { code, syscall: "rename" });

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  type About = { ino: number | bigint; dev: number | bigint; mtimeMs: number };
  const numbered = (about: About | undefined) => {
    if (about !== undefined && system.isNumberless) about.ino = typeof about.ino === "bigint" ? 0n : 0;
    if (about?.mtimeMs !== undefined && system.hasShortTimes && typeof about.ino === "number")
      about.mtimeMs = Math.floor(about.mtimeMs * 100) / 100;
    if (about !== undefined && system.isRounding && typeof about.ino === "number") about.ino = 2 ** 60;
    return about;
  };
  const about =
    (call: unknown) =>
    (...given: unknown[]) =>
      numbered((call as (...given: unknown[]) => About | undefined)(...given));
  return {
    ...fs,
    realpathSync: Object.assign(fs.realpathSync.bind(undefined), {
      native: (path: string, options: never) => {
        if (system.isVirtual) throw failure("UNKNOWN");
        return fs.realpathSync.native(path, options);
      },
    }),
    statSync: about(fs.statSync),
    lstatSync: about(fs.lstatSync),
    fstatSync: about(fs.fstatSync),
    renameSync: (from: string, to: string) => {
      system.renames++;
      if (system.failures-- > 0) throw failure("EPERM");
      fs.renameSync(from, to);
    },
    openSync: (path: string, flags: string, mode?: number) => {
      const file = fs.openSync(path, flags, mode);
      if (String(flags).startsWith("a")) system.appending.add(file);
      else system.appending.delete(file);
      return file;
    },
    ftruncateSync: (file: number, length: number) => {
      if (system.isStrict && system.appending.has(file)) throw failure("EPERM");
      fs.ftruncateSync(file, length);
    },
  };
});

useFolders();
const platform = Object.getOwnPropertyDescriptor(process, "platform") as PropertyDescriptor;
const onWindows = () => Object.defineProperty(process, "platform", { ...platform, value: "win32" });
beforeEach(() => {
  Object.assign(system, {
    failures: 0,
    renames: 0,
    isStrict: false,
    isRounding: false,
    isNumberless: false,
    hasShortTimes: false,
    isVirtual: false,
  });
});
afterEach(() => {
  Object.defineProperty(process, "platform", platform);
  vi.doUnmock("node:path");
  vi.restoreAllMocks();
});

describe("names", () => {
  // https://learn.microsoft.com/windows/win32/fileio/naming-a-file
  const reserved = ["CON", "prn", "aux.save", "NUL.tar.gz", "com1", "COM¹.x", "LPT9", "con .x", "conin$"];
  const refused = [...reserved, "a<b", 'a"b', "a|b", "a?b", "a*b", "a:b", "a\tb", "end.", "end "];
  test.each(refused)("%j is none there", (name) => {
    expect(safeName(`deep/${name}`)).toBe(`deep/${name}`);
    onWindows();
    for (const id of [name, `deep/${name}`, `${name}\\a.save`]) expect(() => safeName(id)).toThrow(/no file/);
  });

  test.each(["console.save", "com10", "a.con", "nul_", "lpt", ".save", "a b.c"])("%j is one", (name) => {
    onWindows();
    expect(safeName(`deep\\${name}`)).toBe(`deep/${name}`);
  });

  test("of results have the same separator on all systems", () => {
    expect([idOf("C:\\saves\\a.save"), joined("saves\\", "a.save")]).toEqual([
      "C:\\saves\\a.save",
      "saves\\/a.save",
    ]);
    onWindows();
    expect([idOf("C:\\saves\\a.save"), joined("saves\\", "a.save")]).toEqual([
      "C:/saves/a.save",
      "saves\\a.save",
    ]);
  });

  test("are compared as NTFS does, for which ς and σ are one letter, and ı is another than i", async () => {
    const bytes = await save(game(3), old);
    const inputs = ["ας.save", "ασ.save", "kırık", "KIRIK", "ß", "ss", "µ", "μ"].map((id) => ({ id, bytes }));
    expect(short(await results(inputs, toGodot4, { outDir: join(folder, "out") }))).toEqual([
      ["ας.save", "done"],
      ["ασ.save", "same-name"],
      ["kırık", "done"],
      ["KIRIK", "done"],
      ["ß", "done"],
      ["ss", "done"],
      ["µ", "done"],
      ["μ", "same-name"],
    ]);
  });
});

describe("a rename while another program has the file open", () => {
  const [from, to] = ["from", "to"];
  const rename = () => renameOver(join(folder, from), join(folder, to));
  beforeEach(() => {
    writeFileSync(join(folder, from), "new");
    writeFileSync(join(folder, to), "old");
    vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
  });

  test("is tried again", () => {
    onWindows();
    system.failures = 3;
    rename();
    expect(readFileSync(join(folder, to), "utf8")).toBe("new");
  });

  test("fails in the end", () => {
    onWindows();
    system.failures = 100;
    expect(rename).toThrow(/EPERM/);
    expect(system.renames).toBe(8);
  });

  test("fails at once elsewhere", () => {
    system.failures = 1;
    expect(rename).toThrow(/EPERM/);
    expect(system.renames).toBe(1);
  });
});

test("a run resumes where a file that is open for appending cannot be cut", async () => {
  system.isStrict = true;
  await write("a.save", 1);
  await write("b.save", 2);
  const outDir = join(folder, "out");
  const task = { kind: "json", to: "ndjson" } as const;
  await results(join(folder, "in"), task, { outDir });
  const report = join(outDir, "report.ndjson");
  const whole = readFileSync(report);
  truncateSync(report, whole.length - 5);
  expect(short(await results(join(folder, "in"), task, { outDir, resume: true }))).toEqual([
    ["/a.save", "done"],
    ["/b.save", "done"],
  ]);
});

test("a run resumes on a system that tells fewer digits of times", async () => {
  await write("a.save", 1);
  const given = { outDir: join(folder, "out") };
  const task = { kind: "json", to: "ndjson" } as const;
  utimesSync(join(folder, "in/a.save"), 1_700_000_000.123_456_7, 1_700_000_000.123_456_7);
  await results(join(folder, "in"), task, given);
  system.hasShortTimes = true;
  expect(await results(join(folder, "in"), task, { ...given, resume: true })).toEqual([]);
});

test("a drive need not tell where its paths lead", async () => {
  system.isVirtual = true;
  await write("a.save", 1);
  expect(short(await results(join(folder, "in"), toGodot4, { outDir: join(folder, "out") }))).toEqual([
    ["/a.save", "done"],
  ]);
});

describe("numbers of files beyond 2^53", () => {
  test("leave out no folder but that for outputs", async () => {
    system.isRounding = true;
    await write("deep/a.save", 1);
    const outDir = join(folder, "in/out");
    mkdirSync(outDir);
    await write("out/b.save", 1);
    expect(short(await results(join(folder, "in"), toGodot4, { outDir }))).toEqual([
      ["/deep/a.save", "done"],
    ]);
  });

  test("are missing on some network drives", () => {
    system.isNumberless = true;
    for (const name of ["a", "b"]) writeFileSync(join(folder, name), name);
    const [a, b] = [join(folder, "a"), join(folder, "b")];
    expect([areSameFile(a, b), areSameFile(a, join(folder, "in/../a"))]).toEqual([false, true]);
    expect(areSameFile(join(folder, "gone"), join(folder, "gone"))).toBe(false);
  });
});

describe("a pattern", () => {
  test("may begin with a folder that has brackets in its name", async () => {
    mkdirSync(join(folder, "in/Games (x86)/deep"), { recursive: true });
    await write("Games (x86)/deep/a.save", 1);
    await write("other.save", 2);
    const glob = join(folder, "in/Games (x86)/*/*.save");
    const task = { kind: "check" } as const;
    expect(short(await results({ glob }, task))).toEqual([["/Games (x86)/deep/a.save", "done"]]);
    expect(short(await results({ glob: glob.replaceAll("/", "\\") }, task))).toEqual([
      ["/Games (x86)/deep/a.save", "done"],
    ]);
  });

  test("with backslashes does not lead into the folder for outputs either", async () => {
    await write("a.save", 1);
    const glob = `${folder}/in/*.save`.replaceAll("/", "\\");
    await expect(results({ glob }, toGodot4, { outDir: join(folder, "in") })).rejects.toThrow(
      /folder for outputs/,
    );
  });
});

/** A disk of Windows: names in any case, paths in one form. */
function diskOf(...paths: string[]) {
  const place = (path: string) =>
    paths.find((one) => one.toLowerCase() === win32.resolve(String(path)).toLowerCase());
  const about = (path: string) => {
    const at = paths.indexOf(place(path) ?? "");
    return at < 0 ? undefined : { dev: 1n, ino: BigInt(at + 1) };
  };
  const real = (path: string) => place(path) ?? path;
  return {
    existsSync: (path: string) => place(path) !== undefined,
    mkdirSync: () => {},
    readdirSync: () => ["in"],
    realpathSync: Object.assign((path: string) => win32.resolve(path), { native: real }),
    statSync: about,
  };
}

test("outputs do not stand among inputs, or replace the report, whatever way a path is spelled", async () => {
  onWindows();
  vi.resetModules();
  vi.doMock("node:path", () => ({ ...win32, default: win32 }));
  vi.doMock("node:fs", () =>
    diskOf("C:\\w", "C:\\w\\in", "C:\\w\\in\\in", "C:\\w\\in\\in\\a.save", "C:\\w\\in\\report.ndjson"),
  );
  const { Places } = await import("../../../js/batch/output-places.js");
  const places = new Places(toGodot4, { outDir: "c:/W" });
  places.noteRoot("C:\\W\\IN");
  const placed = (name: string) => {
    const path = `C:\\W\\IN/${name}`;
    const { job, problem } = places.place({ id: path, from: path, isFile: true, size: 1, name });
    return job?.target ?? (problem?.error as { code?: string } | undefined)?.code;
  };
  expect(["in/a.save", "In/b.save", "b.save", "Report.ndjson"].map(placed)).toEqual([
    "own-input",
    "own-input",
    "C:\\w\\b.save",
    "same-name",
  ]);
  expect(["C:\\w", "c:/W/", "C:\\w\\in"].map((path) => places.isOutDir(path))).toEqual([true, true, false]);
  expect(places.leadsToOutputs("C:/W/IN/IN/A.save")).toBe(true);
});
