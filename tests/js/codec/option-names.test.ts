// Options that do not exist: a TypeError names them, in every function that takes options.
import { describe, expect, test } from "vitest";
import * as api from "../../../js/index.js";

const bytes = api.encode({ hp: 5 });
const file = api.encodeFrames([{ hp: 5 }]);
const json = '{"hp": 5}';

const withTarget = (options: object): api.ConvertOptions =>
  typeof options === "object" && options !== null ? { to: "godot-3", ...options } : options;

/** Each function that takes options, called with these. */
const calls: Readonly<Record<string, (options: never) => unknown>> = {
  decode: (options) => api.decode(bytes, options),
  tryDecode: (options) => api.tryDecode(bytes, options),
  encode: (options) => api.encode(5, options),
  convert: (options) => api.convert(bytes, withTarget(options)),
  decodeFrames: (options) => api.decodeFrames(file, options),
  encodeFrames: (options) => api.encodeFrames([5], options),
  locateFrames: (options) => api.locateFrames(file, options),
  decodeStream: (options) => api.decodeStream([file], options),
  encodeStream: (options) => api.encodeStream([5], options),
  VariantDecoderStream: (options) => new api.VariantDecoderStream(options),
  VariantEncoderStream: (options) => new api.VariantEncoderStream(options),
  load: (options) => api.load(file, options),
  save: (options) => api.save([5], {}, options),
  openFile: (options) => api.openFile(file, options),
  convertFile: (options) => api.convertFile(file, withTarget(options)),
  recoverFile: (options) => api.recoverFile(file, options),
  recover: (options) => api.recover(bytes, options),
  unwrap: (options) => api.unwrap(file, options),
  wrap: (options) => api.wrap(file, [], options),
  decompress: async (options) => api.decompress(await api.compress(bytes, "fastlz"), "fastlz", options),
  open: (options) => api.open(bytes, options),
  "Document.save": (options) => api.open(bytes).save(options),
  "Document.save, of a file": async (options) => (await api.openFile(file)).documents[0]?.save(options),
  toText: (options) => api.toText(5, options),
  parseText: (options) => api.parseText("5", options),
  "ConfigFile.get": (options) => new api.ConfigFile("[a]\nb=5\n").get("a", "b", options),
  "ConfigFile.set": (options) => new api.ConfigFile("").set("a", "b", 5, options),
  toNative: (options) => api.toNative(5, options),
  fromNative: (options) => api.fromNative("i:5", options),
  toPlainJSON: (options) => api.toPlainJSON(5, options),
  fromPlainJSON: (options) => api.fromPlainJSON(json, options),
  inferTypes: (options) => api.inferTypes(5, options),
};

/** The error that a function throws or rejects with. */
async function errorIn(name: string, options: object): Promise<unknown> {
  try {
    await calls[name]?.(options as never);
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe.each(Object.keys(calls))("%s", (name) => {
  test("refuses an unknown option", async () => {
    const error = await errorIn(name, { maximum: 5 });
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toBe("There is no option maximum.");
  });

  test.each([null, "exact", 5])("refuses %o as options", async (options) => {
    const error = await errorIn(name, options as never);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toBe("The options must be an object.");
  });

  test("names the nearest option", async () => {
    const { message } = (await errorIn(name, { dialekt: "godot-3" })) as Error;
    expect(message).toBe("There is no option dialekt. Did you mean dialect?");
  });

  test("refuses an unknown option after a call without it", async () => {
    await calls[name]?.({} as never);
    expect(await errorIn(name, { allowtrailing: true })).toBeInstanceOf(TypeError);
  });

  test("accepts the options of other functions", async () => {
    await calls[name]?.({ indent: 2, frame: 0, name: "Save" } as never);
  });
});

test.each([
  ["convert", (options?: never) => api.convert(bytes, options as never)],
  ["convertFile", (options?: never) => api.convertFile(file, options as never)],
] as const)("%s needs the dialect to write", async (_, run) => {
  for (const options of [undefined, {}, { from: "godot-4" }, { to: undefined }])
    await expect(async () => run(options as never)).rejects.toThrow(
      new TypeError("The option to must name a dialect."),
    );
});

const limited = Object.keys(calls).filter(
  (name) => !/^(?:locateFrames|save|wrap|inferTypes|ConfigFile|Document)/.test(name),
);
test.each(limited)("%s refuses an unknown limit", async (name) => {
  const { message } = (await errorIn(name, { limits: { element: 5 } })) as Error;
  expect(message).toBe("There is no limit element. Did you mean elements?");
});

const framed = [
  "decodeFrames",
  "encodeFrames",
  "locateFrames",
  "load",
  "openFile",
  "convertFile",
  "recoverFile",
];
test.each([...framed, "decode", "encode", "open"])("%s refuses an unknown framing", async (name) => {
  const error = await errorIn(name, { framing: "storevar" });
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(
    /^The option framing must be one of .*store_var.*, not storevar\.$/,
  );
});

describe("save and wrap refuse", () => {
  test.each<[string, object, string]>([
    ["a property", { dialekt: "godot-3" }, "There is no property dialekt. Did you mean dialect?"],
    ["a framing", { framing: "storevar" }, "The option framing must be one of"],
    ["a container", { layers: [{ container: "gcfp" }] }, "There is no container gcfp. Did you mean gcpf?"],
    [
      "a property of a layer",
      { layers: [{ container: "gcpf", compresion: "zstd" }] },
      "There is no property of a gcpf layer compresion. Did you mean compression?",
    ],
    [
      "a compression",
      { layers: [{ container: "gcpf", compression: "lz4" }] },
      "The compression of a gcpf layer must be one of fastlz, deflate, zstd, gzip, brotli, not lz4.",
    ],
    ["no compression", { layers: [{ container: "gcpf" }] }, "gzip, brotli, not undefined."],
    [
      "no engine",
      { layers: [{ container: "gdec" }] },
      "The engine of a gdec layer must be one of 3, 4, not undefined.",
    ],
    ["an engine", { layers: [{ container: "gdec", engine: "4" }] }, "must be one of 3, 4, not 4."],
    [
      "a size",
      { layers: [{ container: "zlib", sizeBytes: 3 }] },
      "sizeBytes of a zlib layer must be one of 0, 4, 8, not 3.",
    ],
    [
      "an end",
      { layers: [{ container: "gcpf", compression: "gzip", closed: 1 }] },
      "must be one of true, false, not 1.",
    ],
  ])("%s", async (_, like, message) => {
    await expect(api.save([5], like)).rejects.toThrow(TypeError);
    await expect(api.save([5], like)).rejects.toThrow(message);
  });

  test("no result of load, openFile and recoverFile", async () => {
    for (const like of [await api.load(file), await api.openFile(file), await api.recoverFile(file)])
      expect(await api.save([{ hp: 5 }], like)).toEqual(file);
  });
});

test.each([
  ["compress", api.compress],
  ["decompress", api.decompress],
] as const)("%s refuses an unknown compression", async (_, call) => {
  const error = await call(bytes, "gzipp" as never).catch((error) => error);
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe("There is no compression gzipp. Did you mean gzip?");
});

test("like refuses an unknown property", () => {
  const like = { bites: bytes } as never;
  expect(() => api.encode(5, { like })).toThrow("There is no property bites. Did you mean bytes?");
  expect(api.encode({ hp: 5 }, { like: api.open(bytes) })).toEqual(bytes);
});

test("options may come from a class or have no prototype", () => {
  class Given {
    dialect = "godot-3" as const;
  }
  expect(api.decode(api.encode(5, new Given()), Object.assign(Object.create(null), new Given()))).toBe(5);
});

test("options that take turns stay apart, and a name is checked although the other options are known", () => {
  const value = api.encode({ whole: 5, part: 2.5 });
  const read = (options: object) => api.decode(value, options);
  const modes = [{}, { mode: "exact" }, { mode: "exact", dictionaries: "map" }, { dictionaries: "map" }];
  const expected = modes.map((options) => read({ ...options, limits: {} }));
  for (let round = 0; round < 3; round++) {
    expect(modes.map(read)).toEqual(expected);
    for (const options of modes)
      expect(() => read({ ...options, modes: 1 })).toThrow("There is no option modes");
  }
});
