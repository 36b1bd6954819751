import { formatPath, parsePath } from "../../base/path.js";
import { Type } from "../../table/table.gen.js";
import { isContainerType, isPackedType } from "../../table/type-kinds.js";
import type { Floats } from "../../values/packed.js";
import { exactFloat } from "../../values/packed-floats.js";
import type { Variant } from "../../values/variant.js";
import { startAt, typeAt } from "../../wasm/value-index.js";
import { ContainerNode, Item } from "./container-node.js";
import { Keys } from "./keys.js";
import { Output } from "./output.js";
import { pathForm } from "./path-key.js";
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

  constructor(format: Format, source: Source) {
    this.format = format;
    this.keys = new Keys(format);
    this.source = source;
    this.root = itemAt(source);
  }

  get edited(): boolean {
    return this.version > 0;
  }

  /** Parses a path. Throws `bad-path`. */
  keysOf(path: Path): readonly unknown[] {
    if (typeof path === "string") return parsePath(path);
    if (Array.isArray(path)) return path;
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

  /** The entry with a key; undefined if the value has no such entry. */
  entry(item: Item, key: unknown): Place | undefined {
    const container = this.inside(item);
    const position = container === undefined ? -1 : this.keys.find(container, key);
    if (container === undefined || position < 0) return undefined;
    return { item: container.item(position), container, position };
  }

  /** The value at a path; undefined if the path leads to no value. */
  find(keys: readonly unknown[]): Place | undefined {
    let place: Place | undefined = { item: this.root, container: undefined, position: 0 };
    for (const key of keys) place = place && this.entry(place.item, key);
    return place;
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
    const exact = mode === undefined ? undefined : mode === "exact";
    if (item.node >= 0 || container === undefined) return this.format.decode(this.bytes(item), exact);
    // An element has no header, so it is read as the only element of an array.
    const output = new Output();
    output.header(container, 1);
    output.item(item);
    const array = this.format.decode(output.bytes(), exact);
    const element = (array as readonly Variant[]).at(0) as Variant;
    const isUnusual = Number.isNaN(element) && (exact ?? this.format.settings.exact);
    return isUnusual ? exactFloat(array as Floats, 0) : element;
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
    const { source, root } = this;
    const { bytes } = source;
    if (!this.edited) return bytes.slice();
    const whole = itemAt(source);
    const output = new Output();
    output.add(bytes, 0, whole.start);
    output.item(root);
    if (whole.end < bytes.length) output.add(bytes, whole.end, bytes.length);
    const result = output.bytes();
    if (this.format.framed) {
      const length = new DataView(result.buffer);
      length.setUint32(0, length.getUint32(0, true) + result.length - bytes.length, true);
    }
    return result;
  }
}

/** The root value of a source. */
export function itemAt(source: Source): Item {
  return new Item(source, 0, typeAt(source, 0), startAt(source, 0), source.end);
}
