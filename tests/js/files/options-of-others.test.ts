// Options that would change the bytes if they were not ignored: those of other functions, and those that are undefined.
import { describe, expect, test } from "vitest";
import {
  convert,
  convertFile,
  Dictionary,
  decode,
  decodeFrames,
  encode,
  encodeFrames,
  encodeStream,
  Float,
  load,
  locateFrames,
  open,
  openFile,
  recover,
  recoverFile,
  save,
  wrap,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";

/** The error that a function throws or rejects with. */
async function errorIn(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("bigEndian, which is for streams", () => {
  const big = { bigEndian: true };
  const framed = { ...big, framing: "store_var" } as const;
  const bytes = encode(5, { framing: "store_var" });

  test.each<[string, () => unknown]>([
    ["encode", () => encode(5, framed)],
    ["decode", () => decode(bytes, framed)],
    ["convert", () => convert(bytes, { ...framed, to: "godot-3" })],
    ["open", () => open(bytes, framed)],
    ["recover", () => recover(bytes, framed)],
    ["encodeFrames", () => encodeFrames([5], big as object)],
    ["decodeFrames", () => decodeFrames(bytes, big as object)],
    ["locateFrames", () => locateFrames(bytes, big as object)],
    ["save", () => save([5], {}, big as object)],
    ["load", () => load(bytes, framed)],
    ["openFile", () => openFile(bytes, framed)],
    ["convertFile", () => convertFile(bytes, { ...framed, to: "godot-3" })],
    ["recoverFile", () => recoverFile(bytes, framed)],
  ])("%s refuses it beside little-endian lengths", async (_, run) => {
    const error = await errorIn(run);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toContain('framing: "store_var_big_endian"');
  });

  test("is ignored where there are no lengths, or big-endian ones", async () => {
    expect(decode(encode(5, big as object), big as object)).toBe(5);
    const framing = { ...big, framing: "store_var_big_endian" } as const;
    // StreamPeer.put_var with big_endian: only the length is big-endian.
    const expected = Uint8Array.of(0, 0, 0, 8, 2, 0, 0, 0, 5, 0, 0, 0);
    expect(encodeFrames([5], framing)).toEqual(expected);
    expect(decodeFrames(expected, framing)).toEqual([5]);
    for await (const frame of encodeStream([5], big)) expect(frame).toEqual(expected);
  });
});

describe("save", () => {
  const like = { framing: "store_var" } as const;
  test.each<[string, object]>([
    ["framing", { framing: "store_var_big_endian" }],
    ["layers", { layers: [{ container: "gzip" }] }],
    ["like", { like: { value: new Float(1) } }],
  ])("refuses %s among its options, because it is in the second argument", async (name, options) => {
    const error = await errorIn(() => save([1], like, options));
    expect(error).toEqual(new TypeError(`save takes ${name} from its second argument.`));
  });

  test("takes options that load took", async () => {
    const options = { framing: "store_var", dialect: "godot-3" } as const;
    const bytes = encodeFrames([{ hp: 5 }], options);
    const loaded = await load(bytes, options);
    expect(await save(loaded.values, loaded, options)).toEqual(bytes);
  });

  test("reads texts that are not UTF-8 again as load did, also for a schema and for another number of values", async () => {
    const text = "a text";
    const bytes = encodeFrames([{ text, hp: 1 }, { hp: 2 }, { hp: 3 }]);
    bytes[Buffer.from(bytes).indexOf(text)] = 0xff;
    const options = { framing: "store_var", dialect: "godot-4", badUtf8: "replace" } as const;
    const replaced = { text: "\ufffd text", hp: 1 };
    const loaded = await load<object>(bytes, options);
    const fewer = loaded.values.slice(0, 2);
    expect(await save(fewer, loaded, options)).toEqual(encodeFrames([replaced, { hp: 2 }]));
    const validate = (value: unknown) => ({ value: { hp: (value as { hp: number }).hp } });
    const schema = { "~standard": { version: 1, vendor: "test", validate } } as const;
    const checked = await load(bytes, { ...options, schema });
    expect(await save(checked.values, checked, options)).toEqual(
      encodeFrames([replaced, { hp: 2 }, { hp: 3 }]),
    );
  });
});

test("encodeFrames refuses like, which it would ignore", () => {
  const options: object = { like: { value: new Float(1) } };
  expect(() => encodeFrames([1], options)).toThrow(
    new TypeError("encodeFrames has no option like. save keeps the types of a file."),
  );
});

test("password and key together are refused", async () => {
  const both = { password: "a", key: new Uint8Array(32) };
  const error = await errorIn(() => wrap(encode(5), [{ container: "gdec", engine: 4 }], both));
  expect(error).toEqual(new TypeError("Pass password or key, not both."));
});

describe("undefined means absent", () => {
  const bytes = sampleBytes("3.6", "several_vars.bin");
  const options = { dialect: undefined, mode: undefined, allowObjects: undefined, fullObjects: undefined };

  test("save keeps the dialect and the mode of the file", async () => {
    const loaded = await load(bytes, { mode: "exact" });
    expect(loaded.dialect).toBe("godot-3");
    expect(await save(loaded.values, loaded, options)).toEqual(bytes);
    const made = [new Dictionary([["speed", 1]])];
    const file = { framing: "none", dialect: "godot-3", mode: "exact" } as const;
    // 1 is a float in exact mode.
    expect(await save(made, file, options)).toEqual(encode(made[0], { mode: "exact", dialect: "godot-3" }));
  });

  test("open, load, convertFile", async () => {
    const loaded = await load(bytes, options);
    expect(loaded.dialect).toBe("godot-3");
    for (const [i, value] of loaded.values.entries())
      expect(open(loaded, { ...options, frame: i }).get("")).toEqual(value);
    const { file } = await convertFile(bytes, { to: "godot-4", ...options });
    expect((await load(file)).dialect).toBe("godot-4.4");
  });
});

describe("values that are no array", () => {
  test.each([[null], ["text"], [{ length: 2 }], [new Set([1])]])("%j", async (values) => {
    const given = values as unknown as unknown[];
    expect(() => encodeFrames(given)).toThrow(new TypeError("The values must be an array."));
    expect(await errorIn(() => save(given))).toEqual(new TypeError("The values must be an array."));
  });
});

describe("project settings that would be lost", () => {
  test.each<[string, unknown[]]>([
    ["none", []],
    ["null", [null]],
    ["a number", [5]],
    ["an Array", [[1, 2]]],
    ["two Dictionaries", [{ a: 1 }, { b: 2 }]],
    [
      "a key that is no String",
      [
        new Map<unknown, unknown>([
          ["1", 1],
          [1, 2],
        ]),
      ],
    ],
  ])("%s", (_, values) => {
    expect(() => encodeFrames(values, { framing: "ecfg" })).toThrow(
      expect.objectContaining({
        code: "unsupported-value",
        hint: "Project settings are one Dictionary or plain object, whose keys are strings.",
      }),
    );
  });
});
