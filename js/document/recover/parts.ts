// Recovers a value that is a part of a content, between two places that are known.
import type { Variant } from "../../values/variant.js";
import type { Format } from "../read/source.js";
import { holesIn } from "./holes.js";
import { type Budget, Probe } from "./probe.js";
import { type Lost, lostBytes } from "./recovered.js";
import { rescue } from "./rescue.js";
import type { Range, Rescued } from "./salvage.js";

/** A content whose parts are recovered one by one. */
export interface Content {
  readonly format: Format;
  readonly input: Uint8Array<ArrayBuffer>;
  /** Ranges whose bytes are unknown, in order. */
  readonly holes: readonly Range[];
  readonly budget: Budget;
}

/**
 * The readable part of the value in a range. Notes what is lost, with paths that begin with `keys`. A value whose type is damaged is lost:
 * its remains would be another one.
 */
export function rescuePart(
  { format, input, holes, budget }: Content,
  begin: number,
  end: number,
  keys: readonly Variant[],
  lost: Lost[],
): Rescued | undefined {
  const damages: Lost[] = [];
  const probe = new Probe(format, input.subarray(begin, end), holesIn(holes, begin, end), budget);
  const value = rescue({ format, probe, base: begin }, damages);
  const first = damages[0];
  if (value === undefined || (first?.offset === begin && first.keys.length === 0)) {
    lost.push(lostBytes(begin, end - begin, first?.code ?? "bad-length", keys));
    return undefined;
  }
  for (const { offset, length, code, keys: inside } of damages)
    lost.push(lostBytes(offset, length, code, [...keys, ...inside]));
  return value;
}
