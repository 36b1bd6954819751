// Words for amounts.
import { expect, test } from "vitest";
import { counted, grouped } from "../../../js/describe/amounts.js";

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
