// Other notations of values, there and back: Godot's text, native JSON, plain and exact JSON, lines, and paths.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flatLines, unflatten } from "../../js/cli/json/flat.js";
import { jsonParts, readJson } from "../../js/cli/json/notations.js";
import {
  ConfigFile,
  Dictionary,
  type Document,
  type DocumentNode,
  decode,
  encode,
  formatPath,
  fromNative,
  fromPlainJSON,
  GodotObject,
  open,
  parsePath,
  parseText,
  toNative,
  toPlainJSON,
  toText,
  type Variant,
  type VariantError,
  Vector2,
} from "../../js/index.js";
import { type Canonical, canonical } from "../js/fixture-notation.js";
import { hex } from "../js/fixtures.js";
import { holds } from "./runs.js";
import { dialects, hasKeyByIdentity, samples } from "./values.js";

/** The value without what no text keeps: the bits of a NaN, the names of a NodePath that hold `/` or `:`, the shared bit. */
function asText(value: Canonical): Canonical {
  if (typeof value === "string") return value.startsWith("nan:") ? "nan" : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(asText);
  if ("NodePath" in value) return { NodePath: null };
  const parts = Object.entries(value).filter(([name]) => name !== "shared");
  return Object.fromEntries(parts.map(([name, part]) => [name, asText(part as Canonical)]));
}

/** Whether plain JSON writes two keys of one Dictionary alike, so that it does not say which is which. */
function hasAmbiguousKeys(value: Variant): boolean {
  if (value instanceof GodotObject) return [...value.properties.values()].some(hasAmbiguousKeys);
  if (Array.isArray(value)) return value.some(hasAmbiguousKeys);
  if (!(value instanceof Dictionary)) return false;
  const names = Array.from(value.keys(), (key) => toPlainJSON(new Dictionary([[key, null]]), exact));
  return new Set(names).size < names.length || [...value.values()].some(hasAmbiguousKeys);
}

/** The node at a path; undefined if the path cannot be read. */
function nodeAt(document: Document, path: string): DocumentNode | undefined {
  try {
    parsePath(path);
  } catch (error) {
    expect((error as VariantError).code).toBe("bad-path");
    return undefined;
  }
  return document.node(path);
}

/** Whether a key may have no full form in a path: containers, objects, and NodePaths with unusual names. */
const isLong = (key: unknown): boolean =>
  typeof key === "object" &&
  key !== null &&
  !["StringName", "RID"].includes(key.constructor.name) &&
  !(key instanceof Vector2);

const exact = { mode: "exact", allowObjects: true, fullObjects: true } as const;
const hasText = (value: Canonical) => !/"wide":true|\{"(?:Image|InputEvent)":/.test(JSON.stringify(value));

/** Whether no NodePath has an empty name between two colons: engines read such a text as the empty path, and we refuse it. */
function hasReadablePaths(value: Canonical): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(hasReadablePaths);
  if (!("NodePath" in value))
    return Object.values(value).every((part) => hasReadablePaths(part as Canonical));
  const { names, subnames } = value.NodePath as { names: string[]; subnames: string[] };
  return !`${names.join("/")}${subnames.map((name) => `:${name}`).join("")}`.includes("::");
}

describe.each(dialects)("%s", (dialect) => {
  const sample = samples(dialect, { double: false });
  // Two Dictionaries with the same content are different keys in Godot 3 only.
  const printed = sample.filter(
    ({ value }) => hasText(value) && hasReadablePaths(value) && !hasKeyByIdentity(value),
  );

  test("text", () => {
    holds(150, printed, ({ bytes, options }) => {
      const value = decode(bytes, options);
      const text = toText(value, exact);
      const read = parseText(text, exact);
      expect(asText(canonical(read)), text).toEqual(asText(canonical(value)));
    });
  });

  test("exact JSON, also through a program that reads all numbers as doubles", () => {
    holds(150, sample, ({ bytes, options }) => {
      const text = [...jsonParts(decode(bytes, options), "exact", "")].join("");
      expect(hex(encode(readJson(text, "exact"), options)), text).toBe(hex(bytes));
      const again = JSON.stringify(JSON.parse(text));
      expect(hex(encode(readJson(again, "exact"), options)), again).toBe(hex(bytes));
    });
  });
});

describe("godot-4.4", () => {
  const sample = samples("godot-4.4", { double: false });

  test("native JSON", () => {
    holds(
      400,
      sample.filter(({ value }) => hasReadablePaths(value)),
      ({ bytes, options }) => {
        const value = decode(bytes, options);
        const text = JSON.stringify(toNative(value, exact));
        expect(asText(canonical(fromNative(JSON.parse(text), exact))), text).toEqual(
          asText(canonical(value)),
        );
      },
    );
  });

  test("plain JSON with like", () => {
    holds(400, sample, ({ bytes, options }) => {
      const value = decode(bytes, options);
      const text = toPlainJSON(value, exact);
      const ambiguous = hasAmbiguousKeys(value);
      let read: Variant;
      try {
        read = fromPlainJSON(text, { ...options, like: bytes });
      } catch (error) {
        expect((error as VariantError).code).toBe("unsupported-value");
        expect(ambiguous, text).toBe(true);
        return;
      }
      expect(ambiguous, text).toBe(false);
      expect(hex(encode(read, options)), text).toBe(hex(bytes));
    });
  });

  test("plain JSON with like, of an Array that lost or gained an element", () => {
    const whole = samples("godot-4.4", { double: false, misfits: false });
    holds(200, fc.array(whole, { minLength: 2, maxLength: 5 }), fc.nat(4), (all, gone) => {
      const values = all.map(({ bytes, options }) => decode(bytes, { ...options, allowObjects: true }));
      const fewer = values.filter((_, i) => i !== gone % values.length);
      const texts = new Set(values.map((value) => toPlainJSON(value, exact)));
      // Elements that plain JSON writes alike could be either.
      fc.pre(texts.size === values.length && !values.some(hasAmbiguousKeys));
      const read = (now: Variant[], old: Variant[]) =>
        fromPlainJSON(toPlainJSON(now, exact), { ...exact, like: encode(old, exact) }) as Variant[];
      const written = (each: readonly Variant[]) => each.map((value) => hex(encode(value, exact)));
      expect(written(read(fewer, values))).toEqual(written(fewer));
      const more = read(values, fewer).filter((_, i) => i !== gone % values.length);
      expect(written(more)).toEqual(written(fewer));
    });
  });

  test("lines of flat", () => {
    holds(400, fc.array(sample, { maxLength: 3 }), (all) => {
      const values = all.map(({ bytes, options }) => decode(bytes, options));
      const text = [...flatLines(values)].join("");
      expect(hex(encode(unflatten(text), exact)), text).toBe(hex(encode(values, exact)));
    });
  });

  test("values of a ConfigFile", () => {
    holds(
      200,
      fc.array(
        sample.filter(({ value }) => hasText(value)),
        { maxLength: 3 },
      ),
      (all) => {
        const config = new ConfigFile("; a comment\n[a]\nold=1\n");
        const values: Variant[] = [];
        for (const { bytes, options } of all) {
          const value = decode(bytes, options);
          try {
            config.set("a", `k${values.length}`, value, exact);
            values.push(value);
          } catch (error) {
            // Engines would refuse the text, drop entries that do not fit what their container declares, or empty a NodePath.
            expect((error as VariantError).code).toMatch(/^(?:unsupported-value|wrong-type|bad-node-path)$/);
            expect(toText(value, exact)).toMatch(/\b(?:Signal|Object)\(|\b(?:Array|Dictionary)\[|::/);
          }
        }
        const again = new ConfigFile(config.toString());
        // Setting null deletes the key, as in the engine.
        for (const [i, value] of values.entries())
          expect(asText(canonical(again.get("a", `k${i}`, exact) ?? null))).toEqual(asText(canonical(value)));
        expect(again.get("a", "old")).toBe(1);
      },
    );
  });

  test("paths", () => {
    holds(400, sample, ({ bytes, options }) => {
      const document = open(bytes, { ...options, allowObjects: true });
      for (const node of document.walk()) {
        const { path } = node;
        expect(formatPath(node.keys)).toBe(path);
        const found = nodeAt(document, path);
        if (found === undefined) expect(node.keys.some(isLong), path).toBe(true);
        else expect(found.offset, path).toBe(node.offset);
      }
    });
  });
});
