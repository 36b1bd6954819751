import { expect, test, vi } from "vitest";
import { decode, encode } from "../../../js/index.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { errorOf } from "../expected-errors.js";

// The glue keeps the functions of the console when the instance is made, so nothing may use the codec before.
test("when memory runs out, an error says so, nothing is printed, and the next call works", () => {
  const methods = ["log", "warn", "error"] as const;
  const spies = methods.map((name) => vi.spyOn(console, name).mockReturnValue(undefined));
  const error = errorOf(() => withCodec((codec) => codec.reserveTape(2 ** 29, 2 ** 28, 2 ** 31)));
  expect(error).toMatchObject({ code: "too-large", hints: [{ code: "out-of-memory" }] });
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  expect(decode(encode([1]))).toEqual([1]);
});

test.each([
  ["bytes than 32 bits can count", () => new Float64Array(2 ** 29)],
  ["elements than readers accept", () => new Uint8Array(2 ** 31)],
])("arrays of more %s are refused, however much may be written", (_, make) => {
  const limits = { outputBytes: 2 ** 32 - 1 };
  expect(errorOf(() => encode([make()], { limits }))).toMatchObject({ code: "too-large", path: "[0]" });
});
