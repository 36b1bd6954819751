// Frames of rows with large values, encoded piece by piece. The bytes are those of `encode` for the whole row.
import { totalLength } from "../../base/bytes.js";
import {
  type DialectName,
  Dictionary,
  decode,
  encode,
  open,
  type Variant,
  VariantArray,
} from "../../index.js";
import { isLong } from "./json-pieces.js";
import { contentsOf, groupsOf, largeBytes, lazyValue } from "./lazy-value.js";
import { joinedPieces } from "./pieces.js";
import { type RowFrame, unlimited, usualDialect } from "./row-frames.js";
import type { Row } from "./rows.js";

/** In all dialects, the header and the count of a container without declared types. */
const plainHead = 8;
const countBits = 0x7fff_ffff;

/** A frame of a row, in pieces. */
export function framePieces(row: Row): Uint8Array[] {
  const pieces = joinedPieces(rowPieces(row));
  const size = totalLength(pieces);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, size, true);
  return [length, ...pieces];
}

function* rowPieces(row: Row): Generator<Uint8Array> {
  yield headOf(encodedIn(usualDialect)([]), row.length);
  for (const cell of row) yield* valuePieces(cell, usualDialect);
}

type Encoded = (value: Variant) => Uint8Array;

const encodedIn =
  (dialect: DialectName): Encoded =>
  (value) =>
    encode(value, { dialect, mode: "exact", fullObjects: true });

/** The bytes of a value in a dialect, in pieces. */
export const valuePieces = (value: Variant, dialect: DialectName): Generator<Uint8Array> =>
  piecesOf(value, encodedIn(dialect));

function* piecesOf(value: Variant, encoded: Encoded): Generator<Uint8Array> {
  const contents = contentsOf(value);
  if (contents === undefined) return yield encoded(value);
  const { count, entries } = contents;
  const isKeyed = value instanceof Dictionary;
  const { elementType, shared } = value as VariantArray;
  const empty = isKeyed ? new Dictionary([], value) : new VariantArray(0, elementType, shared);
  yield headOf(encoded(empty), count);
  for (const group of groupsOf(entries, ([, child]) => isLong(child))) {
    const [key, child] = group[0] as [Variant, Variant];
    if (!isLong(child)) {
      const part = isKeyed ? new Dictionary(group) : group.map(([, one]) => one);
      yield encoded(part).subarray(plainHead);
      continue;
    }
    if (isKeyed) yield encoded(key);
    yield* piecesOf(child, encoded);
  }
}

/** The beginning of a container: that of the empty one with another count. */
function headOf(empty: Uint8Array, count: number): Uint8Array {
  const head = empty.slice();
  const view = new DataView(head.buffer, head.byteOffset);
  const at = head.length - 4;
  view.setUint32(at, ((view.getUint32(at, true) & ~countBits) | count) >>> 0, true);
  return head;
}

/** Reads a row from its frame. Large values in it are decoded later, if somebody iterates over them. */
export function rowFrom({ bytes, dialect, isUnusual }: RowFrame): Row {
  const isLarge = bytes.length > largeBytes;
  const limits = isLarge || isUnusual ? unlimited : undefined;
  const options = { dialect, mode: "exact", allowObjects: true, limits } as const;
  if (!isLarge) return decode(bytes, options) as unknown as Row;
  const document = open(bytes, options);
  return document.root.children().map((cell) => lazyValue(document, { limits }, cell)) as unknown as Row;
}
