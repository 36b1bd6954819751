// Every value of an engine or a document: bytes to the expected value and back, in both modes; every prefix of the bytes
// is rejected.
import { describe, expect, test } from "vitest";
import {
  convert,
  type DialectName,
  decode,
  encode,
  GodotObject,
  Image,
  type Options,
  tryDecode,
  type Variant,
} from "../../../js/index.js";
import { comparedTokens } from "../engine-text.js";
import { expectCharacters } from "../expected-errors.js";
import { type Canonical, canonical, inJavaScript } from "../fixture-notation.js";
import {
  exactOptions,
  fileOf,
  fromHex,
  hex,
  type Line,
  linesOf,
  origins,
  plainOptions,
} from "../fixtures.js";

/** A line, its bytes and the decoded values. */
interface Case {
  line: Line;
  bytes: Uint8Array<ArrayBuffer>;
  options: Options;
}

type Proof = (subject: Case) => void;

function decodesToTheExpectedValue({ line, bytes, options }: Case): void {
  const warnings: string[] = [];
  const value = decode(bytes, { ...options, onWarning: ({ code }) => warnings.push(code) });
  expect(canonical(value)).toEqual(inJavaScript(line.value as Canonical));
  const agreeing = tryDecode(bytes, options);
  if (!agreeing.ok) throw agreeing.error;
  expect(agreeing.value).toEqual(value);
  expect(agreeing.bytesRead).toBe(bytes.length);
  expect(agreeing.warnings.map(({ code }) => code)).toEqual(warnings);
}

function encodesToTheSameBytes({ line, bytes, options }: Case): void {
  const write = () => encode(decode(bytes, options), options);
  if (line.surrogates) expectCharacters(write, bytes, options);
  else expectWritten(write(), line, options);
}

function comesBackFromPlainMode({ line, bytes, options }: Case): void {
  const plain = plainOptions(line, options.dialect as DialectName);
  const write = () => encode(decode(bytes, plain), { ...plain, like: bytes });
  if (line.surrogates) expectCharacters(write, bytes, options);
  else expectKept(write(), line, options);
}

function convertsToItsOwnDialect({ line, bytes, options }: Case): void {
  const to = options.dialect as DialectName;
  const { bytes: converted, losses } = convert(bytes, { ...options, to });
  expect(losses).toEqual([]);
  expectKept(converted, line, options);
}

/** `convert` and `like` may keep details that plain encoding drops: a duplicate key, the class of a typed Array. */
function expectKept(written: Uint8Array, line: Line, options: Options): void {
  if (hex(written) !== line.bytes) expectWritten(written, line, options);
}

/** The same bytes, except meaningless ones: old engines left uninitialized memory in the padding of a NodePath. */
function expectWritten(written: Uint8Array, line: Line, options: Options): void {
  const wanted = line.reencoded ?? line.bytes;
  if (hex(written) === wanted) return;
  const bytes = fromHex(wanted);
  expect(written).toHaveLength(bytes.length);
  const value = decode(bytes, options);
  const differing = Array.from(bytes.keys()).filter((at) => written[at] !== bytes[at]);
  for (const at of differing) {
    expect(written[at], `byte ${at} of ${hex(written)}`).toBe(0);
    const changed = bytes.slice();
    changed[at] = ~(changed[at] as number);
    expect(decode(changed, options), `byte ${at} matters`).toEqual(value);
  }
}

function lastInside(value: Variant): Variant {
  const children =
    value instanceof Map
      ? Array.from(value).flat()
      : value instanceof GodotObject
        ? Array.from(value.properties.values())
        : Array.isArray(value)
          ? value
          : [];
  return children.length === 0 ? value : lastInside(children.at(-1) as Variant);
}

/** The number of trailing padding bytes that engines do not require: the padding after raw data. */
function dispensablePadding(value: Variant): number {
  const last = lastInside(value);
  const data = last instanceof Image ? last.data : last;
  return data instanceof Uint8Array ? -data.length & 3 : 0;
}

function needsEveryByte({ bytes, options }: Case): void {
  const whole = decode(bytes, options);
  const enough = bytes.length - dispensablePadding(whole);
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  for (let size = 0; size < bytes.length; size++) {
    const part = tryDecode(bytes.subarray(0, size), options);
    if (part.ok !== size >= enough) expect.fail(`${size} bytes of ${bytes.length}: ok is ${part.ok}`);
    if (part.ok) expect(part).toEqual({ ok: true, value: whole, bytesRead: bytes.length, warnings: [] });
    else if (part.error.code !== "unexpected-end" || Number(part.error.offset) > size) throw part.error;
  }
  Error.stackTraceLimit = stackTraceLimit;
}

function readsAsTheEnginePrints({ line, bytes, options }: Case): void {
  const old = options.dialect === "godot-3";
  const value = canonical(decode(bytes, options));
  const [ours, engine] = comparedTokens(value, line.text as string, old);
  expect(ours).toEqual(engine);
}

const proofs: Readonly<Record<string, Proof>> = {
  "decode to the expected value": decodesToTheExpectedValue,
  "encode to the same bytes": encodesToTheSameBytes,
  "come back from plain mode like the bytes": comesBackFromPlainMode,
  "convert to their own dialect": convertsToItsOwnDialect,
  "need every byte": needsEveryByte,
};

describe.each(origins)("values of $folder", ({ folder, dialect, origin }) => {
  const lines = linesOf(`${folder}/values.jsonl`);
  const cases = lines.map((line) => ({
    line,
    bytes: fromHex(line.bytes),
    options: exactOptions(line, dialect),
  }));

  describe.each(Object.entries(proofs))("%s", (_, proof) => {
    for (const subject of cases) test(subject.line.name, () => proof(subject));
  });

  if (origin === "hand") return;
  describe("read as the engine prints them", () => {
    for (const subject of cases) test(subject.line.name, () => readsAsTheEnginePrints(subject));
  });
});

describe.each([
  ["saves/godot-4.6.3.bin", "godot-4"],
  ["saves/godot-3.6.bin", "godot-3"],
] as const)("the saved game %s", (path, dialect) => {
  const bytes = fileOf(path);
  const saved: Line = { name: path, bytes: hex(bytes), surrogates: false };

  test("round-trips in exact mode", () => {
    const options = { dialect, mode: "exact" } as const;
    expectWritten(encode(decode(bytes, options), options), saved, options);
  });

  test("round-trips in plain mode with like", () => {
    const written = encode(decode(bytes, { dialect }), { dialect, like: bytes });
    expectWritten(written, saved, { dialect });
  });
});
