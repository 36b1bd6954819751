// Saves of three versions of a made-up game: node generate.js SAVES COUNT. The same number always gives the same save.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { float, save, Vector2 } from "godot-variant";

export const quests = [
  "the_mill",
  "wolves",
  "lost_ring",
  "tower",
  "harvest",
  "smugglers",
  "old_well",
  "dragon",
];
const classes = ["knight", "mage", "thief"];
const items = ["sword", "shield", "potion", "rope", "torch", "key", "bow", "arrows", "scroll", "ring"];

/** Random numbers that are the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = (seed * 2654435761) | 0;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

/** The version of the game that wrote a save, and whether the file is broken. */
export const versionOf = (number) => 1 + (number % 3);
export const isBroken = (number) => number % (versionOf(number) === 2 ? 50 : 500) === 7;
export const nameOf = (number) => `v${versionOf(number)}/${String(number).padStart(6, "0")}.save`;

/** What a save holds, as plain numbers and texts. */
export function game(number) {
  const random = randomFrom(number + 1);
  const level = 1 + random(50);
  const quest = quests[Math.min(random(quests.length), random(quests.length))];
  // Bows come with arrows, and the tower stops many.
  const bag = items.filter((item) => item !== "arrows" && random(4) === 0);
  if (bag.includes("bow")) bag.push("arrows");
  return {
    version: versionOf(number),
    player: {
      name: `Held ${number}`,
      class: classes[random(3)],
      level,
      gold: number % 2000 === 3 ? 2 ** 31 + number : level * (20 + random(60)),
    },
    quest: { current: quest, days: random(quest === "tower" ? 60 : 20) },
    inventory: bag.map((id) => ({ id, count: 1 + random(9) })),
    at: { x: random(1000), y: random(1000) },
    playtime: level * (1800 + random(3600)) + 0.5,
  };
}

/** Version 1 ran on Godot 3. Version 2 stored gold as a float and added a mood. Version 3 compresses. */
const formats = {
  1: { dialect: "godot-3", framing: "store_var" },
  2: { dialect: "godot-4", framing: "store_var" },
  3: {
    dialect: "godot-4",
    framing: "store_var",
    layers: [{ container: "gcpf", compression: "zstd" }],
  },
};

function saved(number) {
  const { at, playtime, player, ...rest } = game(number);
  const { version } = rest;
  const gold = version === 1 ? player.gold : float(player.gold);
  return {
    ...rest,
    player: { ...player, gold, ...(version > 1 ? { mood: "calm" } : {}) },
    at: new Vector2(at.x, at.y),
    playtime: float(playtime),
  };
}

/** Writes so many saves below a folder. */
export async function generate(folder, count) {
  for (const version of [1, 2, 3]) await mkdir(join(folder, `v${version}`), { recursive: true });
  for (let number = 0; number < count; number++) {
    const bytes = await save([saved(number)], formats[versionOf(number)]);
    await writeFile(join(folder, nameOf(number)), isBroken(number) ? bytes.subarray(0, 40) : bytes);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder, count = 5000] = process.argv;
  if (folder === undefined) throw new Error("Usage: node generate.js SAVES COUNT");
  await generate(folder, Number(count));
}
