import { VariantError } from "../base/errors.js";
import { errorCodes } from "../table/table.gen.js";
import { withCodec } from "./codec-instance.js";

/** Numbers of the operations in cpp/wasm/container_bindings.cpp; docs/BOUNDARY.md has their words. */
export const operation = {
  detect: 0,
  readCompressed: 1,
  writeCompressed: 2,
  readFastlz: 3,
  readStream: 4,
  writeStream: 5,
  zstdSize: 6,
  readEncrypted: 7,
  writeEncrypted: 8,
  looksDecrypted: 9,
  readFrames: 10,
  writeFrames: 11,
  scanFrames: 12,
  expandArguments: 13,
  readBase64: 14,
  writeBase64: 15,
} as const;

/** What an operation gives. */
export interface Answer {
  readonly words: Uint32Array;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Runs an operation on bytes and words. Throws its error. */
export function call(number: number, bytes: Uint8Array, words: readonly number[] = []): Answer {
  return withCodec((codec) => {
    const { glue } = codec;
    const block = glue.room(bytes.length, words.length) >>> 2;
    const slots = () => new Uint32Array(glue.HEAPU8.buffer, block * 4, 7);
    const [bytesAt, wordsAt] = slots() as unknown as [number, number];
    glue.HEAPU8.set(bytes, bytesAt);
    new Uint32Array(glue.HEAPU8.buffer, wordsAt, words.length).set(words);
    const error = codec.done(glue.run(number));
    const [, , outputAt, outputLength, answerAt, answerLength, offset] = slots() as unknown as number[];
    if (error !== 0) throw new VariantError(errorCodes[error - 1] ?? "bad-container", { offset });
    const { buffer } = glue.HEAPU8;
    const answer = {
      words: new Uint32Array(buffer, answerAt, answerLength).slice(),
      bytes: new Uint8Array(buffer as ArrayBuffer, outputAt, outputLength).slice(),
    };
    glue.room(0, 0);
    return answer;
  });
}
