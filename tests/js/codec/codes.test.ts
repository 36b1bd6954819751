// One way to get each error, warning and loss code. The records are exhaustive: a new code does not compile without one.
import { afterEach, expect, test, vi } from "vitest";
import {
  convert,
  type DialectName,
  decode,
  type ErrorCode,
  encode,
  type LossCode,
  load,
  NodePath,
  open,
  PackedVector3Array,
  parseText,
  RID,
  Signal,
  StringName,
  save,
  tryDecode,
  VariantArray,
  Vector2,
  Vector2i,
  type Warning,
  type WarningCode,
} from "../../../js/index.js";
import { readResource } from "../../../js/resources/index.js";
import { errorCodes, lossCodes, warningCodes } from "../../../js/table/table.gen.js";
import { sampleBytes } from "../container-files.js";
import { fromHex } from "../fixtures.js";
import { hideBrotli, hideCiphers } from "../platform.js";
import { withLaterReference } from "../resources/described.js";

const reading = (bytes: string, dialect: DialectName = "godot-4") => {
  return () => decode(fromHex(bytes), { dialect, allowObjects: true });
};

const cyclic: unknown[] = [];
cyclic.push(cyclic);

const secret = { password: "secret" };

async function damagedContent(): Promise<unknown> {
  const layers = [{ container: "gdec", engine: 4 }] as const;
  const bytes = await save([Array.from({ length: 100 }, (_, hp) => ({ hp }))], { layers }, secret);
  bytes[200] = (bytes[200] as number) ^ 1;
  return load(bytes, secret);
}

async function withoutWebAssembly(): Promise<unknown> {
  vi.stubGlobal("WebAssembly", undefined);
  vi.resetModules();
  return (await import("../../../js/index.js")).encode(1);
}

const refusing = { version: 1, vendor: "test", validate: () => ({ issues: [{ message: "no" }] }) } as const;

const errors: Record<ErrorCode, () => unknown> = {
  "unexpected-end": reading("020000"),
  "unknown-type": reading("63000000"),
  "unsupported-type": reading("10000000", "docs-000"),
  "bad-utf8": reading("0400000001000000ff000000"),
  "bad-length": reading("04000000ffffffff"),
  "bad-node-path": reading("1600000003000000612f6200"),
  "bad-container-type": reading("1c0001002700000000000000"),
  "bad-script": reading("18000000040000004e6f6465010000000600000073637269707400000200000001000000"),
  "bad-image": reading("0f000000170000000000000001000000010000000400000001020304", "godot-2"),
  "too-deep": () => encode([[1]], { limits: { depth: 1 } }),
  "too-large": () => encode("text", { limits: { outputBytes: 11 } }),
  "object-not-allowed": () => decode(fromHex("18000000010000004100000000000000"), { dialect: "godot-4" }),
  "not-in-dialect": () => encode(new StringName("x"), { dialect: "godot-3" }),
  "trailing-bytes": reading("0000000000000000"),
  "unsupported-value": () => encode(Symbol("x")),
  "bad-path": () => open(encode({ a: 1 })).get("a["),
  "wrong-type": () => open(encode({ a: 1 })).set("a", "text"),
  "int-out-of-range": () => encode(2n ** 40n, { dialect: "godot-2" }),
  "cyclic-value": () => encode(cyclic),
  "ambiguous-dialect": () => decode(fromHex("1400000001000000000000000100000001000000")),
  "unknown-dialect": () => encode(1, { dialect: "godot-5" as DialectName }),
  "bad-container": () => load(new Uint8Array(0)),
  "bad-checksum": damagedContent,
  "password-required": () => load(sampleBytes("4.6.3", "gdec_pass.bin")),
  "wrong-password": () => load(sampleBytes("4.6.3", "gdec_pass.bin"), secret),
  "unsupported-compression": () => {
    hideBrotli();
    return load(sampleBytes("4.6.3", "gcpf_brotli_hand.bin"));
  },
  "unsupported-encryption": () => {
    hideCiphers();
    return load(sampleBytes("4.6.3", "gdec_pass.bin"), secret);
  },
  "bad-text": () => parseText("[1,,2]"),
  "schema-mismatch": () => decode(encode(1), { schema: { "~standard": refusing } }),
  "wasm-unavailable": withoutWebAssembly,
};

type Hear = (warning: Warning) => void;

const otherWarnings = {
  "type-changed": (onWarning: Hear) => encode("1", { like: encode(1), onWarning }),
  "bytes-between": (onWarning: Hear) => load(sampleBytes("4.6.3", "mixed.bin"), { onWarning }),
  "later-reference": async (onWarning: Hear) =>
    readResource(await withLaterReference("4.6.3", "note", (reference) => reference), { onWarning }),
};

const warnings: Record<
  Exclude<WarningCode, keyof typeof otherWarnings>,
  readonly [bytes: string, dialect: DialectName | undefined]
> = {
  "wrong-element-type": ["1c0001000200000001000000040000000100000078000000", "godot-4"],
  "class-name-ignored": ["1c000200040000004e6f646500000000", "godot-4"],
  "text-after-nul": ["040000000300000061006200", "godot-4"],
  "byte-order-mark": ["0400000004000000efbbbf61", "godot-4"],
  "surrogates-in-text": ["0400000006000000eda0bdedb8800000", "godot-3"],
  "unknown-flags": ["00000400", "godot-4"],
  "length-ignored": ["13000000020000000000000000000000", "godot-2"],
  "repeated-key": ["1b00000002000000020000000100000000000000020000000100000000000000", "godot-4"],
  "ambiguous-dialect": ["150000000100000061000000", undefined],
  "more-warnings": [`1c000000e9030000${"00000400".repeat(1001)}`, "godot-4"],
};

const losses: Record<LossCode, readonly [value: unknown, to: DialectName]> = {
  "type-changed": [new StringName("x"), "godot-3"],
  "value-rounded": [0.1, "godot-2"],
  "width-dropped": [new PackedVector3Array(new Float64Array(0)), "godot-3"],
  "element-type-dropped": [new VariantArray([1n], { kind: "builtin", type: "int" }), "godot-3"],
  "id-dropped": [new RID(13n), "godot-3"],
  "more-losses": [new Array(1001).fill(new RID(13n)), "godot-3"],
  "key-merged": [
    new Map<unknown, null>([
      [new Vector2(1, 2), null],
      [new Vector2i(1, 2), null],
    ]),
    "godot-3",
  ],
  "path-emptied": [new NodePath("/"), "godot-3"],
  "value-dropped": [new Signal("x", 1n), "godot-3"],
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Does not use `instanceof`, because fresh modules have their own VariantError. */
async function codeOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  throw new Error("nothing was thrown");
}

test.each(errorCodes)("error %s", async (code) => {
  expect(await codeOf(errors[code])).toBe(code);
});

test.each(warningCodes)("warning %s", async (code) => {
  if (Object.hasOwn(otherWarnings, code)) {
    const codes: WarningCode[] = [];
    await otherWarnings[code as keyof typeof otherWarnings]((warning) => codes.push(warning.code));
    expect(codes).toEqual([code]);
    return;
  }
  const [bytes, dialect] = warnings[code as keyof typeof warnings];
  const result = tryDecode(fromHex(bytes), { dialect });
  if (!result.ok) throw result.error;
  expect(result.warnings.at(-1)?.code).toBe(code);
  expect(result.warnings).toHaveLength(code === "more-warnings" ? 1001 : 1);
});

test.each(lossCodes)("loss %s", (code) => {
  const [value, to] = losses[code];
  const { losses: found } = convert(encode(value, { mode: "exact" }), { from: "godot-4", to });
  expect(found.at(-1)?.code).toBe(code);
  // A key of another type is one loss, the entry that it replaces another.
  expect(found).toHaveLength(code === "more-losses" ? 1001 : code === "key-merged" ? 2 : 1);
});
