// Generated from cpp/spec/boundary.json by cpp/spec/generate.mjs; do not edit.

/** @internal Bits of a call's `flags`. */
export const flag = {
  allowTrailing: 1,
  allowObjects: 2,
  fullObjects: 4,
  doubleReals: 8,
  singleReals: 16,
  replaceBadUtf8: 32,
  storeVarFraming: 64,
  onlyMisfits: 128,
  asGodot3: 256,
  base64Bytes: 512,
} as const;

/** @internal Words of the exchange block. */
export const slot = {
  bytesAt: 0,
  wordsAt: 1,
  textsAt: 2,
  wordCount: 3,
  textCount: 4,
  error: 5,
  errorOffset: 6,
  bytesRead: 7,
  outputAt: 8,
  outputLength: 9,
  notesAt: 10,
  noteCount: 11,
  pathAt: 12,
  pathCount: 13,
  keysAt: 14,
  keyBytesAt: 15,
  nodesAt: 16,
  generation: 17,
  unitsAt: 18,
  asciiAt: 19,
  asciiLength: 20,
  utf16At: 21,
  utf16Length: 22,
  chunkSize: 23,
  textBytesAt: 24,
  gapsAt: 25,
  mayMergeKeys: 26,
  weight: 27,
  doubtFrom: 28,
  doubtTo: 29,
  textsRepeat: 30,
} as const;

/** @internal Words of the file block. */
export const fileSlot = {
  bytesAt: 0,
  wordsAt: 1,
  outputAt: 2,
  outputLength: 3,
  answerAt: 4,
  answerLength: 5,
  errorOffset: 6,
} as const;

/** @internal Numbers of the operations on files. */
export const operation = {
  detect: 0,
  readCompressed: 1,
  writeCompressed: 2,
  readFastlz: 3,
  readStream: 4,
  writeStream: 5,
  zstdSize: 6,
  readEncrypted: 7,
  writeEncrypted: 8,
  looksDecrypted: 9,
  readFrames: 10,
  writeFrames: 11,
  scanFrames: 12,
  expandArguments: 13,
  mayBegin: 14,
  readBase64: 15,
  writeBase64: 16,
} as const;

// Field offsets of each record that crosses the boundary, and its size in words.
/** @internal */ export const noteRecord = { code: 0, offset: 1, from: 2, to: 3, length: 4 } as const;
/** @internal */ export const segmentRecord = { kind: 0, at: 1, length: 2 } as const;
/** @internal */ export const extentRecord = { at: 0, size: 1, length: 2 } as const;
/** @internal */ export const candidateRecord = { container: 0, framing: 1, dialect: 2, score: 3, reasons: 4, count: 5, sizeBytes: 6, length: 7 } as const;
/** @internal */ export const foundFrameRecord = { at: 0, size: 1, bigEndian: 2, certain: 3, dialect: 4, length: 5 } as const;
/** @internal */ export const compressedHeaderRecord = { compression: 0, blockSize: 1, size: 2, closed: 3, length: 4 } as const;
/** @internal */ export const encryptedHeaderRecord = { layout: 0, size: 1, md5At: 2, ivAt: 3, cipherAt: 4, length: 5 } as const;
/** @internal */ export const queryRecord = { types: 0, typesHigh: 1, named: 2, namedHigh: 3, integerFrom: 4, integerFromHigh: 5, integerTo: 6, integerToHigh: 7, realFrom: 8, realFromHigh: 9, realTo: 10, realToHigh: 11, pairs: 12, keys: 13, texts: 14, numbers: 15, collects: 16, inRange: 17, all: 18, length: 19 } as const;
/** @internal */ export const keyRecord = { rawAt: 0, rawSize: 1, textSize: 2, length: 3 } as const;
/** @internal */ export const nodeRecord = { key: 0, parent: 1, rawAt: 2, rawSize: 3, next: 4, inside: 5, valueHeader: 6, children: 7, length: 8 } as const;

/** How the values of a file follow each other. */
export type Framing = "none" | "store_var" | "store_var_big_endian" | "mixed" | "ecfg" | "rpc";

/** The same names, indexed by number. */
export const framings: readonly Framing[] = ["none", "store_var", "store_var_big_endian", "mixed", "ecfg", "rpc"];

/** How the blocks of a compressed file are compressed; the file stores the same numbers. */
export type CompressionName = "fastlz" | "deflate" | "zstd" | "gzip" | "brotli";

/** The same names, indexed by number. */
export const compressions: readonly CompressionName[] = ["fastlz", "deflate", "zstd", "gzip", "brotli"];

/** The text form that to_text prints. */
export type TextStyle = "lossless" | "godot_4_6" | "godot_3_6" | "godot_3_2";

/** The same names, indexed by number. */
export const textStyles: readonly TextStyle[] = ["lossless", "godot_4_6", "godot_3_6", "godot_3_2"];

/** @internal By number. */
export const segmentKinds = ["index", "key", "property"] as const;

/** @internal By number. */
export const wrappings = ["none", "frames", "framed_twice"] as const;

/** @internal By number. */
export const declaredKinds = ["untyped", "builtin", "class", "script"] as const;

/** @internal Names of the reasons for and against a candidate, by bit. */
export const reasonNames = ["magic", "whole", "frames", "container", "odd", "wideInts", "layer", "others", "partly", "damaged"] as const;

/** @internal Numbers with a meaning on a tape; see docs/INTERNALS.md, section "Tape". */
export const tape = {
  /** Bit of a tag: the numbers are 64-bit. */
  wide: 256,
  /** Bit of a tag: at least one number is a NaN. */
  nan: 512,
  /** Bit of a tag: an Object is written as its id. */
  asId: 1024,
  /** Bit of a tag: bit 31 of the container's count was set. */
  shared: 2048,
  /** Position of the declared kind of keys, or of an Array's elements, in a tag. */
  keyKindShift: 12,
  /** Position of the declared kind of values in a tag. */
  valueKindShift: 14,
  /** A declared kind, once shifted. */
  kindMask: 3,
  /** Bit of a tag: a bool is true. */
  trueBit: 65536,
  /** Flag of a NodePath: absolute. */
  pathAbsolute: 1,
  /** Flag of a NodePath: the last subname is a property. */
  pathHasProperty: 2,
  /** Flag of a NodePath: the dialect flags the property. */
  pathPropertyKnown: 4,
  /** Number of a text: means `EncodedObjectAsID`. */
  anyClass: -1,
  /** Begins an entry of a Dictionary: the key follows as a value. */
  keyIsValue: -1,
  /** Begins an entry: this minus the number of the key's text. Other numbers are keys of the key tree. */
  firstKeyText: -2,
  /** Node of a Dictionary whose keys are not in the key tree. */
  noNode: -1,
  /** Added to the length of a text in the UTF-16 pool. */
  utf16Units: 1073741824,
  /** Bit of a text's length: the bytes are not valid UTF-8. */
  rawText: -2147483648,
  /** Second bit of such a length: every byte outside a valid sequence is read as U+FFFD; without it, only surrogates are encoded. */
  brokenText: 1073741824,
  /** Tag of a run, which may stand before and after the entries of a tape for `encode`: the count of its words follows, then words as they stand in the output. */
  run: 255,
  /** Tag before the entry of an Array or a Dictionary whose values do not belong to the entry: runs and other entries follow with them. */
  beginning: 254,
  /** Bit of a header in a run: the number is 64-bit. */
  headerWide: 65536,
  /** Bit that a run adds to the count of a NodePath's names. */
  pathNames: -2147483648,
  /** Offset of packed numbers that `encode` leaves a gap for. */
  gap: -1,
} as const;

/** @internal Sizes and bits of the words of an index; see docs/INTERNALS.md, section "Index". */
export const indexMarks = {
  /** Words of a record. */
  recordWords: 2,
  /** Words of a list before its first record. */
  headWords: 3,
  /** Bits of a record's second word: the type. */
  typeMask: 63,
  /** Bit of that word: the first word is the number of a list. */
  hasList: 64,
  /** Position of the size of the key in that word, in words. */
  keyShift: 7,
  /** Size in bytes of the header and the count of every packed array of numbers. */
  packedHead: 8,
} as const;

/** @internal Functions of the codec's first part. */
export interface Exports {
  exchange(): number;
  reserve(bytes: number): void;
  reserveTape(words: number, texts: number, bytes: number): void;
  decode(bytes: number, dialect: number, flags: number, depth: number, elements: number): number;
  buildIndexSlowly(bytes: number, dialect: number, flags: number, depth: number, elements: number): number;
  runHeaders(dialect: number, flags: number): number;
  encode(words: number, texts: number, bytes: number, dialect: number, flags: number, depth: number, outputBytes: number): number;
  findReadings(bytes: number, flags: number, depth: number, elements: number): number;
  locate(offset: number): number;
  locateNotes(): number;
  release(): void;
}

/** @internal Functions of its second part. */
export interface SecondExports {
  buildIndex(bytes: number, dialect: number, flags: number, depth: number, elements: number): number;
  print(words: number, texts: number, bytes: number, style: number, flags: number, depth: number, outputBytes: number): number;
  parse(bytes: number, flags: number, depth: number, elements: number): number;
  convert(bytes: number, from: number, to: number, flags: number, depth: number, elements: number, outputBytes: number): number;
  search(bytes: number, dialect: number, flags: number, values: number, needleBytes: number): number;
  room(bytes: number, words: number): number;
  runOperation(operation: number): number;
}

/** @internal Functions that the codec calls. */
export interface Imports {
  loadChunk(begin: number, end: number, at: number): void;
  number(text: number, size: number, value: number): number;
}
