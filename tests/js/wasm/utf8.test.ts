// Decoding UTF-8 in JavaScript, compared with TextDecoder.
import { expect, test } from "vitest";
import { decodeRawText, decodeText, validText } from "../../../js/wasm/utf8.js";
import { hex } from "../fixtures.js";

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function validOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text with U+FFFD for each byte outside a valid character. */
function withReplacedBytes(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const sizes = [1, 2, 3, 4].filter((size) => at + size <= bytes.length);
    const size = sizes.find((one) => validOf(bytes.subarray(at, at + one)) !== undefined);
    text += size === undefined ? "\ufffd" : validOf(bytes.subarray(at, at + size));
    at += size ?? 1;
  }
  return text;
}

const leads = [
  0, 0x41, 0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1,
];
const further = [0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xff];
const seconds = [0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbb, 0xbf, 0xc0, 0xc3, 0xe3, 0xf0, 0xff];
const ends = [
  [],
  [0x41],
  [0x80],
  [0xbf],
  [0xc0],
  [0x80, 0x41],
  [0x80, 0x80],
  [0xbf, 0xbf],
  [0xbf, 0xff],
  [0x80, 0x80, 0x80],
];

test.each([0, 1, 12, 29, 33, 45, 46, 47, 60])(
  "texts that begin with %d characters, among bytes that continue characters",
  (before) => {
    for (const lead of [...leads, ...further])
      for (const second of seconds)
        for (const end of ends) {
          const text = Uint8Array.of(...new Uint8Array(before).fill(0x78), lead, second, ...end);
          const memory = new Uint8Array(text.length + 8).fill(0xbf);
          memory.set(text, 4);
          const valid = validOf(text);
          expect(decodeText(memory, 4, text.length), hex(text)).toBe(lenient.decode(text));
          expect(validText(memory, 4, text.length), hex(text)).toBe(valid);
          expect(decodeRawText(memory, 4, text.length, true), hex(text)).toBe(withReplacedBytes(text));
        }
  },
);

test("texts of nothing but bytes that begin characters", () => {
  for (const lead of [0xc2, 0xe3, 0xf0, 0xff])
    for (let length = 0; length < 64; length++) {
      const text = new Uint8Array(length).fill(lead);
      expect(decodeText(text, 0, length)).toBe("\ufffd".repeat(length));
      expect(validText(text, 0, length)).toBe(length === 0 ? "" : undefined);
    }
});
