import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bytesOfText, textNamed } from "../../../js/wasm/byte-text.js";
import { textOf } from "../../../scripts/byte-text.mjs";

const wasm = new Uint8Array(readFileSync(new URL("../../../dist/godot_variant.wasm", import.meta.url)));
const all = Uint8Array.from({ length: 256 }, (_, i) => i);

describe("the text form of bytes in source code", () => {
  test.each([
    ["nothing", new Uint8Array()],
    ["every byte", all],
    ["one byte often", new Uint8Array(1000).fill(0x3c)],
    ["the module", wasm],
  ])("gives %s back", (_, bytes) => {
    expect(bytesOfText(textOf(bytes))).toEqual(bytes);
  });

  test("needs no escapes", () => {
    expect(textOf(all).text).toMatch(/^[ !#-;=-[\]-~]*$/);
  });

  test("is no larger than the bytes when compressed", () => {
    const { text, order } = textOf(wasm);
    expect(gzipSync(text + order, { level: 9 }).length).toBeLessThan(
      gzipSync(wasm, { level: 9 }).length * 1.02,
    );
  });
});

test("the text of another version is none", () => {
  expect(() => textNamed("godot-variant wasm 00000000")).toThrow(/^wasm-unavailable: .*an older one/);
});
