// Features of Pandemonium Engine: typed arrays under two ids, and conversions from and to them.
import { describe, expect, test } from "vitest";
import { convert, decode, encode, parseText, TypedArray, toText } from "../../../js/index.js";
import { fromHex, linesOf } from "../fixtures.js";

const lines = linesOf("pandemonium/values.jsonl").filter(({ reencoded }) => reencoded === undefined);
const typed = lines.filter(({ name }) => / (Packed)?TypedArray /.test(` ${name} `));
const dialect = "pandemonium";

describe("typed arrays", () => {
  test.each(typed.map((line) => [line.name, line] as const))("%s round-trips in plain mode", (_, line) => {
    const bytes = fromHex(line.bytes);
    const options = { dialect, allowObjects: true, fullObjects: line.full_objects } as const;
    expect(encode(decode(bytes, options), options)).toEqual(bytes);
  });

  test.each(lines.filter(({ surrogates }) => !surrogates).map((line) => [line.name, line] as const))(
    "%s round-trips through the text form without loss",
    (_, line) => {
      const bytes = fromHex(line.bytes);
      const options = { dialect, mode: "exact", allowObjects: true, fullObjects: true } as const;
      const value = decode(bytes, options);
      expect(encode(parseText(toText(value, { mode: "exact" }), { mode: "exact" }), options)).toEqual(bytes);
    },
  );
});

describe("conversions", () => {
  test("a TypedArray becomes a typed Array of Godot 4.4 and vice versa", () => {
    const bytes = encode(new TypedArray([1n, 2n], { kind: "builtin", type: "int" }), { dialect });
    const there = convert(bytes, { from: dialect, to: "godot-4.4" });
    expect(there.losses.map(({ code, from, to }) => [code, from, to])).toEqual([
      ["type-changed", "TypedArray", "Array"],
    ]);
    expect(decode(there.bytes, { mode: "exact" })).toMatchObject({ elementType: { type: "int" } });
    expect(convert(there.bytes, { from: "godot-4.4", to: dialect }).bytes).toEqual(bytes);
  });

  test("the element type of Objects as ids is EncodedObjectAsID in Godot 4", () => {
    const ids = fromHex("1b000100 17000000 00000000");
    const there = convert(ids, { from: dialect, to: "godot-4.4" }).bytes;
    expect(decode(there, { mode: "exact" })).toMatchObject({ elementType: { name: "EncodedObjectAsID" } });
    expect(convert(there, { from: "godot-4.4", to: dialect }).bytes).toEqual(ids);
  });
});
