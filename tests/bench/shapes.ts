// Parts of saves of many shapes, 10 to 100 KB each. A program that reads them in turn must not read one slower for having read another.
import { Color, float, NodePath, StringName, Vector2, Vector2i, Vector3 } from "../../js/index.js";
import type { Random } from "../random.js";
import { chests } from "./saves.js";
import { dialogue, distinct } from "./texts.js";

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));

const entries = <T>(count: number, entry: (number: number) => [string, T]): { [key: string]: T } =>
  Object.fromEntries(times(count, entry));

/** One value of each shape. */
export function shapes(random: Random): object[] {
  const names = distinct(random, 500);
  const small = () => random.below(100);
  const position = () => new Vector2(random.decimal(-900, 900), random.decimal(-900, 900));
  return [
    // Lists of one type.
    times(4000, small),
    times(4000, () => float(random.decimal(0, 9000))),
    times(4000, () => random.below(2) === 0),
    times(60, () => times(60, () => random.below(9))),
    times(2000, (number) => (number % 4 === 0 ? { id: number, count: small() } : null)),
    times(1000, (number) => (number % 2 === 0 ? {} : [])),
    times(2000, position),
    times(2000, () => new Vector2i(small(), small())),
    times(1500, () => new Color(random.fraction(), random.fraction(), random.fraction())),
    distinct(random, 2000),
    random.picks(names.slice(0, 40), 2000),
    times(100, () => names.slice(0, 60).join(" ")),
    times(500, () => new Float32Array(8).fill(random.decimal(0, 1))),
    dialogue(random, 300),
    // Records: of one kind, of one with optional fields, of many kinds.
    times(500, (id) => ({ id, name: random.pick(names), hp: small(), x: float(random.decimal(0, 900)) })),
    times(500, () =>
      withSome(random, ["head", "body", "legs", "feet", "left", "right", "ring", "belt"], small),
    ),
    times(600, (number) => entries(4, (key) => [`kind_${number % 40}_${key}`, small()])),
    times(600, (number) => ({
      type: number % 30,
      ...entries(3, (key) => [`of_${number % 30}_${key}`, small()]),
    })),
    times(300, () => ({ "max hp": small(), "player/name": random.pick(names), 位置: position() })),
    times(300, (day) => ({
      at: `2024-01-${10 + (day % 20)}T10:00:00Z`,
      id: names.slice(day, day + 4).join("-"),
    })),
    times(400, (number) => [random.pick(names), number]),
    times(300, () => ({
      node: new NodePath(`/root/Level${small()}/Door`),
      state: new StringName("open"),
      at: new Vector3(1, 2, 3),
    })),
    // Keys that are data.
    chests(random, 300),
    entries(1500, (number) => [`${random.pick(names)}_${number}`, small()]),
    entries(200, (level) => [
      `level_${level}`,
      { done: true, stars: random.below(4), best: { time: float(random.decimal(9, 90)) } },
    ]),
    new Map(times(1000, (cell) => [new Vector2i(cell % 32, cell >> 5), random.below(9)])),
    new Map(times(1000, (slot) => [slot * 3, random.pick(names)])),
    // Nesting.
    branch(random, 6),
    times(5, () => chain(300)),
    entries(60, (number) => [`option_${number}`, [true, 5, "high", float(0.5)][number % 4] as number]),
  ];
}

function withSome(random: Random, keys: readonly string[], value: () => number): object {
  return Object.fromEntries(keys.filter(() => random.below(5) < 3).map((key) => [key, value()]));
}

function branch(random: Random, levels: number): object {
  const children = levels === 0 ? [] : times(3, () => branch(random, levels - 1));
  return { weight: random.below(50), children };
}

function chain(levels: number): object | null {
  return levels === 0 ? null : { level: levels, next: chain(levels - 1) };
}
