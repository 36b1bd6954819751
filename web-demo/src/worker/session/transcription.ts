import type { Variant, Warning } from "godot-variant";
import type { TopValue } from "./top-value.js";

/** A content whose values are not plain Variants in binary form. The page encodes the values itself and shows the result. */
export interface Transcription {
  readonly values: readonly Variant[];
  /** Whether int and float are one type there, as in JSON. */
  readonly hasOneNumber?: boolean | undefined;
  /** Warnings about what was read, with paths. If undefined, the page shows the warnings that the values raise. */
  readonly warnings?: readonly Warning[];
  /** Writes the content with other values, after edits of the top-level values. Throws for values that it cannot hold. */
  toContent(
    values: readonly Variant[],
    edited: readonly TopValue[],
  ): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /** Throws for values that it cannot hold, in less time. */
  check?(values: readonly Variant[]): void;
}

/** A transcription, and the bytes of its values that the page shows. */
export interface Transcribed {
  readonly transcription: Transcription;
  readonly encoded: readonly Uint8Array<ArrayBuffer>[];
  /** Reads the bytes of an edited value. */
  read(bytes: Uint8Array): Variant;
}
