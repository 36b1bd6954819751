// A truncated or damaged file of several frames is never read as a file with fewer values.
import { describe, expect, test } from "vitest";
import {
  decodeFrames,
  encodeFrames,
  load,
  NodePath,
  recoverFile,
  VariantError,
  Vector2,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";
import { rejection } from "../expected-errors.js";

describe.each(["store_var", "store_var_big_endian"] as const)("%s", (framing) => {
  const values = decodeFrames(sampleBytes("4.6.3", "several_vars.bin"));
  const bytes = encodeFrames(values, { framing });
  const begins = values.map((_, i) => encodeFrames(values.slice(0, i), { framing }).length);

  test("rejects a cut that is not between two frames", async () => {
    // The first bytes alone could also be a Rect2i or null.
    for (let size = 21; size < bytes.length; size++) {
      const cut = bytes.subarray(0, size);
      if (begins.includes(size)) expect((await load(cut)).values).toHaveLength(begins.indexOf(size));
      else expect([size, (await rejection(load(cut))).code]).toEqual([size, "bad-container"]);
    }
  });

  test("no changed byte drops a value", async () => {
    // After a wrong length, the null at the end could be any other zeros.
    for (let at = 0; at < (begins.at(-1) as number); at++) {
      for (const bits of [0x01, 0x40, 0xff]) {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] as number) ^ bits;
        const result = await load(damaged).catch((error) => error);
        if (!(result instanceof VariantError))
          expect([at, bits, result.values.length]).toEqual([at, bits, begins.length]);
      }
    }
  });

  test("a wrong length drops no short value, wherever it stands", async () => {
    const long = values.find((value) => value !== null && value?.constructor === Object);
    let judged = 0;
    for (const short of [true, 5, 0.1, "middle", new Vector2(1, 2), new NodePath("a/b"), ["a"]]) {
      for (const row of [
        [long, short],
        [long, short, long],
        [long, 3, short, "x", long],
        [short, long],
      ]) {
        const bytes = encodeFrames(row, { framing });
        const at = encodeFrames(row.slice(0, row.indexOf(short)), { framing }).length;
        for (let bit = 0; bit < 32; bit++) {
          const damaged = bytes.slice();
          damaged[at + (bit >> 3)] = (damaged[at + (bit >> 3)] as number) ^ (1 << (bit & 7));
          const error = await rejection(load(damaged));
          expect([short, row.length, bit, error.code]).toEqual([short, row.length, bit, "bad-container"]);
          expect((await recoverFile(damaged)).complete).toBe(false);
          judged++;
        }
      }
    }
    expect(judged).toBe(7 * 4 * 32);
  });

  test("numbers, names and checksums beside frames are other data", async () => {
    const frame = encodeFrames([{ hp: 10, name: "Mira" }], { framing });
    const words = (...numbers: number[]) => new Uint8Array(Uint32Array.from(numbers).buffer);
    const text = (name: string) => new TextEncoder().encode(name);
    for (const other of [
      words(3),
      words(1, 2, 5),
      words(0x45564153, 2, 7),
      words(7, 0),
      text("SAVE"),
      words(0x8f3a9c01, 0x6b1e22d4, 0x0cc175b9, 0xc0f1b6a8),
      text("a line\n"),
    ]) {
      expect((await load(new Uint8Array([...other, ...frame]))).framing).toBe("mixed");
    }
    for (const other of [
      words(0x8f3a9c01, 0x6b1e22d4, 0x0cc175b9, 0xc0f1b6a8),
      text("SAVE"),
      text("a line\n"),
    ])
      expect((await load(new Uint8Array([...frame, ...other]))).framing).toBe("mixed");
  });

  test("recoverFile returns all complete frames before a cut, framed as before", async () => {
    for (let size = begins[3] as number; size < bytes.length; size++) {
      const saved = await recoverFile(bytes.subarray(0, size));
      const before = begins.filter((begin, i) => (begins[i + 1] ?? bytes.length) <= size && begin < size);
      expect([size, saved.framing, saved.complete]).toEqual([size, framing, begins.includes(size)]);
      const again = decodeFrames(saved.file, { framing });
      expect(again.slice(0, before.length)).toEqual(values.slice(0, before.length));
    }
  });

  test("the error has an offset and other interpretations", async () => {
    const error = await rejection(load(bytes.subarray(0, -5)));
    expect(error.offset).toBe(begins.at(-1));
    expect(error.hint).toMatch(
      /^A frame is damaged or cut, unless .* \(framing "mixed"\)\. Read as godot-4\.\d: unexpected-end/,
    );
    const mixed = await load(bytes.subarray(0, -5), { framing: "mixed" });
    expect(mixed.values).toEqual(values.slice(2, 4));
  });
});

test("bytes between frames that read as a length, or make the whole a bare value, are other data", async () => {
  const frames = [[1, 2, 3], { name: "Mira", hp: 5 }].map((value) => encodeFrames([value]));
  // The length of a frame that is cut, before a number that is a header, too.
  const short = [16, 28, 1, 2];
  // All bytes are a PackedFloat32Array, too.
  const long = [16, 28, ...Array.from({ length: 26 }, (_, i) => i + 1)];
  for (const gap of [short, [...short, 3], long]) {
    for (const [first = [], second = []] of [frames, [...frames].reverse()]) {
      const content = new Uint8Array([...first, ...gap, ...second]);
      const { framing, values } = await load(content);
      expect([framing, values]).toEqual(["mixed", decodeFrames(content, { framing: "mixed" })]);
      expect(values).toHaveLength(2);
    }
  }
});
