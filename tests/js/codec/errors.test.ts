// Rejected bytes with their offsets and paths, and bytes that are rejected only without an explicit dialect.
import { describe, expect, test } from "vitest";
import {
  convert,
  type DialectName,
  decode,
  encode,
  formatPath,
  fromPlainJSON,
  parsePath,
  parseText,
  tryDecode,
  VariantError,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { type Canonical, canonical, inJavaScript } from "../fixture-notation.js";
import { framed, fromHex, join, type Line, linesOf, word } from "../fixtures.js";

const errors = linesOf("errors/errors.jsonl").map((line) => {
  const { dialect = "godot-4" } = line;
  return { line, bytes: fromHex(line.bytes), dialect, options: { ...line.options, dialect } };
});
type Case = (typeof errors)[number];

function expectAsWritten(error: VariantError, { line, dialect }: Case): void {
  const { code, offset } = line;
  expect(error).toMatchObject(offset === undefined ? { code } : { code, offset });
  expect(error.dialect).toBe(dialect);
  expect(error.message).toMatch(new RegExp(`^${code}: .* \\(at byte ${error.offset}`));
}

/** Keys in fixtures are in `exact` form; an index is a number. */
function keyForm(key: unknown): Canonical {
  return typeof key === "number" && Number.isInteger(key) ? { int: String(key) } : canonical(key as never);
}

function errorOfTry({ bytes, options }: Case): VariantError {
  const result = tryDecode(bytes, { ...options, mode: "exact" });
  if (result.ok) throw new Error("decoded");
  return result.error;
}

describe("errors have code and offset", () => {
  for (const subject of errors) {
    test(`${subject.dialect} ${subject.line.name}`, () => {
      expectAsWritten(
        errorOf(() => decode(subject.bytes, subject.options)),
        subject,
      );
      expectAsWritten(errorOfTry(subject), subject);
      expect(errorOfTry(subject).hint).toBeUndefined();
    });
  }
});

test("every error has an offset and a path, as the README says; hints are for some", () => {
  const found = errors.map(({ bytes, options }) => errorOf(() => decode(bytes, options)));
  expect(found.filter(({ offset, path }) => offset === undefined || path === undefined)).toEqual([]);
  const hinted = found.filter(({ hint }) => hint !== undefined);
  expect(hinted.length).toBeGreaterThan(0);
  expect(hinted.length).toBeLessThan(found.length);
});

describe("errors are the same in a conversion", () => {
  for (const subject of errors) {
    const { bytes, dialect, options, line } = subject;
    test(`${dialect} ${line.name}`, () => {
      expectAsWritten(
        errorOf(() => convert(bytes, { ...options, to: dialect })),
        subject,
      );
    });
  }
});

describe("keys lead to the value", () => {
  for (const subject of errors.filter(({ line }) => line.keys !== undefined)) {
    test(`${subject.dialect} ${subject.line.name}`, () => {
      const { keys, path } = errorOfTry(subject);
      expect(keys.map(keyForm)).toEqual((subject.line.keys as Canonical[]).map(inJavaScript));
      expect(path).toBe(formatPath(keys));
    });
  }
});

const collisions = linesOf("errors/ambiguous.jsonl");

function expectValue(line: Line, dialect: DialectName, value: Canonical | undefined): void {
  expect(canonical(decode(fromHex(line.bytes), { dialect, mode: "exact" }))).toEqual(value);
}

describe("bytes that are equally likely in an older dialect need a dialect", () => {
  for (const line of collisions.filter(({ code }) => code !== undefined)) {
    test(line.name, () => {
      const error = errorOf(() => decode(fromHex(line.bytes)));
      expect(error).toMatchObject({ code: line.code, offset: 0, path: "" });
      expect(error.hints.map(({ code }) => code)).toContain("name-dialect");
      expect(error.hint).toContain(line.older);
      expectValue(line, "godot-4.4", line.value);
      expectValue(line, line.older as DialectName, line.value_in_older);
    });
  }
});

describe("bytes that are read as Godot 4's without a dialect", () => {
  for (const line of collisions.filter(({ code }) => code === undefined)) {
    test(line.name, () => {
      const bytes = fromHex(line.bytes);
      const unnamed = tryDecode(bytes, { mode: "exact" });
      const named = tryDecode(bytes, { mode: "exact", dialect: "godot-4" });
      expect({ ...unnamed, error: undefined, warnings: [] }).toEqual({
        ...named,
        error: undefined,
        warnings: [],
      });
      if (unnamed.ok) expect(canonical(unnamed.value)).toEqual(line.value);
      const args = line.warned ?? [];
      if (unnamed.ok) expect(unnamed.warnings.map((warning) => warning.args)).toEqual(args);
      expectValue(line, line.newer ?? "godot-4.4", line.value);
      expectValue(line, line.older as DialectName, line.value_in_older);
    });
  }
});

describe("hints", () => {
  const array3 = fromHex("13000000 01000000 02000000 05000000");
  const dictionary3 = fromHex(linesOf("errors/ambiguous.jsonl")[0]?.bytes as string);

  test("name the dialects in which the bytes are complete", () => {
    const error = errorOf(() => decode(array3, { dialect: "godot-4" }));
    expect(error.hint).toBe("These bytes form a complete value in godot-3.");
    expect(error.message).toContain(error.hint as string);
    for (const dialect of ["godot-3", "godot-3.0", "rebel"] as const) {
      expect(decode(array3, { dialect })).toEqual([5]);
    }
  });

  test("detect the length of store_var", () => {
    const framed = fromHex("08000000 01000000 01000000");
    expect(errorOf(() => decode(framed)).hint).toContain('framing: "store_var"');
    expect(decode(framed, { framing: "store_var" })).toBe(true);
  });

  test.each([
    ["allowObjects", "18000000 01000000 41000000 00000000"],
    ["allowTrailing", "00000000 00000000"],
  ])("tell of %s", (option, bytes) => {
    expect(errorOf(() => decode(fromHex(bytes))).hint).toContain(`${option}: true`);
    expect(() => decode(fromHex(bytes), { [option]: true })).not.toThrow();
  });

  test("come only with errors thrown by decode, and for inputs of any size", () => {
    expect(tryDecode(array3, { dialect: "godot-4" })).toMatchObject({
      ok: false,
      error: { hint: undefined },
    });
    const large = new Uint8Array(1 << 20);
    large.set(fromHex("14000000 f8ff0f00"));
    expect(decode(large, { dialect: "godot-3" })).toHaveLength(0xffff8);
    const hint = "These bytes form a complete value in godot-3.";
    expect(errorOf(() => decode(large, { dialect: "godot-4.0" })).hint).toBe(hint);
  });

  test.each<[string, Uint8Array, RegExp]>([
    [
      "a length in front",
      framed(array3),
      /length that store_var writes.* With framing: "store_var", .* godot-3\.$/,
    ],
    ["several frames", join(framed(array3), framed(array3)), /^These bytes are 2 frames of godot-3\./],
    ["a frame in a frame", framed(framed(array3)), /are a frame inside a frame, of godot-3\./],
    ["a value of Godot 3 and more bytes", join(dictionary3, word(0)), /^Read as godot-3: trailing-bytes: /],
  ])("for %s do not recommend allowTrailing", (_, bytes, hint) => {
    expect(errorOf(() => decode(bytes)).hint).toMatch(hint);
    expect(errorOf(() => decode(bytes, { allowTrailing: true })).hint).toMatch(hint);
    expect(errorOf(() => decode(bytes)).hint).not.toContain("allowTrailing");
  });

  test("name no dialect that gives the same wrong answer", () => {
    const error = errorOf(() => decode(dictionary3));
    expect(error.code).toBe("ambiguous-dialect");
    expect(error.hint).toBe("These bytes form a complete value in godot-3. Pass the dialect to settle it.");
  });

  test("name recover when the value is complete", () => {
    const { hints } = errorOf(() => decode(fromHex("1c00000001000000ff000000")));
    expect(hints.map(({ code }) => code)).toEqual(["try-recover"]);
  });
});

test("an error has all details in its fields and its message", () => {
  const bytes = fromHex("1b000000 01000000 04000000 02000000 68700000 1c000000 02000000 00000000 ff000000");
  const error = errorOf(() => decode(bytes, { dialect: "godot-4.3" }));
  const hint = "recover or, for a file, recoverFile returns what is whole.";
  expect(error).toBeInstanceOf(Error);
  expect(error).toBeInstanceOf(VariantError);
  expect(error.name).toBe("VariantError");
  expect({ ...error }).toEqual({
    code: "unknown-type",
    offset: 32,
    path: "hp[1]",
    keys: ["hp", 1],
    dialect: "godot-4.3",
    hint,
    hints: [{ code: "try-recover", args: [], text: hint }],
  });
  expect(error.reason).toBe("This dialect has no type with this id.");
  expect(error.message).toBe(
    `unknown-type: This dialect has no type with this id (at byte 32, path hp[1]). ${hint}`,
  );
});

test("a message leaves out the middle of what a stranger made long; its fields do not", () => {
  const name = `${"🐉".repeat(100_000)}x`;
  const key = `${"9".repeat(100_000)}a`;
  const deep = JSON.parse(`${"[".repeat(400)}"\ud800"${"]".repeat(400)}`);
  const failures: [() => unknown, string][] = [
    [() => decode(encode({ [name]: [1, 2] }).subarray(0, -8)), formatPath([name, 1])],
    [() => encode({ [key]: undefined, [name]: "\ud800" }), formatPath([name])],
    [() => encode({ [key]: 10n ** 100_000n }), formatPath([key])],
    [() => encode(deep), "[0]".repeat(400)],
    [() => parsePath(`[${key}`), ""],
    [() => parseText(name), ""],
    [() => fromPlainJSON(`{"a":1${name}}`), ""],
  ];
  for (const [fail, path] of failures) {
    const error = errorOf(fail);
    expect(error.path === path, String(fail)).toBe(true);
    expect(error.message.length, String(fail)).toBeLessThan(4000);
    expect(/[\ud800-\udfff]/u.test(error.message), String(fail)).toBe(false);
  }
});
