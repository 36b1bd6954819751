// A folder of saves as games of Godot 3 write them, for the test, the measurement and a first try: node sample.js FOLDER COUNT
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Color, float, save, Vector2 } from "godot-variant";

const settings = { dialect: "godot-3", framing: "store_var", layers: [] };
const compressed = { ...settings, layers: [{ container: "gcpf", compression: "gzip" }] };

const game = (number, items) => ({
  slot: number,
  hp: float(number / 4),
  name: `Spieler ${number}`,
  at: new Vector2(number, -number),
  tint: new Color(1, 0.5, 0, 1),
  bag: Array.from({ length: items }, (_, i) => ({ id: `item ${i}`, count: i, worn: float(i / 8) })),
});

/** Writes `count` saves below `folder`. Each 7th is compressed; each 500th is cut or no save at all, and its name is in the result. */
export async function writeSaves(folder, count, items = 9) {
  const broken = [];
  for (let i = 0; i < count; i++) {
    const key = `saves/${String(i % 100).padStart(2, "0")}/${i}.save`;
    let bytes = await save([game(i, items)], i % 7 === 0 ? compressed : settings);
    if (i % 500 === 250) {
      bytes = i % 1000 === 250 ? bytes.subarray(0, bytes.length >> 1) : Buffer.from("not a save");
      broken.push(key);
    }
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), bytes);
  }
  return broken.sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder, count = 5000] = process.argv;
  if (folder === undefined) throw new Error("Usage: node sample.js FOLDER COUNT");
  await writeSaves(folder, Number(count));
}
