// What a tape consists of; docs/INTERNALS.md describes it.
import type { Shapes } from "./object-shapes.js";
import type { PooledTexts } from "./pooled-texts.js";

/** A tape and its texts, as views of the WebAssembly memory. */
export interface Tape {
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  /** Index in `i32` of the first word; even. */
  readonly wordsAt: number;
  /** The view that contains the table of texts. `textsAt` is the index of its first word. */
  readonly texts: Int32Array;
  readonly textsAt: number;
  readonly textCount: number;
  /** The bytes that offsets refer to: the input, or the texts of a tape that JavaScript wrote. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Address of the same bytes in the WebAssembly memory, if they are there too. */
  readonly bytesAt?: number | undefined;
  /** Texts that are strings already, by number. Others are in `pooled`, or are read from `bytes`. */
  readonly strings?: (string | undefined)[] | undefined;
  /** Texts of which each occurs once. */
  readonly pooled?: PooledTexts | undefined;
  /** Keys and shapes of the codec that decoded the tape; absent from tapes that JavaScript wrote. */
  readonly shapes?: Shapes;
}
