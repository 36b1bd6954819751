// Writes texts as UTF-8 into the memory of the codec.
import { ValueFault } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { TextEncoder } from "../base/text-coders.js";
import { asString, lengthOf, unitAt } from "../table/text-units.js";
import { isWellFormed, zerosOf } from "./utf8.js";

/** Longer texts are encoded by TextEncoder. For short ones, calling it costs more than a loop. */
const shortText = 48;

const encoder = new TextEncoder();

/**
 * Writes a short ASCII text from word `at` on, and zeros up to a whole word. Returns the word after it, or -1 for any other
 * text.
 */
export function writeAscii(given: string, words: Int32Array, at: number): number {
  const text = asString(given);
  const length = lengthOf(text);
  if (length > shortText) return -1;
  if (length < 4) return writeFew(text, length, words, at);
  let end = at;
  for (let i = 0; i < length; i += 4) {
    // The last word begins earlier instead of ending earlier: branches for each length are rarely predicted.
    const from = Math.min(i, length - 4);
    const one = unitAt(text, from);
    const two = unitAt(text, from + 1);
    const three = unitAt(text, from + 2);
    const four = unitAt(text, from + 3);
    const word = one | (two << 8) | (three << 16) | (four << 24);
    if ((one | two | three | four) > 0x7f || zerosOf(word) !== 0) return -1;
    words[end++] = word >>> ((i - from) * 8);
  }
  return end;
}

function writeFew(text: string, length: number, words: Int32Array, at: number): number {
  let word = 0;
  for (let i = 0; i < length; i++) {
    const code = unitAt(text, i);
    if ((code - 1) >>> 0 > 0x7e) return -1;
    word |= code << (i * 8);
  }
  words[at] = word;
  return length === 0 ? at : at + 1;
}

/**
 * Writes a text as UTF-8 and returns the index after it. Uses at most three bytes for each unit, and one more. Throws a
 * ValueFault for a text that cannot be written.
 */
export function writeText(given: string, bytes: DataView, start: number): number {
  const text = asString(given);
  const length = lengthOf(text);
  if (length > shortText) return writeLong(text, bytes, start);
  let at = start;
  for (let i = 0; i < length; i++) {
    const code = unitAt(text, i);
    if (code < 0x80) {
      if (code === 0) throw new ValueFault("unsupported-value", [hint("nul-in-text")]);
      bytes.setUint8(at++, code);
    } else if (code < 0x800) {
      bytes.setUint16(at, 0x80c0 | (code >> 6) | ((code & 0x3f) << 8), true);
      at += 2;
    } else if ((code & 0xf800) !== 0xd800) {
      // One byte too many, because a single store is faster than three.
      const middle = (code & 0xfc0) << 2;
      bytes.setInt32(at, 0x8080e0 | (code >> 12) | middle | ((code & 0x3f) << 16), true);
      at += 3;
    } else {
      const low = i + 1 < length ? unitAt(text, ++i) : 0;
      if (code > 0xdbff || (low & 0xfc00) !== 0xdc00)
        throw new ValueFault("unsupported-value", [hint("half-surrogate")]);
      const point = ((code & 0x3ff) << 10) + (low & 0x3ff) + 0x10000;
      const middle = ((point & 0x3f000) >> 4) | ((point & 0xfc0) << 10);
      bytes.setInt32(at, 0x808080f0 | (point >> 18) | middle | ((point & 0x3f) << 24), true);
      at += 4;
    }
  }
  return at;
}

function writeLong(text: string, bytes: DataView, start: number): number {
  const room = new Uint8Array(bytes.buffer, bytes.byteOffset + start, text.length * 3);
  const { written } = encoder.encodeInto(text, room);
  if (text.includes("\0")) throw new ValueFault("unsupported-value", [hint("nul-in-text")]);
  if (written > text.length && !isWellFormed(text))
    throw new ValueFault("unsupported-value", [hint("half-surrogate")]);
  return start + written;
}
