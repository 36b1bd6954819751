// Decodes keys of entries.
import { Type } from "../../table/table.gen.js";
import type { Variant } from "../../values/variant.js";
import type { ContainerNode, Item } from "./container-node.js";
import type { Format } from "./source.js";

/** Decodes the keys of entries. */
export class Keys {
  private readonly format: Format;

  constructor(format: Format) {
    this.format = format;
  }

  /** The key of an entry; undefined for elements. */
  key(item: Item, container: ContainerNode, exact?: boolean): Variant | undefined {
    return container.keyed ? this.format.decode(this.bytes(item, container), exact) : undefined;
  }

  /** The key as an encoded value. The name of a property has no header, so it gets the header of a String. */
  bytes({ keySource, keyStart, keyEnd }: Item, container: ContainerNode): Uint8Array<ArrayBuffer> {
    const bytes = keySource.bytes.subarray(keyStart, keyEnd);
    if (container.type !== Type.Object) return bytes;
    const value = new Uint8Array(4 + bytes.length);
    value[0] = this.format.stringId;
    value.set(bytes, 4);
    return value;
  }
}
