// Two nulls in a row may be the header of a container whose bytes are zero.
import { Type } from "../../table/table.gen.js";
import { childAt, countAt, entryStartAt, listAt, startAt, strideAt, typeAt } from "../../wasm/value-index.js";
import type { Format, Source } from "../read/source.js";
import type { Run } from "./probe.js";

/** Offsets of two nulls in a row, in order. */
export function nullPairsIn(source: Source): number[] {
  const { bytes } = source;
  const nulls = new Set<number>();
  for (const pending = [0]; pending.length > 0; ) {
    const node = pending.pop() as number;
    const list = listAt(source, node);
    if (list === 0 || strideAt(source, list) > 0 || typeAt(source, node) === Type.PackedStringArray) continue;
    for (let i = 0; i < countAt(source, list); i++) {
      const child = childAt(list, i);
      const [begin, at] = [entryStartAt(source, child), startAt(source, child)];
      if (begin < at && bytes[begin] === 0) nulls.add(begin);
      if (typeAt(source, child) === Type.Nil) nulls.add(at);
      pending.push(child);
    }
  }
  return [...nulls].filter((at) => nulls.has(at + 4)).sort((a, b) => a - b);
}

/** Whether the entries of a container at a depth show its type: texts as keys and other values, or only containers as elements. */
export function isSureOf({ attempt: { source } }: Run, depth: number, type: number, format: Format): boolean {
  let node = 0;
  for (let i = 0; i < depth; i++) node = childAt(listAt(source, node), 0);
  const list = listAt(source, node);
  const entries = Array.from({ length: countAt(source, list) }, (_, i) => childAt(list, i));
  const types = new Set(entries.map((entry) => typeAt(source, entry)));
  if (type === Type.Array) return types.size === 1 && types.has(Type.Dictionary);
  const keys = entries.map((entry) =>
    source.bytes.subarray(entryStartAt(source, entry), startAt(source, entry)),
  );
  const isText = ([id]: Uint8Array) => id === format.stringId || id === format.nameId;
  const areOnce = new Set(keys.map(String)).size === keys.length;
  return (
    keys.length > 1 && keys.every(isText) && areOnce && !types.has(Type.Nil) && [...types].some(isNoText)
  );
}

const isNoText = (type: number) => type !== Type.String && type !== Type.StringName;
