// The settings of a project.binary as one object, and the names that they may have.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decodeFrames,
  encode,
  encodeFrames,
  load,
  openFile,
  save,
  type Warning,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";
import { errorOf } from "../expected-errors.js";
import { fromHex, hex } from "../fixtures.js";

describe("project.binary", () => {
  test("is an object of editable settings", async () => {
    const loaded = await load(sampleBytes("4.6.3", "export_project.binary"));
    const [settings] = loaded.values as [Record<string, unknown>];
    expect(loaded.framing).toBe("ecfg");
    expect(settings["application/config/name"]).toBe("Tiny Export");
    settings["application/config/name"] = "Renamed";
    settings["new/setting"] = 1.5;
    const again = await load(await save([settings], loaded), { mode: "exact" });
    const [exact] = again.values as unknown as [Map<string, unknown>];
    expect(exact.get("application/config/name")).toBe("Renamed");
    expect([...exact.keys()]).toEqual(Object.keys(settings));
  });
});

describe("names of settings", () => {
  /** A project.binary with these names, as CONTAINERS.md describes it. */
  const settings = (...names: number[][]) =>
    fromHex(
      `45434647${word(names.length)}${names
        .map((name) => `${word(name.length)}${hex(Uint8Array.from(name))}08000000${hex(encode(1))}`)
        .join("")}`,
    );
  const word = (value: number) => hex(Uint8Array.of(value, 0, 0, 0));

  test("are an error if they are not valid UTF-8, because they could not be written back", async () => {
    const bytes = settings([0x61, 0x2f, 0x62], [0x61, 0xff]);
    const expected = { code: "bad-utf8", offset: 31 };
    expect(errorOf(() => decodeFrames(bytes, { framing: "ecfg" }))).toMatchObject(expected);
    await expect(openFile(bytes, { framing: "ecfg" })).rejects.toMatchObject({ cause: expected });
    await expect(load(bytes)).rejects.toMatchObject({ cause: expected });
  });

  test("keep a byte order mark", async () => {
    const bytes = settings([0xef, 0xbb, 0xbf, 0x61]);
    const loaded = await load(bytes);
    expect(loaded.values).toEqual([{ "\uFEFFa": 1 }]);
    expect(await save(loaded.values, loaded)).toEqual(bytes);
  });

  test("that look like an index keep their places, as keys of any Dictionary do", async () => {
    const bytes = settings([0x7a], [0x35], [0x61]);
    const names = ["z", "5", "a"];
    for (const options of [{}, { dictionaries: "map" }, { dictionaries: "object" }] as const) {
      const loaded = await load(bytes, options);
      const [value] = loaded.values as [Map<string, unknown> | object];
      if (value instanceof Map) expect([...value.keys()]).toEqual(names);
      else expect([options, value]).toEqual([{ dictionaries: "object" }, { z: 1, 5: 1, a: 1 }]);
      expect(await save(loaded.values, loaded)).toEqual(bytes);
    }
    const made = decodeFrames(settings([0x61]), { framing: "ecfg", dictionaries: "map" });
    expect(made).toEqual([new Dictionary([["a", 1]])]);
  });

  test("that are undefined are left out, as properties of any object are", () => {
    const framing = "ecfg" as const;
    expect(encodeFrames([{ a: 1, b: undefined }], { framing })).toEqual(settings([0x61]));
  });

  test("are refused if they are no Unicode, because others would be written", () => {
    const error = errorOf(() => encodeFrames([{ a: 1, "b\ud800": 2 }], { framing: "ecfg" }));
    expect(error).toMatchObject({ code: "unsupported-value", keys: [0n, "b\ud800"] });
    expect(error?.hint).toContain("half a surrogate pair");
  });

  test("are refused if engines read them as others, unless the file has them", async () => {
    for (const name of ["a\0b", "\ufeffa"]) {
      const error = errorOf(() => encodeFrames([{ a: 1, [name]: 2 }], { framing: "ecfg" }));
      expect(error).toMatchObject({ code: "unsupported-value", keys: [0n, name] });
    }
    const bytes = settings([0x61, 0, 0x62]);
    const loaded = await load(bytes);
    expect(loaded.values).toEqual([{ "a\0b": 1 }]);
    expect(await save(loaded.values, loaded)).toEqual(bytes);
  });

  test("that are equal give a warning", () => {
    const found: Warning[] = [];
    const onWarning = (warning: Warning) => found.push(warning);
    const values = decodeFrames(settings([0x61], [0x62], [0x61]), { framing: "ecfg", onWarning });
    expect(values).toEqual([{ a: 1, b: 1 }]);
    expect(found).toEqual([{ code: "repeated-key", offset: 51, path: "a" }]);
  });
});
