// Texts of messages, which JavaScript reads without C++: one by one, cut from one string of the whole message, or remembered.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingsOf } from "../../../js/base/options.js";
import { decode, encode, setCodeGeneration, tryDecode, Vector2 } from "../../../js/index.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { Random } from "../../random.js";
import { hex } from "../fixtures.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** With a limit that a message might reach, C++ reads every message. */
const byCpp = { limits: { elements: 511 } };

const readsWithoutCpp = (bytes: Bytes) =>
  withCodec((codec) => codec.message(bytes, settingsOf())) !== undefined;

/** An Array of the texts with these bytes, of which C++ has read one: texts between negative numbers, whose bytes are no ASCII. */
function messageOf(texts: readonly Uint8Array[]): Bytes {
  const words = texts.flatMap((text) => {
    const padded = new Uint8Array((text.length + 3) & ~3);
    padded.set(text);
    return [4, text.length, ...new Int32Array(padded.buffer), 2, -2 - text.length];
  });
  return new Uint8Array(Int32Array.of(28, texts.length * 2, ...words).buffer);
}

const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const characters = [
  "a",
  "Z",
  " ",
  "~",
  "\u007f",
  "\u0080",
  "é",
  "\u07ff",
  "\u0800",
  "の",
  "\ud7ff",
  "\ue000",
  "\uffff",
];
const wide = ["\u{10000}", "🐉", "\u{10ffff}"];

function randomText(random: Random): string {
  const alphabet = random.pick([
    ["a"],
    ["a", "b", "c"],
    characters.slice(0, 7),
    characters,
    [...characters, ...wide],
  ]);
  return random.picks(alphabet, random.pick([1, 3, 8, 12, 13, 16, 17, 24, 32, 33, 48, 49, 60])).join("");
}

describe.each([true, false])("generated functions: %s", (isAllowed) => {
  beforeEach(() => setCodeGeneration(isAllowed));
  afterEach(() => setCodeGeneration(true));

  test("1 to 9 new texts of any length and characters", () => {
    const random = new Random(7);
    let quick = 0;
    for (let count = 1; count < 10; count++) {
      const some = () => Array.from({ length: count }, () => randomText(random));
      const message = (texts: string[]) => messageOf(texts.map((text) => utf8.encode(text)));
      for (let i = 0; i < 700; i++) decode(message(some()));
      for (let i = 0; i < 300; i++) {
        const texts = some();
        const bytes = message(texts);
        if (readsWithoutCpp(bytes)) quick++;
        const values = texts.flatMap((text) => [text, -2 - utf8.encode(text).length]);
        expect(decode(bytes)).toStrictEqual(values);
      }
    }
    // C++ reads a few, whose size another dialect may have.
    expect(quick).toBeGreaterThan(2000);
  });

  test("texts that are kept while other messages are read", () => {
    const message = (i: number) =>
      encode({ a: `${"one ".repeat(9)}${i}`, b: `two ${i}`, c: `three ${i}`, d: `four ${i}` });
    const kept = Array.from({ length: 2000 }, (_, i) => decode(message(i)));
    for (const [i, value] of kept.entries())
      expect(value).toStrictEqual({
        a: `${"one ".repeat(9)}${i}`,
        b: `two ${i}`,
        c: `three ${i}`,
        d: `four ${i}`,
      });
  });

  // The function for another kind gives up behind the texts, some of which it has cut from one string.
  test.each([3, 10, 16, 20, 24, 40])(
    "new texts of %d characters in kinds that differ only at the end",
    (size) => {
      const ends = [1, "text", true, null, 0.5, [1], new Vector2(1, 2)];
      for (let i = 0; i < 8000; i++) {
        const text = (name: string) => `${i}${name}`.padEnd(size, name);
        const message = {
          a: text("a"),
          b: text("b"),
          c: text("c"),
          d: text("d"),
          end: ends[i % ends.length],
        };
        expect(decode(encode(message))).toStrictEqual(message);
      }
    },
  );

  /** Expects the text if these bytes are UTF-8, and what C++ says otherwise, wherever the text stands in a message. */
  function expectText(text: Uint8Array, texts: Uint8Array[], at: number): void {
    texts[at] = text;
    const bytes = messageOf(texts);
    const result = tryDecode(bytes);
    const wanted = tryDecode(bytes, byCpp);
    expect(result, hex(bytes)).toStrictEqual(wanted);
    let valid: string | undefined;
    try {
      valid = strict.decode(text);
    } catch {}
    if (valid !== undefined && result.ok && !/^\ufeff|\0/.test(valid))
      expect((result.value as unknown[])[at * 2], hex(text)).toBe(valid);
  }

  test.each([0, 30, 46])(
    "every beginning of a text behind %d characters, and every byte behind some of them",
    (before) => {
      const first = () => ["first of all", "日本語", "the third one", ""].map((text) => utf8.encode(text));
      for (let i = 0; i < 700; i++) decode(messageOf(first()));
      const start = utf8.encode("x".repeat(before));
      const texts = first();
      for (const lead of [
        0x20, 0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3,
        0xf4, 0xf5, 0xff,
      ])
        for (const second of [0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff])
          for (const end of [
            [],
            [0x41],
            [0x80],
            [0xbf],
            [0x80, 0x41],
            [0x80, 0x80],
            [0xbf, 0xbf],
            [0xbf, 0xff],
            [0x80, 0x80, 0x41],
          ])
            expectText(Uint8Array.of(...start, lead, second, ...end), texts, lead % 4);
    },
  );
});
