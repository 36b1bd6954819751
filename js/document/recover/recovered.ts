// The result of `recover`.
import type { ErrorCode } from "../../base/errors.js";
import type { ByteArray } from "../../base/options.js";
import { formatPath } from "../../base/path.js";
import type { Variant } from "../../values/variant.js";
import type { Document } from "../document.js";
import type { ByteRange } from "../read/places.js";

/** Bytes that could not be read, and why. */
export interface Lost {
  /** Byte offset in the input. */
  readonly offset: number;
  /** Size in bytes. 0 where a count or a checksum is wrong, or the end of the input is missing: how much that was is unknown. */
  readonly length: number;
  /** Why they could not be read. */
  readonly code: ErrorCode;
  /** Path of the value that could not be read, or of the first lost value. */
  readonly path: string;
  /** The path as an array of keys and indices. */
  readonly keys: readonly Variant[];
}

/** @internal Bytes that could not be read, in the value at `keys` if they are known. */
export const lostBytes = (
  offset: number,
  length: number,
  code: ErrorCode,
  keys: readonly Variant[] = [],
): Lost => ({ offset, length, code, keys, path: formatPath(keys) });

/** The recovered part of one value. */
export interface RecoveredValue {
  /** The readable part as a complete value. */
  readonly document: Document;
  /** Ranges of the document's bytes, each with its offset in the input. Bytes outside these ranges, such as counts, are new. */
  readonly ranges: readonly { readonly range: ByteRange; readonly from: number }[];
}

/** The result of `recover`. */
export interface Recovered {
  /** Whether nothing is lost. */
  readonly complete: boolean;
  /** The recovered values, in order. */
  readonly values: readonly RecoveredValue[];
  /** The lost ranges, in order. */
  readonly lost: readonly Lost[];
  /** All recovered values, with the framing of the input. */
  readonly bytes: ByteArray;
}
