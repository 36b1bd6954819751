// Places in a project.binary: its settings are one Dictionary, so paths begin with the name of one.
import { describe, expect, test } from "vitest";
import {
  convertFile,
  decodeFrames,
  encodeFrames,
  load,
  openFile,
  save,
  VariantError,
  Vector4,
  type Warning,
} from "../../../js/index.js";
import { errorOf, rejection } from "../expected-errors.js";

const framing = "ecfg" as const;

/** A project.binary of two settings. `text` is in the second one, whose bytes begin at `at`. */
function settings(text: string) {
  const bytes = encodeFrames([{ "game/a": { x: 1 }, "b.c": { x: [1, text] } }], { framing });
  return { bytes, at: Buffer.from(bytes).indexOf(text) };
}

describe("the path of", () => {
  test("an error", async () => {
    const { bytes, at } = settings("broken");
    bytes[at] = 0xff;
    // The header and the length of the text are in front of it.
    const expected = { code: "bad-utf8", offset: at - 8, path: '["b.c"].x[1]', keys: ["b.c", "x", 1] };
    expect(errorOf(() => decodeFrames(bytes, { framing }))).toMatchObject(expected);
    for (const read of [load, openFile])
      expect((await rejection(read(bytes, { framing, dialect: "godot-4" }))).cause).toMatchObject(expected);
  });

  test("a warning", async () => {
    const { bytes, at } = settings("broken");
    bytes[at + 3] = 0;
    const warnings: Warning[] = [];
    const onWarning = (warning: Warning) => warnings.push(warning);
    decodeFrames(bytes, { framing, onWarning });
    await openFile(bytes, { onWarning });
    const expected = { code: "text-after-nul", offset: at - 8, path: '["b.c"].x[1]' };
    expect(warnings).toEqual([expected, expected]);
  });

  test("what no Variant can hold", () => {
    const error = errorOf(() => encodeFrames([{ a: 1, "b.c": { x: [Symbol()] } }], { framing }));
    expect(error).toMatchObject({ code: "unsupported-value", path: '[0]["b.c"].x[0]' });
    expect(error?.keys).toEqual([0n, "b.c", "x", 0]);
  });

  test("a change of type", async () => {
    const loaded = await load<{ "b.c": { x: unknown[] } }>(settings("text").bytes);
    loaded.values[0]?.["b.c"].x.splice(0, 1, "one");
    const paths: string[] = [];
    await save(loaded.values, loaded, { onWarning: ({ path }) => paths.push(path) });
    expect(paths).toEqual(['[0]["b.c"].x[0]']);
    const strict = await rejection(save(loaded.values, loaded, { strict: true }));
    expect(strict).toMatchObject({ code: "wrong-type", path: '[0]["b.c"].x[0]' });
  });

  test("a loss", async () => {
    const bytes = encodeFrames([{ a: 1, "b.c": [new Vector4(1, 2, 3, 4)] }], { framing });
    const { losses } = await convertFile(bytes, { to: "godot-3" });
    expect(losses.map(({ path }) => path)).toEqual(['["b.c"][0]']);
  });

  test("what a schema reports, with the offset of the value in its setting", async () => {
    const { bytes, at } = settings("text");
    const schema = (path: readonly PropertyKey[]) => ({
      "~standard": { version: 1, vendor: "test", validate: () => ({ issues: [{ message: "no", path }] }) },
    });
    const issuesOf = async (path: readonly PropertyKey[]) => {
      const error = await rejection(load(bytes, { schema: schema(path) as never }));
      return error instanceof VariantError ? error.issues : undefined;
    };
    expect(await issuesOf(["b.c", "x", 1])).toMatchObject([{ path: '["b.c"].x[1]', offset: at - 8 }]);
    expect(await issuesOf(["missing"])).toMatchObject([{ offset: 0 }]);
  });
});
