// recover returns the intact values before and after damage, and nothing else.
import { describe, expect, test } from "vitest";
import {
  type DocumentNode,
  decode,
  encode,
  encodeFrames,
  GodotObject,
  open,
  PackedStringArray,
  type Recovered,
  recover,
  type Variant,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { exactOptions, fileOf, fromHex, hex, linesOf, origins } from "../fixtures.js";

/** Leaf values by path. */
function leavesOf(nodes: Iterable<DocumentNode>, bytes: Uint8Array): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const node of nodes) {
    if (["Array", "Dictionary", "Object", "PackedStringArray"].includes(node.type)) continue;
    leaves.set(node.path, hex(bytes.subarray(node.offset, node.offset + node.byteLength)));
  }
  return leaves;
}

/** Expects every recovered byte at the position that `ranges` names, except counts. */
function expectNothingInvented({ values }: Recovered, input: Uint8Array): void {
  for (const { document, ranges } of values) {
    const bytes = document.toBytes();
    let from = 0;
    for (const { range, from: place } of ranges) {
      const [offset, length] = range;
      // Counts are new, and so is the header of an Array around values whose container is unknown.
      expect([from, from + 4, 8 - from]).toContain(offset);
      expect(hex(bytes.subarray(offset, offset + length))).toBe(hex(input.subarray(place, place + length)));
      from = offset + length;
    }
    expect(bytes.length - from === 0 || bytes.length - from === 4).toBe(true);
  }
}

describe("truncated", () => {
  test("every fixture at every length loses only values past the cut", () => {
    for (const { folder, dialect } of origins) {
      for (const line of linesOf(`${folder}/values.jsonl`)) {
        const bytes = fromHex(line.bytes);
        if (line.surrogates || bytes.length > 600) continue;
        const options = { ...exactOptions(line, dialect), allowObjects: true };
        const whole = open(bytes, options);
        const ends = [...whole.walk()].map((node) => ({
          node,
          path: node.path,
          end: node.offset + node.byteLength,
          isLeaf: !["Array", "Dictionary", "Object", "PackedStringArray"].includes(node.type),
        }));
        for (let cut = 0; cut <= bytes.length; cut += 4) {
          const part = bytes.subarray(0, cut);
          let saved: Recovered;
          try {
            saved = recover(part, options);
          } catch (e) {
            throw new Error(`${folder} ${line.name} ${cut} ${line.bytes}`, { cause: e });
          }
          expectNothingInvented(saved, part);
          const leaves =
            saved.values[0] && leavesOf(saved.values[0].document.walk(), saved.values[0].document.toBytes());
          const expected = ends.filter(({ end, isLeaf }) => isLeaf && end <= cut);
          const message = `${folder} ${line.name} cut at ${cut}`;
          if (!/twice|one key/.test(line.name))
            for (const { path, node } of expected)
              expect(leaves?.get(path), `${message} ${path}`).toBe(
                hex(bytes.subarray(node.offset, node.offset + node.byteLength)),
              );
          expect(saved.complete, message).toBe(cut >= bytes.length);
          if (!saved.complete) expect(saved.lost.at(-1)?.offset, message).toBeLessThanOrEqual(cut);
        }
      }
    }
  });

  test("between two values names the first that is missing, with a length of 0", () => {
    const saved = recover(encode([1, 2, 3]).subarray(0, -16), { dialect: "godot-4" });
    expect(saved.values[0]?.document.get([])).toEqual([1]);
    expect(saved).toMatchObject({ complete: false, lost: [{ path: "[1]", offset: 16, length: 0 }] });
  });
});

describe("damaged", () => {
  const value = {
    name: "Mira",
    list: Array.from({ length: 14 }, (_, i) => ({ id: i, text: `text ${i}`, at: [i, i + 0.5] })),
    bytes: new Uint8Array(50).fill(7),
    end: "end",
  };
  const bytes = encode(value);

  test("one flipped byte loses at most its value and those that depend on its length", () => {
    const whole = open(bytes);
    const leaves = [...whole.walk()].filter(
      ({ childCount, type }) => childCount === 0 || type.startsWith("Packed"),
    );
    let lost = 0;
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] as number) ^ 0xa5;
      const saved = recover(damaged);
      expectNothingInvented(saved, damaged);
      const found =
        saved.values[0] && leavesOf(saved.values[0].document.walk(), saved.values[0].document.toBytes());
      const texts = new Set(found?.values());
      for (const node of leaves) {
        const end = node.offset + node.byteLength;
        const bytesOfLeaf = hex(bytes.subarray(node.offset, end));
        // Values that end before the damage are recovered at their path.
        if (end <= at) expect(found?.get(node.path), `${at} ${node.path}`).toBe(bytesOfLeaf);
        if (node.offset > at && !texts.has(bytesOfLeaf)) lost++;
      }
    }
    // On average, less than one record is lost after the damage.
    expect(lost / bytes.length).toBeLessThan(4);
  });

  test.each<[string, string, (view: Uint8Array, at: number) => void, string[]]>([
    ["the type of a value", "list[3].id", (view, at) => view.set([99], at), ["list[3]"]],
    ["a text", "list[3].text", (view, at) => view.set([0xff], at + 8), ["list[3]"]],
    ["a length", "list[3].text", (view, at) => view.set([0xff, 0xff, 0xff, 0x7f], at + 4), ["list[3]"]],
    ["the type of a container", "list[3]", (view, at) => view.set([99], at), ["list[3]"]],
    ["the last value", "end", (view, at) => view.set([99], at), [""]],
  ])("%s", (_, path, damage, places) => {
    const damaged = bytes.slice();
    damage(damaged, open(bytes).node(path)?.offset ?? 0);
    const saved = recover(damaged);
    expectNothingInvented(saved, damaged);
    expect(saved.lost.map((lost) => lost.path)).toEqual(places);
    const got = saved.values[0]?.document.get("") as typeof value;
    expect(got.name).toBe("Mira");
    if (path !== "end") expect(got.end).toBe("end");
    expect(got.list.slice(0, 3)).toEqual(value.list.slice(0, 3));
    expect(got.list.slice(-10)).toEqual(value.list.slice(-10));
  });

  test("the end of a damaged value is not read as the next key", () => {
    // The last word of the bytes is 7, the type of a Rect2.
    const value = { a: 1, data: new Uint8Array(9).fill(7), floats: new Float32Array([1, 2, 3]), b: 2, c: 3 };
    const input = encode(value);
    const at = open(input).node("data")?.ranges.key[0] as number;
    input[at + 4] = 200;
    const { data: _, ...others } = value;
    const { values, lost } = recover(input);
    expect(values[0]?.document.get([])).toEqual(others);
    expect(lost).toMatchObject([{ offset: at, length: 32, path: "" }]);
  });

  test("two damaged places", () => {
    const damaged = bytes.slice();
    for (const path of ["list[3].id", "list[8].text"]) damaged[open(bytes).node(path)?.offset ?? 0] = 99;
    const saved = recover(damaged);
    expect(saved.lost.length).toBe(2);
    const list = saved.values[0]?.document.get("list") as Variant[];
    expect(list.slice(-5)).toEqual(value.list.slice(-5));
    expect(hex(encode(decode(saved.bytes)))).toBe(hex(saved.bytes));
  });

  test("frames after a damaged one", () => {
    const frames = [1, 2, 3].map((id) => encode({ id, text: "x".repeat(id) }, { framing: "store_var" }));
    const file = new Uint8Array(frames.flatMap((frame) => [...frame]));
    const at = (frames[0] as Uint8Array).length;
    for (const damage of [at, at + 4, at + 9]) {
      const damaged = file.slice();
      damaged[damage] = 200;
      const saved = recover(damaged, { framing: "store_var" });
      const ids = saved.values.map(({ document }) => document.get("id"));
      expect(ids[0]).toBe(1);
      expect(ids.at(-1)).toBe(3);
      expect(saved.complete).toBe(false);
    }
    expect(recover(file, { framing: "store_var" })).toMatchObject({ complete: true, lost: [] });
    expect(hex(recover(file, { framing: "store_var" }).bytes)).toBe(hex(file));
  });

  test("a changed byte in one frame loses no other, of any kind", () => {
    for (const others of [
      [{ a: 1, b: "second" }, [1, 2, 3, "x"], { z: "last one", y: [1, 2, 3] }],
      [5, "text", 1.5, true, "the last one"],
    ]) {
      const damaged = encode({ a: { b: "x" }, end: "last" });
      const intact = others.map((value) => hex(encode(value)));
      const file = encodeFrames([decode(damaged), ...others]);
      for (let at = 4; at < 4 + damaged.length; at += 4)
        for (let bits = 1; bits < 256; bits++) {
          const input = file.slice();
          input[at] = (input[at] as number) ^ bits;
          const { values } = recover(input, { framing: "store_var", dialect: "godot-4" });
          const found = values.map(({ document }) => hex(document.toBytes()));
          expect(found.slice(-intact.length), `${bits} at ${at}`).toEqual(intact);
        }
    }
  });

  test("flipped bytes in all fixtures lose nothing before and little after the damage", () => {
    let [lost, behind] = [0, 0];
    for (const { folder, dialect } of origins) {
      for (const [number, line] of linesOf(`${folder}/values.jsonl`).entries()) {
        const input = fromHex(line.bytes);
        if (line.surrogates || /twice|one key/.test(line.name) || number % 2 === 1 || input.length > 3000)
          continue;
        const options = { ...exactOptions(line, dialect), allowObjects: true };
        const leaves = leavesOf(open(input, options).walk(), input);
        const places = [...open(input, options).walk()].filter((node) => leaves.has(node.path));
        for (let at = number % 7; at < input.length; at += Math.max(5, input.length >> 4)) {
          const damaged = input.slice();
          damaged[at] = (damaged[at] as number) ^ (at % 2 === 0 ? 0xa5 : 1);
          const saved = recover(damaged, options);
          expectNothingInvented(saved, damaged);
          const left = new Map<string, number>();
          for (const { document } of saved.values)
            for (const leaf of leavesOf(document.walk(), document.toBytes()).values())
              left.set(leaf, (left.get(leaf) ?? 0) + 1);
          for (const { offset, byteLength, ranges, path } of places) {
            const leaf = leaves.get(path) as string;
            const found = left.get(leaf) ?? 0;
            left.set(leaf, found - 1);
            const message = `${folder} ${line.name} at ${at}: ${path}`;
            if (offset + byteLength <= at) expect(found, message).toBeGreaterThan(0);
            if (offset - ranges.key[1] <= at) continue;
            behind++;
            if (found <= 0) lost++;
          }
        }
      }
    }
    expect(behind).toBeGreaterThan(10_000);
    // Most losses are in containers whose own type or count is damaged.
    expect(lost / behind).toBeLessThan(0.12);
  });

  test.each<[string, unknown]>([
    ["a Dictionary", value],
    ["an Array", value.list],
  ])("the first word of %s", (_, whole) => {
    const input = encode(whole);
    input[0] = 200;
    const saved = recover(input);
    expectNothingInvented(saved, input);
    expect(saved.lost).toEqual([{ offset: 0, length: 4, code: "unknown-type", keys: [], path: "" }]);
    expect(saved.values[0]?.document.get([])).toEqual(whole);
    // After a second damage nothing fits, so the readable values are saved as they are.
    input[open(encode(value)).node("list[5].text")?.offset ?? 0] = 99;
    expect(recover(input).values[0]?.document.root.type).toBe("Array");
  });

  describe("entries without headers", () => {
    const count = 40_000;
    const texts = Array.from({ length: count }, (_, i) => `text ${i}`.padEnd(11, "."));
    /** Each text takes 16 bytes: its length, 11 letters and a NUL. They begin at byte 8. */
    const placeOf = (i: number) => 8 + 16 * i;
    const packed = encode(new PackedStringArray(texts));

    test.each([
      { name: "bytes that are no length", filler: 0xff },
      { name: "zeros", filler: 0 },
    ])("texts of a PackedStringArray around $name", ({ filler }) => {
      const damaged = packed.slice();
      const damages = [100, 15_000, 39_000];
      for (const i of damages) damaged.fill(filler, placeOf(i) + 8, placeOf(i + 2) + 4);
      const { values, lost } = recover(damaged, { dialect: "godot-4" });
      const left = values[0]?.document.get([]) as PackedStringArray;
      const known = new Set(texts);
      const intact = texts.filter((_, i) => !damages.some((first) => i >= first && i <= first + 2));
      expect([...left].filter((text) => known.has(text))).toEqual(intact);
      expect(left.length - intact.length).toBeLessThanOrEqual(6);
      expect(lost).toHaveLength(damages.length);
      for (const [i, { offset, length }] of lost.entries()) {
        expect(offset).toBeGreaterThanOrEqual(placeOf(damages[i] as number));
        expect(offset + length).toBeLessThanOrEqual(placeOf((damages[i] as number) + 3));
      }
    });

    test("properties of an Object", () => {
      const properties = texts.slice(0, 2000).map((text): [string, string] => [text, text]);
      const object = encode(
        { before: 1, object: new GodotObject("Sword", properties) },
        { fullObjects: true },
      );
      // Each takes 36 bytes: a name, the header of a String and a text.
      const [first] = properties[0] as [string, string];
      const start = Buffer.from(object).indexOf(first) - 4;
      const damages = [500, 1500];
      for (const i of damages) object.fill(0xff, start + 36 * i, start + 36 * (i + 2));
      const { values, lost } = recover(object, { dialect: "godot-4" });
      const intact = properties.filter((_, i) => !damages.some((bad) => i === bad || i === bad + 1));
      const left = values[0]?.document.get("object") as GodotObject;
      expect([...left.properties]).toEqual(intact);
      expect(lost.map(({ offset, length }) => [offset, length])).toEqual(
        damages.map((i) => [start + 36 * i, 72]),
      );
    });
  });

  test("counts that are too small", () => {
    const input = encode(value.list);
    input[4] = 3;
    const saved = recover(input);
    expectNothingInvented(saved, input);
    expect(saved.complete).toBe(false);
    expect(saved.values[0]?.document.get([])).toEqual(value.list);
  });

  test("a large file with much damage loses only the damaged values", () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, at: [id, id * 0.5] }));
    const input = encode({ rows, end: "end" });
    const whole = open(input);
    for (let id = 100; id < rows.length; id += 1000) {
      const node = whole.node(["rows", id, "name"]);
      input.fill(0xff, node?.offset, (node?.offset ?? 0) + 6);
    }
    const saved = recover(input);
    expectNothingInvented(saved, input);
    expect(saved.lost.length).toBe(20);
    const { document } = saved.values[0] as Recovered["values"][number];
    const found = document.get("rows") as unknown as { id?: number; at?: number[] }[];
    expect(found.filter(({ id }) => id !== undefined).length).toBeGreaterThan(rows.length - 21);
    expect(document.get("end")).toBe("end");
  });

  test.each<[string, (bytes: Uint8Array, at: number, count: number) => Uint8Array[]]>([
    ["lost", (whole, at, count) => [whole.subarray(0, at), whole.subarray(at + count)]],
    [
      "inserted",
      (whole, at, count) => [whole.subarray(0, at), new Uint8Array(count).fill(0x77), whole.subarray(at)],
    ],
  ])("any number of %s bytes loses little, and makes no values of what is between words", (_, damage) => {
    const isLeaf = ({ type }: DocumentNode) => type !== "Array" && type !== "Dictionary";
    const leaves = [...open(bytes).walk()].filter(isLeaf);
    const texts = new Set(leaves.map((node) => JSON.stringify(node.value())));
    let [expected, found, others] = [0, 0, 0];
    for (let at = 8; at < bytes.length; at += 7) {
      for (const count of [1, 2, 3, 5, 7]) {
        const damaged = new Uint8Array(damage(bytes, at, count).flatMap((part) => [...part]));
        const saved = recover(damaged);
        expectNothingInvented(saved, damaged);
        const left = saved.values.flatMap(({ document }) => [...document.walk()].filter(isLeaf));
        const kept = left.filter((node) => texts.has(JSON.stringify(node.value()))).length;
        expected += leaves.length;
        found += kept;
        others += left.length - kept;
      }
    }
    // About one record of 14 is damaged.
    expect(found / expected).toBeGreaterThan(0.9);
    expect(others / expected).toBeLessThan(0.01);
  });

  test("a large file with many lost bytes goes on after each of them", () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, at: [id, id * 0.5] }));
    const input = encode({ rows, end: "end" });
    const saved = recover(input.filter((_, at) => at % 90_001 !== 90_000));
    const found = saved.values[0]?.document.get("rows") as unknown as { id?: number; at?: number[] }[];
    const isWhole = ({ id, at }: { id?: number; at?: number[] }) => id !== undefined && at?.[1] === id * 0.5;
    expect(found.filter(isWhole).length).toBeGreaterThan(19_000);
  });

  test("a save of an engine", () => {
    const save = fileOf("saves/godot-4.6.3.bin");
    for (let at = 100; at < save.length; at += Math.ceil(save.length / 40)) {
      const damaged = save.slice();
      damaged.fill(0xee, at, at + 8);
      const saved = recover(damaged);
      expectNothingInvented(saved, damaged);
      expect(saved.bytes.length, `${at}`).toBeGreaterThan(save.length / 2);
    }
  });

  test.each<[string, unknown[]]>([
    ["one frame", [{ a: 2 }]],
    ["several frames", [1, { a: 2 }, { b: [1, 2, 3] }]],
  ])("refuses %s without the option, which a value would be made of that nobody wrote", (_, values) => {
    const input = encodeFrames(values);
    expect(errorOf(() => recover(input)).hint).toMatch(/decodeFrames|store_var/);
    expect(errorOf(() => recover(input, { dialect: "godot-4" })).hint).toMatch(/decodeFrames|store_var/);
    const { complete, values: saved } = recover(input, { framing: "store_var" });
    expect(complete).toBe(true);
    expect(saved.map(({ document }) => document.get([]))).toEqual(values);
    expect(recover(input, { framing: "none" }).complete).toBe(false);
  });

  test("does not change the input, even a Buffer, whose slice is not a copy", () => {
    const save = fileOf("saves/godot-4.6.3.bin");
    const damaged = Buffer.from(save).fill(0xee, 500, 508);
    const before = hex(damaged);
    const saved = recover(damaged);
    expect(hex(damaged)).toBe(before);
    expect(hex(recover(damaged).bytes)).toBe(hex(saved.bytes));
    const whole = Buffer.from(save);
    open(whole).toBytes().fill(0);
    expect(hex(whole)).toBe(hex(save));
  });

  test("recovers nothing from empty input, and handles hostile input quickly", () => {
    expect(recover(new Uint8Array(0))).toMatchObject({
      complete: false,
      values: [],
      bytes: new Uint8Array(0),
    });
    recover(new Uint8Array(1 << 20).fill(0x1c));
    recover(new Uint8Array(1 << 20).map((_, i) => (i % 4 === 0 ? 27 : 0)));
    const deep = new Uint8Array(8000).map((_, i) => (i % 4 === 0 ? (i % 8 === 0 ? 28 : 1) : 0));
    for (const code of [1, 4, 0x1e, 0xff])
      recover(
        new Uint8Array(1 << 20).map((_, i) => (i < 8000 ? (deep[i] as number) : i % 4 === 0 ? code : 0)),
      );
    const frames = new Uint8Array(1 << 20).map((_, i) =>
      i % 24 === 0 ? 16 : i % 24 === 4 ? 28 : i % 24 === 8 ? 1 : 0,
    );
    recover(frames, { framing: "store_var" });
    recover(
      frames.map((byte, i) => (i % 48 === 0 ? 3 : byte)),
      { framing: "store_var" },
    );
    recover(encode(new Int32Array(1 << 18).fill(1)).subarray(0, 1 << 20));
  });
});
