// An input larger than a chunk is loaded in chunks. The result must not depend on their size, or on where the input is
// truncated.
import { describe, expect, test } from "vitest";
import { convert, decode, encode, type Options, tryDecode, type Variant } from "../../../js/index.js";
import { slot } from "../../../js/table/boundary.gen.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { errorOf } from "../expected-errors.js";
import { canonical } from "../fixture-notation.js";
import { exactOptions, fromHex, hex, linesOf, origins } from "../fixtures.js";

/** Sets the chunk size in the codec's own memory. */
function setPieceSize(size: number): void {
  withCodec((codec) => {
    const inside = codec as unknown as { i32: Int32Array; exchange: number };
    inside.i32[inside.exchange + slot.chunkSize] = size;
  });
}

/** The bytes of a value, because some fixtures have more levels than Vitest's comparison has stack. Half a surrogate pair has none. */
function comparable(value: Variant, options: Options): unknown {
  try {
    return hex(encode(value, { ...options, mode: "exact" }));
  } catch {
    return canonical(value);
  }
}

/** All results of reading bytes. */
function outcomeOf(bytes: Uint8Array, options: Options): unknown {
  const result = tryDecode(bytes, { ...options, mode: "exact" });
  const convertible = () => convert(bytes, { ...options, to: "godot-4" });
  if (!result.ok) {
    const { code, offset, path } = result.error;
    return { code, offset, path, thrown: errorOf(convertible).message };
  }
  const { bytesRead, warnings } = result;
  return {
    value: comparable(result.value, options),
    bytesRead,
    warnings: warnings.map(({ code, offset, path }) => ({ code, offset, path })),
  };
}

const usualSize = withCodec((codec) => codec.read(slot.chunkSize));

/** Expects the same outcome with chunks of `size` as with chunks of the usual size. */
function expectSame(bytes: Uint8Array, options: Options, size: number): unknown {
  const wanted = outcomeOf(bytes, options);
  setPieceSize(size);
  const got = outcomeOf(bytes, options);
  setPieceSize(usualSize);
  expect(got).toEqual(wanted);
  return got;
}

describe("tiny chunks", () => {
  const lines = origins.flatMap(({ folder, dialect }) =>
    ["values", "crafted", "mutated"]
      .flatMap((file) => linesOf(`${folder}/${file}.jsonl`))
      .map((line) => ({ line, options: { ...exactOptions(line, dialect), allowTrailing: true } })),
  );
  const errors = linesOf("errors/errors.jsonl").map((line) => {
    return { line, options: { dialect: line.dialect ?? "godot-4", ...line.options } };
  });
  const subjects = [...lines, ...errors].map(({ line, options }) => ({
    bytes: fromHex(line.bytes),
    options,
  }));

  test.each([1, 16, 100])("of %i bytes", (size) => {
    for (const { bytes, options } of subjects) expectSame(bytes, options, size);
  });

  test("truncated anywhere", () => {
    const list = [1, 2.5, "ä", new Float32Array(50), { a: { b: null } }, new Uint8Array(33)];
    const bytes = encode({ name: "x".repeat(300), list, after: "end" });
    for (let end = 0; end <= bytes.length; end++) expectSame(bytes.subarray(0, end), {}, 16);
  });
});

describe("inputs of several chunks", () => {
  const rows = Array.from({ length: 4000 }, (_, i) => ({ id: i, name: `row ${i}`, place: [i / 3, -i] }));
  const floats = new Float32Array(100_000).map((_, i) => i / 7);
  const value = { rows, floats, bytes: new Uint8Array(200_000).fill(7), text: "ä".repeat(100_000), last: 1 };
  const bytes = encode(value);
  const expectBytes = (got: Uint8Array) => expect(Buffer.compare(got, bytes)).toBe(0);

  test("are read completely, at any offset in a buffer", () => {
    for (const at of [0, 1, 4, 4099]) {
      const buffer = new Uint8Array(at + bytes.length + 3);
      buffer.set(bytes, at);
      const input = buffer.subarray(at, at + bytes.length);
      expectBytes(encode(decode(input)));
      const shared = decode(input, { views: true }) as typeof value;
      expectBytes(encode(shared));
      expect(shared.bytes.buffer).toBe(buffer.buffer);
      expect(shared.floats.buffer === buffer.buffer).toBe(shared.floats.byteOffset > 0);
    }
    expectBytes(encode(decode(bytes, { mode: "exact" }), { mode: "exact" }));
    expectBytes(convert(bytes, { to: "godot-4" }).bytes);
  });

  test("fail where they are truncated", () => {
    const ends = [1, 2, 3, 4, 5, 8].flatMap((piece) => [-4, -1, 0, 1, 4].map((by) => piece * usualSize + by));
    for (const end of [...ends, bytes.length - 1]) {
      expect(expectSame(bytes.subarray(0, end), {}, 2 ** 31 - 1)).toMatchObject({ code: "unexpected-end" });
    }
  });
});
