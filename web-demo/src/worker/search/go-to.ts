// Goes to a path or to a byte.
import { parsePath } from "godot-variant";
import { joinedPath } from "../../../../js/base/path.js";
import type { Address, RowPlace } from "../../protocol/places.js";
import type { Content } from "../session/content.js";
import { documentOf } from "../session/documents.js";
import type { Session } from "../session/session.js";
import { Cursor } from "../tree/cursor.js";
import { previewOf } from "../tree/preview.js";
import { addressOf } from "../tree/tree-node.js";

/** A path never begins with 0x; a decimal number may be an index. */
const offsetPattern = /^(?:@\s*(?=\S)|(?=0x))(0x[\da-f]+|\d+)$/i;

/**
 * Reveals the value at a path, or the innermost one around a byte such as `@1024` or `@0x400`. Where the file has several values,
 * the path may start with the index of one, as in `[1].player.hp`. Throws `bad-path`, or an error that names the path or the byte.
 */
export function goTo({ rows, inside: { content } }: Session, place: string): RowPlace {
  const [, offset] = offsetPattern.exec(place.trim()) ?? [];
  if (offset !== undefined) {
    if (Number(offset) >= content.size)
      throw new Error(`There is no byte ${offset}: the content has ${content.size} bytes.`);
    const { address } = new Cursor(rows.root.node).seek(Number(offset));
    return { ...rows.reveal(address), byte: Number(offset) };
  }
  const address = addressAt(content, place);
  if (address === undefined) throw new Error(`There is nothing at ${place}.`);
  return rows.reveal(address);
}

/** Throws `bad-path`. A top-level value is called `value`, but may also have a key of this name. */
function addressAt(content: Content, place: string): Address | undefined {
  const path = place.trim();
  const below = path.replace(/^value\b\.?/, "");
  return addressOfPath(content, path) ?? (below === path ? undefined : addressOfPath(content, below));
}

function addressOfPath({ values }: Content, path: string): Address | undefined {
  const keys = parsePath(path);
  const top = values.length > 1 && typeof keys[0] === "number" ? Number(keys.shift()) : 0;
  const value = values[top];
  const node = value && documentOf(value).node(keys);
  return node && [top, ...addressOf(node)];
}

/** The values at some paths; undefined where there is none. */
export function addressesOf({ inside }: Session, paths: readonly string[]): (Address | undefined)[] {
  return paths.map((path) => {
    try {
      return addressAt(inside.content, path);
    } catch {
      return undefined;
    }
  });
}

/** Values in words. */
export function described({ rows, inside }: Session, addresses: readonly Address[]) {
  const isSingle = inside.content.values.length === 1;
  return addresses.map((address) => {
    const node = rows.nodeAt(address);
    const path = node.inDocument?.path ?? "";
    return {
      path: isSingle ? path : joinedPath(`[${address[0]}]`, path),
      preview: previewOf(node),
    };
  });
}
