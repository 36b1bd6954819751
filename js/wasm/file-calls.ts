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
    const block = glue.room(bytes.length, words.length);
    const read = (slot: number) => new Uint32Array(glue.HEAPU8.buffer, block)[slot] as number;
    glue.HEAPU8.set(bytes, read(fileSlot.bytesAt));
    new Uint32Array(glue.HEAPU8.buffer, read(fileSlot.wordsAt), words.length).set(words);
    const error = codec.done(glue.runOperation(number));
    if (error !== 0) {
      const offset = read(fileSlot.errorOffset);
      throw new VariantError(errorCodes[error - 1] ?? "bad-container", { offset });
    }
    const { buffer } = glue.HEAPU8;
    const answer = {
      words: new Uint32Array(buffer, read(fileSlot.answerAt), read(fileSlot.answerLength)).slice(),
      bytes: new Uint8Array(buffer, read(fileSlot.outputAt), read(fileSlot.outputLength)).slice(),
    };
    glue.room(0, 0);
    return answer;
  });
}
