// Texts of a tape.
import { tape as bit } from "../table/boundary.gen.js";
import type { Tape } from "./tape.js";
import { decodeRawText, decodeText, longestRecent, recentTexts } from "./utf8.js";

/** Returns text `number` of a tape. */
export function tapeText(tape: Tape, number: number): string {
  const at = tape.textsAt + number * 2;
  const length = tape.texts[at + 1] as number;
  const start = (tape.texts[at] as number) >>> 0;
  if (length === 0) return "";
  if (tape.bytesAt !== undefined && length > 0 && length <= longestRecent && start % 4 === 0)
    return recentTexts.read(tape.bytes, tape.i32, start, (tape.bytesAt + start) >>> 2, length, decodeText);
  if (length < 0) {
    const isBroken = (length & bit.brokenText) !== 0;
    return decodeRawText(tape.bytes, start, length & ~(bit.rawText | bit.brokenText), isBroken);
  }
  return decodeText(tape.bytes, start, length);
}
