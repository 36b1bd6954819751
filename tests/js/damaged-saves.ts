// Saves of many shapes, and what can happen to a file: it is cut, a word of it is wrong, a block of it is overwritten.
import {
  Color,
  type DialectName,
  encode,
  encodeFrames,
  type Framing,
  float,
  type Layer,
  Vector2,
  Vector3,
  wrap,
} from "../../js/index.js";
import { Random } from "../random.js";

type Octets = Uint8Array<ArrayBuffer>;

export interface Save {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly dialect: DialectName;
  readonly framing: Framing;
  readonly layers: readonly Layer[];
  /** The content inside the layers. */
  readonly content: Octets;
  readonly file: Octets;
}

export const password = "hunter2";

const words = [
  "sword",
  "Zoë",
  "position",
  "inventory",
  "a_long_key_of_a_quest_that_has_a_name",
  "hp",
  "Übung",
  "id",
  "",
];

/** Seven shapes; the first three of them hold numbers and bytes that look like the lengths of frames. */
const shapes: Readonly<Record<string, (random: Random, size: number) => unknown>> = {
  lengths(random, size) {
    const inner = encodeFrames([{ a: 1 }]);
    const like = new Int32Array(inner.buffer.slice(0, inner.length & ~3));
    const ints = Array.from({ length: size }, () =>
      random.pick([12, 16, 20, 27, 28, 18, 19, 4, 8, 1, 2, 40, 60]),
    );
    return { ints: new Int32Array([...ints, ...like, ...ints]), after: ints.slice(0, 3) };
  },
  lengthBeforeDictionary(random, size) {
    return Array.from({ length: size }, () => {
      const entry = { n: random.below(9), name: random.pick(words) };
      return [
        encode(entry, { dialect: "godot-4" }).length,
        entry,
        encode(entry, { dialect: "godot-3" }).length,
        entry,
      ];
    });
  },
  bytes(random, size) {
    const inner = encode({ hp: 3, name: "inside", list: [1, 2, 3] }, { framing: "store_var" });
    return {
      small: new Uint8Array(Array.from({ length: size * 5 }, () => random.below(256))),
      frame: inner,
      end: [new Uint8Array(random.below(9)), "end"],
    };
  },
  strings(random, size) {
    return Object.fromEntries(
      Array.from({ length: size }, (_, i) => [
        `${random.pick(words)}${i}`,
        random.picks(words, random.below(4)).join(" "),
      ]),
    );
  },
  nested(random, size) {
    const nest = (depth: number): unknown =>
      depth === 0 ? random.below(100) : random.many(() => nest(depth - 1 - random.below(2 < depth ? 2 : 1)));
    return Array.from({ length: size }, () => nest(3));
  },
  inventory(random, size) {
    return {
      version: 3,
      player: {
        name: "Mira",
        position: new Vector3(random.decimal(-9, 9), 0.5, 2),
        alive: true,
        target: null,
      },
      items: Array.from({ length: size }, (_, id) => ({
        id,
        name: random.pick(words),
        count: random.below(99),
        rate: float(random.decimal(0, 5)),
      })),
      end: "end",
    };
  },
  plain(random, size) {
    return {
      colors: Array.from({ length: size }, () => new Color(random.fraction(), random.fraction(), 0.25, 1)),
      places: Array.from(
        { length: size },
        () => new Vector2(random.decimal(-500, 500), random.decimal(-500, 500)),
      ),
      reals: new Float32Array(Array.from({ length: size }, () => random.decimal(-90, 90))),
      big: 2n ** 40n + BigInt(random.below(1000)),
      flags: Array.from({ length: size }, () => random.below(2) === 0),
    };
  },
};

export const shapeNames = Object.keys(shapes);

interface Wrapping {
  readonly dialect?: DialectName;
  readonly framing?: Framing;
  readonly count?: number;
  readonly size?: number;
  readonly layers?: readonly Layer[];
}

/** Makes a save, always the same for the same arguments. */
export async function saveOf(
  shape: string,
  seed: number,
  {
    dialect = "godot-4.4",
    framing = "store_var",
    count = 1,
    size = 2 + (seed % 9),
    layers = [],
  }: Wrapping = {},
): Promise<Save> {
  const random = new Random(seed * 7919 + shape.length);
  const make = shapes[shape] as (random: Random, size: number) => unknown;
  const values = Array.from({ length: count }, () => make(random, size));
  const content = encodeFrames(values, { dialect, framing });
  const file = await wrap(content, layers, { password, iv: new Uint8Array(16).fill(seed) });
  const around = layers.map(({ container }) => container).join(" ");
  const name = `${shape} ${seed}, ${dialect} ${framing} ${count} ${around}`;
  return { name, values, dialect, framing, layers, content, file };
}

/** The framed saves of every shape, of Godot 3 and 4: 280 by default. */
export async function framedSaves(seeds = 20): Promise<Save[]> {
  const made: Promise<Save>[] = [];
  for (const shape of shapeNames)
    for (const dialect of ["godot-3", "godot-4.4"] as const)
      for (let seed = 0; seed < seeds; seed++) made.push(saveOf(shape, seed, { dialect }));
  return Promise.all(made);
}

/** The sizes at which a file is cut: every one of small files, otherwise some. */
export function cutsOf({ length }: Octets, most = 40): number[] {
  const step = Math.max(1, length / most);
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => Math.floor(i * step)).filter(
    (at) => at < length,
  );
}

/** A copy with one wrong word. */
export function wordDamaged(bytes: Octets, random: Random): { bytes: Octets; at: number; end: number } {
  const at = random.below(Math.max(1, bytes.length >> 2)) * 4;
  const copy = bytes.slice();
  const word = random.pick([0, 0xffffffff, 0x7fffffff, 0x01010101, random.word(), 200, 65536]);
  new DataView(copy.buffer).setUint32(at, word, true);
  return { bytes: copy, at, end: at + 4 };
}

/** A copy with an overwritten block, as of a disk. */
export function blockDamaged(bytes: Octets, random: Random): { bytes: Octets; at: number; end: number } {
  const at = random.below(bytes.length);
  const end = Math.min(bytes.length, at + 8 + random.below(Math.max(8, bytes.length >> 3)));
  const copy = bytes.slice();
  if (random.below(3) > 0) copy.fill(random.pick([0, 0xff, 0x20]), at, end);
  else for (let i = at; i < end; i++) copy[i] = random.below(256);
  return { bytes: copy, at, end };
}

/** Positions of the blocks in a GCPF file; their sizes follow the header. */
export function blocksOf(file: Uint8Array): { at: number; size: number; entry: number }[] {
  const view = new DataView(file.buffer, file.byteOffset);
  const count = Math.floor(view.getUint32(12, true) / view.getUint32(8, true)) + 1;
  let at = 16 + count * 4;
  return Array.from({ length: count }, (_, i) => {
    const size = view.getUint32(16 + i * 4, true);
    at += size;
    return { at: at - size, size, entry: 16 + i * 4 };
  });
}
