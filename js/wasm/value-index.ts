// Reads the words of an index.

import { indexMarks } from "../table/boundary.gen.js";
import { lastUpTo } from "../table/numbers.js";

const { headWords, typeMask, hasList, keyShift, packedHead } = indexMarks;
export const { recordWords } = indexMarks;

/** The index of the values in some bytes. Records are named by the number of their first word. */
export interface ValueIndex {
  readonly index: Int32Array;
}

/** The type of the value at record `node`. */
export function typeAt({ index }: ValueIndex, node: number): number {
  return (index[node + 1] as number) & typeMask;
}

/** Size in bytes of the key before the value at record `node`. */
export function keySizeAt({ index }: ValueIndex, node: number): number {
  return ((index[node + 1] as number) >>> keyShift) * 4;
}

/** The list of the values inside the value at record `node`; 0 if there are none. */
export function listAt({ index }: ValueIndex, node: number): number {
  return (index[node + 1] as number) & hasList ? (index[node] as number) >>> 0 : 0;
}

/** The record of a value in a list of records. */
export function childAt(list: number, position: number): number {
  return list + headWords + position * recordWords;
}

/** Number of entries in a list; 0 for list 0. */
export function countAt(source: ValueIndex, list: number): number {
  return list === 0 ? 0 : wordAt(source, list + 1);
}

/** Size in bytes of an element of a packed array of numbers; 0 for a list of records. */
export function strideAt({ index }: ValueIndex, list: number): number {
  return list === 0 ? 0 : Math.max(0, -(index[list + 2] as number));
}

/** Byte offset of the header of the value at record `node`. */
export function startAt(source: ValueIndex, node: number): number {
  const list = listAt(source, node);
  if (list === 0) return wordAt(source, node);
  const headSize = source.index[list + 2] as number;
  return wordAt(source, list) - (headSize < 0 ? packedHead : headSize);
}

/** Byte offset of an entry: of the key of the value at record `node` or, without a key, of its header. */
export function entryStartAt(source: ValueIndex, node: number): number {
  return startAt(source, node) - keySizeAt(source, node);
}

/** Byte offset of the entry at a position in a list of records: of its key, the name of its property or its header. */
export function startInList(source: ValueIndex, list: number, position: number): number {
  return entryStartAt(source, childAt(list, position));
}

/** Position in a list of records of the entry that contains a byte offset. */
export function positionAt(source: ValueIndex, list: number, offset: number): number {
  return lastUpTo(countAt(source, list), (at) => startInList(source, list, at), offset);
}

export function wordAt({ index }: ValueIndex, at: number): number {
  return (index[at] as number) >>> 0;
}
