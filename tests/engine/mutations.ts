// Ways to mutate bytes.
import type { Random } from "../random.js";

const words = [0, 1, 2, 39, 0xffffffff, 0x7fffffff, 0x80000000, 0x80000001, 0x10000, 0x40000000, 0x00ffffff];

/** Calls `change` with the position of a random word, if the bytes have one. */
function atWord(random: Random, bytes: Uint8Array, change: (word: number) => number): Uint8Array {
  const result = bytes.slice();
  const view = new DataView(result.buffer);
  if (bytes.length < 4) return result;
  const at = random.below(bytes.length >> 2) * 4;
  view.setUint32(at, change(view.getUint32(at, true)), true);
  return result;
}

function atByte(random: Random, bytes: Uint8Array, change: (byte: number) => number): Uint8Array {
  const at = random.below(Math.max(1, bytes.length));
  return bytes.map((byte, index) => (index === at ? change(byte) : byte));
}

const mutations: readonly ((random: Random, bytes: Uint8Array) => Uint8Array)[] = [
  (random, bytes) => bytes.slice(0, random.below(bytes.length + 1)),
  (random, bytes) => atByte(random, bytes, () => random.below(256)),
  (random, bytes) => atByte(random, bytes, (byte) => byte ^ (1 << random.below(8))),
  (random, bytes) => atWord(random, bytes, () => random.pick(words)),
  (random, bytes) => atWord(random, bytes, (word) => word ^ (1 << (16 + random.below(5)))),
  (random, bytes) => atWord(random, bytes, () => random.below(40)),
  (random, bytes) => new Uint8Array([...bytes, ...random.many(() => random.below(256))]),
];

export function mutated(random: Random, bytes: Uint8Array): Uint8Array {
  return random.pick(mutations)(random, bytes);
}
