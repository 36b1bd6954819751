// Writes an edited binary resource. Everything that was not edited keeps its bytes; only the offsets of later resources move.

import { join } from "../base/bytes.js";
import { applied, type Edit } from "../base/edits.js";
import { insideOf } from "../base/errors-within.js";
import { hint } from "../base/hints.js";
import { markedName } from "../forms/text-scanner.js";
import { VariantError } from "../index.js";
import type { BinaryResource, StoredBlock, StoredProperty } from "./binary-reader.js";
import { type BlockChanges, firstByName } from "./block-changes.js";
import { ByteWriter } from "./byte-cursor.js";
import { writeName } from "./stored-format.js";
import { WireValues } from "./wire-to-stored.js";

/** Applies the changes of each block to the bytes that were read as `resource`. Throws for a value that the file cannot hold. */
export function editBinary(
  bytes: Uint8Array,
  resource: BinaryResource,
  changes: readonly BlockChanges[],
  limit: number,
): Uint8Array<ArrayBuffer> {
  const edits: Edit<Uint8Array>[] = [];
  let moved = 0;
  for (const [number, block] of resource.blocks.entries()) {
    if (moved !== 0) edits.push(offsetEdit(bytes, resource, block, moved));
    const inBlock = blockEdits(resource, number, changes[number] as BlockChanges, limit);
    for (const { at, end, by } of inBlock) moved += by.length - (end - at);
    edits.push(...inBlock);
  }
  return join(applied(edits, (from, to) => bytes.subarray(from, to)));
}

/** Engines set a repeated property several times, so the last one counts; removing it removes all. */
function blockEdits(
  resource: BinaryResource,
  number: number,
  changes: BlockChanges,
  limit: number,
): Edit<Uint8Array>[] {
  const block = resource.blocks[number] as StoredBlock;
  const bytesOf = (wire: Uint8Array, name?: string, old?: StoredProperty) =>
    propertyBytes(resource, { wire, number, name, old }, limit);
  const last = new Map(block.properties.map((property) => [property.name, property]));
  const first = firstByName(block.properties);
  const edits: Edit<Uint8Array>[] = [];
  let count = block.properties.length;
  // Before the edits that remove what follows.
  for (const [name, change] of changes) {
    if (change === undefined || last.has(name)) continue;
    const { wire, behind } = change;
    const at = behind === undefined ? block.countAt + 4 : (first.get(behind)?.end ?? block.end);
    edits.push({ at, end: at, by: insideOf([name], () => bytesOf(wire, name)) });
    count++;
  }
  for (const { name, at, end } of block.properties) {
    if (!changes.has(name) || changes.get(name) !== undefined) continue;
    edits.push({ at, end, by: new Uint8Array() });
    count--;
  }
  for (const [name, old] of last) {
    const wire = changes.get(name)?.wire;
    if (wire === undefined) continue;
    const by = insideOf([name], () => bytesOf(wire, undefined, old));
    edits.push({ at: old.valueAt, end: old.end, by });
  }
  if (count !== block.properties.length)
    edits.push({ at: block.countAt, end: block.countAt + 4, by: word(resource, count) });
  return edits;
}

/** A value of the resource with this number, its name if the property is new, and the property that it replaces. */
interface NewValue {
  readonly wire: Uint8Array;
  readonly number: number;
  readonly name: string | undefined;
  readonly old: StoredProperty | undefined;
}

/** A value, and the name before it for a new property. Throws for references that engines would read as null, unless they did before. */
function propertyBytes(resource: BinaryResource, value: NewValue, limit: number): Uint8Array {
  const { wire, number, name, old } = value;
  const { format, externals } = resource;
  const stored = (values: Uint8Array, before?: string) => {
    const output = new ByteWriter(limit, format.littleEndian, format.surrogates);
    if (before !== undefined) writeName(output, markedName(before), format);
    const copied = new WireValues(values, output, format, externals.length, number);
    copied.copy();
    return { bytes: output.written(), unread: copied.unread };
  };
  const { bytes, unread } = stored(wire, name);
  if (unread.size > 0) {
    const known = old && stored(resource.wire.subarray(old.wireAt, old.wireEnd)).unread;
    for (const id of unread)
      if (known?.has(id) !== true)
        throw new VariantError("unsupported-value", { hints: [hint("resource-used", id)] });
  }
  return bytes;
}

function word({ format }: BinaryResource, value: number): Uint8Array {
  const output = new ByteWriter(4, format.littleEndian);
  output.u32(value);
  return output.written();
}

/** The new offset of a resource behind edits that moved it. */
function offsetEdit(
  bytes: Uint8Array,
  { format }: BinaryResource,
  { offsetAt }: StoredBlock,
  moved: number,
): Edit<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const output = new ByteWriter(8, format.littleEndian);
  output.u64(view.getBigUint64(offsetAt, format.littleEndian) + BigInt(moved));
  return { at: offsetAt, end: offsetAt + 8, by: output.written() };
}
