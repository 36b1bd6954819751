// Values as GDScript writes them. What they mean is what the engines answered: tests/fixtures/gdscript.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isBareText, parseGDScript } from "../../../js/forms/gdscript.js";
import { typedValue } from "../../../js/forms/typed-value.js";
import { encode, NodePath, toText, VariantError } from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";

const exact = { mode: "exact" } as const;

/** An expression, and what the engine makes of it. */
interface Line {
  readonly text: string;
  readonly ok: boolean;
  readonly bytes?: string;
}

const linesOf = (version: string): Line[] =>
  readFileSync(new URL(`../../fixtures/gdscript/${version}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** What an engine reads although it drops digits or means something else; NANs differ in their sign. */
const refused =
  /^(Vector2i\(1\.5, 2\)|Vector2i\(1, INF\)|Color\(1\)|Color\("(nosuchcolor|#12345)"\)|Vector2\(1, 'a'\)|1__0|0b2|NAN)$/;
/** What Godot 4 does not read, and we do: the text form, types of Godot 3, and remarks. */
const extended = /^("\\d"|1e|(Quat|Transform|Pool\w+Array)\(.*|PackedInt32Array\(1, 2\)|1 # a remark)$/;
/** A line that continues has another meaning in the text form, which comes first. */
const continued = '"a\\\nb"';

/** What a text means, in the notation of the fixtures. */
function answer(text: string, generation: 3 | 4): Omit<Line, "text"> {
  try {
    const value = parseGDScript(text, { ...exact, generation });
    const dialect = generation === 4 ? "godot-4.4" : "godot-3";
    return { ok: true, bytes: hex(encode(value, { ...exact, dialect })) };
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    expect(error.code, text).toMatch(/^(bad-text|unexpected-end|unknown-type|trailing-bytes)$/);
    return { ok: false };
  }
}

test("means what Godot 4 says, constants included", () => {
  const lines = linesOf("4.6.3").filter(
    ({ text, ok }) => !refused.test(text) && !(extended.test(text) && !ok) && text !== continued,
  );
  expect(lines.length).toBeGreaterThan(350);
  expect(lines.map(({ text }) => ({ text, ...answer(text, 4) }))).toEqual(
    lines.map(({ text, ok, ...rest }) => ({ text, ok, ...rest })),
  );
});

test.each(["3.6", "3.2.3"])("means what Godot %s reads, constants included", (version) => {
  /** Godot 3.2 rounds its colors, and Godot 3 takes names of colors for black. */
  const other =
    version === "3.2.3" ? /^(Color\.|Color\(")|Color\.[a-z]/ : /^Color\("[a-z]+[ _-]?[a-z]*"(, .*)?\)$/i;
  const lines = linesOf(version).filter(
    ({ text, ok }) => ok && !refused.test(text) && !other.test(text) && text !== continued,
  );
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.map(({ text }) => ({ text, ...answer(text, 3) }))).toEqual(lines);
});

test("refuses what would lose digits, and reads names of either engine", () => {
  const texts = linesOf("4.6.3").map(({ text }) => text);
  for (const text of texts.filter((text) => refused.test(text) && text !== "NAN"))
    expect(answer(text, 4), text).toEqual({ ok: false });
  for (const text of texts.filter((text) => extended.test(text))) expect(answer(text, 4).ok, text).toBe(true);
  expect(answer("Color.alice_blue", 4).ok).toBe(false);
  expect(answer("Color.aliceblue", 4)).toEqual(answer("Color.ALICE_BLUE", 4));
  expect(answer('Color("red")', 3).ok).toBe(false);
});

test("reads a not-a-number", () => {
  expect(parseGDScript("NAN")).toBeNaN();
  expect(parseGDScript("-NAN")).toBeNaN();
});

test("keeps the meaning of the text form, also inside GDScript", () => {
  const read = (text: string) => toText(parseGDScript(text, exact), exact);
  expect(read("#ff0000")).toBe("Color(1, 0, 0, 1)");
  expect(read('[Color.RED, Array[int]([1]), RID(5), Resource("res://a.tres")]')).toBe(
    read('[Color(1, 0, 0, 1), Array[int]([1]), RID(5), Resource("res://a.tres")]'),
  );
  expect(read('{a = Object(Node, "name": "x")}')).toBe(read('{&"a": Object(Node, "name": "x")}'));
});

test("names the place of a mistake", () => {
  expect(errorOf(() => parseGDScript("[Color.RED, Vector2.NOTHING]"))).toMatchObject({
    code: "unknown-type",
    offset: 12,
    hint: "Line 1, column 13.",
  });
  const codes = {
    "0xFFFFFFFFFFFFFFFF": "int-out-of-range",
    "[Color.RED, PackedByteArray([300])]": "int-out-of-range",
    "'\\u0000'": "bad-text",
    constructor: "unknown-type",
    "{toString = valueOf}": "unknown-type",
    [`${"[".repeat(100_000)}0x1`]: "too-deep",
    [`[0x1, ${"-".repeat(100_000)}1]`]: "too-deep",
  };
  for (const [text, code] of Object.entries(codes))
    expect(errorOf(() => parseGDScript(text)).code, text.slice(0, 40)).toBe(code);
});

test("tells a text from its notation", () => {
  expect(["a", "&a", "String(a)", ""].map((text) => isBareText(text, "String"))).toEqual(Array(4).fill(true));
  const notation = ['"a"', '&"a"', 'NodePath("a")', " NodePath ('a')", "StringName(5"];
  for (const type of ["NodePath", "StringName"] as const)
    expect(notation.map((text) => isBareText(text, type))).toEqual(Array(5).fill(false));
  const replaced = { type: "NodePath", value: new NodePath("/root") } as const;
  expect(typedValue('NodePath("/root/a")', "godot-4.4", replaced)).toEqual(new NodePath("/root/a"));
});
