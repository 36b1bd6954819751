// Texts from UTF-8, and texts that come again and again.
import { TextDecoder } from "../base/text-coders.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Texts of up to this many bytes are decoded here, which takes less time than to call TextDecoder or Node's Buffer. Bun calls its own in half of that time. */
const shortText = "Bun" in globalThis ? 0 : 48;
/** The same for ASCII, which Node is quick to read. */
export const shortAscii = Math.min(shortText, 24);

/** By their lengths, lists of arguments for String.fromCharCode, which makes a string of them at once. */
const unitLists = Array.from({ length: shortText + 1 }, (_, length) => new Array<number>(length).fill(0));

/** Decodes UTF-8; ill-formed parts become U+FFFD. */
export function decodeText(bytes: Uint8Array, start: number, length: number): string {
  const end = start + length;
  return (length <= shortText ? shortUtf8(bytes, start, end) : undefined) ?? utf8Text(bytes, start, end);
}

/** Decodes UTF-8; undefined if it is ill-formed, and perhaps if U+FFFD stands in it. */
export function validText(bytes: Uint8Array, start: number, length: number): string | undefined {
  const end = start + length;
  if (length <= shortText) return shortUtf8(bytes, start, end);
  const text = utf8Text(bytes, start, end);
  return text.includes("\ufffd") ? undefined : text;
}

/** Decodes UTF-8 of up to `shortText` bytes; undefined if it is ill-formed. */
function shortUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  let seen = 0;
  let count = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    seen |= byte;
    if ((byte & 0xc0) !== 0x80) count += byte < 0xf0 ? 1 : 2;
  }
  const units = unitLists[count];
  if (units === undefined) return undefined;
  if (seen < 0x80) return asciiText(bytes, start, end);
  for (let i = start, unit = 0; i < end; ) {
    const code = codePointAt(bytes, i, end);
    if (code < 0 || isSurrogate(code)) return undefined;
    unit = putCodePoint(units, unit, code);
    i += bytesOf(code);
  }
  return String.fromCharCode.apply(undefined, units);
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

/** Whether `asciiText` reads bytes of any kind, each as one character. */
export const readsAllBytes = latin1Slice !== undefined;

export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length <= shortAscii) {
    const units = unitLists[length] as number[];
    for (let i = 0; i < length; i++) units[i] = bytes[start + i] as number;
    return String.fromCharCode.apply(undefined, units);
  }
  return latin1Slice ? latin1Slice.call(bytes, start, end) : decoder.decode(bytes.subarray(start, end));
}

/** Decodes UTF-8; ill-formed parts become U+FFFD. */
function utf8Text(bytes: Uint8Array, start: number, end: number): string {
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
   * Decodes a text of 1 to 16 bytes, by `decode` if it is not known. It begins at byte `start`, which is word `at`. Ignores the bytes of
   * the last word that follow the text.
   */
  read<Text extends string | undefined>(
    bytes: Uint8Array,
    words: Int32Array,
    start: number,
    at: number,
    length: number,
    decode: (bytes: Uint8Array, start: number, length: number) => Text,
  ): Text | string {
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
    const text = decode(bytes, start, length);
    if (text === undefined) return text;
    this.texts[place] = text;
    keys[key] = length;
    keys[key + 1] = a;
    keys[key + 2] = b;
    keys[key + 3] = c;
    keys[key + 4] = d;
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
  const end = start + length;
  const units: number[] = [];
  let text = "";
  for (let i = start; i < end; ) {
    const code = codePointAt(bytes, i, end);
    const isWhole = code >= 0 && !(broken && isSurrogate(code));
    putCodePoint(units, units.length, isWhole ? code : 0xfffd);
    i += isWhole ? bytesOf(code) : 1;
    if (units.length < chunk) continue;
    text += String.fromCharCode(...units);
    units.length = 0;
  }
  return text + String.fromCharCode(...units);
}

const isSurrogate = (code: number): boolean => (code & ~0x7ff) === 0xd800;

/** The code point at `at`, which may be a surrogate; -1 if no valid sequence begins there and ends by `end`. */
function codePointAt(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return lead;
  // Six bits each; more in a byte that continues nothing.
  const a = (bytes[at + 1] as number) ^ 0x80;
  if (lead < 0xe0) return lead >= 0xc2 && a < 0x40 && at + 1 < end ? ((lead & 0x1f) << 6) | a : -1;
  const b = (bytes[at + 2] as number) ^ 0x80;
  if (lead < 0xf0) {
    const code = ((lead & 0xf) << 12) | (a << 6) | b;
    return (a | b) < 0x40 && at + 2 < end && code >= 0x800 ? code : -1;
  }
  const c = (bytes[at + 3] as number) ^ 0x80;
  const code = ((lead & 0xf) << 18) | (a << 12) | (b << 6) | c;
  return (a | b | c) < 0x40 && at + 3 < end && code >= 0x10000 && code <= 0x10ffff ? code : -1;
}

/** How many bytes a code point takes. */
const bytesOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** Puts a code point into UTF-16, at index `unit`; returns the index behind it. */
function putCodePoint(units: number[], unit: number, code: number): number {
  if (code < 0x10000) {
    units[unit] = code;
    return unit + 1;
  }
  units[unit] = 0xd7c0 + (code >> 10);
  units[unit + 1] = 0xdc00 + (code & 0x3ff);
  return unit + 2;
}

/** The high bit of the first byte of a word that is 0, and perhaps of later ones; 0 if none is. */
export const zerosOf = (word: number): number => (word - 0x01010101) & ~word & 0x80808080;

/** Engines know whether a string has one byte for each character, and need not look at it then. Missing before 2023. */
const quickCheck = (String.prototype as { isWellFormed?: () => boolean }).isWellFormed;

/** Whether a string is well-formed UTF-16, that is, without half a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return quickCheck?.call(text) ?? !/\p{Surrogate}/u.test(text);
}

/** The three bytes of half a surrogate pair, as engines whose characters have 16 bits write it. */
export const surrogateBytes = (unit: number): number[] => [
  0xe0 | (unit >> 12),
  0x80 | ((unit >> 6) & 0x3f),
  0x80 | (unit & 0x3f),
];
