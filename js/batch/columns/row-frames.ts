// Rows between workers: frames of exact values, in a dialect that has all of their types.
import { closeSync, openSync, readSync } from "node:fs";
import { type ErrorCode, encode, encodeFrames, formatPath, type Variant, VariantError } from "../../index.js";
import { type DialectName, dialectDescriptions } from "../../table/table.gen.js";
import { keyColumns, type Row } from "./rows.js";
import type { Selection } from "./select.js";

/** The usual dialect. Only values of other engines, such as an Image of Godot 2, have a type that it lacks. */
export const usualDialect = "godot-4";
/** Stands in place of the length before an unusual frame: then come the number of its dialect (a byte), and its length. */
const unusual = 0xffff_ffff;
const headBytes = 9;

const written = { mode: "exact", fullObjects: true } as const;

/** For values that were read, within the limits of the caller. A row is one level deeper than its cells. */
export const unlimited = {
  depth: 0x7fff_ffff,
  elements: 0x7fff_ffff,
  memory: 2 ** 40,
  outputBytes: 0x7fff_ffff,
};

/** Rows as frames, which hold exactly the values that were read. The path of an error is the place in the file. */
export function framesOf(rows: readonly Row[], columns: readonly Selection[]): Uint8Array {
  const inFile = (error: unknown, [frame = 0, cell, ...inside]: readonly Variant[]) => {
    if (!(error instanceof VariantError)) return error;
    const place = placeOf(columns[(cell as number) - keyColumns.length], inside);
    const keys = rows.length === 1 ? place : [frame, ...place];
    return new VariantError(error.code, { hints: error.hints, keys, path: formatPath(keys) });
  };
  try {
    return encodeFrames(rows, { ...written, dialect: usualDialect, framing: "store_var" });
  } catch (error) {
    if (!isOf(error, "not-in-dialect", "too-deep", "too-large")) throw inFile(error, keysOf(error));
  }
  const inAny = (row: Row, frame: number) => {
    try {
      return inAnyDialect(row);
    } catch (error) {
      throw inFile(error, [frame, ...keysOf(error)]);
    }
  };
  return Buffer.concat(rows.flatMap(inAny));
}

const keysOf = (error: unknown) => (error instanceof VariantError ? error.keys : []);

/** The keys from a value to a place inside a cell: each wildcard of the column has taken the elements of an array. */
function placeOf(column: Selection | undefined, inside: readonly Variant[]): Variant[] {
  const [first = [], ...rest] = column?.parts ?? [];
  const place = [...first];
  for (const [i, part] of rest.entries()) {
    if (i >= inside.length) return place;
    place.push(inside[i] as Variant, ...part);
  }
  return place.concat(inside.slice(rest.length));
}

const isOf = (error: unknown, ...codes: ErrorCode[]) =>
  error instanceof VariantError && codes.includes(error.code);

/** Without limits, the codec does not remember the options, so this takes longer. */
function inAnyDialect(row: Row): Uint8Array[] {
  for (const [number, { name: dialect }] of dialectDescriptions.entries()) {
    try {
      const bytes = encode(row, { ...written, dialect, limits: unlimited });
      const head = Buffer.alloc(headBytes);
      head.writeUInt32LE(unusual);
      head.writeUInt8(number, 4);
      head.writeUInt32LE(bytes.length, 5);
      return [head, bytes];
    } catch (error) {
      if (!isOf(error, "not-in-dialect")) throw error;
    }
  }
  throw new VariantError("not-in-dialect");
}

/** A frame without its length. */
export interface RowFrame {
  readonly bytes: Uint8Array;
  readonly dialect: DialectName;
  /** Whether it may be beyond the usual limits. */
  readonly isUnusual: boolean;
}

/** The frames in a file, one after the other. */
export function* framesIn(path: string): Generator<RowFrame> {
  const file = openSync(path, "r");
  const read = (size: number): Buffer => {
    const bytes = Buffer.allocUnsafeSlow(size);
    for (let done = 0; done < size; ) {
      const count = readSync(file, bytes, done, size - done, null);
      if (count === 0) throw new Error(`${path} ends inside a row`);
      done += count;
    }
    return bytes;
  };
  try {
    const length = Buffer.alloc(4);
    while (readSync(file, length) === length.length) {
      const size = length.readUInt32LE();
      if (size !== unusual) {
        yield { bytes: read(size), dialect: usualDialect, isUnusual: false };
        continue;
      }
      const head = read(headBytes - length.length);
      const dialect = dialectDescriptions[head.readUInt8()]?.name ?? usualDialect;
      yield { bytes: read(head.readUInt32LE(1)), dialect, isUnusual: true };
    }
  } finally {
    closeSync(file);
  }
}
