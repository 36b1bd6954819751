import type { StringName } from "./atoms.js";
import { brandOf } from "./kinds.js";
import type { Variant } from "./values.js";

const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const longestList = 8;

/** The text form of a path: `inventory[3].stats.hp`, `grid[Vector2i(1, 2)]`, `["strange key"].x`. */
export function formatPath(keys: readonly unknown[]): string {
  let path = "";
  for (const key of keys) path += segment(key, path === "");
  return path;
}

function segment(key: unknown, first: boolean): string {
  const name = brandOf(key) === "StringName" ? (key as StringName).text : key;
  if (typeof name !== "string") return `[${keyForm(name)}]`;
  if (!identifier.test(name)) return `[${JSON.stringify(name)}]`;
  return first ? name : `.${name}`;
}

function keyForm(key: unknown): string {
  if (typeof key === "string") return JSON.stringify(key);
  if (Array.isArray(key)) return listForm("[", key, "]");
  if (ArrayBuffer.isView(key)) return `${key.constructor.name}(${key.byteLength})`;
  if (key instanceof Map)
    return listForm(
      "{",
      Array.from(key, ([name]) => name),
      "}",
    );
  if (typeof key !== "object" || key === null || brandOf(key) !== undefined) return String(key);
  return listForm("{", Object.keys(key), "}");
}

function listForm(open: string, values: readonly unknown[], close: string): string {
  const shown = values.slice(0, longestList).map(keyForm);
  return open + shown.join(", ") + (values.length > longestList ? ", …" : "") + close;
}

/** A step of a path as `locate` gives it: docs/BOUNDARY.md, words 12 and 13 of the exchange block. */
export type Segment = readonly [kind: number, position: number];

/** Gives the keys of a path; `keyAt` and `nameAt` read a key or the name of a property at a position. */
export function keysOf(
  segments: readonly Segment[],
  keyAt: (position: number) => Variant,
  nameAt: (position: number) => string,
): Variant[] {
  return segments.map(([kind, position]) => {
    if (kind === 0) return position;
    return kind === 1 ? keyAt(position) : nameAt(position);
  });
}
