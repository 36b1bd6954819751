// Frames and streams: the values do not depend on how the bytes arrive, and no cut goes unnoticed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decode,
  decodeFrames,
  decodeStream,
  encodeFrames,
  encodeStream,
  locateFrames,
  type Options,
  type Variant,
  VariantDecoderStream,
  VariantError,
} from "../../js/index.js";
import { canonical } from "../js/fixture-notation.js";
import { hex } from "../js/fixtures.js";
import { holdsLater } from "./runs.js";
import { dialects, samples } from "./values.js";

/** Values, and the error that ended them. */
interface Outcome {
  values: unknown[];
  error?: [code: string, offset: number | undefined];
}

async function outcomeOf(values: AsyncIterable<Variant>): Promise<Outcome> {
  const outcome: Outcome = { values: [] };
  try {
    for await (const value of values) outcome.values.push(canonical(value));
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    outcome.error = [error.code, error.offset];
  }
  return outcome;
}

/** Cuts bytes into chunks of these sizes, again and again. */
function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

function sourceOf(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  const chunks = chunksOf(bytes, sizes);
  return new ReadableStream({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* readable(stream: ReadableStream<Variant>): AsyncGenerator<Variant> {
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    yield value as Variant;
}

/** `decodeFrames`, in the form of a stream's outcome. */
function framesOutcome(bytes: Uint8Array, options: Options): Outcome {
  try {
    return { values: decodeFrames(bytes, { ...options, framing: "store_var" }).map(canonical) };
  } catch (error) {
    return { values: [], error: [(error as VariantError).code, (error as VariantError).offset] };
  }
}

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 })), {
  minLength: 1,
  maxLength: 5,
});

describe.each(dialects)("%s", (dialect) => {
  const series = fc.tuple(
    fc.array(samples(dialect, { objects: true, double: false }), { maxLength: 5 }),
    fc.boolean(),
  );

  test("chunks of any size give the same values", async () => {
    await holdsLater(40, series, sizes, async ([all, bigEndian], chunks) => {
      const options: Options = { dialect, mode: "exact", allowObjects: true, fullObjects: true, bigEndian };
      const values = all.map(({ bytes, options: own }) => decode(bytes, own));
      const framing = bigEndian ? "store_var_big_endian" : "store_var";
      const bytes = encodeFrames(values, { ...options, framing });
      const written: Uint8Array[] = [];
      for await (const frame of encodeStream(values, options)) written.push(frame);
      expect(hex(Buffer.concat(written))).toBe(hex(bytes));
      expect(locateFrames(bytes, { framing }).map(({ length }) => length)).toEqual(
        all.map((one) => one.bytes.length),
      );
      const expected = { values: values.map(canonical) };
      expect({ values: decodeFrames(bytes, { ...options, framing }).map(canonical) }).toEqual(expected);
      expect(await outcomeOf(decodeStream(chunksOf(bytes, chunks), options))).toEqual(expected);
      const piped = sourceOf(bytes, chunks).pipeThrough(new VariantDecoderStream<Variant>(options));
      expect(await outcomeOf(readable(piped))).toEqual(expected);
    });
  });

  test("every cut inside a frame is an error at that frame, after all values before it", async () => {
    await holdsLater(4, series, sizes, async ([all], chunks) => {
      const options: Options = { dialect, mode: "exact", allowObjects: true };
      const values = all.map(({ value }) => value);
      const bytes = new Uint8Array(
        Buffer.concat(
          all.flatMap(({ bytes: frame }) => [new Uint8Array(new Uint32Array([frame.length]).buffer), frame]),
        ),
      );
      const whole = decodeFrames(bytes, options).map(canonical);
      expect(whole).toHaveLength(values.length);
      let begin = 0;
      for (const [index, { bytes: frame }] of all.entries()) {
        for (let size = begin + 1; size < begin + 4 + frame.length; size++) {
          const cut = bytes.subarray(0, size);
          const outcome = await outcomeOf(decodeStream(chunksOf(cut, chunks), options));
          expect(outcome).toEqual({ values: whole.slice(0, index), error: ["unexpected-end", begin] });
          expect(framesOutcome(cut, options).error).toEqual(["unexpected-end", begin]);
        }
        begin += 4 + frame.length;
      }
    });
  });
});
