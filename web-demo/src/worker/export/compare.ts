// Compares the file with another one.

import { diff, type Difference as Found, formatPath } from "godot-variant";
import { counted } from "../../../../js/describe/amounts.js";
import type { Address, Difference, Differences, Edit, OpenRequest } from "../../protocol/calls.js";
import type { Task } from "../../protocol/serve.js";
import { isKeyed } from "../../values/types.js";
import { packed } from "../edit/put.js";
import type { TopValue } from "../session/content.js";
import { documentOf } from "../session/documents.js";
import { insideOf, type Session } from "../session/session.js";
import { unpack } from "../session/unpack.js";
import { valueText } from "../tree/preview.js";
import { addressOf } from "../tree/tree-node.js";

const most = 20_000;
/** Milliseconds until the comparison lets the worker handle other messages. */
const slice = 12;

/** What the last comparison found, with the top-level value that it is in. */
let last: { readonly top: number; readonly found: Found }[] = [];

/** The values that differ and the containers around them, while the file is the one that was compared. */
let differing = { edition: -1, addresses: new Set<string>() };

export const differs = (session: Session, address: Address): boolean =>
  differing.edition === session.edition && differing.addresses.has(address.join());

function mark(session: Session, list: readonly Difference[]): void {
  const addresses = new Set<string>();
  for (const { address = [] } of list)
    for (let length = 1; length <= address.length; length++) addresses.add(address.slice(0, length).join());
  differing = { edition: session.edition, addresses };
}

/** Compares the files value by value. Rejects with the errors of opening the other file. */
export async function compared(task: Task, session: Session, request: OpenRequest): Promise<Differences> {
  task.progress({ stage: "Comparing" });
  const other = await insideOf(await unpack(task, request));
  if (other.lost.length > 0) {
    throw new Error("The file is damaged. Open it, save its readable values, and compare with those.");
  }
  const [here, there] = [session.inside.content.values, other.content.values];
  if (here.length !== there.length) {
    throw new Error(`It has ${counted(there.length, "value")}, and this file has ${here.length}.`);
  }
  const list: Difference[] = [];
  last = [];
  let until = performance.now() + slice;
  for (const [top, value] of here.entries()) {
    for (const found of diff(documentOf(value), documentOf(there[top] as TopValue))) {
      if (list.length === most) {
        mark(session, list);
        return { list, isCut: true };
      }
      list.push(differenceOf(here, top, found));
      last.push({ top, found });
      if (performance.now() < until) continue;
      task.progress({ stage: "Comparing", count: list.length });
      await task.breathe();
      until = performance.now() + slice;
    }
  }
  mark(session, list);
  return { list, isCut: false };
}

const kinds = { added: "only there", removed: "only here", changed: "changed", moved: "moved" } as const;

function differenceOf(values: readonly TopValue[], top: number, found: Found): Difference {
  const { kind, keys, path, oldValue, newValue, oldType, newType } = found;
  const node = kind === "added" ? undefined : documentOf(values[top] as TopValue).node(keys);
  return {
    kind: kinds[kind],
    path: values.length > 1 ? `value ${top + 1} ${path}` : path,
    here: oldType === undefined ? "" : valueText(oldType, oldValue),
    there: newType === undefined ? "" : valueText(newType, newValue),
    address: node && [top, ...addressOf(node)],
  };
}

/**
 * The edit that gives one file the value of the other one. Throws for values that only moved, and for new ones whose place depends on
 * earlier differences.
 */
export function takeOver(session: Session, index: number, where: "here" | "there"): Edit {
  const { top, found } = last[index] as (typeof last)[number];
  const { kind, keys, toKeys, oldValue, newValue, oldType, newType } = found;
  if (kind === "moved") throw new Error("A value that only moved stays where it is.");
  const isHere = where === "here";
  if (isHere && kind === "added") requireSamePlace(index);
  const { dialect } = session.inside.content.format;
  const bytes = (value: unknown) => (value === undefined ? undefined : packed(value, dialect));
  return {
    kind: "put",
    address: [top],
    dialect,
    // A path in this file leads elsewhere in the other one, once elements before it differ.
    keys: packed(isHere && kind !== "added" ? keys : toKeys, dialect),
    expected: bytes(isHere ? oldValue : newValue),
    value: bytes(isHere ? newValue : oldValue),
    type: (isHere ? newType : oldType) ?? "Nil",
    position: isHere ? positionHere(session, index) : undefined,
  };
}

/** Where a new entry goes: behind the one that it follows in the other file, or to the end. */
function positionHere(session: Session, index: number): number | undefined {
  const { top, found } = last[index] as (typeof last)[number];
  const document = documentOf(session.inside.content.values[top] as TopValue);
  const around = found.toKeys.slice(0, -1);
  if (found.kind !== "added" || !isKeyed(document.node(around)?.type ?? "Array")) return undefined;
  if (found.previous === undefined) return 0;
  const before = document.node([...around, found.previous]);
  return before === undefined ? undefined : before.position + 1;
}

/** The place of a new value is one in the other file. It is the same here, unless elements before it were added or removed. */
function requireSamePlace(index: number): void {
  const { top, found } = last[index] as (typeof last)[number];
  const around = found.toKeys.map((_, i) => formatPath(found.toKeys.slice(0, i)));
  for (const { top: other, found: earlier } of last.slice(0, index)) {
    if (other !== top || (earlier.kind !== "added" && earlier.kind !== "removed")) continue;
    // Entries with such keys stay where they are, but nothing here tells them from elements.
    const isElement = /^(number|bigint)$/.test(typeof earlier.toKeys.at(-1));
    const container = formatPath(earlier.toKeys.slice(0, -1));
    if (isElement && around.includes(container))
      throw new Error(`Take over the differences of ${container || "value"} in order.`);
  }
}
