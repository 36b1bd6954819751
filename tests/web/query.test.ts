// What a person types into the search field, as a query of the package.
import { describe, expect, test } from "vitest";
import { queryOf } from "../../web-demo/src/worker/search/query.js";

const places = { keys: true, values: false, types: true };
const query = (text: string) => queryOf({ text, ...places });
const kept = { keys: true, values: false, typeNames: true, elements: true };

describe("the search field", () => {
  test.each([
    [">= 10", { from: 10n, elements: true }],
    ["<=-0.5", { to: -0.5, elements: true }],
    ["= 1_000", { from: 1000n, to: 1000n, elements: true }],
    ["-5 .. 1e3", { from: -5n, to: 1000, elements: true }],
    [">= 10 < 20", { from: 10n, to: 19.999999999999996, elements: true }],
    ["<=20 >10", { from: 10.000000000000002, to: 20n, elements: true }],
    [">= 10 >= 20", { ...kept, text: ">= 10 >= 20" }],
    ["> 10", { from: 10.000000000000002, elements: true }],
    ["< 10", { to: 9.999999999999998, elements: true }],
    ["> 0", { from: Number.MIN_VALUE, elements: true }],
    ["< -9007199254740993", { to: -9007199254740994n, elements: true }],
    ["> 9007199254740993", { from: 9007199254740994n, elements: true }],
    ["type:int > 0.5", { types: ["int"], from: 0.5000000000000001, elements: true }],
    ["/a+/", { ...kept, text: /a+/ }],
    ["TYPE:string /a/i", { ...kept, types: ["String"], text: /a/i }],
    ["type:Vector2", { ...kept, types: ["Vector2"], text: undefined }],
    ["a/b", { ...kept, text: "a/b" }],
    [" two words ", { ...kept, text: " two words " }],
    ["10...20", { ...kept, text: "10...20" }],
    [">= ten", { ...kept, text: ">= ten" }],
  ])("%s", (text, expected) => {
    expect(query(text)).toEqual(expected);
  });

  test.each([["/(/"], ["type:Sword"], ["/a/dd"]])("refuses %s", (text) => {
    expect(() => query(text)).toThrow();
  });
});
