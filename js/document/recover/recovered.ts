import type { ErrorCode } from "../../base/errors.js";
import type { Variant } from "../../values/variant.js";
import type { Document } from "../document.js";
import type { ByteRange } from "../read/places.js";

/** Bytes that could not be read, and why. */
export interface Lost {
  readonly offset: number;
  readonly length: number;
  readonly code: ErrorCode;
  /** The value that could not be read, or stands first among those that are lost. */
  readonly path: string;
  readonly keys: readonly Variant[];
}

/** What `recover` saved of one value. */
export interface RecoveredValue {
  /** What could be read, as a whole value. */
  readonly document: Document;
  /** Where every byte of it comes from: ranges of its bytes, each with the offset in the input. New are only counts, and what is in no range. */
  readonly ranges: readonly { readonly range: ByteRange; readonly from: number }[];
}

/** What `recover` gives. */
export interface Recovered {
  /** Whether nothing is lost. */
  readonly complete: boolean;
  readonly values: readonly RecoveredValue[];
  readonly lost: readonly Lost[];
  /** All that was saved, framed as the input was. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}
