import type { Shapes } from "./object-shapes.js";

/** A tape and its texts, in views of the memory they lie in: the WASM memory, or a flattener's buffers. */
export interface Tape {
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  /** Index in `i32` of the first word; even. */
  readonly wordsAt: number;
  /** The views that hold the texts table, and the index of its first word. */
  readonly texts: Int32Array;
  readonly textsAt: number;
  readonly textCount: number;
  /** What offsets point into. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Address of the same bytes in the memory of `i32`, where they lie there too. */
  readonly bytesAt?: number;
  /** Texts that are strings already, by their numbers; others are read from `bytes`. */
  readonly strings?: (string | undefined)[];
  /** Keys and shapes of the codec that made the tape; absent from tapes that JavaScript made. */
  readonly shapes?: Shapes;
}
