// `replaceType` converts values that are the same in another type, and refuses all others.
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { encode, open, type TypeName } from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

const documentOf = (value: unknown) => open(encode(value));
const codeOf = (run: () => unknown) => errorOf(run).code;

test.each<[unknown, TypeName, unknown]>([
  ["9007199254740993", "int", 9007199254740993n],
  [" -0012 ", "int", -12n],
  ["0x20000000000001", "int", 0x20000000000001n],
  ["1e3", "int", 1000n],
  [true, "int", 1n],
  [2n ** 60n, "bool", true],
  [0, "bool", false],
])("%s becomes the %s %s", (value, type, made) => {
  const document = documentOf({ a: value });
  document.replaceType("a", type);
  expect(document.get("a", "exact")).toBe(made);
});

test.each(["", " ", "1.5", "9007199254740993.0", "1e17", "x"])("no int is %j", (text) => {
  expect(codeOf(() => documentOf({ a: text }).replaceType("a", "int"))).toBe("wrong-type");
});

test("a Map of another realm is no list of its entries", () => {
  const document = documentOf({ a: 1 });
  const map = runInNewContext("new Map([[1, 2]])");
  expect(codeOf(() => document.replaceType("a", "Array", map))).toBe("wrong-type");
});
