// The two parts of the WebAssembly module: what the first one answers by itself is what both answer.
import { expect, test } from "vitest";
import { type Options, settingsOf } from "../../../js/base/options.js";
import { slot } from "../../../js/table/boundary.gen.js";
import type { Boundary } from "../../../js/wasm/boundary.js";
import { takeCodec, withCodec } from "../../../js/wasm/codec-instance.js";
import { index } from "../../../js/wasm/second-part.js";
import { exactOptions, fromHex, linesOf, origins } from "../fixtures.js";

/** Everything that an index answers. */
function answerOf(codec: Boundary, number: number): unknown {
  const words = [slot.bytesRead, slot.errorOffset, slot.textCount].map((word) => codec.read(word));
  return { number, words, notes: codec.notes(), index: [...codec.indexWords()] };
}

function expectSameIndex(bytes: Uint8Array, options: Options): void {
  const settings = settingsOf(options);
  const [slow, fast] = withCodec((codec) => [
    answerOf(codec, codec.indexSlowly(bytes, settings)),
    answerOf(codec, index(codec, bytes, settings)),
  ]);
  expect(slow).toEqual(fast);
}

// First, because each codec is linked at most once.
test("a call of the second part that nobody linked fails, and does not answer", () => {
  const codec = takeCodec();
  expect(codec.first).toBeDefined();
  const glue = codec.glue as unknown as { runOperation(operation: number): number };
  expect(() => glue.runOperation(0)).toThrow("not linked");
});

test.each(origins)(
  "$folder: both ways to build an index give the same, of whole and of cut bytes",
  (origin) => {
    for (const file of ["values", "crafted", "mutated"])
      for (const line of linesOf(`${origin.folder}/${file}.jsonl`)) {
        const bytes = fromHex(line.bytes);
        const options = exactOptions(line, origin.dialect);
        expectSameIndex(bytes, options);
        expectSameIndex(bytes.subarray(0, bytes.length >> 1), options);
        expectSameIndex(bytes.subarray(0, bytes.length - 1), { ...options, allowTrailing: true });
      }
  },
);
