/** `inventory[3].stats.hp`, or an array of keys and indices. */
export type Path = string | readonly unknown[];

/** Where the values of a document stand, as plain data: send it to a worker and pass it to `open` there. */
export interface DocumentIndex {
  /** Records of three words: where a value stands; its type and the size of its key; where its children are listed. */
  readonly index: Int32Array<ArrayBuffer>;
  /** Where the whole value ends; beyond the bytes when its padding is missing. */
  readonly end: number;
}

/** A range of bytes: its offset and its length. */
export type ByteRange = readonly [offset: number, length: number];
