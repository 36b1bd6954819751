// Heals the player of a save and gives a lamp: node heal.js SAVE. Every other byte of the values stays.
import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openFile } from "godot-variant";

/** Edits the bytes of a save, whatever layers it has; returns the new bytes and what changed. */
export async function heal(bytes, options = {}) {
  const { documents } = await openFile(bytes, options);
  const [save] = documents;
  save.set("player.hp", save.get("player.max_hp")); // stays a float, as it was
  if (save.has("inventory")) save.append("inventory", { id: "lamp", count: 1 });
  return { bytes: await save.save(options), changes: save.changes() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  const password = process.env.SAVE_PASSWORD;
  const { bytes, changes } = await heal(await readFile(file), { password });
  await copyFile(file, `${file}.bak`);
  await writeFile(`${file}.part`, bytes, { flush: true });
  await rename(`${file}.part`, file);
  for (const { kind, path } of changes) console.log(kind, path);
}
