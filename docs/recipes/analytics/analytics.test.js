import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parquetReadObjects } from "hyparquet";
import { ask, connect, tabulate } from "./analyse.js";
import { game, generate, isBroken, nameOf, versionOf } from "./generate.js";
import { plots } from "./plots.js";
import { questions } from "./questions.js";

const count = Number(process.env.ANALYTICS_SAVES ?? 5000);
const all = Array.from({ length: count }, (_, number) => number);
/** What the whole saves hold, straight from the generator. */
const games = all.filter((number) => !isBroken(number)).map(game);
let folder;
let connection;
let made;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "analytics-"));
  await generate(join(folder, "saves"), count);
  made = await tabulate(join(folder, "saves"), join(folder, "table"));
  connection = await connect(join(folder, "table"));
});
after(() => rm(folder, { recursive: true }));

const answer = (question) => ask(connection, question);
const numbers = (rows, ...names) => rows.map((row) => names.map((name) => Number(row[name])));
const countIf = (values, test) => values.filter(test).length;

test("a folder without saves is an error in one sentence", () => {
  const [empty, output] = ["empty", "nothing"].map((name) => join(folder, name));
  mkdirSync(empty);
  const script = fileURLToPath(new URL("analyse.js", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, empty, output], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /No file in .*empty is a save that can be read/);
});

test("every whole save is a row, and every broken one is named", async () => {
  const broken = all.filter(isBroken);
  assert.deepEqual([made.done, made.failed], [count - broken.length, broken.length]);
  const types = Object.fromEntries(made.columns.map(({ name, type }) => [name, type]));
  assert.equal(types["player.level"], "BIGINT");
  // Version 1 has ints, the others have floats.
  assert.equal(types["player.gold"], "DOUBLE");
  assert.equal(types["inventory[*].id"], "VARCHAR[]");
  assert.equal(types.inventory, 'STRUCT("id" VARCHAR, "count" BIGINT)[]');
  assert.equal(types.at, 'STRUCT("x" FLOAT, "y" FLOAT)');
});

test("counts versions and broken saves as they were made", async () => {
  const versions = [1, 2, 3].map((version) => [version, countIf(games, (game) => game.version === version)]);
  assert.deepEqual(numbers(await answer("How many saves has each version?"), "version", "saves"), versions);
  const rows = await answer("Which version writes broken saves?");
  for (const version of [1, 2, 3]) {
    const found = rows
      .filter((row) => row.version === String(version))
      .reduce((sum, { saves }) => sum + Number(saves), 0);
    assert.equal(
      found,
      countIf(all, (number) => isBroken(number) && versionOf(number) === version),
    );
  }
});

test("finds the median of gold, stuck players, and who cheats", async () => {
  for (const { level, median } of await answer("How much gold have players of a level?")) {
    const gold = games.filter((one) => one.player.level === Number(level)).map(({ player }) => player.gold);
    gold.sort((a, b) => a - b);
    const middle = (gold.length - 1) / 2;
    assert.equal(Number(median), (gold[Math.floor(middle)] + gold[Math.ceil(middle)]) / 2);
  }
  const [worst] = await answer("At which quests are players stuck?");
  assert.equal(worst.quest, "tower");
  assert.equal(
    Number(worst.stuck),
    countIf(games, ({ quest }) => quest.current === "tower" && quest.days > 14),
  );
  const cheats = all.filter((number) => !isBroken(number) && game(number).player.gold >= 2 ** 31);
  const found = await answer("Who has more gold than the game allows?");
  assert.deepEqual(found.map(({ id }) => id.slice(-14)).sort(), cheats.map(nameOf).sort());
});

test("finds items that belong together, and sums", async () => {
  const [{ one, other, saves }] = await answer("Which items appear together?");
  assert.deepEqual([one, other], ["arrows", "bow"]);
  assert.equal(
    Number(saves),
    countIf(games, ({ inventory }) => inventory.some(({ id }) => id === "bow")),
  );
  for (const { item, count } of await answer("Which items do players carry most of?")) {
    const held = games.flatMap(({ inventory }) => inventory.filter(({ id }) => id === item));
    assert.equal(
      Number(count),
      held.reduce((sum, entry) => sum + entry.count, 0),
    );
  }
  const places = await answer("Where do players stop?");
  assert.equal(
    places.reduce((sum, { players }) => sum + Number(players), 0),
    games.length,
  );
});

test("draws plots of all answers", async () => {
  const answers = {};
  for (const question of Object.keys(questions)) answers[question] = await answer(question);
  assert.equal(Object.keys(answers).length, 10);
  for (const svg of Object.values(await plots(answers)))
    assert.match(svg, /^<svg[\s\S]*<path[\s\S]*<\/svg>$/);
});

test("a second reader finds the same rows", async () => {
  const table = join(folder, "table");
  const rows = [];
  for (const name of (await readdir(table)).filter((name) => name.endsWith(".parquet"))) {
    const { buffer, byteOffset, length } = await readFile(join(table, name));
    rows.push(...(await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) })));
  }
  assert.equal(rows.length, games.length);
  for (const row of rows) {
    const number = Number(row.id.slice(-11, -5));
    const { player, quest, inventory, at, playtime, version } = game(number);
    assert.deepEqual(
      [
        Number(row.version),
        Number(row["player.level"]),
        row["player.gold"],
        row["player.class"],
        row["quest.current"],
      ],
      [version, player.level, player.gold, player.class, quest.current],
    );
    assert.deepEqual([row.at, row.playtime, Number(row["quest.days"])], [at, playtime, quest.days]);
    assert.deepEqual(
      row.inventory.map(({ id, count }) => ({ id, count: Number(count) })),
      inventory,
    );
  }
});
