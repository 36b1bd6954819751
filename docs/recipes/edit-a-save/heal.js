// Heals the player of a save and gives a lamp: node heal.js SAVE. Every other byte of the values stays.
import { copyFile, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openFile, VariantError } from "godot-variant";

/** Edits the bytes of a save, whatever layers it has; returns the new bytes and what changed. */
export async function heal(bytes, options = {}) {
  const { documents } = await openFile(bytes, options);
  const [save] = documents;
  save.set("player.hp", save.get("player.max_hp")); // stays a float, as it was
  if (save.has("inventory")) save.append("inventory", { id: "lamp", count: 1 });
  return { bytes: await save.save(options), changes: save.changes() };
}

/** Replaces a file by its healed one, which keeps its mode; the old one stays as `.bak`. Returns what changed. */
export async function healFile(name, options) {
  const file = await realpath(name);
  const { bytes, changes } = await heal(await readFile(file), options);
  const part = `${file}.part`;
  try {
    await copyFile(file, part);
    await writeFile(part, bytes, { flush: true });
    await copyFile(file, `${file}.bak`);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return changes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  try {
    if (file === undefined) throw new Error("Usage: node heal.js SAVE");
    const changes = await healFile(file, { password: process.env.SAVE_PASSWORD });
    for (const { kind, path } of changes) console.log(kind, path);
  } catch (error) {
    console.error(error instanceof VariantError ? `${file}: ${error.message}` : error.message);
    process.exitCode = 1;
  }
}
