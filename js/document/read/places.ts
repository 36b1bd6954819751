/** `inventory[3].stats.hp`, or an array of keys and indices. */
export type Path = string | readonly unknown[];

/** Where the values of a document stand: plain data, to be sent to a worker and given to `open` there. */
export interface DocumentIndex {
  /** Records of three words: where a value stands; its type and the size of its key; where its children are listed. */
  readonly index: Int32Array<ArrayBuffer>;
  /** Where the whole value ends; behind the bytes when its padding is missing. */
  readonly end: number;
}

/** A range of bytes: where it begins, and how many there are. */
export type ByteRange = readonly [offset: number, length: number];
