// Keys that a container has twice in a text. Engines take the last value, at the place of the first key.
import type { Warning } from "../base/errors.js";
import { formatPath } from "../base/path.js";
import { mostNotes } from "../base/warnings.js";
import type { Variant } from "../values/variant.js";
import { bodyAt, type Item } from "./text-items.js";
import type { BracketEnds } from "./text-scanner.js";

interface OpenContainer {
  readonly items: readonly Item[];
  /** The first entry of each key; undefined in an Array. */
  readonly firsts: ReadonlySet<unknown> | undefined;
  /** How many entries were visited. */
  visited: number;
}

/**
 * The warnings of a value whose containers have keys twice, at the later ones.
 *
 * @param text - The text, which can be read.
 * @param start - Where the value begins.
 * @param read - Reads a part of the text in exact mode.
 * @param around - The path to the value.
 */
export function repeatedKeys(
  text: string,
  start: number,
  read: (part: string) => Variant,
  around: readonly Variant[] = [],
): Warning[] {
  const found: Warning[] = [];
  const ends: BracketEnds = new Map();
  const keyOf = ({ start, keyEnd }: Item) => text.slice(start, keyEnd);
  /** Of equal keys, the first one comes last here, so that its number stays. */
  const firstsOf = (items: readonly Item[]) => {
    const entries = items.map((item, i) => `${keyOf(item)}:${i}`).reverse();
    return new Set((read(`{${entries.join(",")}}`) as ReadonlyMap<Variant, Variant>).values());
  };
  // Without recursion, no depth of JSON can overflow the call stack. Keys are not as deep.
  const visit = (start: number, outer: readonly Variant[]) => {
    const open: OpenContainer[] = [];
    const enter = (start: number) => {
      const body = bodyAt(text, start, ends);
      if (body === undefined) return;
      open.push({ items: body.items, firsts: body.isArray ? undefined : firstsOf(body.items), visited: 0 });
    };
    const keysHere = () =>
      open.map(({ items, firsts, visited }) =>
        firsts === undefined ? visited - 1 : read(keyOf(items[visited - 1] as Item)),
      );
    enter(start);
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const { items, firsts } = inner;
      const item = items[inner.visited];
      if (item === undefined) {
        open.pop();
        continue;
      }
      const number = BigInt(inner.visited++);
      if (firsts !== undefined && !firsts.has(number)) {
        // A path takes time.
        const path = found.length < mostNotes ? formatPath([...outer, ...keysHere()]) : "";
        found.push({ code: "repeated-key", offset: item.start, path });
      }
      if (firsts !== undefined && text[item.start] !== '"' && bodyAt(text, item.start, ends) !== undefined)
        visit(item.start, [...outer, ...keysHere()]);
      enter(item.value);
    }
  };
  visit(start, around);
  return found;
}
