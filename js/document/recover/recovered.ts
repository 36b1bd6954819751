import type { ErrorCode } from "../../base/errors.js";
import type { Variant } from "../../values/variant.js";
import type { Document } from "../document.js";
import type { ByteRange } from "../read/places.js";

/** Bytes that could not be read, and why. */
export interface Lost {
  readonly offset: number;
  readonly length: number;
  readonly code: ErrorCode;
  /** Path of the value that could not be read, or of the first one that is lost. */
  readonly path: string;
  readonly keys: readonly Variant[];
}

/** What `recover` recovered of one value. */
export interface RecoveredValue {
  /** What could be read, as a complete value. */
  readonly document: Document;
  /** Where its bytes come from: ranges of them, each with the offset in the input. Only counts, and bytes outside all ranges, are new. */
  readonly ranges: readonly { readonly range: ByteRange; readonly from: number }[];
}

/** What `recover` returns. */
export interface Recovered {
  /** Whether nothing is lost. */
  readonly complete: boolean;
  readonly values: readonly RecoveredValue[];
  readonly lost: readonly Lost[];
  /** Everything that was recovered, framed as the input was. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}
