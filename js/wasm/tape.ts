import type { Shapes } from "./object-shapes.js";

/** What the tape's table in docs/INTERNALS.md says in numbers, and js/table.gen.ts does not hold. */
export const tapeBits = {
  boolTrue: 1 << 16,
  /** Flags of a NodePath. */
  absolute: 1,
  hasProperty: 2,
  propertyKnown: 4,
  /** Kinds of container types, by number. */
  kinds: ["untyped", "builtin", "class", "script"],
  /** The text that stands for `EncodedObjectAsID`. */
  encodedObjectText: -1,
  /** What a Dictionary's entry begins with when it is not the number of a key: the key follows as a value … */
  keyIsValue: -1,
  /** … or this minus the number of a text. */
  firstKeyText: -2,
  /** Dictionaries without a shape. */
  noShape: -1,
  /** Marks the length of a text in the UTF-16 pool. */
  utf16Units: 1 << 30,
  /** Stands for the offset of packed numbers that the codec leaves a gap for. */
  gap: -1,
} as const;

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
