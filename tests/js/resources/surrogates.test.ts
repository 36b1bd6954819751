// Files of an engine that writes a character beyond U+FFFF as two encoded surrogates, as Godot 3 before 3.5 does on Windows.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type StoredText, storedBytes, storedText } from "../../../js/forms/stored-text.js";
import { decode, detect, encode, type Variant } from "../../../js/index.js";
import { type ResourceFile, readResource, writeResource } from "../../../js/resources/index.js";
import { readSavedText, type SavedText } from "../../../js/texts/index.js";
import { fromHex } from "../fixtures.js";
import { codeOf, main } from "./resource-text.js";

const folder = new URL("../../fixtures/surrogates/", import.meta.url);
const fixture = (name: string) => new Uint8Array(readFileSync(fileURLToPath(new URL(name, folder))));
const resources = ["surrogates.res", "compressed.res", "surrogates.tres"];
const texts = [
  ["surrogates.cfg", "config"],
  ["surrogates.txt", "var_to_str"],
  ["surrogates.json", "json"],
  ["lines.json", "json-lines"],
] as const;

/** How an engine reads a file. 3.2.3 hands on surrogates, 3.6 characters. */
const readBy = (version: string, name: string): Variant => {
  const lines = new TextDecoder()
    .decode(fixture(`read-${version}.jsonl`))
    .trim()
    .split("\n");
  const { bytes } = lines.map((line) => JSON.parse(line)).find(({ file }) => file === name);
  return decode(fromHex(bytes), { dialect: "godot-3" });
};

const savedText = (name: string) => readSavedText(fixture(name)) as SavedText;

/** The value that the make script took out of a file. */
async function taken(name: string): Promise<Variant> {
  if (resources.includes(name)) {
    const properties = main(await readResource(fixture(name)));
    const meta = properties.get("__meta__") as Record<string, Variant>;
    return [properties.get("resource_name"), meta.save, meta.other] as Variant[];
  }
  const { kind, values } = savedText(name);
  // As engines hand their values over: the saved text has those of `exact` mode.
  const plain = values.map((value) => decode(encode(value)));
  if (kind === "json-lines") return plain;
  const [value] = plain as [Variant];
  if (kind !== "config") return value;
  const { game, other } = value as Record<string, Record<string, Variant>>;
  return [game?.save, game?.other, other?.lamp] as Variant[];
}

describe.each([...resources, ...texts.map(([name]) => name)])("%s", (name) => {
  test.each(["3.6", "3.2.3"])("is read as by %s", async (version) => {
    expect(await taken(name)).toEqual(readBy(version, name));
    expect(JSON.stringify(await taken(name))).toContain("🏮");
  });
});

test.each(texts)("%s is detected as text", (name, kind) => {
  const container = { config: "config", var_to_str: "json", json: "json", "json-lines": "json" }[kind];
  expect(detect(fixture(name))[0]).toMatchObject({ container });
  expect(savedText(name).kind).toBe(kind);
});

describe.each(resources)("edits of %s", (name) => {
  const metaOf = (file: ResourceFile) => main(file).get("__meta__") as Record<string, Variant>;
  const edited = async (key: string, value: Variant) => {
    const file = await readResource(fixture(name));
    main(file).set("__meta__", { ...metaOf(file), [key]: value });
    return writeResource(file);
  };

  test("nothing changes without an edit", async () => {
    expect(await edited("other", 5)).toEqual(fixture(name));
  });

  test("the texts beside an edit keep their bytes", async () => {
    const bytes = await edited("other", 6);
    expect(metaOf(await readResource(bytes)).other).toBe(6);
    if (name === "compressed.res") return;
    const changed = fixture(name).filter((byte, i) => byte !== bytes[i]);
    expect([bytes.length, changed.length]).toEqual([fixture(name).length, 1]);
  });

  test("new characters become surrogates, too", async () => {
    const bytes = await edited("new", "🗝 é");
    expect(metaOf(await readResource(bytes)).new).toBe("🗝 é");
    if (name === "compressed.res") return;
    expect(Buffer.from(bytes).includes(Buffer.from(storedBytes("🗝 é", true)))).toBe(true);
    expect(Buffer.from(bytes).includes("🗝")).toBe(false);
  });
});

test("the same bytes are written again", () => {
  for (const [name] of texts) {
    const { text, surrogates } = storedText(fixture(name)) as StoredText;
    expect(surrogates).toBe(true);
    expect(storedBytes(text, surrogates)).toEqual(fixture(name));
  }
  const every = Array.from({ length: 0x10ffff }, (_, code) => code).filter(
    (code) => code % 97 === 0 && (code < 0xd800 || code > 0xdfff),
  );
  const text = String.fromCodePoint(...every);
  for (const surrogates of [false, true])
    expect(storedText(storedBytes(text, surrogates))).toEqual({ text, surrogates });
});

test.each(texts)("writeBytes of %s keeps all bytes", (name) => {
  const text = savedText(name);
  expect(text.writeBytes(text.values)).toEqual(fixture(name));
  expect(text.write(text.values)).toBe((storedText(fixture(name)) as StoredText).text);
});

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const [high, low] = ["\xed\xa0\xbc", "\xed\xbf\xae"];
const broken = {
  "a high half": high,
  "a low half": low,
  "the halves in the wrong order": low + high,
  "two high halves and a low one": high + high + low,
  "a half that is cut": `${high}\xed\xbf`,
  "a byte between the halves": `${high}-${low}`,
  "a high half before a character": `${high}\xed\x9f\xae`,
  "a low half whose last byte is no part": `${high}\xed\xbf\xee`,
  "characters of both kinds": `${high}${low}\xf0\x9f\x8f\xae`,
  "bytes of another encoding": `${high}${low}\xe9`,
};

test.each(Object.entries(broken))("%s: no text", async (_, part) => {
  expect(storedText(latin1(`a${part}b`))).toBeUndefined();
  const saved = () => readSavedText(latin1(`{"a": "${part}b"}`));
  expect(saved).toThrow(expect.objectContaining({ code: "bad-utf8" }));
  const tres = `[gd_resource type="Resource" format=2]\n\n[resource]\nresource_name = "a${part}b"\n`;
  expect(await codeOf(readResource(latin1(tres)))).toBe("bad-utf8");
});

test("Variants with these texts are read alike", () => {
  const text = latin1(`${high}${low}`);
  const bytes = new Uint8Array([4, 0, 0, 0, text.length, 0, 0, 0, ...text, 0, 0]);
  expect(decode(bytes, { dialect: "godot-3" })).toBe("🏮");
  expect(encode("🏮", { dialect: "godot-3" })).toEqual(
    new Uint8Array([4, 0, 0, 0, 4, 0, 0, 0, ...new TextEncoder().encode("🏮")]),
  );
});
