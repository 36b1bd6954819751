// Streams of frames at any pace of reading and writing, with Web streams and Node's.
import { EventEmitter, on } from "node:events";
import { Duplex, PassThrough, Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, test, vi } from "vitest";
import {
  decodeStream,
  encode,
  encodeStream,
  type Variant,
  VariantDecoderStream,
  VariantEncoderStream,
  type Warning,
} from "../../../js/index.js";
import { all, type Chunk, cutAnywhere, decoded, errorOf, oneByOne, streamOf } from "../stream-sources.js";

describe("limits", () => {
  test("limits.frameBytes is checked before the frame arrives", async () => {
    const bytes = encode("x".repeat(92), { framing: "store_var" });
    const limits = { frameBytes: 100 };
    expect(bytes).toHaveLength(104);
    expect(await decoded(oneByOne(bytes), { limits })).toHaveLength(1);
    expect(await all(encodeStream(["x".repeat(92)], { limits }))).toEqual([bytes]);
    expect(await errorOf(decoded([bytes.slice(0, 4)], { limits: { frameBytes: 99 } }))).toMatchObject({
      code: "too-large",
      offset: 0,
    });
    expect(await errorOf(all(encodeStream(["x".repeat(93)], { limits })))).toMatchObject({
      code: "too-large",
    });
  });

  test("a large frame that arrives byte by byte takes linear time", async () => {
    // Copying the frame again for every byte would exceed the time limit of a test.
    const content = new Uint8Array(1 << 19).fill(7);
    const bytes = encode(content, { framing: "store_var" });
    const chunk = new Uint8Array(1);
    function* sameChunk() {
      for (const byte of bytes) {
        chunk[0] = byte;
        yield chunk;
      }
    }
    const [value] = (await decoded(sameChunk())) as [Uint8Array];
    expect(Buffer.compare(value, content)).toBe(0);
  });

  test("a frame within one chunk is not copied", async () => {
    const bytes = encode(new Float32Array(1000), { framing: "store_var" });
    const [view] = (await decoded([bytes], { views: true })) as Float32Array[];
    expect(view?.buffer).toBe(bytes.buffer);
    const halves = [bytes.slice(0, 500), bytes.slice(500)];
    expect(await decoded(halves, { views: true })).toEqual([new Float32Array(1000)]);
  });
});

describe("back-pressure", () => {
  const frames = () => Array.from({ length: 50 }, (_, i) => encode(i, { framing: "store_var" }));

  function watched(parts: Chunk[]) {
    const seen = { read: 0, closed: 0 };
    const source = {
      async *[Symbol.asyncIterator]() {
        try {
          for (const part of parts) {
            seen.read++;
            yield part;
          }
        } finally {
          seen.closed++;
        }
      },
    };
    return { seen, source };
  }

  test("reads chunks on demand, and closes the source when the consumer stops", async () => {
    const { seen, source } = watched(frames());
    const values = decodeStream(source);
    await values.next();
    expect(seen).toEqual({ read: 1, closed: 0 });
    await values.next();
    await values.return(undefined);
    expect(seen).toEqual({ read: 2, closed: 1 });
    const broken = watched([new Uint8Array([4, 0, 0, 0, 99, 0, 0, 0])]);
    await errorOf(decoded(broken.source));
    expect(broken.seen.closed).toBe(1);
  });

  test("closes a source of which it has read nothing", async () => {
    const cause = new Error("the other end is gone");
    const starts = [decodeStream, encodeStream] as const;
    const stops = [
      (values: AsyncGenerator) => values.return(undefined),
      (values: AsyncGenerator) => values.throw(cause).catch((error) => expect(error).toBe(cause)),
    ];
    for (const start of starts)
      for (const stop of stops) {
        const stream = Readable.from(frames());
        await stop(start(stream));
        expect(stream.destroyed).toBe(true);
        const cancel = vi.fn();
        await stop(start(new ReadableStream({ cancel }) as never));
        expect(cancel).toHaveBeenCalledOnce();
      }
    const unread = Readable.from([1, 2]);
    Readable.from(encodeStream(unread)).destroy();
    await expect.poll(() => unread.destroyed).toBe(true);
  });

  test("closes a source that is silent", async () => {
    const cause = new Error("the other end is gone");
    for (const stop of [
      (values: AsyncGenerator) => values.return(undefined),
      (values: AsyncGenerator) => values.throw(cause).catch((error) => expect(error).toBe(cause)),
    ]) {
      const part = frames()[0]?.subarray(0, 5) as Chunk;
      const socket = new PassThrough();
      socket.write(part);
      const values = decodeStream(socket);
      const read = values.next();
      await new Promise((done) => setTimeout(done, 5));
      await stop(values);
      expect(socket.destroyed).toBe(true);
      expect(await read).toEqual({ done: true, value: undefined });
      const cancel = vi.fn();
      const others = decodeStream(new ReadableStream({ start: (to) => to.enqueue(part), cancel }));
      const other = others.next();
      await new Promise((done) => setTimeout(done, 5));
      await stop(others);
      expect(cancel).toHaveBeenCalledOnce();
      expect(await other).toEqual({ done: true, value: undefined });
    }
  });

  test("encodeStream closes a source that is silent, and one whose value it refuses", async () => {
    const messages = new EventEmitter();
    const sources = [on(messages, "message"), new PassThrough({ objectMode: true }), new ReadableStream()];
    for (const source of sources) {
      const written = encodeStream(source as AsyncIterable<unknown>);
      const read = written.next();
      await new Promise((done) => setTimeout(done, 5));
      await written.return(undefined);
      expect(await read).toEqual({ done: true, value: undefined });
    }
    expect(messages.listenerCount("message")).toBe(0);
    expect((sources[1] as PassThrough).destroyed).toBe(true);
    const { seen, source } = watched([Symbol("x"), 2] as never);
    expect(await errorOf(all(encodeStream(source)))).toMatchObject({ code: "unsupported-value" });
    expect(seen).toEqual({ read: 1, closed: 1 });
  });

  test("encodeStream waits for promises of an iterable", async () => {
    const written = await all(encodeStream([Promise.resolve(0), 1]));
    expect(written).toEqual(frames().slice(0, 2));
  });

  test("a TransformStream decodes only on demand", async () => {
    const warnings: Warning[] = [];
    const odd = encode("ab", { framing: "store_var" });
    odd[13] = 0;
    const decoder = new VariantDecoderStream({ onWarning: (warning) => warnings.push(warning) });
    const writer = decoder.writable.getWriter();
    const written = writer.write(Buffer.concat([odd, odd, odd]));
    const reader = decoder.readable.getReader();
    await new Promise((done) => setTimeout(done, 5));
    expect(warnings).toHaveLength(0);
    await reader.read();
    await new Promise((done) => setTimeout(done, 5));
    expect(warnings).toHaveLength(1);
    await written;
    let isWritten = false;
    const second = writer.write(odd).then(() => {
      isWritten = true;
    });
    await new Promise((done) => setTimeout(done, 5));
    expect(isWritten).toBe(false);
    for (let i = 0; i < 3; i++) await reader.read();
    await second;
    await Promise.all([writer.close(), reader.read()]);
    expect(warnings).toHaveLength(4);
  });

  test("strategies limit how much may wait", async () => {
    const decoder = new VariantDecoderStream(
      {},
      { highWaterMark: 100, size: (chunk) => chunk?.byteLength ?? 0 },
      { highWaterMark: 3 },
    );
    const writer = decoder.writable.getWriter();
    expect(writer.desiredSize).toBe(100);
    for (const frame of frames()) void writer.write(frame).catch(() => {});
    await new Promise((done) => setTimeout(done, 5));
    expect(writer.desiredSize).toBeLessThan(0);
    await decoder.readable.cancel();
    const encoder = new VariantEncoderStream({}, { highWaterMark: 7 }, { highWaterMark: 2 });
    expect(encoder.writable.getWriter().desiredSize).toBe(7);
  });

  test("an error reaches both ends of a TransformStream, and so does an early end", async () => {
    const broken = new VariantDecoderStream();
    const bad = streamOf([new Uint8Array([4, 0, 0, 0, 99, 0, 0, 0])]).pipeTo(broken.writable);
    const [readError, writeError] = await Promise.all([errorOf(all(broken.readable)), errorOf(bad)]);
    expect(readError).toMatchObject({ code: "unknown-type", offset: 4 });
    expect(writeError === undefined || writeError === readError).toBe(true);

    let cancelled: unknown;
    const endless = new ReadableStream<Chunk>({
      pull: (controller) => controller.enqueue(encode(1, { framing: "store_var" })),
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const values = endless.pipeThrough(new VariantDecoderStream()).getReader();
    expect((await values.read()).value).toBe(1);
    await values.cancel("enough");
    await new Promise((done) => setTimeout(done, 5));
    expect(cancelled).toBe("enough");

    const waiting = new VariantDecoderStream();
    const reader = waiting.readable.getReader();
    const read = reader.read();
    await reader.cancel("enough");
    expect((await read).done).toBe(true);

    const aborted = new VariantDecoderStream();
    const reading = errorOf(all(aborted.readable));
    await aborted.writable.abort(new Error("the socket is gone"));
    expect(String(await reading)).toContain("the socket is gone");
  });
});

describe("Node streams", () => {
  const values = [null, { hp: 10 }, [null], null];
  const bytes = Buffer.concat(values.map((value) => encode(value, { framing: "store_var" })));

  test("work with pipeline in both directions, including null values", async () => {
    const read: Variant[] = [];
    await pipeline(Readable.from(cutAnywhere(new Uint8Array(bytes), 1)), decodeStream, async (source) => {
      for await (const value of source as AsyncIterable<Variant>) read.push(value);
    });
    expect(read).toEqual(values);
    const written: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _, done) {
        written.push(chunk);
        done();
      },
    });
    await pipeline(values, (source) => encodeStream(source as Iterable<unknown>), sink);
    expect(Buffer.concat(written)).toEqual(bytes);
  });

  test("are read and closed", async () => {
    const source = new PassThrough();
    source.write(bytes);
    for await (const value of decodeStream(source)) {
      expect(value).toBeNull();
      break;
    }
    expect(source.destroyed).toBe(true);
  });

  test("become a Transform when every value is wrapped", async () => {
    const transform = Duplex.from(async function* (chunks: AsyncIterable<Buffer>) {
      for await (const value of decodeStream(chunks)) yield { value };
    });
    const read = await all(Readable.from([bytes]).pipe(transform) as AsyncIterable<{ value: Variant }>);
    expect(read.map(({ value }) => value)).toEqual(values);
  });

  test("pass on errors", async () => {
    const cut = Readable.from([bytes.subarray(0, bytes.length - 1)]);
    const run = pipeline(cut, decodeStream, async (source) => {
      await all(source as AsyncIterable<Variant>);
    });
    expect(await errorOf(run)).toMatchObject({ code: "unexpected-end" });
    const unwritable = pipeline(
      [1, Symbol("x")],
      (source) => encodeStream(source as Iterable<unknown>),
      new PassThrough(),
    );
    expect(await errorOf(unwritable)).toMatchObject({ code: "unsupported-value" });
  });
});
