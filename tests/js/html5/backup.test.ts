import { describe, expect, test } from "vitest";
import { Backup, downloadSnippet, Game, restoreSnippet, UserFilesError } from "../../../js/html5.js";

const names = { origin: "https://example.org", database: "/userfs", folder: "/userfs" };
const file = { path: "a.save", bytes: Uint8Array.of(1, 2, 255), modified: new Date(5000), mode: 0o100666 };
const backup = new Backup({ ...names, files: [file] });

describe("Backup", () => {
  test("comes back from text", () => {
    const again = Backup.parse(JSON.stringify(backup));
    expect(again.files).toEqual([file]);
    expect(again).toMatchObject(names);
  });

  test("changes into a new one", () => {
    const changed = backup.with("user://b/c.save", Uint8Array.of(7)).with("a.save", Uint8Array.of(9));
    expect(changed.files.map(({ path }) => path)).toEqual(["a.save", "b/c.save"]);
    expect(changed.files[0]).toEqual({ ...file, bytes: Uint8Array.of(9) });
    expect(changed.read("user://b/c.save")).toEqual(Uint8Array.of(7));
    expect(backup.read("a.save")).toEqual(file.bytes);
    backup.read("a.save").fill(0);
    expect(backup.read("a.save")).toEqual(file.bytes);
    expect(() => backup.read("b/c.save")).toThrow(UserFilesError);
  });

  test("has the paths that its files get, however they are given", () => {
    const made = (...paths: string[]) =>
      new Backup({ ...names, files: paths.map((path) => ({ ...file, path })) });
    expect(made("user://a.save").files).toEqual([file]);
    expect(made("user://a.save").read("a.save")).toEqual(file.bytes);
    expect(restoreSnippet(made("user://a.save"))).not.toContain("user://");
    expect(() => made("../a.save")).toThrow(expect.objectContaining({ code: "bad-path" }));
    expect(() => made("a.save", "user://a.save")).toThrow(expect.objectContaining({ code: "bad-backup" }));
  });

  test("takes no invalid times, because no file would be newer", () => {
    for (const modified of [new Date(Number.NaN), 5000, undefined] as Date[])
      expect(() => new Backup({ ...names, files: [{ ...file, modified }] })).toThrow(
        expect.objectContaining({ code: "bad-backup", place: "a.save" }),
      );
  });

  test("copies the bytes of any view, and takes nothing else", () => {
    const words = Uint16Array.of(0x1234, 0x5678);
    const changed = backup.with("a.save", words as unknown as Uint8Array);
    words.fill(0);
    expect(changed.read("a.save")).toEqual(Uint8Array.of(0x34, 0x12, 0x78, 0x56));
    for (const bytes of ["text", 3, new ArrayBuffer(2)])
      expect(() => backup.with("a.save", bytes as unknown as Uint8Array)).toThrow(TypeError);
  });

  test("takes the modes of files only, because games make folders of the others or open nothing", () => {
    const made = (mode: number) => new Backup({ ...names, files: [{ ...file, mode }] });
    for (const mode of [0o100666, 0o100000, 0o107777]) expect(made(mode).files[0]?.mode).toBe(mode);
    // A folder, permissions alone, a link, a pipe, and what is no mode.
    for (const mode of [
      0o040777,
      0o666,
      0o120777,
      0o010666,
      0,
      -1,
      0o200000,
      33206.5,
      Number.NaN,
      2 ** 32 + 0o100666,
    ]) {
      const expected = expect.objectContaining({ code: "bad-backup", place: "a.save" });
      expect(() => made(mode)).toThrow(expected);
      const text = JSON.stringify({
        ...backup.toJSON(),
        files: [{ ...JSON.parse(JSON.stringify(backup)).files[0], mode }],
      });
      expect(() => Backup.parse(text)).toThrow(expect.objectContaining({ code: "bad-backup" }));
    }
  });

  const text = JSON.parse(JSON.stringify(backup));
  const withFile = (change: object) => ({ ...text, files: [{ ...text.files[0], ...change }] });
  test.each([
    ["bad-backup", "no JSON"],
    ["bad-backup", "null"],
    ["bad-backup", JSON.stringify({ ...text, format: "godot-user-files 2" })],
    ["bad-backup", JSON.stringify({ ...text, database: undefined })],
    ["bad-backup", JSON.stringify({ ...text, files: undefined })],
    ["bad-backup", JSON.stringify(withFile({ base64: "A" }))],
    ["bad-backup", JSON.stringify(withFile({ base64: undefined }))],
    ["bad-backup", JSON.stringify(withFile({ modified: "yesterday" }))],
    ["bad-backup", JSON.stringify(withFile({ mode: "x" }))],
    ["bad-backup", JSON.stringify({ ...text, files: [text.files[0], text.files[0]] })],
    ["bad-path", JSON.stringify(withFile({ path: "../other" }))],
  ])("refuses what is none: %s %s", (code, text) => {
    expect(() => Backup.parse(text)).toThrow(expect.objectContaining({ code }));
  });
});

test("the console programs are valid JavaScript, whatever the names hold", () => {
  const odd = `/userfs/\u2028</script>"'\`\${x}\\`;
  const programs = [
    downloadSnippet({ folder: odd }),
    restoreSnippet(new Backup({ ...names, folder: odd, files: [file] })),
  ];
  for (const program of programs) {
    expect(() => new Function(program)).not.toThrow();
    expect(program).not.toMatch(/<\/script|\u2028/);
  }
});

test("a Game knows its engine and name from its folder", () => {
  const about = ({ database, engine, name }: Game) => ({ database, engine, name });
  expect(about(new Game("/userfs"))).toEqual({ database: "/userfs", engine: 3, name: "" });
  const project = "/userfs/godot/app_userdata/My Game";
  expect(about(new Game(project))).toEqual({ database: "/userfs", engine: 4, name: "My Game" });
  const custom = "/userfs/Studio/Game";
  expect(about(new Game(custom))).toEqual({ database: "/userfs", engine: undefined, name: "Studio/Game" });
  expect(about(new Game("/home/web/x", "/home/web"))).toMatchObject({ database: "/home/web", name: "x" });
  for (const folder of ["/userfs/", "userfs", "/userfs/../x"])
    expect(() => new Game(folder)).toThrow(UserFilesError);
  expect(() => new Game("/userfsx", "/userfs")).toThrow(UserFilesError);
});

test("says that a runtime without IndexedDB has no files", async () => {
  await expect(new Game("/userfs").list()).rejects.toMatchObject({ code: "unavailable", place: "/userfs" });
});
