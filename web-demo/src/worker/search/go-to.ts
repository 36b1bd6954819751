// Goes to a path or to a byte.
import { parsePath } from "godot-variant";
import type { RowPlace } from "../../protocol/calls.js";
import { documentOf } from "../session/documents.js";
import type { Session } from "../session/session.js";
import { Cursor } from "../tree/cursor.js";
import { addressOf } from "../tree/tree-node.js";

/**
 * Reveals the value at a path, or the innermost one around a byte such as `@1024` or `@0x400`. Where the file has several values,
 * the path may start with the index of one, as in `[1].player.hp`. Throws `bad-path`, or an error that names the path or the byte.
 */
export function goTo({ rows, inside: { content } }: Session, place: string): RowPlace {
  const [, offset] = /^@\s*(0x[\da-f]+|\d+)$/i.exec(place.trim()) ?? [];
  if (offset !== undefined) {
    if (Number(offset) >= content.size)
      throw new Error(`There is no byte ${offset}: the content has ${content.size} bytes.`);
    return rows.reveal(new Cursor(rows.root.node).seek(Number(offset)).address);
  }
  const keys = parsePath(place.trim().replace(/^value\b\.?/, ""));
  const { values } = content;
  const top = values.length > 1 && typeof keys[0] === "number" ? Number(keys.shift()) : 0;
  const value = values[top];
  const node = value && documentOf(value).node(keys);
  if (node === undefined) throw new Error(`There is nothing at ${place}.`);
  return rows.reveal([top, ...addressOf(node)]);
}
