// recoverFile takes settings and arguments of a call as a whole, because they are no frames.
import { describe, expect, test } from "vitest";
import { decodeFrames, encodeFrames, load, recoverFile } from "../../../js/index.js";
import { rejection } from "../expected-errors.js";

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
    const hint = 'Read as godot-4.4: bad-utf8: The text is not valid UTF-8 (at path ["game/b"].x[0]).';
    for (const read of [load, recoverFile]) {
      const error = await rejection(read(damaged));
      expect(error).toMatchObject({ code: "bad-container", offset: at - 8 });
      expect(error.hint).toContain(hint);
      expect(error.candidates).toMatchObject([{ framing: "ecfg", dialect: "godot-4.4", count: 1 }]);
    }
    // The last setting begins with the length of its name.
    const cut = Buffer.from(project).lastIndexOf("game/b") + 6;
    await expect(recoverFile(project.subarray(0, -4))).rejects.toMatchObject({ offset: cut });
    const error = await rejection(recoverFile(call.subarray(0, -4), named));
    expect(error.hint).toMatch(/^Read as godot-3: /);
  });
});

test("the hint of bad-container is about the dialect that was named", async () => {
  const noise = Uint8Array.from({ length: 64 }, (_, i) => 200 + (i % 50));
  expect((await rejection(load(noise, { dialect: "godot-2" }))).hint).toMatch(/^Read as godot-2: /);
});
