// Values with their keys: taken out of a container, and put into another one.
import {
  type DialectName,
  Dictionary,
  type Document,
  type DocumentNode,
  decode,
  dialectDescriptions,
  encode,
  type Options,
  StringName,
  type TypeName,
  type Variant,
} from "godot-variant";
import { kindOf } from "../../../../js/table/type-kinds.js";
import { withFloats } from "../../../../js/values/path-key.js";
import type { OnClash } from "../../protocol/edits.js";
import type { Siblings, Spot } from "../../protocol/places.js";
import { isContainer, isKeyed } from "../../values/types.js";
import type { Batch } from "./batch.js";
import { keyInput, textOf } from "./notation.js";

/** A value in `exact` mode, and its key if it comes from a container with keys. */
export interface Entry {
  readonly key: Variant | undefined;
  readonly value: Variant;
}

/** Options for values of a dialect, which keep every type. */
export const exactly = (dialect: Options["dialect"]): Options => ({
  dialect,
  mode: "exact",
  allowObjects: true,
  fullObjects: true,
});

const isPlace = (type: TypeName) => isContainer(type) || isKeyed(type) || type.startsWith("Packed");

/** The nodes of values, in order. */
function* nodesOf(batch: Batch, { container, ranges }: Siblings): Generator<DocumentNode> {
  const parent = batch.node(container);
  for (const [start, end] of ranges) yield* parent.children(start, end - start);
}

/** The values with their keys, each with its type. */
export function entriesOf(batch: Batch, siblings: Siblings): Entry[] {
  return entriesWith(batch, siblings, (node) => node.value("exact"));
}

/** The keys alone, each with a null. */
export function keysOf(batch: Batch, siblings: Siblings): Entry[] {
  return entriesWith(batch, siblings, () => null);
}

function entriesWith(batch: Batch, siblings: Siblings, value: (node: DocumentNode) => Variant): Entry[] {
  const document = batch.document(siblings.container);
  const hasKeys = isKeyed(batch.node(siblings.container).type);
  return Array.from(nodesOf(batch, siblings), (node) => ({
    key: hasKeys ? exactKey(document, node) : undefined,
    value: value(node),
  }));
}

/** The key of an entry with its type, which paths do not tell. */
export function exactKey(document: Document, { key, parent, ranges }: DocumentNode): Variant {
  if (parent?.type !== "Dictionary") return key as Variant;
  const [start, length] = ranges.key;
  return decode(document.slice(start, start + length), exactly(document.dialect));
}

/** The keys of a container that entries have too, as people read them. */
export function clashesOf(
  batch: Batch,
  entries: readonly Entry[],
  container: Siblings["container"],
): string[] {
  const { keys, type } = batch.node(container);
  if (!isKeyed(type)) return [];
  const document = batch.document(container);
  return entries.flatMap(({ key }) =>
    key !== undefined && document.has([...keys, withFloats(key)]) ? [keyInput(key)] : [],
  );
}

/** Puts entries into a container, in order. Returns where they are. */
export function insertEntries(
  batch: Batch,
  entries: readonly Entry[],
  { container, position }: Spot,
  onClash: OnClash,
): Siblings {
  const { keys, type } = batch.node(container);
  if (!isPlace(type)) throw new Error(`A ${type} cannot hold other values.`);
  requireTypes(entries, batch.document(container).dialect);
  let at = position;
  const names = new FreeKeys(batch, container);
  for (const { key, value } of entries) {
    if (!isKeyed(type)) {
      batch.change(container, keys, (document) => document.insert([...keys, at], value));
    } else {
      const place = names.placeOf(key === undefined ? names.fresh() : withFloats(key), onClash);
      if (place.taken >= 0) {
        batch.change(container, keys, (document) => document.delete([...keys, place.key]));
        batch.shifts.push({ kind: "removed", container, index: place.taken, count: 1 });
        if (place.taken < at) at--;
      }
      batch.change(container, keys, (document) => document.insert([...keys, place.key], value, at));
    }
    batch.shifts.push({ kind: "inserted", container, index: at, count: 1 });
    at++;
  }
  return { container, ranges: [[at - entries.length, at]] };
}

/** Throws for a type that the dialect does not have, and names it. */
function requireTypes(entries: readonly Entry[], dialect: DialectName): void {
  const all = entries.flatMap(({ key = null, value }) => [key, value]);
  const missing = missingType(all as unknown as Variant, dialect);
  const { label = dialect } = dialectDescriptions.find(({ name }) => name === dialect) ?? {};
  if (missing !== undefined) throw new Error(`${label} has no ${missing}.`);
}

/** The type in a value that a dialect does not have; undefined if it has all. */
function missingType(value: Variant, dialect: DialectName): TypeName | undefined {
  if (hasType(dialect, value)) return undefined;
  if (!isContainer(typeOf(value))) return typeOf(value);
  const inside = (value instanceof Dictionary ? [...value].flat() : value) as readonly Variant[];
  for (const one of inside) {
    const missing = missingType(one, dialect);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

export function typeOf(value: Variant): TypeName {
  const kind = kindOf(value);
  return kind === "GodotObject" || kind === "EncodedObjectAsID" ? "Object" : (kind as TypeName);
}

/** Whether a dialect has the types of a value. */
export function hasType(dialect: DialectName, value: Variant): boolean {
  try {
    encode(value, exactly(dialect));
    return true;
  } catch {
    return false;
  }
}

/** Finds keys that a container does not have yet. */
export class FreeKeys {
  /** Its address changes when values before it are moved. */
  container: Siblings["container"];
  readonly #batch: Batch;
  /** The next number to try for each name, and for ints. */
  readonly #next = new Map<string, number>();
  #nextInt: bigint | undefined;

  constructor(batch: Batch, container: Siblings["container"]) {
    this.#batch = batch;
    this.container = container;
  }

  #find(key: Variant): DocumentNode | undefined {
    const { keys } = this.#batch.node(this.container);
    return this.#batch.document(this.container).node([...keys, key]);
  }

  #has(key: Variant): boolean {
    return this.#find(key) !== undefined;
  }

  /** The key for an entry, and the position of the entry that has it and must go, or -1. */
  placeOf(key: Variant, onClash: OnClash): { key: Variant; taken: number } {
    const found = this.#find(key);
    if (found === undefined) return { key, taken: -1 };
    if (onClash === "refuse") throw new Error(`The key ${keyInput(key)} exists already.`);
    if (onClash === "rename") return { key: this.#renamed(key), taken: -1 };
    return { key, taken: found.position };
  }

  /** A key for a value that has none. */
  fresh(): Variant {
    const empty = this.#batch.node(this.container).empty as { keyType?: { type?: string } } | undefined;
    if (empty?.keyType?.type === "int") return this.#int();
    return this.#has("value") ? this.#named("value") : "value";
  }

  #renamed(key: Variant): Variant {
    if (typeof key === "string") return this.#named(key);
    if (key instanceof StringName) return new StringName(this.#named(key.text));
    if (typeof key === "bigint" || Number.isSafeInteger(key)) return this.#int();
    throw new Error(`The key ${textOf(key)} exists already, and there is no other one like it.`);
  }

  #named(name: string): string {
    const stem = name.replace(/_\d+$/, "");
    for (let number = this.#next.get(stem) ?? 2; ; number++) {
      this.#next.set(stem, number + 1);
      if (!this.#has(`${stem}_${number}`)) return `${stem}_${number}`;
    }
  }

  #int(): bigint {
    if (this.#nextInt === undefined) {
      this.#nextInt = 0n;
      for (const { key } of this.#batch.node(this.container).children()) {
        const isInt = typeof key === "bigint" || Number.isSafeInteger(key);
        if (isInt && BigInt(key as number) >= this.#nextInt) this.#nextInt = BigInt(key as number) + 1n;
      }
    }
    return this.#nextInt++;
  }
}
