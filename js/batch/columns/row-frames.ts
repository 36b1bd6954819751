// Rows between workers: frames of exact values, in a dialect that has all of their types.
import { closeSync, openSync, readSync } from "node:fs";
import { type ErrorCode, encode, encodeFrames, VariantError } from "../../index.js";
import { type DialectName, dialectDescriptions } from "../../table/table.gen.js";
import type { Row } from "./rows.js";

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

/** Rows as frames, which hold exactly the values that were read. */
export function framesOf(rows: readonly Row[]): Uint8Array {
  try {
    return encodeFrames(rows, { ...written, dialect: usualDialect, framing: "store_var" });
  } catch (error) {
    if (!isOf(error, "not-in-dialect", "too-deep", "too-large")) throw withoutPlace(error);
    return Buffer.concat(rows.flatMap(inAnyDialect));
  }
}

const isOf = (error: unknown, ...codes: ErrorCode[]) =>
  error instanceof VariantError && codes.includes(error.code);

/** The path of the error leads through the row, which nobody else knows. */
const withoutPlace = (error: unknown) =>
  error instanceof VariantError ? new VariantError(error.code, { hints: error.hints }) : error;

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
      if (!isOf(error, "not-in-dialect")) throw withoutPlace(error);
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
