// Mutated bytes and the answers of engines: the same verdict, size, value and re-encoding, or one of the differences in
// docs/DIALECTS.md, each with a condition that the value must then meet.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  GodotObject,
  NodePath,
  type Options,
  tryDecode,
  type Variant,
  VariantArray,
} from "../../../js/index.js";
import { comparedTokens } from "../engine-text.js";
import { errorOf, expectCharacters } from "../expected-errors.js";
import { canonical, inJavaScript } from "../fixture-notation.js";
import { exactOptions, fromHex, hex, type Line, linesOf, origins, type Verdict } from "../fixtures.js";

interface Case {
  line: Line;
  bytes: Uint8Array<ArrayBuffer>;
  options: Options;
}

function ours<Field extends keyof Verdict>({ line }: Case, field: Field): Verdict[Field] | undefined {
  return (line.ours?.[field] ?? line[field]) as Verdict[Field] | undefined;
}

function decoded({ bytes, options }: Case) {
  const result = tryDecode(bytes, options);
  if (!result.ok) throw result.error;
  return result;
}

function contains(value: Variant, test: (inside: Variant) => boolean): boolean {
  if (test(value)) return true;
  if (Array.isArray(value)) return value.some((element) => contains(element, test));
  if (value instanceof Dictionary)
    return Array.from(value)
      .flat()
      .some((part) => contains(part, test));
  return (
    value instanceof GodotObject && Array.from(value.properties.values()).some((part) => contains(part, test))
  );
}

const isObject = (value: Variant) => value instanceof GodotObject;
const isNullObject = (value: Variant) =>
  (value instanceof GodotObject && value.className === "") ||
  (value instanceof EncodedObjectAsID && value.objectId === 0n);

function hasScriptType(value: Variant): boolean {
  const types =
    value instanceof VariantArray
      ? [value.elementType]
      : value instanceof Dictionary
        ? [value.keyType, value.valueType]
        : [];
  return types.some((type) => type?.kind === "script");
}

const scriptOrObject = (value: Variant) => hasScriptType(value) || isObject(value);

/** The content that an accepted value must have for the difference to explain it. */
const explanations: Readonly<Record<string, (inside: Variant) => boolean>> = {
  "null-object": isNullObject,
  "object-id": (value) => value instanceof EncodedObjectAsID,
  "object-as-written": isObject,
  "script-value-type": scriptOrObject,
  "script-existence": scriptOrObject,
  "class-existence": isObject,
  "node-path-slash": (value) => value instanceof NodePath,
  "dictionary-keys": (value) => value instanceof Dictionary,
};
/** Differences that come with a warning. */
const warned: Readonly<Record<string, string>> = {
  "wrong-element-type": "wrong-element-type",
  surrogates: "surrogates-in-text",
  "byte-order-mark": "byte-order-mark",
};

function expectExplained(subject: Case): void {
  const { differs = "" } = subject.line;
  const { value, warnings } = decoded(subject);
  const warning = warned[differs];
  if (warning !== undefined) {
    expect(warnings.map(({ code }) => code)).toContain(warning);
    return;
  }
  const explains = explanations[differs];
  expect(explains, differs).toBeDefined();
  expect(contains(value, explains as (inside: Variant) => boolean), differs).toBe(true);
}

function hasCodeAndOffset({ line, bytes, options }: Case): void {
  const { code, offset } = line;
  expect(errorOf(() => decode(bytes, options))).toMatchObject({ code, offset });
  expect(tryDecode(bytes, options)).toMatchObject({ ok: false, error: { code, offset } });
}

function hasTheEnginesSizeAndValue(subject: Case): void {
  const { line } = subject;
  const { value, bytesRead, warnings } = decoded(subject);
  expect(bytesRead).toBe(ours(subject, "size") ?? bytesRead);
  if (line.value !== undefined) expect(canonical(value)).toEqual(inJavaScript(line.value));
  expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(line.warnings ?? []));
}

/** The count of a Dictionary without framing and declared types. */
const countOf = (dictionary: Uint8Array) => new DataView(dictionary.buffer).getUint32(4, true);

function warnsOfEachKeyThatTheEngineMerges(subject: Case): void {
  const written = fromHex(ours(subject, "reencoded") as string);
  const merged = decoded(subject).warnings.filter(({ code }) => code === "repeated-key");
  expect(merged).toHaveLength(countOf(subject.bytes) - countOf(written));
}

function readsAsTheEnginePrints(subject: Case): void {
  const { line, options } = subject;
  const value = canonical(decoded(subject).value);
  const [own, engine] = comparedTokens(value, line.text as string, options.dialect === "godot-3");
  expect(own).toEqual(engine);
}

/** JavaScript keeps properties in a Map, so the last property with a name wins. */
const repeatsProperty = ({ name }: Line) => /property twice|script twice/.test(name);

function encodesAsTheEngineOrSaysWhyNot(subject: Case): void {
  const { line, options } = subject;
  const { value } = decoded(subject);
  const write = () => encode(value, options);
  if (line.surrogates) expectCharacters(write, subject.bytes, options);
  else if (repeatsProperty(line)) expect(decode(write(), options)).toEqual(value);
  else expectEnginesBytes(subject, hex(write()));
}

function expectEnginesBytes(subject: Case, bytes: string): void {
  const { line } = subject;
  expect(bytes).toBe(line.deep ? line.bytes : ours(subject, "reencoded"));
  if (bytes !== (line.reencoded ?? bytes) && line.differs !== "wide-reals") expectExplained(subject);
}

function narrowsAsTheEngine(subject: Case): void {
  const narrowed = encode(decoded(subject).value, { ...subject.options, real: "single" });
  expect(hex(narrowed)).toBe(subject.line.reencoded);
}

const files = origins.flatMap(({ folder, dialect }) =>
  ["mutated", "crafted"].map((file) => ({ path: `${folder}/${file}.jsonl`, dialect })),
);
const judged = files
  .map(({ path, dialect }) => {
    const cases = linesOf(path).map((line) => {
      const options: Options = { ...exactOptions(line, dialect), allowTrailing: true };
      return { line, bytes: fromHex(line.bytes), options };
    });
    return { path, cases };
  })
  .filter(({ cases }) => cases.length > 0);

describe.each(judged)("$path", ({ cases }) => {
  const accepted = cases.filter((subject) => ours(subject, "ok"));
  const printed = accepted.filter(
    ({ line }) => line.ok && line.text !== undefined && !line.differs && !line.surrogates,
  );
  const refused = cases.filter((subject) => !ours(subject, "ok"));

  describe("rejected: code and offset", () => {
    for (const subject of refused) test(subject.line.name, () => hasCodeAndOffset(subject));
  });
  describe("accepted: the engine's size and value", () => {
    for (const subject of accepted) test(subject.line.name, () => hasTheEnginesSizeAndValue(subject));
  });
  describe.skipIf(printed.length === 0)("accepted: read as the engine prints them", () => {
    for (const subject of printed) test(subject.line.name, () => readsAsTheEnginePrints(subject));
  });
  const keyed = accepted.filter(({ line }) => line.name?.startsWith("keys: "));
  describe.skipIf(keyed.length === 0)("accepted: a warning for each merged key", () => {
    for (const subject of keyed) test(subject.line.name, () => warnsOfEachKeyThatTheEngineMerges(subject));
  });
  describe("accepted: encode like the engine, or explain the difference", () => {
    for (const subject of accepted) test(subject.line.name, () => encodesAsTheEngineOrSaysWhyNot(subject));
  });
});

describe("wide vectors can be narrowed as in the engine", () => {
  const wide = judged.flatMap(({ cases }) => cases.filter(({ line }) => line.differs === "wide-reals"));
  for (const subject of wide) test(subject.line.name, () => narrowsAsTheEngine(subject));
});

test("every difference has its line in docs/DIALECTS.md", () => {
  const text = readFileSync(new URL("../../../docs/DIALECTS.md", import.meta.url), "utf8");
  const table = text.split("## Where this library differs")[1]?.split("\n## ")[0] ?? "";
  const names = new Set(judged.flatMap(({ cases }) => cases.map(({ line }) => line.differs ?? "")));
  names.delete("");
  expect(names.size).toBeGreaterThan(5);
  for (const name of names) expect(table).toContain(`\`${name}\``);
});
