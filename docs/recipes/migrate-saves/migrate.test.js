import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Color, float, load, save, Vector2 } from "godot-variant";
import { migrate } from "./migrate.js";

const count = 1000;
const engine = process.env.GODOT4;
let folder;

const game = (number) => ({
  slot: number,
  hp: float(number / 4),
  name: `Spieler ${number}`,
  at: new Vector2(number, -number),
  tint: new Color(1, 0.5, 0, 1),
  bag: Array.from({ length: number % 9 }, (_, i) => ({ id: `item ${i}`, count: i })),
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "migrate-"));
  await mkdir(join(folder, "old/deep"), { recursive: true });
  const like = {
    dialect: "godot-3",
    framing: "store_var",
    layers: [{ container: "gcpf", compression: "zstd" }],
  };
  for (let i = 0; i < count; i++) {
    const place = join(folder, "old", i % 2 === 0 ? "deep" : "", `${i}.save`);
    await writeFile(place, await save([game(i)], like));
  }
  await writeFile(join(folder, "old/notes.txt"), "not a save");
  await writeFile(
    join(folder, "old/cut.save"),
    (await readFile(join(folder, "old/deep/8.save"))).subarray(0, 60),
  );
});
after(() => rm(folder, { recursive: true }));

test("a thousand saves are converted, and bad files are named", async () => {
  const reports = await migrate(join(folder, "old"), join(folder, "new"), 3);
  assert.equal(reports.length, count + 2);
  const failed = reports.filter(({ outcome }) => outcome === "failed");
  assert.deepEqual(
    failed.map(({ file }) => file),
    ["cut.save", "notes.txt"],
  );
  for (const number of [0, 1, 8, 998, 999]) {
    const place = join(folder, "new", number % 2 === 0 ? "deep" : "", `${number}.save`);
    const { values, dialect, layers } = await load(await readFile(place));
    assert.equal(dialect, "godot-4.4");
    assert.equal(layers[0].compression, "zstd");
    assert.equal(values[0].name, `Spieler ${number}`);
    assert.equal(values[0].at.y, -number);
  }
});

test("every name is in the report: links, spaces, what is no file", async () => {
  const [from, to] = [join(folder, "odd"), join(folder, "odd-new")];
  await mkdir(join(from, "späte Zeit"), { recursive: true });
  const whole = await readFile(join(folder, "old/deep/8.save"));
  await writeFile(join(from, "späte Zeit", "a ß.save"), whole);
  await symlink(join("späte Zeit", "a ß.save"), join(from, "link.save"));
  await symlink("nowhere", join(from, "lost.save"));
  const reports = await migrate(from, to, 2);
  assert.deepEqual(
    reports.map(({ file, outcome, code }) => [file, outcome, code]),
    [
      ["link.save", "converted", undefined],
      ["lost.save", "failed", "ENOENT"],
      [join("späte Zeit", "a ß.save"), "converted", undefined],
    ],
  );
  assert.deepEqual(await migrate(from, to, 2), reports, "a second run does the same");
});

test("saves are not written over those that they come from", async () => {
  const from = join(folder, "same");
  await mkdir(from);
  const whole = await readFile(join(folder, "old/deep/8.save"));
  await writeFile(join(from, "8.save"), whole);
  for (const to of [from, join(from, "new"), folder]) await assert.rejects(migrate(from, to), /in the other/);
  assert.deepEqual(await readFile(join(from, "8.save")), whole);
  assert.equal((await readdir(join(from, "new"))).length, 0);
});

test("Godot 4 reads them", { skip: engine === undefined && "GODOT4 names no engine" }, async () => {
  const script = join(folder, "read.gd");
  await writeFile(
    script,
    `extends SceneTree
func _init():
	var sum := 0.0
	for i in ${count}:
		var path := "%s/new/%s%d.save" % [OS.get_cmdline_user_args()[0], "deep/" if i % 2 == 0 else "", i]
		var file := FileAccess.open_compressed(path, FileAccess.READ, FileAccess.COMPRESSION_ZSTD)
		var value: Dictionary = file.get_var()
		if value.at != Vector2(i, -i) or value.tint != Color(1, 0.5, 0) or value.bag.size() != i % 9:
			printerr("wrong: ", value)
			quit(1)
			return
		sum += value.hp
	print("sum ", sum)
	quit()
`,
  );
  const output = execFileSync(engine, ["--headless", "-s", script, "--", folder], { encoding: "utf8" });
  assert.match(output, /sum 124875/);
});
