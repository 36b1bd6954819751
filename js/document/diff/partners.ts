// Which entries of two Dictionaries or Objects have the same key.
import type { ContainerNode } from "../read/container-node.js";
import { encodedAgain } from "../read/encode-part.js";
import type { DiffMarks } from "./diff-marks.js";

/** At most this many entries with the same mark are compared with a key, which bounds the time. */
const mostAlike = 16;

/** Finds for each entry of `b` the entry of `a` with the same key; -1 if `a` does not have the key. */
export function partnersOf(
  sideA: DiffMarks,
  a: ContainerNode,
  sideB: DiffMarks,
  b: ContainerNode,
): Int32Array {
  const partners = new Int32Array(b.count).fill(-1);
  const sameKey = (i: number, j: number) => {
    const [one, other] = [a.original(i), b.original(j)];
    return sideA.sameRange(one.keyStart, one.keyEnd, sideB, other.keyStart, other.keyEnd);
  };
  let j = 0;
  for (; j < Math.min(a.count, b.count) && sameKey(j, j); j++) partners[j] = j;
  const known = new Map<number, number[]>();
  for (let i = a.count - 1; i >= j; i--) {
    const mark = sideA.markOfKey(a.original(i));
    const places = known.get(mark);
    if (places === undefined) known.set(mark, [i]);
    else places.push(i);
  }
  for (; j < b.count; j++) {
    // Entries with equal keys pair in order, so the first one of `a` is at the end of the list.
    const places = known.get(sideB.markOfKey(b.original(j))) ?? [];
    const least = Math.max(0, places.length - mostAlike);
    for (let at = places.length - 1; at >= least && (partners[j] as number) < 0; at--)
      if (sameKey(places[at] as number, j)) partners[j] = places.splice(at, 1)[0] as number;
  }
  pairByMeaning(sideA, a, sideB, b, partners);
  return partners;
}

/** Pairs the remaining keys that are equal although their bytes differ, for example in padding. */
function pairByMeaning(
  sideA: DiffMarks,
  a: ContainerNode,
  sideB: DiffMarks,
  b: ContainerNode,
  partners: Int32Array,
): void {
  const alone = partners.filter((partner) => partner < 0).length;
  if (alone === 0 || a.count - (b.count - alone) === 0) return;
  const { format } = sideA.reader;
  const meaning = ({ reader }: DiffMarks, container: ContainerNode, i: number) => {
    const item = container.original(i);
    const key = reader.keys.key(item, container, true);
    return String(encodedAgain(format, key) ?? reader.keys.bytes(item, container));
  };
  const paired = new Set(partners);
  const known = new Map<string, number>();
  for (let i = 0; i < a.count; i++) if (!paired.has(i)) known.set(meaning(sideA, a, i), i);
  for (let j = 0; j < b.count; j++) {
    if ((partners[j] as number) >= 0) continue;
    const key = meaning(sideB, b, j);
    partners[j] = known.get(key) ?? -1;
    known.delete(key);
  }
}
