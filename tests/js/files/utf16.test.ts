// Text in UTF-16, which editors and PowerShell on Windows write: no engine reads it, so the error says what it is and what helps.
import { describe, expect, test } from "vitest";
import { decode, detect, encode, encodeFrames, load, VariantError } from "../../../js/index.js";

/** The code units of a text as bytes. */
function utf16(text: string, big: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !big);
  return bytes;
}

const texts = [
  '{"gold": 100}',
  '[gd_resource type="Resource" format=3]\n',
  "[section]\r\nkey=1\r\n",
  '{"name": "Мира 🎮"}',
];

describe.each([false, true])("big-endian: %s", (big) => {
  test.each(texts)("names the encoding and how to save the text: %s", async (text) => {
    // Without the mark, only text in ASCII is sure to be text.
    const isPlain = [...text].every((letter) => letter < "\x7F");
    for (const bytes of [utf16(`\uFEFF${text}`, big), ...(isPlain ? [utf16(text, big)] : [])]) {
      expect(detect(bytes)[0]?.container).toBe("utf16");
      const error = await load(bytes).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(VariantError);
      expect((error as VariantError).hint).toMatch(/text in UTF-16, .*save it as UTF-8/);
    }
  });

  test("recognizes other scripts by the mark", () => {
    expect(detect(utf16("\uFEFF金貨", big))[0]?.container).toBe("utf16");
  });
});

test("does not take values, UTF-8 or odd bytes for UTF-16", () => {
  const others = [
    encode("text"),
    encode({ a: 1 }),
    encodeFrames([1, 2]),
    new TextEncoder().encode('\uFEFF{"a": 1}'),
    utf16('\uFEFF{"a": 1}', false).slice(0, -1),
    new Uint8Array(64),
  ];
  for (const bytes of others) expect(detect(bytes).map(({ container }) => container)).not.toContain("utf16");
  // Bytes that are both stay the value.
  const value = Uint8Array.of(2, 0, 0, 0, 0x41, 0, 0, 0);
  expect(detect(value)[0]?.framing).toBe("none");
  expect(decode(value)).toBe(0x41);
});
