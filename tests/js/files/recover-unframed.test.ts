// recoverFile on what has no frames: settings, of which it keeps what can be read, and arguments of a call.
import { describe, expect, test } from "vitest";
import { decodeFrames, encodeFrames, load, recoverFile } from "../../../js/index.js";
import { rejection } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

describe("what has no frames", () => {
  const project = encodeFrames([{ "game/a": 1, "game/b": { x: ["text"] } }], { framing: "ecfg" });
  const call = encodeFrames([true, 300, "hello", { list: [1, 2, 3] }], { framing: "rpc" });
  const named = { framing: "rpc", dialect: "godot-3" } as const;

  test("comes back as it is when it is whole", async () => {
    expect(await recoverFile(project)).toMatchObject({ complete: true, framing: "ecfg", file: project });
    const saved = await recoverFile(call, { framing: "rpc" });
    expect(saved).toMatchObject({ complete: true, lost: [], framing: "rpc", file: call });
    expect(saved.values.map(({ document }) => document.get([]))).toEqual(
      decodeFrames(call, { framing: "rpc" }),
    );
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
    const error = await rejection(recoverFile(call.subarray(0, -4), named));
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
    ["count", damagedAt(4, 9), [settings], { code: "bad-length", offset: 4, length: 0 }],
    ["end", project.subarray(0, at("c/last") + 9), without("c/last"), { offset: at("c/last") - 4, path: "" }],
    ["last name", project.subarray(0, at("c/last") + 2), without("c/last"), { code: "bad-length", path: "" }],
  ])("keeps all other settings when a %s is damaged", async (_, bytes, kept, expected) => {
    const { made, lost } = await recovered(bytes);
    expect(made).toEqual(kept);
    expect(lost).toMatchObject([expected]);
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

test("the hint of bad-container is about the dialect that was named", async () => {
  const noise = Uint8Array.from({ length: 64 }, (_, i) => 200 + (i % 50));
  expect((await rejection(load(noise, { dialect: "godot-2" }))).hint).toMatch(/^Read as godot-2: /);
});
