import { Random } from "../random.js";
import { packedArrays } from "./packed.js";
import { chests, deep, items, message, mixedKeys, packet, smallSave } from "./saves.js";
import { shapes } from "./shapes.js";
import { chat, dialogue, distinct, wide } from "./texts.js";

/** The workloads. Each function returns the values of one file of inputs. */
export const workloads = {
  large: (random: Random) => [{ inventory: items(random, 30_000) }],
  strings: (random: Random) => [distinct(random, 300_000)],
  packed: (random: Random) => [packedArrays(random, 44)],
  packet: (random: Random) => Array.from({ length: 64 }, () => packet(random)),
  messages: (random: Random) => Array.from({ length: 4096 }, () => message(random)),
  chat: (random: Random) => Array.from({ length: 4096 }, () => chat(random)),
  small: (random: Random) => [smallSave(random)],
  "mixed-keys": (random: Random) => [mixedKeys(random, 20_000)],
  deep: (random: Random) => [deep(random, 100, 500)],
  unicode: (random: Random) => [dialogue(random, 60_000)],
  ids: (random: Random) => [chests(random, 5000)],
  wide: (random: Random) => [wide(random, 100_000)],
  shapes: (random: Random) => [shapes(random)],
} as const satisfies Record<string, (random: Random) => readonly object[]>;

export type WorkloadName = keyof typeof workloads;

/** The values of a workload, the same in every run. */
export function valuesOf(name: WorkloadName): readonly object[] {
  return workloads[name](new Random(20_240_229));
}
