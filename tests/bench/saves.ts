// Typical values in saved games.
import { Color, float, NodePath, Vector2, Vector2i, Vector3 } from "../../js/index.js";
import type { Random } from "../random.js";

const adjectives = [
  "Iron",
  "Golden",
  "Broken",
  "Ancient",
  "Cursed",
  "Light",
  "Heavy",
  "Frozen",
  "Burning",
  "Plain",
];
const nouns = [
  "Sword",
  "Shield",
  "Helmet",
  "Potion",
  "Ring",
  "Bow",
  "Staff",
  "Boots",
  "Lantern",
  "Map",
  "Rope",
];
const tags = [
  "quest",
  "rare",
  "common",
  "stackable",
  "two-handed",
  "magic",
  "sold",
  "bound",
  "food",
  "light",
];
const rooms = ["Cellar", "Tower", "Forest", "Harbor", "Library", "Mine"];

/** An inventory item with 10 fields. Every third name is unique, the others repeat. */
export function item(random: Random, number: number): object {
  const name = `${random.pick(adjectives)} ${random.pick(nouns)}`;
  return {
    id: number,
    name: number % 3 === 0 ? `${name} #${number}` : name,
    count: random.between(1, 99),
    weight: float(random.decimal(0, 40)),
    equipped: random.between(0, 9) === 0,
    position: new Vector3(random.decimal(-500, 500), random.decimal(0, 80), random.decimal(-500, 500)),
    tint: new Color(random.decimal(0, 1), random.decimal(0, 1), random.decimal(0, 1), 1),
    owner: new NodePath(`/root/World/${random.pick(rooms)}/Chest${random.between(1, 400)}`),
    tags: random.picks(tags, random.between(1, 3)),
    stats: {
      damage: random.between(0, 200),
      armor: random.between(0, 80),
      durability: float(random.decimal(0, 1)),
      level: random.between(1, 60),
    },
  };
}

export function items(random: Random, count: number): object[] {
  return Array.from({ length: count }, (_, number) => item(random, number));
}

/** A single-player save of about 9 KB. */
export function smallSave(random: Random): object {
  return {
    version: 3,
    player: {
      name: "Mira",
      hp: 87,
      max_hp: 120,
      position: new Vector2(318.25, -96.5),
      speed: float(4.5),
      checkpoint: new NodePath("/root/World/Tower/Checkpoint3"),
    },
    settings: { music: float(0.8), sound: float(1), language: "en", fullscreen: true, bindings: bindings() },
    inventory: items(random, 18),
    flags: Object.fromEntries(
      rooms.map((room) => [`visited_${room.toLowerCase()}`, random.between(0, 1) === 1]),
    ),
    playtime: float(18734.25),
  };
}

function bindings(): object {
  return { left: "A", right: "D", up: "W", down: "S", jump: "Space", fire: "Mouse1", pause: "Escape" };
}

/** What is in `count` chests, by the ids of the things: hardly two chests have the same keys. */
export function chests(random: Random, count: number): object[] {
  return Array.from({ length: count }, () =>
    Object.fromEntries(
      Array.from({ length: random.between(3, 12) }, () => [
        `item_${random.below(2000)}`,
        random.between(1, 99),
      ]),
    ),
  );
}

/** A message that a server sends 20 times a second: 120 bytes. */
export function packet(random: Random): object {
  return {
    t: "mv",
    id: random.between(1, 1000),
    pos: new Vector2(random.decimal(-900, 900), random.decimal(-900, 900)),
    vel: new Vector2(random.decimal(-9, 9), random.decimal(-9, 9)),
    hp: random.between(0, 100),
  };
}

const verbs = [
  ...["move", "jump", "attack", "chat", "pickup", "drop", "equip", "use", "open", "close", "spawn", "damage"],
  ...["heal", "die", "trade", "craft", "buy", "sell", "ping", "pong", "join", "leave", "ready", "sync"],
];
const fields: readonly [name: string, value: (random: Random) => unknown][] = [
  ["pos", (random) => new Vector2(random.decimal(-900, 900), random.decimal(-900, 900))],
  ["target", (random) => random.between(1, 1000)],
  ["item", (random) => random.pick(nouns)],
  ["angle", (random) => float(random.decimal(0, 6))],
  ["done", (random) => random.below(2) === 0],
  ["slots", (random) => [random.below(9), random.below(9)]],
  ["text", (random) => `see you at ${random.pick(rooms)} ${random.below(500)}`],
  ["vel", (random) => new Vector2(random.decimal(-9, 9), random.decimal(-9, 9))],
  ["hp", (random) => random.between(0, 100)],
  ["room", (random) => random.pick(rooms)],
  ["seconds", (random) => float(random.decimal(0, 90))],
];

/** A network message of one of 24 kinds, each with fields of its own. */
export function message(random: Random): object {
  const kind = random.below(verbs.length);
  // Of eleven fields, each kind has others.
  const first = kind % fields.length;
  const step = 1 + Math.floor(kind / fields.length);
  const own = [0, step, 2 * step].map(
    (at) => fields[(first + at) % fields.length] as (typeof fields)[number],
  );
  const values = own.map(([name, value]) => [name, value(random)]);
  return { type: `player_${verbs[kind]}`, id: random.between(1, 1000), ...Object.fromEntries(values) };
}

/** A tile map with keys by cell, and a table with keys by number. */
export function mixedKeys(random: Random, count: number): object {
  const cells = new Map<Vector2i, object>();
  for (let i = 0; i < count; i++) {
    cells.set(new Vector2i(i % 256, Math.floor(i / 256)), {
      tile: random.between(0, 80),
      turned: random.between(0, 3),
    });
  }
  const names = new Map<number, string>();
  for (let i = 0; i < count; i++) names.set(i * 3 + 1, random.pick(nouns));
  return { cells, names };
}

/** `count` chains of nested dictionaries and arrays. */
export function deep(random: Random, count: number, levels: number): object[] {
  return Array.from({ length: count }, () => {
    let value: object = { end: random.between(0, 1000) };
    for (let level = 1; level < levels; level++) {
      value = level % 2 === 0 ? { next: value, level } : [level, value];
    }
    return value;
  });
}
