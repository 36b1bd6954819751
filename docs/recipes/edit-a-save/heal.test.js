import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { encode, float, load, openFile, StringName, save, Vector2i } from "godot-variant";
import { heal } from "./heal.js";

const game = {
  player: {
    name: "Mira",
    hp: float(12),
    max_hp: float(120),
    at: new Vector2i(3, 4),
    class: new StringName("keeper"),
  },
  inventory: [{ id: "rope", count: 1 }],
};
const password = "hunter2";
const layers = [{ container: "gdec", engine: 4 }];

test("heals and adds, in an encrypted file", async () => {
  const file = await save([game], { dialect: "godot-4", framing: "store_var", layers }, { password });
  const healed = await heal(file, { password });
  const { values } = await load(healed.bytes, { password });
  assert.equal(values[0].player.hp, 120);
  assert.deepEqual(
    values[0].inventory.map(({ id }) => id),
    ["rope", "lamp"],
  );
  assert.equal(healed.changes.length, 2);
});

test("keeps every type, and every byte of what it does not touch", async () => {
  const before = encode({ player: game.player });
  const { bytes } = await heal(before);
  const [document] = (await openFile(bytes)).documents;
  assert.equal(document.node("player.hp").type, "float");
  assert.equal(document.node("player.class").type, "StringName");
  const { offset, byteLength } = document.node("player.hp");
  const undone = Uint8Array.from(bytes);
  undone.set(before.subarray(offset, offset + byteLength), offset);
  assert.deepEqual(undone, before);
});

const folder = mkdtempSync(join(tmpdir(), "heal-"));
after(() => rmSync(folder, { recursive: true }));

function run(...files) {
  const script = fileURLToPath(new URL("heal.js", import.meta.url));
  const env = { ...process.env, SAVE_PASSWORD: password };
  return spawnSync(process.execPath, [script, ...files], { encoding: "utf8", env });
}

test("replaces the file behind a link, which keeps its mode, and keeps the old one", async () => {
  const file = await save([game], { dialect: "godot-4", framing: "store_var", layers }, { password });
  const [place, link] = [join(folder, "Spielstand ß 1.save"), join(folder, "link.save")];
  writeFileSync(place, file);
  chmodSync(place, 0o600);
  symlinkSync(place, link);
  assert.equal(run(link).stdout, "set player.hp\ninsert inventory[1]\n");
  assert.equal(statSync(place).mode & 0o777, 0o600);
  assert.deepEqual(readFileSync(`${place}.bak`), Buffer.from(file));
  assert.equal((await load(readFileSync(link), { password })).values[0].player.hp, 120);
});

test("says what is wrong in one line, and changes nothing", () => {
  const place = join(folder, "other.save");
  writeFileSync(place, encode({ score: 1 }));
  const before = readdirSync(folder);
  for (const [files, message] of [
    [[place], /^.*other\.save: bad-path: [^\n]*\n$/],
    [[join(folder, "nothing.save")], /^ENOENT[^\n]*\n$/],
    [[], /^Usage: [^\n]*\n$/],
  ]) {
    const { status, stderr } = run(...files);
    assert.equal(status, 1);
    assert.match(stderr, message);
  }
  assert.deepEqual(readdirSync(folder), before);
});
