// An open file as one tree: its frames, and the values in them, with their places in the content.
import type { Dictionary, DocumentNode, TypeName, Variant, VariantArray } from "godot-variant";
import type { Parts, Range } from "../protocol.js";

/** The positions of a value and of what it is in. */
export function addressOf(node: DocumentNode): number[] {
  const { parent } = node;
  return parent === undefined ? [] : [...addressOf(parent), node.position];
}

/** A value of an open file, as the tree and the panes need it. */
export interface Place {
  readonly type: TypeName;
  /** With the types of a typed container: `Array[int]`. */
  readonly typeText: string;
  /** The key or index in the container; undefined for a frame. */
  readonly key: Variant | undefined;
  /** From the header to the end of the padding, in the content of the file. */
  readonly range: Range;
  readonly count: number;
  children(first: number, count: number): Place[];
  /** In `exact` mode. */
  value(): Variant;
  parts(): Parts;
  /** Absent for the file itself. */
  readonly node: DocumentNode | undefined;
}

type Declared = NonNullable<VariantArray["elementType"]>;

function nameOf(type: Declared | undefined): string {
  if (type === undefined) return "Variant";
  if (type.kind === "builtin") return type.type;
  return type.kind === "class" ? type.name : type.path;
}

/** A value in a frame whose document begins at byte `base` of the content. */
export class ValuePlace implements Place {
  readonly node: DocumentNode;
  readonly #base: number;
  readonly #isFrame: boolean;

  constructor(node: DocumentNode, base: number, isFrame = false) {
    this.node = node;
    this.#base = base;
    this.#isFrame = isFrame;
  }

  get type(): TypeName {
    return this.node.type;
  }

  get typeText(): string {
    const { type } = this;
    if (type !== "Array" && type !== "Dictionary") return type;
    const empty = this.node.empty as (VariantArray & Dictionary) | undefined;
    if (empty?.elementType !== undefined) return `Array[${nameOf(empty.elementType)}]`;
    const isTyped = empty?.keyType !== undefined || empty?.valueType !== undefined;
    return isTyped ? `Dictionary[${nameOf(empty.keyType)}, ${nameOf(empty.valueType)}]` : type;
  }

  get key(): Variant | undefined {
    return this.#isFrame ? undefined : this.node.key;
  }

  get range(): Range {
    const start = this.#base + this.node.offset;
    return [start, start + this.node.byteLength];
  }

  get count(): number {
    return this.node.childCount;
  }

  children(first: number, count: number): Place[] {
    return this.node.children(first, count).map((node) => new ValuePlace(node, this.#base));
  }

  value(): Variant {
    return this.node.value("exact");
  }

  parts(): Parts {
    const { key, header, payload, padding } = this.node.ranges;
    const range = ([offset, length]: readonly [number, number]): Range => [
      this.#base + offset,
      this.#base + offset + length,
    ];
    return {
      key: key[1] > 0 ? range(key) : undefined,
      header: range(header),
      value: range(payload),
      padding: padding[1] > 0 ? range(padding) : undefined,
    };
  }
}

/** The file: its children are the frames. */
export class FilePlace implements Place {
  readonly type = "Array";
  readonly typeText = "File";
  readonly key = undefined;
  readonly range: Range = [-1, -1];
  readonly node = undefined;
  readonly #frames: () => readonly Place[];

  constructor(frames: () => readonly Place[]) {
    this.#frames = frames;
  }

  get count(): number {
    return this.#frames().length;
  }

  children(first: number, count: number): Place[] {
    return this.#frames().slice(first, first + count);
  }

  value(): Variant {
    return null;
  }

  parts(): Parts {
    return { header: [0, 0], value: [0, 0] };
  }
}
