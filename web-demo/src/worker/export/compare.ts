// Compares the file with another one.

import {
  Document,
  type DocumentNode,
  diff,
  type Difference as Found,
  formatPath,
  type Variant,
} from "godot-variant";
import { counted } from "../../../../js/describe/amounts.js";
import { Reader } from "../../../../js/document/read/reader.js";
import { withFloats } from "../../../../js/values/path-key.js";
import type { Edit } from "../../protocol/edits.js";
import type { Difference, Differences, Side, TakenOver } from "../../protocol/output.js";
import type { Address } from "../../protocol/places.js";
import type { RowDifference } from "../../protocol/rows.js";
import type { Task } from "../../protocol/serve.js";
import { isKeyed } from "../../values/types.js";
import { exactKey, hasType } from "../edit/entries.js";
import { packed, packedPath } from "../edit/put.js";
import { documentOf } from "../session/documents.js";
import { insideOf, type Session } from "../session/session.js";
import type { TopValue } from "../session/top-value.js";
import { unpack } from "../session/unpack.js";
import { valueText } from "../tree/preview.js";
import { addressOf } from "../tree/tree-node.js";
import { Base, type BaseValue } from "./base.js";

const most = 20_000;
/** Milliseconds until the comparison lets the worker handle other messages. */
const slice = 12;

interface Kept {
  /** The top-level value that it is in. */
  readonly top: number;
  readonly found: Found;
  readonly base: BaseValue | undefined;
  /** The top-level value of the other file. */
  readonly theirs: Document;
}

/** What the last comparison found. */
let last: Kept[] = [];

/** The values that differ and the containers around them, while the file is the one that was compared. */
let differing = { edition: -1, kinds: new Map<string, RowDifference>() };

export const differenceAt = (session: Session, address: Address): RowDifference =>
  (differing.edition === session.edition ? differing.kinds.get(address.join()) : undefined) ?? "";

/** The top-level value of this file that a difference is in. */
const documentHere = (session: Session, top: number): Document =>
  documentOf(session.inside.content.values[top] as TopValue);

function mark(session: Session): void {
  const kinds = new Map<string, RowDifference>();
  for (const { top, found } of last) {
    const isAdded = found.kind === "added";
    const document = documentHere(session, top);
    // What only the other file has is marked at the container that lacks it, if that is here.
    const node = document.node(isAdded ? found.toKeys.slice(0, -1) : found.keys);
    if (node === undefined) continue;
    const address = [top, ...addressOf(node)];
    for (let length = 1; length < address.length; length++) {
      const around = address.slice(0, length).join();
      if (!kinds.has(around)) kinds.set(around, "inside");
    }
    kinds.set(address.join(), isAdded ? "lacks values" : found.kind === "removed" ? "only here" : "changed");
  }
  differing = { edition: session.edition, kinds };
}

/** Compares the files value by value. Rejects with the errors of opening the other file and the base. */
export async function compared(
  task: Task,
  session: Session,
  otherSide: Side,
  baseSide: Side | undefined,
): Promise<Differences> {
  task.progress({ stage: "Comparing" });
  const here = session.inside.content.values;
  const there = await valuesOf(task, session, otherSide);
  const before = baseSide && (await valuesOf(task, session, baseSide).catch(refuseBase));
  const hasBase = before !== undefined;
  const list: Difference[] = [];
  const all: Kept[] = [];
  const result = (isCut: boolean): Differences => {
    // Not before: another comparison may run, or this one may fail, and then the page still shows the last one.
    last = all;
    mark(session);
    return { list, hasBase, isCut };
  };
  let until = performance.now() + slice;
  for (const [top, value] of here.entries()) {
    const [mine, theirs] = [documentOf(value), there[top] as Document];
    const base = before && new Base(before[top] as Document, mine, theirs);
    for (const found of diff(mine, theirs)) {
      if (list.length === most) return result(true);
      const kept = { top, found, base: base?.at(found), theirs };
      list.push(differenceOf(here, kept));
      all.push(kept);
      if (performance.now() < until) continue;
      task.progress({ stage: "Comparing", count: list.length });
      await task.breathe();
      until = performance.now() + slice;
    }
  }
  return result(false);
}

function refuseBase(error: Error): never {
  throw new Error(`The base cannot be used. ${error.message}`);
}

/** The Documents of a file with as many values as this one, or those of this file without its edits. */
async function valuesOf(task: Task, session: Session, side: Side): Promise<Document[]> {
  const here = session.inside.content.values;
  if (side === "opened")
    return here.map(({ reader }) => new Document(new Reader(reader.format, reader.source)));
  const { lost, content } = await insideOf(await unpack(task, side), false);
  if (lost.length > 0)
    throw new Error("The file is damaged. Open it, save its readable values, and compare with those.");
  if (content.values.length !== here.length)
    throw new Error(`It has ${counted(content.values.length, "value")}, and this file has ${here.length}.`);
  return content.values.map(documentOf);
}

const kinds = { added: "only there", removed: "only here", changed: "changed", moved: "moved" } as const;

function differenceOf(values: readonly TopValue[], { top, found, base }: Kept): Difference {
  const { kind, keys, path, oldValue, newValue, oldType, newType } = found;
  const node = kind === "added" ? undefined : documentOf(values[top] as TopValue).node(keys);
  return {
    kind: kinds[kind],
    path: values.length > 1 ? `value ${top + 1} ${path}` : path,
    here: oldType === undefined ? "" : valueText(oldType, oldValue),
    there: newType === undefined ? "" : valueText(newType, newValue),
    base: base?.text,
    by: base?.by,
    address: node && [top, ...addressOf(node)],
  };
}

/**
 * The edit that gives one file the value of another one. Throws for values that only moved, for new ones whose place depends on
 * earlier differences, and for a base whose value is unclear.
 */
export function takeOver(session: Session, index: number, what: TakenOver): Edit {
  const { top, found, base } = last[index] as Kept;
  const { kind, keys, toKeys, oldValue, newValue, oldType, newType } = found;
  if (kind === "moved") throw new Error("A value that only moved stays where it is.");
  if (what === "base" && (base === undefined || base.by === "unclear"))
    throw new Error("It is unclear which value of the base this is.");
  const isHere = what !== "mine";
  if (isHere && kind === "added") requireSamePlace(index);
  const { dialect } = session.inside.content.format;
  const bytes = (value: unknown) => (value === undefined ? undefined : packed(value, dialect));
  const [taken, type] =
    what === "base" ? [base?.value, base?.type] : isHere ? [newValue, newType] : [oldValue, oldType];
  // A path in this file leads elsewhere in the other one, once elements before it differ.
  const place = isHere
    ? { keys: kind === "added" ? toKeys : keys, position: positionHere(session, index) }
    : placeThere(session, index);
  return {
    kind: "put",
    address: [top],
    dialect,
    keys: packedPath(place.keys, dialect),
    expected: bytes(isHere ? oldValue : newValue),
    value: bytes(taken),
    type: type ?? "Nil",
    position: place.position,
  };
}

/** Where a new entry goes: behind the one that it follows in the other file, or to the end. */
function positionHere(session: Session, index: number): number | undefined {
  const { top, found } = last[index] as Kept;
  const document = documentHere(session, top);
  const around = found.toKeys.slice(0, -1);
  if (found.kind !== "added" || !isKeyed(document.node(around)?.type ?? "Array")) return undefined;
  if (found.previous === undefined) return 0;
  const before = document.node([...around, found.previous]);
  return before === undefined ? undefined : before.position + 1;
}

/** The path in the other file, and where a new entry goes there: behind the next one before it that both files have. */
function placeThere(session: Session, index: number): { keys: readonly Variant[]; position?: number } {
  const { top, found, theirs } = last[index] as Kept;
  const { kind, keys, toKeys } = found;
  const around = toKeys.slice(0, -1);
  if (kind !== "removed" || !isKeyed(theirs.node(around)?.type ?? "Array")) return { keys: toKeys };
  const document = documentHere(session, top);
  const node = document.node(keys) as DocumentNode;
  // A path does not tell a StringName from a String.
  const exact = withFloats(exactKey(document, node));
  const place = hasType(theirs.dialect, exact) ? [...around, exact] : toKeys;
  for (let at = node.position; at > 0; at--) {
    const [sibling] = node.parent?.children(at - 1, 1) ?? [];
    const before = theirs.node([...around, sibling?.key as Variant]);
    if (before !== undefined) return { keys: place, position: before.position + 1 };
  }
  return { keys: place, position: 0 };
}

/** The place of a new value is one in the other file. It is the same here, unless elements before it were added or removed. */
function requireSamePlace(index: number): void {
  const { top, found } = last[index] as Kept;
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
