// recoverFile on what has no frames, settings and arguments of a call: it keeps what can be read.
import { describe, expect, test } from "vitest";
import { decodeFrames, encodeFrames, load, recoverFile, wrap } from "../../../js/index.js";
import { blocksOf } from "../damaged-saves.js";
import { rejection } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

describe("what has no frames", () => {
  const project = encodeFrames([{ "game/a": 1, "game/b": { x: ["text"] } }], { framing: "ecfg" });
  const values = [true, 300, "hello", { list: [1, 2, 3] }];
  const call = encodeFrames(values, { framing: "rpc" });
  const named = { framing: "rpc", dialect: "godot-3" } as const;

  test("comes back as it is when it is whole", async () => {
    expect(await recoverFile(project)).toMatchObject({ complete: true, framing: "ecfg", file: project });
    const saved = await recoverFile(call, { framing: "rpc" });
    expect(saved).toMatchObject({ complete: true, lost: [], framing: "rpc", file: call });
    expect(saved.values.map(({ document }) => document.get([]))).toEqual(values);
    // A bool and an int have fewer bytes in the call.
    const [text, list] = ["hello", "list"].map((each) => Buffer.from(call).indexOf(each)) as [number, number];
    expect(saved.values.map(({ ranges }) => ranges.map(({ from }) => from))).toEqual([
      [],
      [],
      [text - 8],
      [list - 16],
    ]);
  });

  test("is refused with the place of its damage", async () => {
    const at = Buffer.from(project).indexOf("text");
    const damaged = project.slice();
    damaged[at] = 0xff;
    const failure = await rejection(load(damaged));
    expect(failure).toMatchObject({ code: "bad-container", offset: at - 8 });
    expect(failure.hint).toContain('bad-utf8: The text is not valid UTF-8 (at path ["game/b"].x[0]).');
    expect(failure.candidates).toMatchObject([{ framing: "ecfg", dialect: "godot-4.4", count: 1 }]);
    await expect(recoverFile(fromHex("45434647 01000000 ffffffff"))).rejects.toMatchObject({
      code: "bad-container",
    });
    const error = await rejection(recoverFile(call.fill(0xc8, 1), named));
    expect(error.hint).toMatch(/^Read as godot-3: /);
  });
});

describe("a damaged project.binary", () => {
  const names = ["a/first", "b/list", "c/last"];
  const settings = { "a/first": "one", "b/list": [1, "text", 3], "c/last": { x: true } };
  const project = encodeFrames([settings], { framing: "ecfg" });
  const at = (text: string) => Buffer.from(project).indexOf(text);
  const without = (name: keyof typeof settings, ...more: [string, unknown][]) => [
    Object.fromEntries([...Object.entries(settings).filter(([each]) => each !== name), ...more]),
  ];
  const damagedAt = (place: number, byte: number) => project.map((old, i) => (i === place ? byte : old));
  const recovered = async (bytes: Uint8Array) => {
    const { file, lost, complete, framing, values } = await recoverFile(bytes, { dialect: "godot-4" });
    expect({ complete, framing }).toEqual({ complete: false, framing: "ecfg" });
    const made = decodeFrames(file, { framing: "ecfg" });
    expect(values.map(({ document }) => document.get([]))).toEqual(Object.values(made[0] as object));
    return { made, lost };
  };

  test.each<[what: string, bytes: Uint8Array, kept: unknown[], lost: object]>([
    [
      "name",
      damagedAt(at("b/list"), 0xff),
      without("b/list"),
      { code: "bad-utf8", offset: at("b/list") - 4, length: 10 + 4 + 36, path: "" },
    ],
    [
      "type",
      damagedAt(at("b/list") + 10, 99),
      without("b/list"),
      { code: "unknown-type", offset: at("b/list") + 10, path: '["b/list"]' },
    ],
    ["text", damagedAt(at("one"), 0xff), without("a/first"), { code: "bad-utf8", path: '["a/first"]' }],
    [
      "length of a name",
      damagedAt(at("b/list") - 2, 9),
      without("b/list"),
      { code: "bad-length", offset: at("b/list") - 4, path: "" },
    ],
    [
      "length of the first name, after which the value seems to be null",
      damagedAt(8, 8),
      without("a/first"),
      { code: "bad-length", offset: 8, length: 4 + 7 + 4 + 12, path: "" },
    ],
    [
      "length of a value",
      damagedAt(at("b/list") + 6, 9),
      [settings],
      { code: "bad-length", offset: at("b/list") + 6, length: 4, path: '["b/list"]' },
    ],
    ["count", damagedAt(4, 9), [settings], { code: "bad-length", offset: 4, length: 0 }],
    ["end", project.subarray(0, at("c/last") + 9), without("c/last"), { offset: at("c/last") - 4, path: "" }],
    ["last name", project.subarray(0, at("c/last") + 2), without("c/last"), { code: "bad-length", path: "" }],
  ])("keeps all other settings when a %s is damaged", async (_, bytes, kept, expected) => {
    const { made, lost } = await recovered(bytes);
    expect(made).toEqual(kept);
    expect(lost).toMatchObject([expected]);
  });

  test("keeps all other settings when lengths in it seem to lead to the end", async () => {
    // Behind the text, its last letter may be the length of a name that ends in the second value.
    const others = [{ a: 1, b: "second" }, [1, 2, 3, "x"], { z: "last one", y: [1, 2, 3] }];
    const all = Object.fromEntries(
      [{ a: { b: "x" }, end: "last" }, ...others].map((value, i) => [`section/name_${i}`, value]),
    );
    const whole = encodeFrames([all], { framing: "ecfg" });
    for (let place = 8; place < 30; place++)
      for (const bits of [1, 2, 16, 64, 128, 255]) {
        const bytes = whole.map((old, i) => (i === place ? old ^ bits : old));
        const { values, complete } = await recoverFile(bytes, { dialect: "godot-4", framing: "ecfg" });
        const found = values.map(({ document }) => document.get([]));
        expect(found.slice(-3), `${bits} at ${place}`).toEqual(others);
        expect(complete, `${bits} at ${place}`).toBe(place >= 12 && place < 26 && bits < 128);
      }
  });

  test("keeps the rest of a list, whose length may be wrong, too", async () => {
    const inside = damagedAt(at("text"), 0xff);
    for (const bytes of [inside, inside.map((old, i) => (i === at("b/list") + 7 ? 9 : old))]) {
      const { made, lost } = await recovered(bytes);
      expect(made).toEqual([{ ...settings, "b/list": [1, 3] }]);
      expect(Object.keys(made[0] as object)).toEqual(names);
      expect(lost[0]).toMatchObject({ code: "bad-utf8", path: '["b/list"][1]', keys: ["b/list", 1] });
    }
  });

  test("of which the end is cut keeps what is behind another damage", async () => {
    const bytes = damagedAt(at("one"), 0xff).subarray(0, -4);
    const { made, lost } = await recovered(bytes);
    expect(made[0]).toMatchObject({ "b/list": settings["b/list"] });
    expect(lost.map(({ keys }) => keys[0])).toEqual(["a/first", "c/last"]);
  });
});

describe("damaged arguments of a call", () => {
  const values = [true, 300, { a: "text", b: [1, 2] }, "a longer text", [7, "x"]];
  const call = encodeFrames(values, { framing: "rpc" });
  const at = (text: string) => Buffer.from(call).indexOf(text);
  const damaged = (place: number, byte: number) => call.map((old, i) => (i === place ? byte : old));
  const partial = { a: "text", b: [2] };
  const firstInt = at("b\0\0\0") + 4 + 8;

  test.each<[what: string, bytes: Uint8Array, kept: unknown[], lost: object[]]>([
    [
      "type in one of them",
      damaged(firstInt, 99),
      [true, 300, partial, ...values.slice(3)],
      [{ code: "unknown-type", offset: firstInt, length: 8, path: "[2].b[0]" }],
    ],
    [
      "type of one of them",
      damaged(at("a longer") - 8, 99),
      [...values.slice(0, 3), values[4]],
      [{ code: "unknown-type", offset: at("a longer") - 8, length: 24, path: "[3]" }],
    ],
    [
      "text",
      damaged(at("text"), 0xff),
      [true, 300, { b: [1, 2] }, ...values.slice(3)],
      [{ code: "bad-utf8", path: "[2]" }],
    ],
    ...[17, 38, 69].map((length): [string, Uint8Array, unknown[], object[]] => [
      `length of a text, which seems to be ${length} and to have others in it`,
      damaged(at("text") - 4, length),
      [true, 300, { b: [1, 2] }, ...values.slice(3)],
      [{ code: "bad-length", offset: at("text") - 8, length: 12, path: "[2]" }],
    ]),
    ...[17, 35].map((length): [string, Uint8Array, unknown[], object[]] => [
      `length of one of them, a text that seems to have ${length} bytes`,
      damaged(at("a longer") - 4, length),
      [...values.slice(0, 3), values[4]],
      [{ code: "bad-length", offset: at("a longer") - 8, length: 24, path: "[3]" }],
    ]),
    [
      "count, which is too large",
      damaged(0, 9),
      values,
      [{ code: "unexpected-end", offset: call.length, length: 0, path: "[5]" }],
    ],
    ["count, which is too small", damaged(0, 3), values, [{ code: "bad-length", offset: 0, length: 0 }]],
    ["end", call.subarray(0, -4), [...values.slice(0, 4), [7]], [{ code: "unexpected-end", path: "[4][1]" }]],
    [
      "end, where more follows",
      new Uint8Array([...call, 0, 0, 0, 0]),
      values,
      [{ code: "trailing-bytes", offset: call.length, length: 4, path: "" }],
    ],
  ])("keep what can be read when this is damaged: %s", async (_, bytes, kept, expected) => {
    const saved = await recoverFile(bytes, { framing: "rpc" });
    expect(saved).toMatchObject({ complete: false, framing: "rpc", lost: expected });
    expect(saved.lost).toHaveLength(expected.length);
    expect(saved.values.map(({ document }) => document.get([]))).toEqual(kept);
    expect(decodeFrames(saved.file, { framing: "rpc" })).toEqual(kept);
    for (const { document, ranges } of saved.values)
      for (const { range, from } of ranges)
        expect(document.toBytes().subarray(range[0], range[0] + range[1])).toEqual(
          bytes.subarray(from, from + range[1]),
        );
  });

  test("paths begin with a number only where there are several", async () => {
    const alone = encodeFrames([{ a: "text", b: 1 }], { framing: "rpc" });
    alone[Buffer.from(alone).indexOf("text")] = 0xff;
    const { values, lost } = await recoverFile(alone, { framing: "rpc" });
    expect(lost).toMatchObject([{ code: "bad-utf8", path: "" }]);
    expect(values[0]?.document.get([])).toEqual({ b: 1 });
  });

  test("zeros, which could be any number of arguments, are part of the damage", async () => {
    const zeros = new Uint8Array(3000);
    const long = encodeFrames([1, { a: "text" }, zeros, "end"], { framing: "rpc" });
    long[Buffer.from(long).indexOf("text")] = 0xff;
    const { values, lost } = await recoverFile(long, { framing: "rpc" });
    expect(values.map(({ document }) => document.get([]))).toEqual([1, {}, zeros, "end"]);
    expect(lost.map(({ path }) => path)).toEqual(["[1]"]);
  });

  test("a long call that is damaged everywhere takes linear time", async () => {
    const noise = Uint8Array.from({ length: 1 << 20 }, (_, i) => (i % 4 === 0 ? 99 : i % 251));
    const bytes = new Uint8Array([...encodeFrames([1, 2, 3], { framing: "rpc" }), ...noise]);
    bytes[0] = 200;
    const { values } = await recoverFile(bytes, { framing: "rpc" });
    expect(values.map(({ document }) => document.get([]))).toEqual([1, 2, 3]);
  });
});

describe("a project.binary in a compressed file with unreadable blocks", () => {
  const settings = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `group_${i % 7}/setting_${i}`,
      i % 3 === 0
        ? Array.from({ length: 40 }, (_, n) => `${i} ${n} ${(n * 7919) % 97}`)
        : { i, at: [i * 0.37] },
    ]),
  );
  const project = encodeFrames([settings], { framing: "ecfg" });
  const blockSize = 4096;
  const begins = Object.keys(settings).map((name) => Buffer.from(project).indexOf(name) - 4);
  const count = Math.ceil(project.length / blockSize);
  const pairs = Array.from({ length: count - 1 }, (_, i) => [i + 1, ((i * 5) % (count - 1)) + 1]);

  test.each(pairs)(
    "keeps every setting outside of the blocks %i and %i, and nothing else",
    async (...damaged) => {
      const file = await wrap(project, [{ container: "gcpf", compression: "zstd" }]);
      const blocks = blocksOf(file);
      for (const block of damaged) {
        const { at, size } = blocks[block] as { at: number; size: number };
        file.fill(0xff, at, at + size);
      }
      const saved = await recoverFile(file, { dialect: "godot-4" });
      expect(saved).toMatchObject({ framing: "ecfg", complete: false, layers: [{ container: "gcpf" }] });
      // What is cut off at the end is no hole.
      const known = damaged.includes(count - 1) ? (count - 1) * blockSize : project.length;
      const { values } = await load<Record<string, unknown>>(saved.file, { dialect: "godot-4" });
      const made = values[0] as Record<string, unknown>;
      for (const [i, [name, value]] of Object.entries(settings).entries()) {
        const [begin, end] = [begins[i] as number, begins[i + 1] ?? project.length];
        const isHit =
          end > known || damaged.some((each) => begin < (each + 1) * blockSize && end > each * blockSize);
        if (!isHit) expect(made[name]).toEqual(value);
        // Of a damaged one, only parts of it are left.
        else if (Array.isArray(value))
          expect(value).toEqual(expect.arrayContaining((made[name] as []) ?? []));
        else if (made[name] !== undefined) expect(value).toMatchObject(made[name] as object);
      }
      expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(made)));
      for (const { code } of saved.lost) expect(["bad-container", "unexpected-end"]).toContain(code);
      for (const block of damaged) {
        const [begin, end] = [block * blockSize, Math.min((block + 1) * blockSize, known)];
        const covers = ({ offset, length }: { offset: number; length: number }) =>
          offset < end && offset + length > begin;
        if (begin < known) expect(saved.lost.some(covers)).toBe(true);
      }
    },
  );
});

describe("a call in a compressed file with an unreadable block", () => {
  // No type has a number as large as the length of the texts.
  const list = (from: number) =>
    Array.from({ length: 300 }, (_, i) => `text ${(from + i) * 7919}`.padEnd(60, "…"));
  const values = [true, list(0), 300, list(300), list(600), "end"];
  const call = encodeFrames(values, { framing: "rpc" });
  const saved = async (block: number) => {
    const file = await wrap(call, [{ container: "gcpf", compression: "zstd" }]);
    const { at, size } = blocksOf(file)[block] as { at: number; size: number };
    return recoverFile(file.fill(0xff, at, at + size), { framing: "rpc", dialect: "godot-4" });
  };
  test.each([
    [1, 1, 2],
    [12, 1, 2],
    [20, 3, 4],
    [23, 3, 6],
    [30, 4, 5],
  ])("keeps what stands outside of block %i", async (block, hit, count) => {
    const { values: found, lost, file } = await saved(block);
    const read = found.map(({ document }) => document.get([]));
    expect(read).toHaveLength(count);
    for (const [i, value] of read.entries()) if (i !== hit) expect(value).toEqual(values[i]);
    // Short arguments behind a damage are not told from elements.
    expect([...(values[hit] as []), "end"]).toEqual(expect.arrayContaining(read[hit] as []));
    const gone = values.slice(count).map((_, i) => `[${count + i}]`);
    expect(lost.map(({ path }) => path.replace(/(?<=.)\[.*/, ""))).toEqual([`[${hit}]`, ...gone]);
    expect(await load(file, { framing: "rpc", dialect: "godot-4" })).toMatchObject({ values: read });
  });

  test("is refused without its number of arguments", async () => {
    await expect(saved(0)).rejects.toMatchObject({ code: "bad-container" });
  });
});

test("the hint of bad-container is about the dialect that was named", async () => {
  const noise = Uint8Array.from({ length: 64 }, (_, i) => 200 + (i % 50));
  expect((await rejection(load(noise, { dialect: "godot-2" }))).hint).toMatch(/^Read as godot-2: /);
});
