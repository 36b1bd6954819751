// Documents of every value that engines wrote: positions are correct, and edits produce the same bytes as encode.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  type DocumentNode,
  decode,
  encode,
  Float,
  GodotObject,
  type Options,
  open,
  type Variant,
} from "../../../js/index.js";
import { exactOptions, fromHex, hex, type Line, linesOf, origins } from "../fixtures.js";

interface Case {
  name: string;
  line: Line;
  bytes: Uint8Array<ArrayBuffer>;
  options: Options;
}

const cases: Case[] = origins.flatMap(({ folder, dialect }) =>
  linesOf(`${folder}/values.jsonl`).map((line) => ({
    name: `${folder} ${line.name}`,
    line,
    bytes: fromHex(line.bytes),
    options: { ...exactOptions(line, dialect), allowObjects: true, fullObjects: true },
  })),
);

function childrenOf(value: Variant): [Variant, Variant][] {
  if (value instanceof Dictionary) return [...value];
  if (value instanceof GodotObject) return [...value.properties];
  return Array.isArray(value) ? value.map((element, i) => [i, element]) : [];
}

function isPacked(node: DocumentNode): boolean {
  return node.type.startsWith("Packed");
}

describe.each(origins.map(({ folder }) => folder))("%s", (folder) => {
  const own = cases.filter(({ name, line }) => name.startsWith(`${folder} `) && !line.surrogates);

  test("every path leads to the same value as in decode", () => {
    for (const { name, bytes, options } of own) {
      const document = open(bytes, options);
      const visit = (node: DocumentNode, value: Variant) => {
        const written = hex(encode(value, options));
        expect(hex(encode(node.value(), options)), `${name} ${node.path}`).toBe(written);
        const found = document.get(node.keys);
        expect(found === undefined ? found : hex(encode(found, options)), `${name} ${node.path}`).toBe(
          written,
        );
        if (isPacked(node)) return;
        const inside = childrenOf(value);
        const children = node.children();
        if (/twice|one key/.test(name)) {
          for (const [key, last] of inside) expect(document.get([...node.keys, key])).toEqual(last);
          return;
        }
        expect(children.length, name).toBe(inside.length);
        for (const [i, child] of children.entries()) visit(child, (inside[i] as [Variant, Variant])[1]);
      };
      visit(document.root, decode(bytes, options));
    }
  });

  test("consecutive ranges cover all bytes", () => {
    for (const { name, bytes, options } of own) {
      const { root } = open(bytes, options);
      let at = 0;
      const take = ([offset, length]: readonly [number, number]) => {
        expect(offset, name).toBe(at);
        at += length;
      };
      const visit = (node: DocumentNode) => {
        const { key, header, payload, padding } = node.ranges;
        take(key);
        take(header);
        if (node.childCount > 0 && !isPacked(node)) for (const child of node.children()) visit(child);
        else take(payload);
        take(padding);
      };
      visit(root);
      expect(Math.max(at, bytes.length)).toBe(at);
      expect(at - bytes.length).toBeLessThan(4);
    }
  });

  test("edits produce the same bytes as encode, and can be undone", () => {
    for (const { name, bytes, options } of own) {
      const document = open(bytes, options);
      const check = (what: string, edit: () => void, expected: Variant | undefined) => {
        edit();
        const got = document.toBytes();
        if (expected !== undefined) expect(hex(got), `${name} ${what}`).toBe(hex(encode(expected, options)));
        else decode(got, options);
        expect(document.undo()).toBe(true);
        expect(hex(document.toBytes()), `${name} ${what} undone`).toBe(hex(bytes));
        document.redo();
        expect(hex(document.toBytes()), `${name} ${what} done again`).toBe(hex(got));
        document.undo();
      };
      const canonical =
        !/twice|one key/.test(name) && hex(encode(decode(bytes, options), options)) === hex(bytes);
      const paths = [...document.walk()].map((node) => [node.keys, node.type] as const);
      for (const [keys, type] of paths) {
        const value = document.get(keys) as Variant;
        const what = `${JSON.stringify(keys, (_, key) => (typeof key === "bigint" ? String(key) : key))} ${type}`;
        if (canonical) check(`set ${what}`, () => document.set(keys, value), decode(bytes, options));
        if (keys.length === 0) continue;
        const without = edited(decode(bytes, options), keys, "delete");
        check(`delete ${what}`, () => document.delete(keys), canonical ? without : undefined);
        const parent = keys.slice(0, -1);
        const inArray = document.node(parent)?.type === "Array";
        if (!inArray) continue;
        const twice = edited(decode(bytes, options), keys, "double");
        check(`insert ${what}`, () => document.insert(keys, value), canonical ? twice : undefined);
      }
    }
  });

  test("packed arrays grow and shrink", () => {
    for (const { name, bytes, options } of own) {
      const document = open(bytes, options);
      if (hex(encode(decode(bytes, options), options)) !== hex(bytes)) continue;
      const arrays = [...document.walk()].filter((node) => isPacked(node) && node.childCount > 0);
      for (const keys of arrays.map((node) => node.keys)) {
        const element = document.get([...keys, -1]) as Variant;
        document.append(keys, element);
        document.insert([...keys, 0], element);
        document.set([...keys, 1], document.get([...keys, -1]) as Variant);
        decode(document.toBytes(), options);
        expect(document.get([...keys, 0]), name).toEqual(element);
        while (document.undo());
        expect(hex(document.toBytes()), `${name} ${document.changes().length}`).toBe(hex(bytes));
        document.append(keys, element);
        document.delete([...keys, -1]);
        expect(hex(document.toBytes()), name).toBe(hex(bytes));
      }
    }
  });
});

/** The value with the entry at `keys` removed or duplicated. */
function edited(value: Variant, keys: readonly Variant[], how: "delete" | "double"): Variant {
  const [key, ...rest] = keys;
  if (Array.isArray(value)) {
    const index = key as number;
    if (rest.length > 0) value[index] = edited(value[index] as Variant, rest, how);
    else if (how === "delete") value.splice(index, 1);
    else value.splice(index, 0, value[index] as Variant);
    return value;
  }
  const map = value instanceof GodotObject ? value.properties : (value as Dictionary);
  const stored = storedKeyOf(map as Map<Variant, Variant>, key as Variant);
  if (rest.length === 0) (map as Map<Variant, Variant>).delete(stored);
  else
    (map as Map<Variant, Variant>).set(
      stored as never,
      edited(map.get(stored as never) as Variant, rest, how),
    );
  return value;
}

/** In path keys, ints are numbers and floats are Floats. */
function storedKeyOf(map: Map<Variant, Variant>, key: Variant): Variant {
  if (Number.isInteger(key) && map.has(BigInt(key as number))) return BigInt(key as number);
  return key instanceof Float && !map.has(key) ? key.value : key;
}
