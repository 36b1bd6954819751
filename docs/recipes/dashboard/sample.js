import { Color, encode, float, Vector2 } from "godot-variant";

const items = ["lamp", "rope", "map", "bread", "key", "flute", "compass"];

/** A save for those who have none at hand. */
export const sample = () =>
  encode({
    version: 3,
    player: {
      name: "Mira",
      class: "Ranger",
      level: 14,
      gold: 1240,
      hp: float(87),
      max_hp: float(100),
      position: new Vector2(312, -48),
      cloak: new Color(0.18, 0.45, 0.38, 1),
    },
    quests: { ferry: "done", lamp: "done", tower: "open", harbour: "open" },
    inventory: Array.from({ length: 240 }, (_, i) => ({
      id: items[i % items.length],
      count: 1 + ((i * 7) % 12),
      worn: float(((i * 37) % 100) / 100),
    })),
    settings: { language: "de", volume: 0.8, subtitles: true },
  });
