import assert from "node:assert/strict";
import { test } from "node:test";
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
