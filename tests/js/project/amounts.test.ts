// Words for amounts.
import { expect, test } from "vitest";
import { counted, grouped, sizeText } from "../../../js/describe/amounts.js";
import { warningText } from "../../../js/describe/problems.js";

test.each([0, 7, 999, 1000, 12_345, 123_456, 1_234_567, 2 ** 53 - 1, -1, -1000])(
  "groups the digits of %d as the platform does",
  (number) => {
    expect(grouped(number)).toBe(number.toLocaleString("en-US"));
  },
);

test("says one and many", () => {
  expect(counted(1, "entry", "entries")).toBe("1 entry");
  expect(counted(2000, "entry", "entries")).toBe("2,000 entries");
});

test.each([
  [1, "1 byte"],
  [9999, "9,999 bytes"],
  [10_000, "10.0 kB"],
  [999_949, "999.9 kB"],
  [999_950, "1.0 MB"],
  [1_250_000, "1.3 MB"],
])("rounds a size of %d to %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [1, "more-warnings: There is one more, which is not listed."],
  [2, "more-warnings: There are 2 more, which are not listed."],
])("says that %d warnings are not listed", (count, text) => {
  expect(warningText({ code: "more-warnings", offset: 0, path: "", count })).toBe(text);
});
