// Calls of the codec for files: containers, detection, frames.
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

/** Runs a file operation of the codec on bytes and arguments. Throws its error. */
export function call(number: number, bytes: Uint8Array, words: readonly number[] = []): Answer {
  return withCodec((codec) => {
    const glue = secondPart(codec);
    const block = codec.done(glue.room(bytes.length, words.length)) >>> 2;
    const read = (slot: number) => (codec.i32[block + slot] as number) >>> 0;
    codec.u8.set(bytes, read(fileSlot.bytesAt));
    codec.i32.set(words, read(fileSlot.wordsAt) >>> 2);
    const error = codec.done(glue.runOperation(number));
    if (error !== 0) {
      const offset = read(fileSlot.errorOffset);
      throw new VariantError(errorCodes[error - 1] ?? "bad-container", { offset });
    }
    const [wordsAt, bytesAt] = [read(fileSlot.answerAt), read(fileSlot.outputAt)];
    const answer = {
      words: new Uint32Array(codec.u8.buffer, wordsAt, read(fileSlot.answerLength)).slice(),
      bytes: codec.u8.slice(bytesAt, bytesAt + read(fileSlot.outputLength)),
    };
    glue.room(0, 0);
    return answer;
  });
}
