// Documents under scripts of edits, held against a model: a value in the notation of the fixtures, changed by a few lines.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DialectName,
  Dictionary,
  type Document,
  type DocumentNode,
  decode,
  diff,
  float,
  type Options,
  open,
  patch,
  type TypeName,
  type Variant,
  VariantArray,
  VariantError,
} from "../../js/index.js";
import { type Canonical, canonical } from "../js/fixture-notation.js";
import { hex } from "../js/fixtures.js";
import { asType } from "./declared.js";
import { holds } from "./runs.js";
import { hasKeyByIdentity, type Sample, samples } from "./values.js";

/** An edit; `where` chooses a value of the document, `at` a position, `to` a second value. */
interface Edit {
  readonly kind: "set" | "replaceType" | "insert" | "append" | "delete" | "rename" | "move" | "undo" | "redo";
  readonly where: number;
  readonly at: number;
  readonly to: number;
  readonly key: Sample;
  readonly value: Sample;
}

/** The elements or entries of a container; undefined for other values. */
function partsOf(value: Canonical): Canonical[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { Array: array, TypedArray, PackedTypedArray } = value as Record<string, Canonical>;
  const { Dictionary: entries, Object: object } = value as Record<string, Canonical>;
  return (array ??
    TypedArray ??
    PackedTypedArray ??
    entries ??
    (object as { properties?: Canonical } | undefined)?.properties) as Canonical[] | undefined;
}

/** The types that a container declares for its values and keys. */
function declaredIn(container: Canonical): { value: Canonical | undefined; key: Canonical | undefined } {
  const { type, value, key } = container as { type?: Canonical; value?: Canonical; key?: Canonical };
  return { value: type ?? value, key };
}

const isArray = (value: Canonical): boolean => /^(Packed)?(Typed)?Array$/.test(typeOf(value));

/** The value at positions, which count elements and entries from 0. */
function valueAt(root: Canonical, positions: readonly number[]): Canonical {
  let value = root;
  for (const position of positions) {
    const part = (partsOf(value) as Canonical[])[position] as Canonical;
    value = isArray(value) ? part : ((part as Canonical[])[1] as Canonical);
  }
  return value;
}

/** All nodes of a document with their positions; elements of packed arrays are not among them. */
function nodesOf(document: Document): { node: DocumentNode; positions: number[] }[] {
  const found: { node: DocumentNode; positions: number[] }[] = [];
  const visit = (node: DocumentNode, positions: number[]) => {
    found.push({ node, positions });
    if (node.type.startsWith("Packed") && node.type !== "PackedTypedArray") return;
    for (const [i, child] of node.children().entries()) visit(child, [...positions, i]);
  };
  visit(document.root, [0]);
  return found;
}

/** A key in a path, where a whole number is an int. */
function keyOf(key: Variant): Variant {
  if (typeof key === "number") return float(key);
  if (key instanceof VariantArray) for (const [i, element] of key.entries()) key[i] = keyOf(element);
  if (!(key instanceof Dictionary)) return key;
  const entries = Array.from(key, ([name, value]) => [keyOf(name), keyOf(value)] as const);
  return new Dictionary(entries, key);
}

/** The key that an edit gives an entry of a Dictionary. A number in a path states its type. */
const keyIn = ({ key }: ReturnType<typeof declaredIn>, edit: Edit): Canonical =>
  "float" in Object(edit.key.value) ? edit.key.value : asType(edit.key.value, key);

/** Without what `set` takes from the old value: StringName, declared types, width, the bits of a NaN. */
function loosely(value: Canonical): Canonical {
  if (typeof value === "string") return value.startsWith("nan:") ? "nan" : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(loosely);
  const parts = Object.entries(value).filter(
    ([name]) => !["type", "key", "value", "wide", "shared", "property"].includes(name),
  );
  return Object.fromEntries(
    parts.map(([name, part]) => [name === "StringName" ? "String" : name, loosely(part as Canonical)]),
  );
}

/** Ends an edit that makes no sense at its place; packed arrays are not in the model. */
const noPlace = new TypeError("no such place");

/**
 * Makes an edit in a document, and the same in the model, an Array whose only element is the root value. The model counts only
 * if the document accepts the edit.
 */
function run(document: Document, model: Canonical, edit: Edit): void {
  const nodes = nodesOf(document);
  const { node, positions } = nodes[edit.where % nodes.length] as (typeof nodes)[number];
  const value = decode(edit.value.bytes, edit.value.options);
  const [parent, last] = [positions.slice(0, -1), positions.at(-1) as number];
  const inside = partsOf(valueAt(model, parent)) as Canonical[];
  const put = (made: Canonical) => {
    inside[last] = isArray(around) ? made : [(inside[last] as Canonical[])[0] as Canonical, made];
  };
  const own = partsOf(valueAt(model, positions));
  const [around, old] = [valueAt(model, parent), valueAt(model, positions)];
  switch (edit.kind) {
    case "set":
    case "replaceType": {
      if (edit.kind === "set") document.set(node.keys, value);
      else document.replaceType(node.keys, typeOf(edit.value.value), value);
      put(
        edit.kind === "set"
          ? asType(asType(edit.value.value, { builtin: typeOf(old) }), declaredIn(around).value)
          : edit.value.value,
      );
      break;
    }
    case "insert": {
      if (own === undefined) throw noPlace;
      const isList = isArray(old);
      const types = declaredIn(old);
      const at = edit.at % ((own.length ?? 0) + 1);
      const key = isList ? at : keyOf(decode(edit.key.bytes, edit.key.options));
      document.insert([...node.keys, key], value, isList ? undefined : at);
      const entry = isObject(old) ? (key as string) : keyIn(types, edit);
      const made = asType(edit.value.value, types.value);
      own.splice(at, 0, isList ? made : [entry, made]);
      break;
    }
    case "append":
      if (own === undefined) throw noPlace;
      document.append(node.keys, value);
      own.push(asType(edit.value.value, declaredIn(old).value));
      break;
    case "delete":
      document.delete(node.keys);
      inside.splice(last, 1);
      break;
    case "rename": {
      const key = decode(edit.key.bytes, edit.key.options);
      document.rename(node.keys, keyOf(key));
      (inside[last] as Canonical[])[0] = isObject(around) ? (key as string) : keyIn(declaredIn(around), edit);
      break;
    }
    default: {
      const goal = nodes[edit.to % nodes.length] as (typeof nodes)[number];
      if (!isArray(valueAt(model, goal.positions)) || own === inside) throw noPlace;
      const target = partsOf(valueAt(model, goal.positions)) as Canonical[];
      const at = edit.at % (target.length + (target === inside ? 0 : 1));
      document.move(node.keys, [...goal.node.keys, at]);
      inside.splice(last, 1);
      target.splice(at, 0, old);
    }
  }
}

const isObject = (value: Canonical): boolean =>
  typeof value === "object" && value !== null && "Object" in value;

/** Godot's name of the type of a value. */
function typeOf(value: Canonical): TypeName {
  if (value === null) return "Nil";
  if (typeof value === "boolean") return "bool";
  const [name] = Object.keys(value) as [string];
  return (name === "ObjectID" ? "Object" : name) as TypeName;
}

const kinds = [
  "set",
  "set",
  "replaceType",
  "insert",
  "append",
  "delete",
  "rename",
  "move",
  "undo",
  "redo",
] as const;

function editsOf(dialect: DialectName): fc.Arbitrary<Edit[]> {
  const any = samples(dialect, { objects: true, double: false, misfits: false });
  const usable = any.filter(({ value }) => !hasKeyByIdentity(value));
  const keys = usable.filter(({ value }) => !hasKeyByIdentity({ Dictionary: [[value, null]] }));
  const number = fc.nat(1000);
  const kind = fc.constantFrom(...kinds);
  return fc.array(fc.record({ kind, where: number, at: number, to: number, key: keys, value: usable }), {
    maxLength: 8,
  });
}

/** A document, and the bytes after each edit that can be undone. */
class Script {
  readonly document: Document;
  readonly options: Options;
  readonly states: string[];
  position = 0;

  constructor({ bytes, options }: Sample) {
    this.document = open(bytes, options);
    this.options = options;
    this.states = [hex(bytes)];
  }

  edit(edit: Edit): void {
    if (edit.kind === "undo" || edit.kind === "redo") this.step(edit.kind);
    else this.change(edit);
    expect(hex(this.document.toBytes())).toBe(this.states[this.position]);
    expect(this.document.changes()).toHaveLength(this.position);
  }

  step(kind: "undo" | "redo"): void {
    const next = this.position + (kind === "undo" ? -1 : 1);
    const possible = next >= 0 && next < this.states.length;
    expect(this.document[kind]()).toBe(possible);
    if (possible) this.position = next;
  }

  private change(edit: Edit): void {
    const elements = [canonical(decode(this.document.toBytes(), this.options))];
    try {
      run(this.document, { Array: elements }, edit);
    } catch (error) {
      // The name of a property that is no string is a mistake in the call.
      if (!(error instanceof VariantError) && !(error instanceof TypeError)) throw error;
      return;
    }
    const made = this.document.toBytes();
    if (this.document.changes().length === this.position) return;
    const value = canonical(decode(made, this.options));
    if (edit.kind !== "set") expect(value).toEqual(elements[0]);
    // The elements and entries of a container keep their types too.
    else if (partsOf(edit.value.value) === undefined)
      expect(loosely(value)).toEqual(loosely(elements[0] as Canonical));
    this.states.splice(++this.position, Number.POSITIVE_INFINITY, hex(made));
  }
}

describe.each(["godot-4.4", "godot-4.0", "godot-3", "godot-2", "pandemonium", "docs-003"] as const)(
  "%s",
  (dialect) => {
    const sample = samples(dialect, { objects: true, double: false, misfits: false }).filter(
      ({ value }) => !hasKeyByIdentity(value),
    );
    const edits = editsOf(dialect);

    test("edits are those of the model, and can all be undone and redone", () => {
      holds(150, sample, edits, (start, script) => {
        const made = new Script(start);
        for (const edit of script) made.edit(edit);
        const end = made.position;
        while (made.position > 0) made.step("undo");
        expect(hex(made.document.toBytes())).toBe(hex(start.bytes));
        while (made.position < end) made.step("redo");
        expect(hex(made.document.toBytes())).toBe(made.states[end]);
      });
    });

    test("differences name what is different, and a patch makes one document the other", () => {
      holds(100, sample, edits, (start, script) => {
        const made = new Script(start);
        for (const edit of script) made.edit(edit);
        const [a, b] = [open(start.bytes, start.options), open(made.document.toBytes(), start.options)];
        expect([...diff(a, a)]).toEqual([]);
        const differences = [...diff(a, b)];
        expect(differences.length > 0).toBe(hex(a.toBytes()) !== hex(b.toBytes()));
        for (const { kind, keys, oldValue, newValue } of differences) {
          if (kind === "added")
            expect(canonical(b.get(keys, "exact") as Variant)).toEqual(canonical(newValue as Variant));
          else expect(canonical(a.get(keys, "exact") as Variant)).toEqual(canonical(oldValue as Variant));
        }
        patch(a, differences);
        expect(hex(a.toBytes())).toBe(hex(b.toBytes()));
        while (a.undo());
        expect(hex(a.toBytes())).toBe(hex(start.bytes));
      });
    });
  },
);
