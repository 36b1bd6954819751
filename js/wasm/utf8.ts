// Texts from UTF-8, and texts that come again and again.
import { TextDecoder } from "../base/text-coders.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** ASCII texts of up to this many bytes are decoded in a loop, which is cheaper than calling TextDecoder. */
const shortText = 16;

/** Decodes UTF-8; ill-formed parts become U+FFFD. */
export function decodeText(bytes: Uint8Array, start: number, length: number): string {
  const end = start + length;
  if (length <= shortText) {
    let text = "";
    for (let i = start; i < end; i++) {
      const code = bytes[i] as number;
      if (code > 0x7f) return decoder.decode(bytes.subarray(start, end));
      text += String.fromCharCode(code);
    }
    return text;
  }
  return decoder.decode(bytes.subarray(start, end));
}

/** Methods of Node's Buffer. They work on any Uint8Array and take a fraction of TextDecoder's time. */
interface QuickSlices {
  latin1Slice(start: number, end: number): string;
  ucs2Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}
const quick = (globalThis as { Buffer?: { prototype?: Partial<QuickSlices> } }).Buffer?.prototype;
const latin1Slice = quick?.latin1Slice;
const ucs2Slice = quick?.ucs2Slice;
const utf8Slice = quick?.utf8Slice;
let utf16: TextDecoder | undefined;

export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice ? latin1Slice.call(bytes, start, end) : decoder.decode(bytes.subarray(start, end));
}

/** Decodes UTF-8; ill-formed parts become U+FFFD. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  return utf8Slice ? utf8Slice.call(bytes, start, end) : decoder.decode(bytes.subarray(start, end));
}

export function utf16Text(bytes: Uint8Array, start: number, end: number): string {
  if (ucs2Slice) return ucs2Slice.call(bytes, start, end);
  utf16 ??= new TextDecoder("utf-16le", { ignoreBOM: true });
  return utf16.decode(bytes.subarray(start, end));
}

/** Longer texts, in bytes, are not remembered. */
export const longestRecent = 16;
const recentWords = longestRecent / 4;
const recentPlaces = 512;
const recentBits = 23;

/** A cache of recent short texts by their bytes, because the same texts recur from call to call. */
class RecentTexts {
  private readonly keys = new Int32Array(recentPlaces * (recentWords + 1));
  private readonly texts = new Array<string>(recentPlaces).fill("");

  /**
   * Decodes a text of 1 to 16 bytes. It begins at byte `start`, which is word `at`. Ignores the bytes of the last word that
   * follow the text.
   */
  read(bytes: Uint8Array, words: Int32Array, start: number, at: number, length: number): string {
    const last = (length - 1) >> 2;
    const end = (words[at + last] as number) & (-1 >>> ((-length & 3) * 8));
    const a = last > 0 ? (words[at] as number) : end;
    const b = last > 1 ? (words[at + 1] as number) : last === 1 ? end : 0;
    const c = last > 2 ? (words[at + 2] as number) : last === 2 ? end : 0;
    const d = last > 2 ? end : 0;
    const mixed = Math.imul(a ^ length, 0x9e3779b1) ^ Math.imul(b ^ (c << 7), 0x85ebca77) ^ d;
    const place = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae3d) >>> recentBits;
    const { keys } = this;
    const key = place * (recentWords + 1);
    const known =
      keys[key] === length &&
      keys[key + 1] === a &&
      keys[key + 2] === b &&
      keys[key + 3] === c &&
      keys[key + 4] === d;
    if (known) return this.texts[place] as string;
    keys[key] = length;
    keys[key + 1] = a;
    keys[key + 2] = b;
    keys[key + 3] = c;
    keys[key + 4] = d;
    const text = decodeText(bytes, start, length);
    this.texts[place] = text;
    return text;
  }
}

export const recentTexts = new RecentTexts();

const chunk = 4096;

/**
 * Decodes bytes that are not valid UTF-8. Encoded surrogates become code units, and a pair of them one character. In a broken
 * text, each byte outside a valid sequence becomes U+FFFD, as in C++.
 */
export function decodeRawText(bytes: Uint8Array, start: number, length: number, broken: boolean): string {
  const raw = bytes.subarray(start, start + length);
  const units: number[] = [];
  let text = "";
  for (let i = 0; i < length; ) {
    const size = broken && isSurrogate(raw, i) ? 0 : sequenceLength(raw, i);
    if (size === 0) units.push(0xfffd);
    else pushCodePoint(units, raw, i, size);
    i += size || 1;
    if (units.length < chunk) continue;
    text += String.fromCharCode(...units);
    units.length = 0;
  }
  return text + String.fromCharCode(...units);
}

function isSurrogate(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xed && (bytes[at + 1] as number) > 0x9f;
}

/** Length of the sequence at `at`, which may encode a surrogate; 0 if the sequence is broken. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let i = 1; i < size; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] as number;
  const outside =
    (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f);
  return outside ? 0 : size;
}

/** Appends the code point of `size` bytes at `at`, as UTF-16 units. */
function pushCodePoint(units: number[], bytes: Uint8Array, at: number, size: number): void {
  const lead = bytes[at] as number;
  let code = size === 1 ? lead : lead & (0x7f >> size);
  for (let i = 1; i < size; i++) code = (code << 6) | ((bytes[at + i] as number) & 0x3f);
  if (code < 0x10000) units.push(code);
  else units.push(0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
}

/** The high bit of the first byte of a word that is 0, and perhaps of later ones; 0 if none is. */
export const zerosOf = (word: number): number => (word - 0x01010101) & ~word & 0x80808080;

/** Engines know whether a string has one byte for each character, and need not look at it then. Missing before 2023. */
const quickCheck = (String.prototype as { isWellFormed?: () => boolean }).isWellFormed;

/** Whether a string is well-formed UTF-16, that is, without half a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return quickCheck?.call(text) ?? !/\p{Surrogate}/u.test(text);
}
