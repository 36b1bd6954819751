// Texts as engines store them: UTF-8, in which Godot 3 before 3.5 writes a character beyond U+FFFF as two encoded surrogates on
// Windows, where its characters have 16 bits (docs/FORMAT.md).
import { strictText, TextEncoder } from "./text-coders.js";

/** A text and what writing it again takes. */
export interface StoredText {
  readonly text: string;
  /** Whether each character beyond U+FFFF is two encoded surrogates of three bytes instead of four bytes. */
  readonly surrogates: boolean;
}

const encoder = new TextEncoder();
/** Bytes from here on begin a character beyond U+FFFF. */
const firstLongLead = 0xf0;
const longSize = 4;
/** The first of the three bytes of each surrogate. */
const surrogateLead = 0xed;
const pairSize = 6;

/** Reads a text. Undefined for bytes that `storedBytes` would not write again, such as half a pair, or characters of both kinds. */
export function storedText(bytes: Uint8Array): StoredText | undefined {
  const text = strictText(bytes);
  if (text !== undefined) return { text, surrogates: false };
  if (bytes.some((byte) => byte >= firstLongLead)) return undefined;
  const joined = strictText(withoutPairs(bytes));
  return joined === undefined ? undefined : { text: joined, surrogates: true };
}

/** The bytes of a text, or of a part of it. */
export function storedBytes(text: string, surrogates: boolean): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text);
  return surrogates ? withPairs(bytes) : bytes;
}

/** The bytes with pairs of encoded surrogates in place of characters beyond U+FFFF. */
function withPairs(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = bytes.reduce((sum, byte) => sum + (byte >= firstLongLead ? 1 : 0), 0);
  const pairs = new Uint8Array(bytes.length + count * (pairSize - longSize));
  let at = 0;
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] as number;
    if (lead < firstLongLead) {
      pairs[at++] = lead;
      i++;
      continue;
    }
    const code =
      ((lead & 7) << 18) | (bitsOf(bytes, i + 1) << 12) | (bitsOf(bytes, i + 2) << 6) | bitsOf(bytes, i + 3);
    for (const unit of [0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff)]) {
      pairs[at++] = 0xe0 | (unit >> 12);
      pairs[at++] = 0x80 | ((unit >> 6) & 0x3f);
      pairs[at++] = 0x80 | (unit & 0x3f);
    }
    i += longSize;
  }
  return pairs;
}

/** The bytes with one character in place of each pair of encoded surrogates. */
function withoutPairs(bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length);
  let at = 0;
  for (let i = 0; i < bytes.length; ) {
    const high = surrogateAt(bytes, i);
    const low = high === 0 ? 0 : surrogateAt(bytes, i + pairSize / 2);
    if (high >= 0xdc00 || low < 0xdc00) {
      joined[at++] = bytes[i++] as number;
      continue;
    }
    const code = ((high - 0xd7c0) << 10) | (low & 0x3ff);
    joined[at++] = firstLongLead | (code >> 18);
    for (const shift of [12, 6, 0]) joined[at++] = 0x80 | ((code >> shift) & 0x3f);
    i += pairSize;
  }
  return joined.subarray(0, at);
}

/** The surrogate that is encoded here; 0 if there is none. */
function surrogateAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== surrogateLead) return 0;
  const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3);
  const isSurrogate = second >= 0xa0 && second < 0xc0 && third >> 6 === 2;
  return isSurrogate ? 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f) : 0;
}

/** The six bits of a character that a byte after the first one holds. */
const bitsOf = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f;
