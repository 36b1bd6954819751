// A program may have frozen the prototypes of JavaScript, as Node does with `--frozen-intrinsics` and `lockdown` of SES.
import { afterEach, expect, test } from "vitest";
import { decodeStream, encodeFrames } from "../../../js/index.js";

const prototype = Object.getPrototypeOf(async function* () {}.prototype);
const methods = ["next", "return", "throw"];

function setWritable(writable: boolean): void {
  for (const name of methods) Object.defineProperty(prototype, name, { writable });
}

afterEach(() => setWritable(true));

test("decodeStream reads all values, and closes its source", async () => {
  setWritable(false);
  const chunks = [encodeFrames([1, { hp: 2 }])];
  const values: unknown[] = [];
  for await (const value of decodeStream(chunks)) values.push(value);
  expect(values).toEqual([1, { hp: 2 }]);
  let closed = false;
  const source = (async function* () {
    try {
      yield* chunks;
    } finally {
      closed = true;
    }
  })();
  for await (const value of decodeStream(source)) {
    expect(value).toBe(1);
    break;
  }
  expect(closed).toBe(true);
});
