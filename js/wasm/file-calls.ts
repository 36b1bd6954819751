// Calls of the codec for files: containers, detection, frames.
import { copyOf, totalLength } from "../base/bytes.js";
import { VariantError } from "../base/errors.js";
import { fileSlot } from "../table/boundary.gen.js";
import { errorCodes } from "../table/table.gen.js";
import { withCodec } from "./codec-instance.js";
import { secondPart } from "./second-part.js";

/** The result of an operation. */
export interface Answer {
  readonly words: Uint32Array;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Runs a file operation of the codec on bytes, which may come in parts, and arguments. Throws its error. */
export function call(
  number: number,
  bytes: Uint8Array | readonly Uint8Array[],
  words: readonly number[] = [],
): Answer {
  const parts = ArrayBuffer.isView(bytes) ? [bytes] : bytes;
  const size = totalLength(parts);
  return withCodec((codec) => {
    const glue = secondPart(codec);
    const block = codec.done(glue.room(size, words.length)) >>> 2;
    const read = (slot: number) => (codec.i32[block + slot] as number) >>> 0;
    let at = read(fileSlot.bytesAt);
    for (const part of parts) {
      codec.u8.set(part, at);
      at += part.length;
    }
    codec.i32.set(words, read(fileSlot.wordsAt) >>> 2);
    const error = codec.done(glue.runOperation(number));
    if (error !== 0) {
      const offset = read(fileSlot.errorOffset);
      throw new VariantError(errorCodes[error - 1] ?? "bad-container", { offset });
    }
    const [wordsAt, bytesAt] = [read(fileSlot.answerAt), read(fileSlot.outputAt)];
    const answer = {
      words: new Uint32Array(codec.u8.buffer, wordsAt, read(fileSlot.answerLength)).slice(),
      bytes: copyOf(codec.u8.subarray(bytesAt, bytesAt + read(fileSlot.outputLength))),
    };
    glue.room(0, 0);
    return answer;
  });
}
