// Messages that are one value without a container, such as a number, a text or a position.
import { expect, test } from "vitest";
import { settingsOf } from "../../../js/base/options.js";
import { decode, encode, type Options, tryDecode, Vector3 } from "../../../js/index.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";

type Bytes = Uint8Array<ArrayBuffer>;

const withoutCpp = (bytes: Bytes, options: Options) =>
  withCodec((codec) => codec.message(bytes, settingsOf(options))) !== undefined;

const numbers = (i: number) => i * 1000 - 7;
const floats = (i: number) => i / 8 + 0.1;
const texts = (i: number) => "x".repeat(i % 40) + "é".repeat(i % 3);
const positions = (i: number) => new Vector3(i, -i, 0.5);

test.each<[string, (i: number) => unknown, Options]>([
  ["ints", numbers, {}],
  ["floats", floats, {}],
  ["texts", texts, {}],
  ["ints of Godot 3", numbers, { dialect: "godot-3" }],
  ["positions of a named dialect", positions, { dialect: "godot-4" }],
])("%s are read without C++", (_, make, options) => {
  const bytes = (i: number) => encode(make(i), { dialect: options.dialect });
  for (let i = 0; i < 3000; i++) expect(decode(bytes(i % 1000), options)).toStrictEqual(make(i % 1000));
  const quick = Array.from({ length: 1000 }, (_, i) => withoutCpp(bytes(i), options)).filter(Boolean);
  expect(quick.length).toBeGreaterThan(900);
});

test("values that are of another type in another dialect are judged each time, by their bytes", () => {
  const outcome = (bytes: Bytes, options?: Options) => {
    const warnings: unknown[] = [];
    return [tryDecode(bytes, { ...options, onWarning: (warning) => warnings.push(warning) }), warnings];
  };
  // C++ reads every value with a limit that a message might reach.
  const byCpp = { limits: { elements: 511 } };
  for (let size = 0; size < 40; size++) {
    const packed = encode(new Uint8Array(size).fill(size));
    for (let i = 0; i < 20; i++) outcome(encode(positions(i)));
    expect(withoutCpp(encode(positions(1)), {})).toBe(false);
    expect(outcome(packed)).toStrictEqual(outcome(packed, byCpp));
    expect(outcome(encode(positions(size)))).toStrictEqual(outcome(encode(positions(size)), byCpp));
  }
});
