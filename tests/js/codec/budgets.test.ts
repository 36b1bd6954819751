// What a call makes is limited, not only what it reads: docs/SECURITY.md, "Limits".
import { describe, expect, test } from "vitest";
import {
  ConfigFile,
  convert,
  convertFile,
  decode,
  decodeFrames,
  encodeFrames,
  fromNative,
  fromPlainJSON,
  load,
  parseText,
  RID,
  tryDecode,
} from "../../../js/index.js";
import { errorOf, rejection } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

/** An Array of the same value many times. */
function many(count: number, value: string): Uint8Array<ArrayBuffer> {
  const element = fromHex(value);
  const bytes = new Uint8Array(8 + count * element.length);
  new DataView(bytes.buffer).setUint32(0, 0x1c, true);
  new DataView(bytes.buffer).setUint32(4, count, true);
  for (let i = 0; i < count; i++) bytes.set(element, 8 + i * element.length);
  return bytes;
}

describe("limits.memory", () => {
  const dictionary = "1b00000000000000";
  const nestedKey = "1b00000001000000".repeat(100) + dictionary + "00000000".repeat(100);

  test.each([
    ["empty Dictionaries", many(100_000, dictionary)],
    ["empty Arrays", many(100_000, "1c00000000000000")],
    ["empty packed arrays", many(100_000, "1d00000000000000")],
    ["keys in keys", many(300, nestedKey)],
  ])("%s", (_, bytes) => {
    const limits = { memory: 20_000_000 };
    for (const mode of ["plain", "exact"] as const) {
      const error = errorOf(() => decode(bytes, { mode, limits }));
      expect(error.code).toBe("too-large");
      expect(error.hints).toMatchObject([{ code: "raise-limit", args: ["memory"] }]);
      expect(tryDecode(bytes, { mode, limits }).ok).toBe(false);
      expect(tryDecode(bytes, { mode }).ok).toBe(true);
    }
  });

  test("text", () => {
    const text = `[${"{},".repeat(100_000)}]`;
    expect(errorOf(() => parseText(text, { limits: { memory: 20_000_000 } })).code).toBe("too-large");
    expect(parseText(text)).toHaveLength(100_000);
  });

  test("counts all values of a call", async () => {
    const limits = { memory: 1_000_000 };
    const file = encodeFrames(Array.from({ length: 5000 }, () => ({})));
    const calls = [
      () => decodeFrames(file, { limits }),
      () => fromPlainJSON(`[${"{},".repeat(5000)}0]`, { limits, mode: "exact" }),
      () => fromNative(new Array(10_000).fill([]), { limits, mode: "exact" }),
      () => new ConfigFile("a=1\n".repeat(5000), { limits }),
    ];
    for (const call of calls) {
      const error = errorOf(call);
      expect(error.code).toBe("too-large");
      expect(error.hints.filter(({ code }) => code !== "line-column")).toMatchObject([
        { code: "raise-limit", args: ["memory"] },
      ]);
    }
    expect((await rejection(load(file, { limits }))).code).toBe("too-large");
    expect((await rejection(convertFile(file, { limits, to: "godot-3" }))).code).toBe("too-large");
    const outputBytes = 30_000;
    expect((await rejection(convertFile(file, { limits: { outputBytes }, to: "godot-3" }))).code).toBe(
      "too-large",
    );
    expect(decodeFrames(file, { limits: { memory: 2_000_000 } })).toHaveLength(5000);
  });

  test("160 MB of empty Dictionaries are refused by default, and the next call works", () => {
    expect(errorOf(() => decode(many(20_000_000, dictionary), { mode: "exact" })).code).toBe("too-large");
    expect(decode(fromHex(dictionary))).toEqual({});
  });

  test("packed data does not count", () => {
    const bytes = new Uint8Array(8 + 100_000_000);
    new DataView(bytes.buffer).setUint32(0, 0x1d, true);
    new DataView(bytes.buffer).setUint32(4, 100_000_000, true);
    expect(decode(bytes, { limits: { memory: 1000 } })).toHaveLength(100_000_000);
  });
});

describe("the first thousand are listed, the others counted", () => {
  test("warnings", () => {
    const heard: unknown[] = [];
    const bytes = many(5000, "00000400");
    const result = tryDecode(bytes, { onWarning: (warning) => heard.push(warning) });
    if (!result.ok) throw result.error;
    expect(result.warnings).toHaveLength(1001);
    expect(heard).toHaveLength(1001);
    expect(result.warnings.at(-1)).toMatchObject({
      code: "more-warnings",
      count: 4000,
      offset: 8 + 4 * 1000,
      path: "[1000]",
    });
  });

  test("losses", () => {
    const { losses } = convert(many(5000, "19000000"), { from: "godot-4", to: "godot-3" });
    expect(losses).toHaveLength(1001);
    expect(losses.at(-1)).toMatchObject({ code: "more-losses", count: 4000, path: "[1000]" });
  });

  test("losses of a file of many values", async () => {
    const rids = Array.from({ length: 700 }, () => new RID(1n));
    const file = encodeFrames([rids, rids, rids]);
    const { losses } = await convertFile(file, { to: "godot-3" });
    expect(losses).toHaveLength(1001);
    expect(losses.at(-1)).toMatchObject({ code: "more-losses", count: 1100, path: "[1][300]" });
  });
});
