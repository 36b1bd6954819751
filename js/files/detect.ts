import { type Framing, framings } from "../base/framings.js";
import { type Bytes, bytesOf } from "../base/options.js";
import { candidateRecord, operation, reasonNames } from "../table/boundary.gen.js";
import {
  type ContainerName,
  containers,
  type DialectName,
  defaultLimits,
  dialectDescriptions,
  dialectNumbers,
} from "../table/table.gen.js";
import { call } from "../wasm/file-calls.js";

/** One thing that bytes may be. */
export interface Candidate {
  /** The layer around the values: `none` for bare values, or the name of another kind of file. */
  readonly container: ContainerName;
  /** How the values follow each other; absent when it is not known yet, as inside a layer. */
  readonly framing: Framing | undefined;
  readonly dialect: DialectName | undefined;
  /** 0 to 1; only 0.9 or more is proof. */
  readonly score: number;
  /** The reasons, in words. */
  readonly reasons: readonly string[];
  /** Number of values. */
  readonly count: number;
  /** How many bytes before a compressed stream hold the size of its content. */
  readonly sizeBytes: number;
}

/** What is known besides the bytes. */
export interface DetectSettings {
  dialect?: DialectName | undefined;
  /** The generation of the container around the bytes: 3, 4, or 0 when none tells. */
  generation?: number;
  elements?: number;
  depth?: number;
}

/** A sentence for each reason. */
const sentences: Readonly<Record<(typeof reasonNames)[number], string>> = {
  magic: "the first bytes are those of this kind",
  whole: "every byte is read",
  frames: "every frame ends where the next begins",
  container: "a value is a Dictionary or an Array",
  odd: "some numbers or texts look like something else",
  wideInts: "every int is 64-bit wide, as in Godot 3.0",
  layer: "the file around it is of this engine",
  others: "other readings take every byte too",
  partly: "only the first values were looked at",
  damaged: 'a frame is damaged or cut, unless what looks like one is other data (framing "mixed")',
};

/** What the bytes may be, the most probable first; empty when nothing known fits. Nothing is decompressed. */
export function detect(bytes: Bytes): Candidate[] {
  return candidatesOf(bytesOf(bytes));
}

export function candidatesOf(
  bytes: Uint8Array,
  { dialect, generation = 0, elements, depth }: DetectSettings = {},
): Candidate[] {
  const number = dialect === undefined ? -1 : dialectNumbers[dialect];
  const limits = [elements ?? defaultLimits.elements, depth ?? defaultLimits.depth];
  const { words } = call(operation.detect, bytes, [number, generation, ...limits]);
  const candidates: Candidate[] = [];
  for (let at = 0; at < words.length; at += candidateRecord.length) {
    candidates.push(candidateOf((word) => words[at + word] as number));
  }
  return candidates;
}

/** A candidate whose words `read` gives. */
function candidateOf(read: (word: number) => number): Candidate {
  const [container, about] = containers[read(candidateRecord.container)] as (typeof containers)[number];
  const name = dialectDescriptions[read(candidateRecord.dialect)]?.name;
  const reasons = read(candidateRecord.reasons);
  const found = reasonNames.filter((_, bit) => reasons & (1 << bit)).map((reason) => sentences[reason]);
  return {
    container,
    framing: name && framings[read(candidateRecord.framing)],
    dialect: name,
    score: read(candidateRecord.score) / 100,
    reasons: about === "" ? found : [`it is ${about}`, ...found],
    count: read(candidateRecord.count),
    sizeBytes: read(candidateRecord.sizeBytes),
  };
}
