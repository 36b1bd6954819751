// Streams of frames, cut into chunks anywhere.
import { describe, expect, test, vi } from "vitest";
import {
  type Bytes,
  type DialectName,
  decode,
  decodeFrames,
  decodeStream,
  encode,
  encodeFrames,
  encodeStream,
  type Options,
  type Variant,
  VariantArray,
  VariantDecoderStream,
  VariantEncoderStream,
  VariantError,
  type Warning,
} from "../../../js/index.js";
import { Boundary } from "../../../js/wasm/boundary.js";
import { fileOf, hex } from "../fixtures.js";
import { all, type Chunk, cutAnywhere, decoded, errorOf, oneByOne, streamOf } from "../stream-sources.js";

const engines: readonly (readonly [engine: string, dialect: DialectName])[] = [
  ["3.2.3", "godot-3"],
  ["3.6", "godot-3"],
  ["4.6.3", "godot-4"],
];

/** Splits a file of an engine into frames, independently of the code under test. */
function framesOf(file: Chunk, bigEndian: boolean): Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const frames: Chunk[] = [];
  for (let at = 0; at < file.length; at += 4 + view.getUint32(at, !bigEndian)) {
    frames.push(file.subarray(at + 4, at + 4 + view.getUint32(at, !bigEndian)));
  }
  return frames;
}

/** The same frames with all lengths in the other byte order. */
function turned(file: Chunk): Chunk {
  const copy = file.slice();
  for (const frame of framesOf(copy, false)) copy.subarray(frame.byteOffset - 4, frame.byteOffset).reverse();
  return copy;
}

const files = engines.flatMap(([engine, dialect]) =>
  ["several_vars", "debugger_stream", "store_var_big_endian"].map((name) => ({
    name: `${name} of ${engine}`,
    bytes: fileOf(`containers/${engine}/${name}.bin`),
    options: { dialect, mode: "exact", bigEndian: name.endsWith("big_endian") } satisfies Options,
  })),
);
const turnedFiles = files
  .filter(({ options }) => !options.bigEndian)
  .map(({ name, bytes, options }) => ({
    name: `${name}, with big-endian lengths`,
    bytes: turned(bytes),
    options: { ...options, bigEndian: true },
  }));

describe.each([...files, ...turnedFiles])("$name", ({ bytes, options }) => {
  const whole = framesOf(bytes, options.bigEndian).map((frame) => decode(frame, options));

  test("gives the values of its frames, however it is split", async () => {
    expect(whole.length).toBeGreaterThan(0);
    expect(await decoded([bytes], options)).toEqual(whole);
    expect(await decoded(oneByOne(bytes), options)).toEqual(whole);
    for (let seed = 0; seed < 40; seed++) {
      expect(await decoded(cutAnywhere(bytes, seed), options)).toEqual(whole);
    }
  });

  test("gives the same through a TransformStream, and round-trips byte for byte", async () => {
    for (let seed = 0; seed < 8; seed++) {
      const values = streamOf(cutAnywhere(bytes, seed)).pipeThrough(new VariantDecoderStream(options));
      const back = await all(values.pipeThrough(new VariantEncoderStream(options)));
      expect(back).toHaveLength(whole.length);
      expect(hex(Buffer.concat(back))).toBe(hex(bytes));
    }
    const back = await all(encodeStream(decodeStream(oneByOne(bytes), options), options));
    expect(hex(Buffer.concat(back))).toBe(hex(bytes));
  });

  test("keeps the types of bytes that an engine wrote, as encode does", async () => {
    const { dialect, bigEndian } = options;
    for (const like of framesOf(bytes, bigEndian)) {
      const value = decode(like, { dialect });
      const length = Uint32Array.of(like.length);
      const size = new Uint8Array(length.buffer);
      const frame = new Uint8Array([...(bigEndian ? [...size].reverse() : size), ...like]);
      const written = async (given: Options["like"]) =>
        hex(Buffer.concat(await all(encodeStream([value, value], { dialect, bigEndian, like: given }))));
      expect(hex(encode(value, { dialect, like }))).toBe(hex(like));
      const little = new Uint8Array([...size, ...like]);
      for (const given of [like, { bytes: like }, { bytes: little, framing: "store_var" as const }])
        expect(await written(given)).toBe(hex(frame).repeat(2));
    }
  });

  test("when truncated, reports where the truncated frame begins", async () => {
    let frameAt = 0;
    for (const frame of framesOf(bytes, options.bigEndian)) {
      for (const length of [1, 3, 4, 4 + frame.length - 1]) {
        const values: Variant[] = [];
        const read = async () => {
          const part = cutAnywhere(bytes.slice(0, frameAt + length), length);
          for await (const value of decodeStream(part, options)) values.push(value);
        };
        expect(await errorOf(read())).toMatchObject({ code: "unexpected-end", offset: frameAt });
        expect(values).toEqual(whole.slice(0, values.length));
      }
      frameAt += 4 + frame.length;
    }
  });
});

describe("invalid frames", () => {
  const frame = (...bytes: number[]) => new Uint8Array([bytes.length, 0, 0, 0, ...bytes]);
  const good = encode([1, null, "x"], { framing: "store_var" });
  const leftOver = frame(0, 0, 0, 0, 99, 0, 0, 0);
  const broken = encode({ a: [true, false] }, { framing: "store_var" });
  broken[32] = 99;
  const stream = Buffer.concat([good, leftOver, good, broken, good]);
  const value = decode(good, { framing: "store_var" });

  test("end the stream with an offset from its start", async () => {
    const values: Variant[] = [];
    const read = async (bytes: Uint8Array) => {
      for await (const next of decodeStream([bytes])) values.push(next);
    };
    expect(await errorOf(read(stream))).toMatchObject({ code: "trailing-bytes", offset: good.length + 8 });
    expect(values).toEqual([value]);
    const error = await errorOf(read(Buffer.concat([good, broken])));
    expect(error).toBeInstanceOf(VariantError);
    expect(error).toMatchObject({ code: "unknown-type", offset: good.length + 32, path: "a[0]" });
  });

  test("can be skipped and reported", async () => {
    const skipped: VariantError[] = [];
    const options: Options = { onError: "resync", onSkip: (error) => skipped.push(error) };
    for (let seed = 0; seed < 20; seed++) {
      skipped.length = 0;
      expect(await decoded(cutAnywhere(new Uint8Array(stream), seed), options)).toEqual([
        value,
        value,
        value,
      ]);
      const second = good.length * 2 + leftOver.length;
      expect(skipped.map(({ code, offset, path }) => [code, offset, path])).toEqual([
        ["trailing-bytes", good.length + 8, ""],
        ["unknown-type", second + 32, "a[0]"],
      ]);
    }
    expect(await decoded([stream], { onError: "resync" })).toEqual([value, value, value]);
  });

  test.each(engines)("invalid packets among those of %s can be skipped", async (engine, dialect) => {
    const bytes = fileOf(`containers/${engine}/packet_peer_stream.bin`);
    const offsets: unknown[] = [];
    const values = await decoded(oneByOne(bytes), {
      dialect,
      onError: "resync",
      onSkip: ({ offset }) => offsets.push(offset),
    });
    expect(values).toEqual([{ hp: 10, name: "Ann" }, [true, null]]);
    expect(offsets).toEqual([bytes.length - 24]);
    expect(await errorOf(decoded([bytes], { dialect }))).toMatchObject({ code: "unexpected-end" });
  });

  test("cannot be skipped when the length is implausible or the stream ends inside", async () => {
    for (const onError of ["stop", "resync"] as const) {
      const huge = Buffer.concat([good, new Uint8Array([1, 0, 128, 0])]);
      const error = await errorOf(decoded([huge], { onError }));
      expect(error).toMatchObject({ code: "too-large", offset: good.length });
      expect(String(error)).toContain("limits.frameBytes is 8388608");
      expect(await errorOf(decoded([good, good.slice(0, 9)], { onError }))).toMatchObject({
        code: "unexpected-end",
        offset: good.length,
      });
    }
    const turnedLength = new Uint8Array([0, 0, 0, 4, 0, 0, 0, 0]);
    expect(String(await errorOf(decoded([turnedLength])))).toContain("unless its length is big-endian");
    expect(String(await errorOf(decoded([good], { bigEndian: true })))).toContain(
      "unless its length is little-endian",
    );
  });

  test("garbage leaves turns to other tasks, and its errors cost no search for hints", async () => {
    let turns = 0;
    let hints = 0;
    let open = true;
    const tick = () => {
      turns++;
      if (open) setTimeout(tick);
    };
    setTimeout(tick);
    const frames = 4096;
    const onSkip = (error: VariantError) => {
      hints += error.hints.length;
    };
    const values = await decoded([new Uint8Array(frames * 4)], { onError: "resync", onSkip });
    open = false;
    expect(values).toEqual([]);
    expect(hints).toBe(0);
    expect(turns).toBeGreaterThan(frames / 512);
  });

  test("garbage costs no error when nobody hears of it", async () => {
    const decodes = vi.spyOn(Boundary.prototype, "decode");
    const locates = vi.spyOn(Boundary.prototype, "locate");
    // The good frame, which other tests have decoded often, does not count then.
    const messages = vi.spyOn(Boundary.prototype, "message").mockReturnValue(undefined);
    const unknown = Buffer.from("0400000063000000", "hex");
    const bytes = Buffer.concat([
      new Uint8Array(4096),
      unknown,
      good,
      unknown,
      new Uint8Array([3, 0, 0, 0, 1, 2, 3]),
    ]);
    expect(await decoded([bytes], { onError: "resync" })).toEqual([value]);
    expect(messages).toHaveBeenCalledTimes(3);
    expect(decodes).toHaveBeenCalledTimes(3);
    expect(locates).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test("an announced length costs no memory before its bytes arrive", async () => {
    const before = process.memoryUsage().arrayBuffers;
    const streams = Array.from({ length: 1000 }, () => {
      const iterator = decodeStream(
        (async function* () {
          yield new Uint8Array([0, 0, 128, 0, 1]);
          await new Promise(() => {});
        })(),
      );
      void iterator.next();
      return iterator;
    });
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve));
    expect(streams.length).toBe(1000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 2 ** 20);
  });

  test("warnings have offsets in the stream", async () => {
    const odd = encode(["ab"], { framing: "store_var" });
    odd[21] = 0;
    const warnings: Warning[] = [];
    await decoded(oneByOne(new Uint8Array(Buffer.concat([good, odd, odd]))), {
      onWarning: (warning) => warnings.push(warning),
    });
    expect(warnings.map(({ code, offset, path }) => [code, offset, path])).toEqual([
      ["text-after-nul", good.length + 12, "[0]"],
      ["text-after-nul", good.length + odd.length + 12, "[0]"],
    ]);
  });

  test("wrong options and chunks throw a TypeError", async () => {
    expect(() => decodeStream([], { onError: "ignore" as "stop" })).toThrow(TypeError);
    expect(() => new VariantDecoderStream({ bigEndian: 1 as unknown as boolean })).toThrow(TypeError);
    expect(() => encodeStream([], { limits: { frameBytes: -1 } })).toThrow(TypeError);
    expect(await errorOf(decoded(["text" as unknown as Bytes]))).toBeInstanceOf(TypeError);
  });
});

describe("arguments that are no streams", () => {
  const sentence =
    "The source must be a ReadableStream, a stream of Node, or an iterable of chunks of bytes.";
  test.each([[null], [undefined], [5], ["text"], [{}], [encode([1], { framing: "store_var" })]])(
    "decodeStream refuses %j",
    (source) => {
      expect(() => decodeStream(source as never)).toThrow(new TypeError(sentence));
    },
  );

  test.each([[null], [undefined], [5], [{}]])("encodeStream refuses %j", (values) => {
    expect(() => encodeStream(values as never)).toThrow(
      new TypeError("The values must be a ReadableStream, an iterable or an AsyncIterable."),
    );
  });
});

/** A ReadableStream as Safari has it. */
const notIterable = <Part>(parts: readonly Part[]) =>
  Object.assign(streamOf(parts), { [Symbol.asyncIterator]: undefined, values: undefined });

test("streams that are not iterable are read, and closed early", async () => {
  const frames = [1, 2].map((value) => encode(value, { framing: "store_var" }));
  expect(await decoded(notIterable(frames))).toEqual([1, 2]);
  expect(await all(encodeStream(notIterable([1, 2])))).toEqual(frames);
  let reason: unknown;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(1),
    cancel: (given) => {
      reason = [given];
    },
  });
  const writing = encodeStream(Object.assign(endless, { [Symbol.asyncIterator]: undefined }));
  expect((await writing.next()).value).toEqual(frames[0]);
  await writing.return(undefined);
  expect(reason).toEqual([undefined]);
  expect(await all(encodeStream("ab"))).toEqual(
    ["a", "b"].map((text) => encode(text, { framing: "store_var" })),
  );
});

// The method slice of a Buffer copies nothing.
describe.each([
  ["memory", (size: number) => new Uint8Array(size)],
  ["a Buffer", (size: number) => Buffer.alloc(size)],
])("%s that the writer uses again", (_, make) => {
  test("is copied before the write ends", async () => {
    const { readable, writable } = new VariantDecoderStream();
    const writer = writable.getWriter();
    const buffer = make(256);
    const wanted: number[] = [];
    const writing = (async () => {
      for (let i = 0; i < 5; i++) {
        const frames = await all(encodeStream([i * 10, i * 10 + 1, i * 10 + 2]));
        wanted.push(i * 10, i * 10 + 1, i * 10 + 2);
        // The last bytes of a frame come with the next chunk.
        const bytes = Buffer.concat(frames);
        for (const part of [bytes.subarray(0, 30), bytes.subarray(30)]) {
          buffer.set(part);
          await writer.write(buffer.subarray(0, part.length));
          buffer.fill(0xa5);
        }
      }
      await writer.close();
    })();
    const values: unknown[] = [];
    for await (const value of readable as unknown as AsyncIterable<unknown>) {
      values.push(value);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await writing;
    expect(values).toEqual(wanted);
  });

  test("is copied for views of it", async () => {
    const { readable, writable } = new VariantDecoderStream<Float32Array>({ views: true });
    const writer = writable.getWriter();
    const wanted = new Float32Array([1, 2, 3, 4]);
    const bytes = encode(wanted, { framing: "store_var" });
    const buffer = make(bytes.length);
    buffer.set(bytes);
    const writing = writer.write(buffer);
    const { value } = await readable.getReader().read();
    await writing;
    buffer.fill(0xa5);
    expect(value).toEqual(wanted);
  });
});

test("a value that a schema refuses only once is an error, too", async () => {
  let calls = 0;
  const validate = (value: unknown) => (++calls === 2 ? { issues: [{ message: "not now" }] } : { value });
  const schema = { "~standard": { version: 1, vendor: "test", validate } } as const;
  const frames = await all(encodeStream([1, 2, 3]));
  expect(await errorOf(decoded(frames, { schema }))).toMatchObject({ code: "schema-mismatch", offset: 16 });
});

describe("a schema that makes undefined of a value", () => {
  const schema = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value: value === 2 ? undefined : value }),
    },
  } as const;

  test("changes not how many values there are", async () => {
    const frames = await all(encodeStream([1, 2, 3]));
    expect(await all(decodeStream(frames, { schema }))).toEqual([1, undefined, 3]);
    const values = streamOf(frames).pipeThrough(new VariantDecoderStream({ schema }));
    expect(await all(values as unknown as AsyncIterable<unknown>)).toEqual([1, undefined, 3]);
    expect(await all(decodeStream(frames, { schema, onError: "resync" }))).toEqual([1, undefined, 3]);
  });
});

describe("warnings of encoders", () => {
  const misfit = () => new VariantArray([1n, "x"], { kind: "builtin", type: "int" });
  const values = [1n, misfit(), "text", misfit()];
  const options = { mode: "exact" } as const;

  test("have the offsets that decoding the frames gives", async () => {
    const offsetsOf = async (run: (onWarning: (warning: Warning) => void) => unknown) => {
      const offsets: number[] = [];
      await run(({ offset }) => offsets.push(offset));
      return offsets;
    };
    const frames = encodeFrames(values, options);
    const wanted = await offsetsOf((onWarning) => decodeFrames(frames, { ...options, onWarning }));
    expect(wanted).toHaveLength(2);
    const big = { framing: "store_var_big_endian" } as const;
    for (const run of [
      (onWarning: (warning: Warning) => void) => encodeFrames(values, { ...options, onWarning }),
      (onWarning: (warning: Warning) => void) => encodeFrames(values, { ...options, ...big, onWarning }),
      (onWarning: (warning: Warning) => void) => all(encodeStream(values, { ...options, onWarning })),
    ])
      expect(await offsetsOf(run)).toEqual(wanted);
    const alone = encodeFrames([misfit()], options);
    expect(await offsetsOf((onWarning) => encodeFrames([misfit()], { ...options, onWarning }))).toEqual(
      await offsetsOf((onWarning) => decodeFrames(alone, { ...options, onWarning })),
    );
  });
});

describe("encodeStream with like", () => {
  const like = encode({ n: 1n, f: 0.5 }, { mode: "exact" });

  test("tells a change of type with its place in the old bytes, or refuses it, for each value", async () => {
    const values = [
      { n: 2, f: 3 },
      { n: "x", f: 3 },
      { n: "y", f: 3 },
    ];
    const warnings: Warning[] = [];
    const frames = await all(encodeStream(values, { like, onWarning: (warning) => warnings.push(warning) }));
    const made = frames.map((frame) =>
      decode<Map<string, Variant>>(frame, { framing: "store_var", mode: "exact" }),
    );
    expect(made.map((one) => [one.get("n"), one.get("f")])).toEqual([
      [2n, 3],
      ["x", 3],
      ["y", 3],
    ]);
    // Dictionary and the key.
    const offset = 8 + 12;
    const expected = { code: "type-changed", path: "n", from: "int", to: "String", offset };
    expect(warnings.map(({ code, path, from, to, offset }) => ({ code, path, from, to, offset }))).toEqual([
      expected,
      expected,
    ]);
    const strict = await errorOf(all(encodeStream(values, { like, strict: true })));
    expect(strict).toMatchObject({ code: "wrong-type", path: "n" });
  });

  test("refuses a frame that is passed as a value, and says how to pass it", async () => {
    const framed = encode({ n: 1n }, { framing: "store_var" });
    const error = await errorOf(all(encodeStream([{ n: 1 }], { like: framed })));
    expect((error as VariantError).hint).toContain('Pass framing: "store_var"');
  });
});
