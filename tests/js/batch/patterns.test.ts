// Lists of paths, and patterns.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { batch } from "../../../js/batch/index.js";
import { game, outputs, run } from "./conversions.js";
import { folder, useFolders } from "./runs.js";

useFolders("");

test("reads lists of paths, and patterns", async () => {
  mkdirSync(join(folder, "in/deep"), { recursive: true });
  for (const name of ["a.save", "deep/b.save", "deep/c.txt"])
    writeFileSync(join(folder, "in", name), game(1));
  const list = join(folder, "list.txt");
  writeFileSync(list, `${folder}/in/a.save\r\n\n${folder}/in/gone.save\n${folder}/in/deep`);
  expect(await run({ list }, { report: join(folder, "list.ndjson") })).toEqual([
    ["in/a.save", "done"],
    ["in/gone.save", "ENOENT"],
    ["in/deep/b.save", "done"],
    ["in/deep/c.txt", "done"],
  ]);
  rmSync(join(folder, "out"), { recursive: true });
  expect(await run({ glob: `${folder}/in/**/*.save` })).toEqual([
    ["in/a.save", "done"],
    ["in/deep/b.save", "done"],
  ]);
  expect(outputs()).toEqual(["a.save", "deep/b.save"]);
});

describe("a pattern", () => {
  const ids = async (glob: string) => {
    const all: string[] = [];
    for await (const { id, code } of batch({ glob }, { kind: "check" }, { workers: 0 }))
      all.push(`${id.replace(folder, "")} ${code ?? "done"}`);
    return all;
  };

  test("that begins with ! takes all other files", async () => {
    mkdirSync(join(folder, "in/deep"), { recursive: true });
    for (const name of ["a.save", "b.bak", "deep/c.bak"]) writeFileSync(join(folder, "in", name), game(1));
    expect(await ids(`${folder}/in/!*.bak`)).toEqual(["/in/a.save done", "/in/deep/c.bak done"]);
    expect(await ids(`${folder}/in/!{deep/*,a.*}`)).toEqual(["/in/b.bak done"]);
  });

  test("begins with a folder, which may be missing", async () => {
    writeFileSync(join(folder, "a.save"), game(1));
    expect(await ids(`${folder}/gone/*.save`)).toEqual(["/gone ENOENT"]);
    expect(await ids(`${folder}/a.save/*`)).toEqual([]);
  });

  test.skipIf(process.platform === "win32")(
    "names folders that may hold files of it and cannot be read",
    async () => {
      const levels = Array.from({ length: 21 }, (_, i) => String(i).padStart(200, "0"));
      const here = process.cwd();
      try {
        process.chdir(folder);
        for (const level of levels) {
          mkdirSync(level);
          process.chdir(level);
        }
        process.chdir(here);
        // Systems open paths of up to 4096 bytes, or less.
        const long = expect.stringMatching(/\/0+\d+ ENAMETOOLONG$/);
        expect(await ids(`${folder}/**/*.save`)).toEqual([long]);
        expect(await ids(`${folder}/${"*/".repeat(30)}*.save`)).toEqual([long]);
        expect(await ids(`${folder}/*/*.save`)).toEqual([]);
      } finally {
        process.chdir(folder);
        // By parts, because the whole path is too long to remove, too.
        renameSync(join(...levels.slice(0, 4)), "rest");
        for (let at = 4; at < levels.length; at += 4) {
          const part = join(...levels.slice(at, at + 4));
          renameSync(join("rest", part), "next");
          rmSync("rest", { recursive: true });
          renameSync("next", "rest");
        }
        process.chdir(here);
      }
    },
  );
});
