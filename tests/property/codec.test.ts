// Values of every dialect through decode and encode, and bytes that are cut or changed.
import { deepStrictEqual } from "node:assert/strict";
import { describe, expect, test } from "vitest";
import {
  type DialectName,
  decode,
  type ErrorCode,
  encode,
  type Options,
  open,
  tryDecode,
  type Variant,
  type VariantError,
} from "../../js/index.js";
import { decode as referenceDecode } from "../fixtures/make/reference-decode.mjs";
import { Refusal } from "../fixtures/make/reference-table.mjs";
import { type Canonical, canonical, inJavaScript } from "../js/fixture-notation.js";
import { hex } from "../js/fixtures.js";
import { changed, changesOf } from "./changes.js";
import { holds } from "./runs.js";
import { dialects, hasKeyByIdentity, samples } from "./values.js";

/** The bytes of a value; undefined if `encode` refuses it with this code. */
function encodedOrRefused(value: Variant, options: Options, code: ErrorCode): Uint8Array | undefined {
  try {
    return encode(value, options);
  } catch (error) {
    expect((error as VariantError).code).toBe(code);
    return undefined;
  }
}

/** What the reference codec says, in the form of a result of `tryDecode`. */
function referenceResult(input: Uint8Array, options: Options & { dialect: DialectName }): object {
  try {
    const { value, size } = referenceDecode(hex(input), options.dialect, options);
    return { size, value: inJavaScript(value as Canonical) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, offset: error.offset };
  }
}

function openVerdict(input: Uint8Array, options: Options): unknown {
  try {
    open(input, options);
    return undefined;
  } catch (error) {
    return [(error as VariantError).code, (error as VariantError).offset];
  }
}

/** What was read is written, and then comes back, with the same meaning and the same bytes. */
function expectStable(value: Variant, input: Uint8Array, options: Options): void {
  const written = encodedOrRefused(value, options, "unsupported-value");
  // Half a surrogate pair of Godot 3 cannot be written.
  if (written === undefined) {
    expect(JSON.stringify(canonical(value))).toMatch(/\p{Surrogate}|\\ud[89a-f]/u);
    return;
  }
  const again = decode(written, options);
  expect(canonical(again), hex(input)).toEqual(canonical(value));
  expect(hex(encode(again, options))).toBe(hex(written));
}

describe.each(dialects)("%s", (dialect) => {
  const sample = samples(dialect);
  const fitting = samples(dialect, { misfits: false });

  test("exact mode reads the value and writes the same bytes", () => {
    holds(300, sample, ({ value, bytes, options }) => {
      const read = decode(bytes, options);
      expect(canonical(read)).toEqual(inJavaScript(value));
      expect(hex(encode(read, options))).toBe(hex(bytes));
    });
  });

  test("plain mode comes back with like", () => {
    const byContent = fitting.filter(({ value }) => !hasKeyByIdentity(value));
    holds(200, byContent, ({ bytes, options }) => {
      const plain = { ...options, mode: "plain" } as const;
      expect(hex(encode(decode(bytes, plain), { ...plain, like: bytes }))).toBe(hex(bytes));
    });
  });

  test("plain mode is stable", () => {
    holds(200, fitting, ({ bytes, options }) => {
      const plain = { ...options, mode: "plain" } as const;
      const read = decode(bytes, plain);
      const again = encodedOrRefused(read, plain, "int-out-of-range");
      if (again === undefined) return;
      deepStrictEqual(decode(again, plain), read);
      expect(hex(encode(decode(again, plain), plain))).toBe(hex(again));
    });
  });

  test("no part of a value is a value", () => {
    holds(60, sample, ({ bytes, options }) => {
      const whole = tryDecode(bytes, options);
      for (let size = 0; size < bytes.length; size++) {
        const part = tryDecode(bytes.subarray(0, size), options);
        if (!part.ok) expect(part.error.code, `of ${size} bytes`).toBe("unexpected-end");
        else {
          // Engines do not require the padding after raw data.
          expect(bytes.length - size).toBeLessThan(4);
          expect(part).toEqual(whole);
        }
      }
    });
  });

  test("changed bytes are read as the reference codec reads them, alike by all calls, or refused", () => {
    holds(600, sample, changesOf, ({ bytes, options }, changes) => {
      const input = changed(bytes, changes);
      const result = tryDecode(input, options);
      const expected = referenceResult(input, options);
      // The reference codec does not look at the length of an input event.
      if (dialect === "godot-2" && !result.ok && result.error.code === "bad-length") return;
      const verdict = result.ok
        ? { size: result.bytesRead, value: canonical(result.value) }
        : { code: result.error.code, offset: result.error.offset };
      expect(verdict, hex(input)).toEqual(expected);
      expect(openVerdict(input, options)).toEqual(
        result.ok ? undefined : [result.error.code, result.error.offset],
      );
      if (result.ok) expectStable(result.value, input, options);
    });
  });
});
