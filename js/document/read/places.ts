// Where values are in a document: paths, the index, ranges of bytes.

/** `inventory[3].stats.hp`, or an array of keys and indices. */
export type Path = string | readonly unknown[];

/** The places of all values of a document, as plain data that can be sent to a worker and passed to `open` there. */
export interface DocumentIndex {
  /** 32-bit words: two for each value, and three before the values of each container. docs/INTERNALS.md, "Index", describes them. */
  readonly index: ReturnType<Int32ArrayConstructor["of"]>;
  /** Byte offset of the end of the root value; larger than the number of bytes if padding is missing. */
  readonly end: number;
}

/** A range of bytes: its offset and its length in bytes. */
export type ByteRange = readonly [offset: number, length: number];
