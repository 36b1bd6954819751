// What the values of a binary resource depend on besides their bytes.
import { storedBytes, storedText } from "../forms/stored-text.js";
import type { Element } from "../table/table.gen.js";
import type { ByteReader, ByteWriter } from "./byte-cursor.js";
import type { StoredType } from "./resource-table.gen.js";

export interface StoredFormat {
  readonly littleEndian: boolean;
  /** Whether texts have encoded surrogates, as Godot 3 before 3.5 writes and reads them on Windows. */
  readonly surrogates: boolean;
  readonly version: number;
  /** Floats and the numbers of vectors have 64 bits. */
  readonly doubleReals: boolean;
  /** Whether an internal reference is a place in the table, as in Godot 4, rather than a number of its own. */
  readonly namedIds: boolean;
  /** The string table, for names of NodePaths and properties. */
  readonly strings: readonly string[];
  /** The place of each string in its table. */
  readonly stringPlaces: ReadonlyMap<string, number>;
  /** The id of each internal resource, by its place in the table. */
  readonly ids: readonly string[];
  readonly idPlaces: ReadonlyMap<string, number>;
}

/** Bit 16 of a header of Godot's encoding: 64-bit numbers. */
export const wideFlag = 0x10000;
/** The class names of references in values, as in Godot's text form. */
export const internalClass = "SubResource";
export const externalClass = "ExtResource";

/** Bytes of one number. */
export function widthOf(element: Element, { doubleReals }: StoredFormat): number {
  if (element === "u8") return 1;
  if (element === "real") return doubleReals ? 8 : 4;
  return element === "i64" || element === "f64" ? 8 : 4;
}

/**
 * Whether engines read a reference from one resource to another of the same file as null: one that comes later, or the main one, the last,
 * to which they never refer by its place.
 */
export const isUnread = ({ ids }: StoredFormat, owner: number, place: number): boolean =>
  place >= Math.min(owner + 1, ids.length - 1);

/** Whether a resource can hold values of this type. */
export const isIn = (row: StoredType, { version }: StoredFormat): boolean => row.since <= version;

/** Reads a text of a known length, which ends with a NUL that the length counts. Length 0 is the empty text. */
export function readText(input: ByteReader, length: number): string {
  if (length === 0) return "";
  const bytes = input.take(length);
  // Engines stop at the first NUL, so text behind it would be lost without a word.
  if (bytes.indexOf(0) !== length - 1) throw input.fail("bad-length");
  const stored = storedText(bytes.subarray(0, -1));
  if (stored === undefined) throw input.fail("bad-utf8");
  input.surrogates ||= stored.surrogates;
  return stored.text;
}

/** Writes a text with its length and a NUL. */
export function writeText(output: ByteWriter, text: string, lengthBits = 0): void {
  const bytes = storedBytes(text, output.surrogates);
  output.u32(bytes.length + 1 + lengthBits);
  output.put(bytes);
  output.put(nul);
}

const nul = new Uint8Array(1);
/** Marks a text that stands in its place instead of in the string table. */
const inlineText = 0x80000000;

/** Reads a number of the string table, or a text in its place. */
export function readName(input: ByteReader, { strings }: StoredFormat): string {
  const number = input.u32();
  if (number >= inlineText) return readText(input, number - inlineText);
  const text = strings[number];
  if (text === undefined) throw input.fail("bad-length");
  return text;
}

/** Writes a name as its number in the string table, or as a text in its place if the table lacks it. */
export function writeName(output: ByteWriter, name: string, { stringPlaces }: StoredFormat): void {
  const number = stringPlaces.get(name);
  if (number === undefined) writeText(output, name, inlineText);
  else output.u32(number);
}
