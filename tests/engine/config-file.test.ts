// ConfigFiles and real engines, plain and encrypted: we read and edit the engines' files, and they read ours.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  ConfigFile,
  decode,
  EncodedObjectAsID,
  encode,
  GodotObject,
  type Layer,
  parseText,
  RID,
  Signal,
  type TextOptions,
  toText,
  unwrap,
  type Variant,
  wrap,
} from "../../js/index.js";
import { configReadings } from "../js/forms/config-readings.js";
import { refusedValues } from "../js/forms/refused-values.js";
import { Random } from "../random.js";
import { type Engine, engines, seed, toHex } from "./engines.js";
import { holds, isAmbiguous, randomValue } from "./values.js";

const folder = mkdtempSync(join(tmpdir(), "config-"));
afterAll(() => rmSync(folder, { recursive: true }));
const password = "pässword";
const exact = { mode: "exact" } as const;
/** Godot 3.2 never quotes names and cannot read quoted ones. */
const plainNames = ["hp", "a/b.c", "a:b"];
const allNames = [...plainNames, "é", "a b", "a=b", '"', "[x]", ";"];

type Entry = [section: string, key: string, value: Variant];

/** Values that engines cannot print or read back unchanged: NaN, small numbers, keys that are not texts. */
const isUnusable = (value: Variant): boolean =>
  value === null ||
  value instanceof RID ||
  value instanceof Signal ||
  value instanceof EncodedObjectAsID ||
  value instanceof GodotObject ||
  (value instanceof Map && [...value.keys()].some((key) => typeof key === "object")) ||
  isAmbiguous(value);

function entriesFor({ range, version }: Engine): Entry[] {
  const names = version === "3.2" ? plainNames : allNames;
  const random = new Random(seed);
  // Godot 3.2 reads other characters byte by byte.
  const readable = version === "3.2" ? /^[\n -~]*$/ : /^/;
  const values = Array.from({ length: 400 }, () => randomValue(random, range)).filter(
    (value) =>
      !holds(value, isUnusable) &&
      // Engines print `\a` and `\v`, but read back only the letters.
      !/nan|inf|e[-+]|-0\b|\v/.test(toText(value, exact)) &&
      !toText(value, exact).includes("\x07") &&
      readable.test(toText(value, exact)),
  );
  return values.map((value, i) => [`s ${i % 7}`, `${names[i % names.length]}${i}`, value]);
}

/** Removes the digits that no engine keeps. */
const rounded = (text: string): string =>
  text.replace(/-?\d+(\.\d+)?/g, (number) => String(Number(Number(number).toPrecision(5))));
const bySection = <T extends [string, ...unknown[]]>(entries: T[]): T[] =>
  [...entries].sort((a, b) => (a[0] < b[0] ? -1 : Number(a[0] > b[0])));

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (_, engine) => {
  const { dialect } = engine;
  const entries = entriesFor(engine);
  const layers: Layer[] = [{ container: "gdec", engine: dialect === "godot-3" ? 3 : 4 }];
  // When the text names no engine, types have their Godot 4 names.
  const style: TextOptions = dialect === "godot-3" ? { ...exact, engine: engine.version } : exact;
  const shown = (value: Variant) => rounded(toText(value, { ...exact, engine: engine.version }));

  describe.each([false, true])("encrypted: %s", (encrypted) => {
    const path = join(folder, `${engine.name}-${encrypted}.cfg`);
    const contentOf = async () => {
      const file = new Uint8Array(readFileSync(path));
      return new TextDecoder().decode(encrypted ? (await unwrap(file, { password })).content : file);
    };

    test("we read its files and keep them byte for byte", async () => {
      const values = entries.map(([section, key, value]) => [
        section,
        key,
        toHex(encode(value, { ...exact, dialect })),
      ]);
      expect(engine.files([{ write: path, values, encrypted, password }])).toEqual([{ ok: true }]);
      const text = await contentOf();
      const config = new ConfigFile(text);
      expect(config.toString()).toBe(text);
      const read = config
        .sections()
        .flatMap((section) => config.keys(section).map((key) => [section, key] as const));
      expect(read).toEqual(bySection(entries).map(([section, key]) => [section, key]));
      for (const [section, key, value] of entries)
        expect(shown(config.get(section, key, exact) as Variant), key).toBe(shown(value));
      // Setting every value to itself must not change any value.
      for (const [section, key] of read) config.set(section, key, config.get(section, key, exact), exact);
      for (const [section, key, value] of entries)
        expect(shown(config.get(section, key, exact) as Variant), key).toBe(shown(value));
    });

    test("it reads the files that we write and edit", async () => {
      const config = new ConfigFile();
      for (const [section, key, value] of entries.slice(1)) config.set(section, key, value, style);
      const edited = new ConfigFile(`; kept\n${config}`);
      const [first, second] = entries as [Entry, Entry];
      edited.set(first[0], first[1], first[2], style);
      expect(edited.delete(second[0], second[1])).toBe(true);
      const bytes = new TextEncoder().encode(edited.toString());
      writeFileSync(path, encrypted ? await wrap(bytes, layers, { password }) : bytes);
      const [answer] = engine.files([{ read: path, encrypted, password }]);
      const theirs = new Map(answer?.entries?.map(([section, key, value]) => [`${section} ${key}`, value]));
      expect(theirs.size).toBe(entries.length - 1);
      for (const [section, key, value] of [first, ...entries.slice(2)]) {
        const digits = theirs.get(`${section} ${key}`) as string;
        const again = decode(new Uint8Array(Buffer.from(digits, "hex")), { ...exact, dialect });
        expect(shown(again), key).toBe(shown(value));
      }
    });
  });
});

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  "%s: byte order marks",
  (_, engine) => {
    const mark = "\ufeff";
    const path = join(folder, `${engine.name}-marks.cfg`);
    const texts = [`${mark}abc`, `${mark}${mark}abc`, mark, `a${mark}b`, `a"${mark}b`, `${mark}é`];
    /** The letters of the texts that the engine reads. It writes marks as they are, so `decode` would drop one. */
    const lettersIn = (text: string) => {
      writeFileSync(path, text);
      const [answer] = engine.files([{ read: path, encrypted: false }]);
      return answer?.entries?.map(([, , hex]) => {
        const bytes = Buffer.from(hex, "hex");
        return bytes.subarray(8, 8 + bytes.readUInt32LE(4)).toString();
      });
    };
    const read = (text: string) => texts.map((_, i) => new ConfigFile(text).get("s", `k${i}`));

    test("it reads the texts that we write", () => {
      const config = new ConfigFile("[s]\n");
      for (const [i, text] of texts.entries()) config.set("s", `k${i}`, text);
      expect(lettersIn(config.toString())).toEqual(texts);
      expect(read(config.toString())).toEqual(texts);
    });

    test("we read the texts that it writes as it does, without the marks", () => {
      const values = texts.map((text, i) => ["s", `k${i}`, toHex(encode(text, { dialect: engine.dialect }))]);
      engine.files([{ write: path, values, encrypted: false }]);
      const file = readFileSync(path, "utf8");
      expect(file).toContain(`"${mark}${mark}abc"`);
      expect(read(file)).toEqual(lettersIn(file));
      expect(read(file)).not.toEqual(texts);
    });
  },
);

test.runIf(engines.length === 0)("no engine is available", () => expect(engines).toEqual([]));

test.each(engines.map((engine) => [engine.name, engine] as const))(
  "%s reads these values, or not",
  (_, engine) => {
    const isOld = engine.dialect === "godot-3";
    const questions = refusedValues.map(([text], i) => {
      const read = join(folder, `${engine.name}-value${i}.cfg`);
      writeFileSync(read, `[s]\na=${text}\nb=5\n`);
      return { read, encrypted: false };
    });
    const answers = engine.files(questions).map(({ entries }, i) => {
      const [text] = refusedValues[i] as (typeof refusedValues)[number];
      const [, first, hex = ""] = entries?.[0] ?? [];
      if (first !== "a" || entries?.[1]?.[1] !== "b") return false;
      const theirs = decode(Buffer.from(hex, "hex"), {
        ...exact,
        dialect: engine.dialect,
        allowObjects: true,
      });
      return toText(theirs, exact) === toText(parseText(text, exact), exact);
    });
    expect(answers).toEqual(refusedValues.map(([, inGodot4, inGodot3]) => (isOld ? inGodot3 : inGodot4)));
  },
);

test.each(engines.map((engine) => [engine.name, engine] as const))(
  "%s reads these files, or not",
  (_, engine) => {
    const questions = configReadings.map(([text], i) => {
      const read = join(folder, `${engine.name}-reading${i}.cfg`);
      writeFileSync(read, text);
      return { read, encrypted: false };
    });
    const answers = engine.files(questions).map(({ ok, entries = [] }) => {
      if (!ok) return undefined;
      const found = new Map<string, Record<string, unknown>>();
      for (const [section, key, hex] of entries) {
        const value = decode(Buffer.from(hex, "hex"), { dialect: engine.dialect });
        found.set(section, { ...found.get(section), [key]: value });
      }
      return Object.fromEntries(found);
    });
    expect(answers).toEqual(configReadings.map(([, read]) => read));
  },
);
