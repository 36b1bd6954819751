// `detect`: what bytes may be.
import type { Candidate } from "../base/candidate.js";
import { framings } from "../base/framings.js";
import { type Bytes, bytesOf } from "../base/options.js";
import { candidateRecord, operation, reasonNames } from "../table/boundary.gen.js";
import {
  containers,
  type DialectName,
  defaultLimits,
  dialectDescriptions,
  dialectNumbers,
} from "../table/table.gen.js";
import { call } from "../wasm/file-calls.js";

export type { Candidate } from "../base/candidate.js";

/** Facts about the bytes that the caller knows already. */
interface DetectSettings {
  dialect?: DialectName | undefined;
  /** The engine generation that the layer around the bytes implies: 3, 4, or 0 if unknown. */
  generation?: number;
  elements?: number;
  depth?: number;
}

/** A phrase for each reason. */
const sentences: Readonly<Record<(typeof reasonNames)[number], string>> = {
  magic: "the first bytes identify this format",
  whole: "every byte is read",
  frames: "every frame ends where the next one begins",
  container: "a value is a Dictionary or an Array",
  odd: "some numbers or texts look implausible",
  wideInts: "every int is 64-bit wide, as in Godot 3.0",
  layer: "the layer around it comes from this engine",
  others: "other readings reach the last byte too",
  partly: "only the first values were checked",
  damaged: 'a frame is damaged or cut, unless other data lies between the frames (framing "mixed")',
};

/** @internal Whether a reading is one of cut or damaged values. */
export function isDamaged({ reasons }: Candidate): boolean {
  return reasons.includes(sentences.damaged);
}

/**
 * Lists the possible readings of bytes, most probable first; empty if no known format fits. Decompresses nothing.
 *
 * @param bytes - The first bytes of a file, or all of them: only all of them tell whether every byte is read.
 * @returns The candidates, most probable first.
 * @throws TypeError for something that holds no bytes.
 * @example
 * ```ts
 * const [best] = detect(bytes);
 * console.log(best.dialect, best.framing, best.reasons);
 * ```
 */
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

/** Builds a candidate from the words of its record. */
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
