// An open file as one tree: the file, its top-level values, and the values in them, with their ranges in the content.
import type { Dictionary, DocumentNode, TypeName, Variant, VariantArray } from "godot-variant";
import { oldNames } from "../../../../js/table/old-names.gen.js";
import type { Range } from "../../protocol/places.js";
import type { Ranges } from "../../protocol/rows.js";
import { isContainer } from "../../values/types.js";

/** The positions of a value and of the containers around it, below the top-level value. */
export function addressOf(node: DocumentNode): number[] {
  const address: number[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) address.push(at.position);
  return address.reverse();
}

/** The name of a type in an engine. */
const nameIn = (type: TypeName, isGodot3: boolean): string => (isGodot3 && oldNames[type]) || type;

/** A value of an open file, as the tree and the panes need it. */
export interface TreeNode {
  readonly type: TypeName;
  /** As the engine of the file names it, with the element types of a typed container: `Array[int]`. */
  readonly typeText: string;
  /** Whether it is a float of 32 bits. */
  readonly isSingle: boolean;
  /** The key or index in the container; undefined for a top-level value. */
  readonly key: Variant | undefined;
  /** From the header to the end of the padding, in the content of the file. */
  readonly range: Range;
  readonly count: number;
  children(first: number, count: number): TreeNode[];
  /** In `exact` mode. */
  value(): Variant;
  ranges(): Ranges;
  /** Absent for the file itself. */
  readonly inDocument: DocumentNode | undefined;
}

type Declared = NonNullable<VariantArray["elementType"]>;

function nameOf(type: Declared | undefined): string {
  if (type === undefined) return "Variant";
  if (type.kind === "builtin") return type.type;
  return type.kind === "class" ? type.name : type.path;
}

/** A value of a document that starts at byte `base` of the content. */
export class ValueNode implements TreeNode {
  readonly inDocument: DocumentNode;
  readonly #base: number;
  readonly #isTop: boolean;
  readonly #isGodot3: boolean;

  constructor(inDocument: DocumentNode, base: number, isTop = false, isGodot3 = false) {
    this.inDocument = inDocument;
    this.#base = base;
    this.#isTop = isTop;
    this.#isGodot3 = isGodot3;
  }

  get type(): TypeName {
    return this.inDocument.type;
  }

  get typeText(): string {
    const { type } = this;
    if (!isContainer(type)) return nameIn(type, this.#isGodot3);
    const empty = this.inDocument.empty as (VariantArray & Dictionary) | undefined;
    if (empty?.elementType !== undefined) return `${type}[${nameOf(empty.elementType)}]`;
    const isTyped = empty?.keyType !== undefined || empty?.valueType !== undefined;
    return isTyped ? `${type}[${nameOf(empty.keyType)}, ${nameOf(empty.valueType)}]` : type;
  }

  get isSingle(): boolean {
    return this.type === "float" && this.inDocument.ranges.payload[1] === 4;
  }

  get key(): Variant | undefined {
    return this.#isTop ? undefined : this.inDocument.key;
  }

  get range(): Range {
    const start = this.#base + this.inDocument.offset;
    return [start, start + this.inDocument.byteLength];
  }

  get count(): number {
    return this.inDocument.childCount;
  }

  children(first: number, count: number): TreeNode[] {
    return this.inDocument
      .children(first, count)
      .map((child) => new ValueNode(child, this.#base, false, this.#isGodot3));
  }

  value(): Variant {
    return this.inDocument.value("exact");
  }

  ranges(): Ranges {
    const { key, header, payload, padding } = this.inDocument.ranges;
    const range = ([offset, length]: readonly [number, number]): Range => [
      this.#base + offset,
      this.#base + offset + length,
    ];
    return {
      key: key[1] > 0 ? range(key) : undefined,
      header: range(header),
      payload: range(payload),
      padding: padding[1] > 0 ? range(padding) : undefined,
    };
  }
}

/** The file: its children are the top-level values. */
export class FileNode implements TreeNode {
  readonly type = "Array";
  readonly typeText = "File";
  readonly isSingle = false;
  readonly key = undefined;
  readonly range: Range = [-1, -1];
  readonly inDocument = undefined;
  readonly #values: () => readonly TreeNode[];

  constructor(values: () => readonly TreeNode[]) {
    this.#values = values;
  }

  get count(): number {
    return this.#values().length;
  }

  children(first: number, count: number): TreeNode[] {
    return this.#values().slice(first, first + count);
  }

  value(): Variant {
    return null;
  }

  ranges(): Ranges {
    return { header: [0, 0], payload: [0, 0] };
  }
}
