import { VariantError } from "../errors.js";
import { withCodec } from "../module.js";
import { errorCodes } from "../table.gen.js";

/** Numbers of the operations in cpp/wasm/container_bindings.cpp; docs/BOUNDARY.md has their words. */
export const operation = {
  detect: 0,
  readCompressed: 1,
  writeCompressed: 2,
  readFastlz: 3,
  writeStored: 4,
  readStream: 5,
  writeStream: 6,
  zstdSize: 7,
  readEncrypted: 8,
  writeEncrypted: 9,
  looksDecrypted: 10,
  readFrames: 11,
  writeFrames: 12,
  scanFrames: 13,
  expandArguments: 14,
  readBase64: 15,
  writeBase64: 16,
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
    const error = codec.done(glue.run(number, bytes.length));
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
