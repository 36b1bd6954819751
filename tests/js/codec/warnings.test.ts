// Contents that an engine would convert, drop or ignore are kept, with a warning: docs/GUIDE.md, "Warnings".
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  encodeInto,
  type Options,
  StringName,
  tryDecode,
  VariantArray,
  type Warning,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

describe("encode warns of entries of other types than their containers declare", () => {
  const int = { kind: "builtin", type: "int" } as const;
  const list = new VariantArray([1n, "x", 2.5], int);
  const map = new Dictionary([[5n, "x"]], { keyType: { kind: "builtin", type: "String" }, valueType: int });
  const value = { list, fits: new VariantArray([1n, 2n], int), nodes: [map] };

  test.each(["plain", "exact"] as const)("with their places: %s", (mode) => {
    const [heard, read]: Warning[][] = [[], []];
    const bytes = encode(value, { mode, onWarning: (warning) => heard?.push(warning) });
    decode(bytes, { mode, onWarning: (warning) => read?.push(warning) });
    expect(heard?.map(({ path }) => path)).toEqual(["list[1]", "list[2]", "nodes[0]", "nodes[0][5]"]);
    expect(heard).toEqual(read?.map(({ code, offset, path }) => ({ code, offset, path })));
  });

  test("also in new containers with `like`, and each entry once", () => {
    const heard: string[] = [];
    const onWarning = ({ code, path }: Warning) => heard.push(`${code} ${path}`);
    const like = encode({ old: new VariantArray([1n], int) }, { mode: "exact" });
    encode({ old: [1, "x"], list, map }, { like, onWarning });
    expect(heard).toEqual([
      "type-changed old[1]",
      "wrong-element-type list[1]",
      "wrong-element-type list[2]",
      "wrong-element-type map",
      "wrong-element-type map[5]",
    ]);
  });

  test("the first thousand, and the number of the others", () => {
    const value = [new VariantArray(new Array(1234).fill("x"), int)];
    const [heard, inserted]: Warning[][] = [[], []];
    const bytes = encode(value, { onWarning: (warning) => heard?.push(warning) });
    encodeInto(value, new Uint8Array(bytes.length), { onWarning: (warning) => inserted?.push(warning) });
    expect(heard).toHaveLength(1001);
    expect(heard?.at(-1)).toMatchObject({ code: "more-warnings", count: 234, path: "[0][1000]" });
    expect(inserted).toEqual(heard);
  });

  test("behind a thousand texts with a byte order mark, of which reading warns", () => {
    const marks = new Array(1500).fill("\ufeffx");
    const heard: Warning[] = [];
    const onWarning = (warning: Warning) => heard.push(warning);
    encode(marks, { onWarning });
    expect(heard).toEqual([]);
    encode([marks, new VariantArray(["x"], int)], { onWarning });
    expect(heard).toMatchObject([{ code: "wrong-element-type", path: "[1][0]" }]);
  });

  test("also into memory of the caller, in frames, and not without a listener", () => {
    const target = new Uint8Array(400);
    const paths: string[] = [];
    const options = { framing: "store_var", onWarning: ({ path }: Warning) => paths.push(path) } as const;
    const size = encodeInto({ list }, target, options);
    expect(paths).toEqual(["list[1]", "list[2]"]);
    expect(encodeInto({ list }, target, { framing: "store_var" })).toBe(size);
    encode({ fits: value.fits, map: new Dictionary([["a", 1n]]) }, options);
    expect(paths).toHaveLength(2);
  });
});

describe("warnings have code, offset and path", () => {
  const typed = new VariantArray([1n, "x", new StringName("y")], { kind: "builtin", type: "int" });
  const wrong = encode({ party: [typed] }, { mode: "exact" });

  function warningsOf(input: Uint8Array, options: Options = {}): Warning[] {
    const seen: Warning[] = [];
    decode(input, { ...options, onWarning: (warning) => seen.push(warning) });
    const result = tryDecode(input, options);
    if (!result.ok) throw result.error;
    expect(result.warnings.map(({ code, offset, path }) => ({ code, offset, path }))).toEqual(
      seen.map(({ code, offset, path }) => ({ code, offset, path })),
    );
    return seen;
  }

  test("wrong-element-type", () => {
    const warnings = warningsOf(wrong);
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ["wrong-element-type", "party[0][1]"],
      ["wrong-element-type", "party[0][2]"],
    ]);
    expect(wrong[warnings[0]?.offset as number]).toBe(4);
    expect(wrong[warnings[1]?.offset as number]).toBe(21);
    expect(encode(decode(wrong, { mode: "exact" }), { mode: "exact" })).toEqual(wrong);
  });

  test.each<[string, string, string]>([
    ["text-after-nul", "1c000000 01000000 04000000 03000000 61006200", "[0]"],
    ["byte-order-mark", "1c000000 01000000 04000000 04000000 efbbbf61", "[0]"],
    ["unknown-flags", "1c000000 01000000 00000400", "[0]"],
    ["class-name-ignored", "1c000000 01000000 1c000200 04000000 4e6f6465 00000000", "[0]"],
  ])("%s", (code, input, path) => {
    const [warning, ...more] = warningsOf(fromHex(input));
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ code, offset: 8, path });
  });

  test("surrogates-in-text, in the dialects that have them", () => {
    const input = fromHex("04000000 06000000 eda0bdedb8800000");
    expect(warningsOf(input, { dialect: "godot-3" })).toMatchObject([
      { code: "surrogates-in-text", offset: 0, path: "" },
    ]);
    expect(decode(input, { dialect: "godot-3" })).toBe("😀");
    expect(errorOf(() => decode(input)).code).toBe("bad-utf8");
  });

  test("a path is correct even when it is read after other calls", () => {
    const seen = warningsOf(wrong);
    const result = tryDecode(wrong);
    encode({ other: 1 });
    decode(encode([1, 2, 3]));
    expect(result.ok && result.warnings.map(({ path }) => path)).toEqual(seen.map(({ path }) => path));
    expect(JSON.stringify(seen[0])).toContain('"path":"party[0][1]"');
  });

  test("an error thrown in onWarning reaches the caller, and onWarning may call the codec", () => {
    const mine = new Error("mine");
    const onWarning = () => {
      throw mine;
    };
    expect(() => decode(wrong, { onWarning })).toThrow(mine);
    const sizes: number[] = [];
    decode(wrong, { onWarning: ({ path }) => sizes.push(encode(path).length, decode(encode(7)) as number) });
    expect(sizes).toEqual([20, 7, 20, 7]);
  });
});
