// Overwrites bytes of a value, which must be a valid value of the same size afterwards.
import { type DocumentNode, decode, type Variant, VariantError } from "godot-variant";
import { partsOf } from "../../../../js/document/document.js";
import { withFloats } from "../../../../js/values/path-key.js";
import type { Edit } from "../../protocol/edits.js";
import type { Address, Siblings } from "../../protocol/places.js";
import { isContainer, isKeyed } from "../../values/types.js";
import { type Batch, replacedAt, single } from "./batch.js";
import { exactly } from "./entries.js";
import { areSame } from "./put.js";

type Patches = Extract<Edit, { kind: "bytes" }>["patches"];

/** @param start Where the document begins in the content, for messages. Returns what to select before and after. */
export function patchBytes(
  batch: Batch,
  { address, patches }: Extract<Edit, { kind: "bytes" }>,
  start: number,
): readonly [before: Siblings, after: Siblings] {
  const { offset, ranges, parent } = batch.node(address);
  const places = patches.map(([at, byte]) => [offset + at, byte] as const);
  const [keyStart, keySize] = ranges.key;
  const isKey = parent !== undefined && parent.type === "Dictionary";
  if (isKey && areWithin(places, keyStart, keySize)) patchKey(batch, address, places, start);
  else patchValue(batch, address, places, start);
  return [single(address), single(address)];
}

const areWithin = (places: Patches, start: number, size: number) =>
  places.every(([at]) => at >= start && at < start + size);

function patchValue(batch: Batch, address: Address, places: Patches, start: number): void {
  const target = ownerOf(batch, address, places);
  const node = batch.node(target);
  const { keys, offset, byteLength, type } = node;
  const bytes = patched(batch, address, [offset, byteLength], places);
  batch.change(target, keys.slice(0, -1), (document) => {
    try {
      partsOf(document).editor.setBytes(keys, bytes);
    } catch (error) {
      throw explained(error, batch, address, bytes, start + offset);
    }
  });
  const isOther = isContainer(type) || isKeyed(type);
  batch.shifts.push({ ...replacedAt(target), isOther });
}

/** The innermost value around these bytes that can be read alone: elements of packed arrays and names of properties cannot. */
function ownerOf(batch: Batch, address: Address, places: Patches): Address {
  for (let { length } = address; length > 0; length--) {
    const target = address.slice(0, length);
    const { offset, byteLength, ranges, parent } = batch.node(target);
    const isAlone = parent === undefined || isContainer(parent.type) || isKeyed(parent.type);
    if (isAlone && ranges.header[1] > 0 && areWithin(places, offset, byteLength)) return target;
  }
  throw new Error("These bytes belong to no value, and follow from the sizes of the values.");
}

function patchKey(batch: Batch, address: Address, places: Patches, start: number): void {
  const { keys, ranges } = batch.node(address);
  const bytes = patched(batch, address, ranges.key, places);
  batch.change(address, keys.slice(0, -1), (document) => {
    let key: Variant;
    try {
      key = withFloats(decode(bytes, exactly(document.dialect)));
    } catch (error) {
      throw explained(error, batch, address, bytes, start + ranges.key[0]);
    }
    document.rename(keys, key);
  });
  const now = batch.node(address).ranges.key;
  if (!areSame(patched(batch, address, now, []), bytes))
    throw new Error("Godot writes this key with other bytes. Rename it in the tree.");
}

/** Bytes of the document, some of them overwritten. */
function patched(
  batch: Batch,
  address: Address,
  [offset, size]: DocumentNode["ranges"]["key"],
  places: Patches,
): Uint8Array<ArrayBuffer> {
  const bytes = batch.document(address).slice(offset, offset + size) as Uint8Array<ArrayBuffer>;
  for (const [at, byte] of places) bytes[at - offset] = byte;
  return bytes;
}

/** An error that says why bytes are not a valid value, and at which byte of the content that shows. */
function explained(
  error: unknown,
  batch: Batch,
  address: Address,
  bytes: Uint8Array<ArrayBuffer>,
  start: number,
): unknown {
  if (!(error instanceof VariantError)) return error;
  const { offset, reason } = errorIn(bytes, batch, address) ?? error;
  const at = offset === undefined ? "" : ` At byte ${start + offset} (0x${(start + offset).toString(16)}).`;
  return new Error(`These bytes are not a valid value: ${reason}${at}`);
}

/** The check inside a container does not say where the error is. */
function errorIn(bytes: Uint8Array<ArrayBuffer>, batch: Batch, address: Address): VariantError | undefined {
  try {
    decode(bytes, exactly(batch.document(address).dialect));
  } catch (error) {
    if (error instanceof VariantError) return error;
  }
  return undefined;
}
