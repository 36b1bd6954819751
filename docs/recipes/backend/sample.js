// Saves as a game would write them, for the test, the load test and a first try: node sample.js FILE
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encode, float, Vector2 } from "godot-variant";

/** The value of a save. `items` decides how large it is: about 90 bytes for each. */
export const game = (number, items = 80) => ({
  version: 3,
  player: {
    name: `Mira ${number}`,
    level: 1 + (number % 99),
    gold: number,
    hp: float(87),
    position: new Vector2(number, -4),
  },
  quests: { lamp: "done", ferry: number % 2 === 0 ? "open" : "done" },
  inventory: Array.from({ length: items }, (_, i) => ({
    id: `item_${i}`,
    count: i + number,
    worn: float(i / 4),
  })),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  if (file === undefined) throw new Error("Usage: node sample.js FILE");
  writeFileSync(file, encode(game(1), { framing: "store_var" }));
}
