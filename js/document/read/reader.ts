// Reads a document: from paths to places, from places to values.
import { join } from "../../base/bytes.js";
import { checkChoice, choices } from "../../base/choices.js";
import { formatPath, parsePath } from "../../base/path.js";
import { lastUpTo } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import { isContainerType, isPackedType } from "../../table/type-kinds.js";
import type { Floats } from "../../values/packed.js";
import { exactFloat } from "../../values/packed-floats.js";
import { pathForm } from "../../values/path-key.js";
import type { Variant } from "../../values/variant.js";
import { startAt, typeAt } from "../../wasm/value-index.js";
import { ContainerNode, Item } from "./container-node.js";
import { Keys } from "./keys.js";
import { Output } from "./output.js";
import type { Path } from "./places.js";
import type { Format, Source } from "./source.js";

type Bytes = Uint8Array<ArrayBuffer>;
/** A value, its container, and its position in the container. */
export interface Place {
  readonly item: Item;
  /** Undefined for the root value. */
  readonly container: ContainerNode | undefined;
  readonly position: number;
}

/** Objects of at most this many bytes are null or an id, so they have no properties. */
const idObject = 12;

export class Reader {
  readonly format: Format;
  readonly keys: Keys;
  readonly source: Source;
  root: Item;
  /** Counts edits, so that nodes know when they are out of date. */
  version = 0;
  private cut: Cut | undefined;

  constructor(format: Format, source: Source) {
    this.format = format;
    this.keys = new Keys(format);
    this.source = source;
    this.root = itemAt(source);
  }

  get edited(): boolean {
    return this.version > 0;
  }

  /** The keys of a path, which no caller changes later. Throws `bad-path`. */
  keysOf(path: Path): readonly unknown[] {
    if (typeof path === "string") return parsePath(path);
    if (Array.isArray(path)) return [...path];
    throw new TypeError("A path must be a string or an array of keys.");
  }

  pathOf(keys: readonly unknown[]): string {
    return formatPath(keys);
  }

  /** The entries of a value; undefined unless it is a container. */
  inside(item: Item): ContainerNode | undefined {
    if (item.inside !== undefined) return item.inside;
    const { type, node } = item;
    const holds =
      type === Type.Object ? item.end - item.start > idObject : isContainerType(type) || isPackedType(type);
    return holds && node >= 0 ? new ContainerNode(item) : undefined;
  }

  /** The key of the entry at a position, in the form that paths use: safe ints as numbers, whole floats as Float, names as strings. */
  pathKey(container: ContainerNode, position: number): Variant {
    if (!container.keyed) return position;
    return pathForm(this.keys.key(container.item(position), container, true) as Variant);
  }

  /** The bytes of a value, with its edits. */
  bytes(item: Item): Bytes {
    if (item.inside === undefined) return item.source.bytes.subarray(item.start, item.end);
    const output = new Output();
    output.item(item);
    return output.bytes();
  }

  /** The decoded value of an item in a container. */
  value(item: Item, container: ContainerNode | undefined, mode?: "plain" | "exact"): Variant {
    if (mode !== undefined) checkChoice("The mode", mode, choices.mode);
    const exact = mode === undefined ? undefined : mode === "exact";
    if (item.node >= 0 || container === undefined) return this.format.decode(this.bytes(item), exact);
    // An element has no header, so it is read as the only element of an array.
    const output = new Output();
    output.header(container, 1);
    output.item(item);
    const array = this.format.decode(output.bytes(), exact);
    const element = (array as readonly Variant[]).at(0) as Variant;
    if (typeof element !== "number" || !(exact ?? this.format.settings.exact)) return element;
    if (item.type === Type.int) return BigInt(element);
    return Number.isNaN(element) ? exactFloat(array as Floats, 0) : element;
  }

  /** An empty container with the declared types of this one, in `exact` mode. */
  sample(container: ContainerNode): Variant {
    const output = new Output();
    output.header(container, 0);
    return this.format.decode(output.bytes(), true);
  }

  /** Size in bytes of the padding at the end of a value. */
  paddingOf({ type, node, source: { bytes }, start }: Item, container: ContainerNode | undefined): number {
    if (container !== undefined) return container.packed ? container.padding : 0;
    if (type !== Type.String && type !== Type.StringName) return 0;
    return -(bytes[node < 0 ? start : start + 4] as number) & 3;
  }

  /** The bytes of the whole document, with its edits. */
  toBytes(): Bytes {
    return join(this.pieces().pieces);
  }

  /** Size of the whole document in bytes, with its edits. */
  get size(): number {
    return this.pieces().size;
  }

  /** A part of the bytes of the whole document, with its edits. */
  slice(from: number, to: number): Bytes {
    const { pieces, starts } = this.pieces();
    const found: Bytes[] = [];
    for (
      let i = lastUpTo(starts.length, (at) => starts[at] as number, from);
      i < pieces.length && (starts[i] as number) < to;
      i++
    ) {
      const start = starts[i] as number;
      found.push((pieces[i] as Bytes).subarray(Math.max(0, from - start), Math.max(0, to - start)));
    }
    return join(found);
  }

  /** The ranges of earlier bytes that make up the document, until the next edit. */
  private pieces(): Cut {
    if (this.cut?.version === this.version) return this.cut;
    const { source, root } = this;
    const { bytes } = source;
    const whole = itemAt(source);
    const output = new Output();
    output.add(bytes, 0, whole.start);
    output.item(root);
    if (whole.end < bytes.length) output.add(bytes, whole.end, bytes.length);
    const pieces = output.pieces();
    let size = 0;
    const starts = pieces.map(({ length }) => {
      size += length;
      return size - length;
    });
    if (this.format.framed && size !== bytes.length)
      pieces[0] = withLength(pieces[0] as Bytes, size - bytes.length);
    this.cut = { version: this.version, pieces, starts, size };
    return this.cut;
  }
}

interface Cut {
  readonly version: number;
  readonly pieces: readonly Bytes[];
  /** Where each piece begins. */
  readonly starts: readonly number[];
  readonly size: number;
}

/** A copy of a piece that begins with a length, which grows. */
function withLength(piece: Bytes, growth: number): Bytes {
  const copy = piece.slice();
  const length = new DataView(copy.buffer);
  length.setUint32(0, length.getUint32(0, true) + growth, true);
  return copy;
}

/** The root value of a source. */
export function itemAt(source: Source): Item {
  return new Item(source, 0, typeAt(source, 0), startAt(source, 0), source.end);
}
