// What tests of the command batch share: the folder `saves`, with two saves of Godot 3.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach } from "vitest";
import { encode, load } from "../../../js/index.js";
import { folder } from "../command-line.js";

export const game = (hp: number) =>
  encode({ hp, bag: [{ id: "key" }] }, { framing: "store_var", dialect: "godot-3" });

/** Gives each test of the file new saves, and no folder `out`. */
export function useSaves(): void {
  beforeEach(() => {
    for (const name of ["saves", "out"]) rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, "saves/deep"), { recursive: true });
    writeFileSync(join(folder, "saves/a.save"), game(5));
    writeFileSync(join(folder, "saves/deep/b.save"), game(6));
  });
}

export const valuesOf = async (name: string) => (await load(readFileSync(join(folder, name)))).values;
