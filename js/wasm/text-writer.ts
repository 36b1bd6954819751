import { ValueFault } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { isWellFormed } from "./utf8.js";

/** Longer texts are encoded by TextEncoder. For short ones, calling it costs more than a loop. */
const shortText = 48;

const encoder = new TextEncoder();

/**
 * Writes a short ASCII text from word `at` on, and zeros up to a whole word. Returns the word after it, or -1 for any other
 * text. Four characters at a time take three quarters of the time of single ones.
 */
export function writeAscii(text: string, words: Int32Array, at: number): number {
  const { length } = text;
  if (length > shortText) return -1;
  let end = at;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    const one = text.charCodeAt(i);
    const two = text.charCodeAt(i + 1);
    const three = text.charCodeAt(i + 2);
    const four = text.charCodeAt(i + 3);
    const word = one | (two << 8) | (three << 16) | (four << 24);
    // The second condition is the usual test for a zero byte in a word.
    if ((one | two | three | four) > 0x7f || ((word - 0x01010101) & ~word & 0x80808080) !== 0) return -1;
    words[end++] = word;
  }
  if (i === length) return end;
  let word = 0;
  for (let shift = 0; i < length; i++, shift += 8) {
    const code = text.charCodeAt(i);
    if ((code - 1) >>> 0 > 0x7e) return -1;
    word |= code << shift;
  }
  words[end] = word;
  return end + 1;
}

/**
 * Writes a text as UTF-8, at most three bytes for each unit, and returns the index after it. Throws a ValueFault for a text
 * that cannot be written.
 */
export function writeText(text: string, u8: Uint8Array, start: number): number {
  return text.length <= shortText ? writeShort(text, u8, start) : writeLong(text, u8, start);
}

function writeShort(text: string, u8: Uint8Array, start: number): number {
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if ((code - 1) >>> 0 > 0x7e) return writeRest(text, i, u8, start + i);
    u8[start + i] = code;
  }
  return start + length;
}

function writeRest(text: string, start: number, u8: Uint8Array, end: number): number {
  const { length } = text;
  let at = end;
  for (let i = start; i < length; i++) {
    let code = text.charCodeAt(i);
    if (code <= 0x7f) {
      if (code === 0) throw new ValueFault("unsupported-value", [hint("nul-in-text")]);
      u8[at++] = code;
      continue;
    }
    if (code <= 0x7ff) {
      u8[at++] = 0xc0 | (code >> 6);
    } else {
      if ((code & 0xf800) !== 0xd800) {
        u8[at++] = 0xe0 | (code >> 12);
      } else {
        const low = i + 1 < length ? text.charCodeAt(++i) : 0;
        if (code > 0xdbff || (low & 0xfc00) !== 0xdc00)
          throw new ValueFault("unsupported-value", [hint("half-surrogate")]);
        code = ((code & 0x3ff) << 10) + (low & 0x3ff) + 0x10000;
        u8[at++] = 0xf0 | (code >> 18);
        u8[at++] = 0x80 | ((code >> 12) & 0x3f);
      }
      u8[at++] = 0x80 | ((code >> 6) & 0x3f);
    }
    u8[at++] = 0x80 | (code & 0x3f);
  }
  return at;
}

function writeLong(text: string, u8: Uint8Array, start: number): number {
  const { written } = encoder.encodeInto(text, u8.subarray(start, start + text.length * 3));
  if (text.includes("\0")) throw new ValueFault("unsupported-value", [hint("nul-in-text")]);
  if (written > text.length && !isWellFormed(text))
    throw new ValueFault("unsupported-value", [hint("half-surrogate")]);
  return start + written;
}
