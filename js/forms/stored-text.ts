// Texts as engines store them: UTF-8, in which Godot 3 before 3.5 writes a character beyond U+FFFF as two encoded surrogates on
// Windows, where its characters have 16 bits (docs/FORMAT.md).
import { sameBytes } from "../base/bytes.js";
import { strictText, TextEncoder } from "../base/text-coders.js";
import { decodeRawText, surrogateBytes } from "../wasm/utf8.js";

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
  // Most bytes that are no text need not be decoded to see that.
  if (!bytes.includes(surrogateLead) || bytes.some((byte) => byte >= firstLongLead)) return undefined;
  const raw = decodeRawText(bytes, 0, bytes.length, false);
  return sameBytes(storedBytes(raw, true), bytes) ? { text: raw, surrogates: true } : undefined;
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
      pairs.set(surrogateBytes(unit), at);
      at += 3;
    }
    i += longSize;
  }
  return pairs;
}

/** The six bits of a character that a byte after the first one holds. */
const bitsOf = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f;
