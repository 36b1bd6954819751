// The changes of one edit, which are undone together.
import { type Document, type DocumentNode, formatPath, type Variant } from "godot-variant";
import type { Shift } from "../../protocol/edits.js";
import { type Address, isSameAddress, type Siblings } from "../../protocol/places.js";
import { documentOf } from "../session/documents.js";
import type { Session } from "../session/session.js";
import type { TopValue } from "../session/top-value.js";
import type { ExpandedNode } from "../tree/expanded-node.js";
import { addressOf } from "../tree/tree-node.js";

/** What an edit has done. */
export interface Step {
  /** Number of changes in the document of each top-level value. */
  readonly counts: ReadonlyMap<number, number>;
  readonly shifts: readonly Shift[];
  /** The paths of the containers that it changed, and of those around them. */
  readonly around: ReadonlySet<string>;
  /** What to select after undoing and after redoing it. */
  readonly before: Siblings;
  readonly after: Siblings;
}

/**
 * Throws if the path of a value leads to another one: of several entries with equal keys, which only damaged files have, it leads to
 * the last.
 */
export function requirePath(document: Document, node: DocumentNode): void {
  const found = document.node(node.keys);
  if (found === undefined || !isSameAddress(addressOf(found), addressOf(node)))
    throw new Error("Several entries have this key. Rename or delete the last one first.");
}

export class Batch {
  readonly counts = new Map<number, number>();
  readonly shifts: Shift[] = [];
  readonly #containers = new Map<string, readonly [number, readonly Variant[]]>();
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The keys of the changed containers, each with the number of its top-level value. */
  get containers(): (readonly [top: number, keys: readonly Variant[]])[] {
    return [...this.#containers.values()];
  }

  document(address: Address): Document {
    const value = this.#session.inside.content.values[address[0] as number];
    if (value === undefined) throw new Error("The values of a file stay where they are.");
    return documentOf(value);
  }

  /** The value at an address, after the changes so far. */
  node(address: Address): DocumentNode {
    let node: DocumentNode = this.document(address).root;
    for (const index of address.slice(1)) node = node.children(index, 1)[0] as DocumentNode;
    return node;
  }

  requirePath(address: Address): void {
    requirePath(this.document(address), this.node(address));
  }

  /** Makes one change in the document of a container. */
  change(container: Address, keys: readonly Variant[], make: (document: Document) => void): void {
    const document = this.document(container);
    const [top] = container as [number];
    make(document);
    this.counts.set(top, (this.counts.get(top) ?? 0) + 1);
    const path = `${top} ${container.join()}`;
    if (!this.#containers.has(path)) this.#containers.set(path, [top, keys]);
  }

  /** Makes as many changes as it takes in the document of a value; it may fail at any of them. */
  several<Result>(address: Address, make: (document: Document) => Result): Result {
    const document = this.document(address);
    const [top] = address as [number];
    const before = document.changes().length;
    try {
      return make(document);
    } finally {
      const made = document.changes().slice(before);
      this.counts.set(top, (this.counts.get(top) ?? 0) + made.length);
      for (const { keys } of made)
        this.#containers.set(`${top} ${formatPath(keys.slice(0, -1) as Variant[])}`, [
          top,
          keys.slice(0, -1) as Variant[],
        ]);
    }
  }

  /** Takes all changes back. Returns whether there were any. */
  revert(): boolean {
    undo(this.#session, this.counts);
    return [...this.counts.values()].some((count) => count > 0);
  }
}

export function undo({ inside }: Session, counts: Step["counts"]): void {
  for (const [top, count] of counts) {
    const document = documentOf(inside.content.values[top] as TopValue);
    for (let i = 0; i < count; i++) document.undo();
  }
}

export function redo({ inside }: Session, counts: Step["counts"]): void {
  for (const [top, count] of counts) {
    const document = documentOf(inside.content.values[top] as TopValue);
    for (let i = 0; i < count; i++) document.redo();
  }
}

export function shiftRows(expandedAt: (address: Address) => ExpandedNode | undefined, shift: Shift): void {
  const expanded = expandedAt(shift.container);
  if (shift.kind === "inserted") expanded?.inserted(shift.index, shift.count);
  else if (shift.kind === "removed") expanded?.removed(shift.index, shift.count);
  else if (shift.kind === "moved") expanded?.moved(shift.index, shift.to);
  else expanded?.child(shift.index)?.replaced();
}

/** The shifts that take these back. */
export const reversed = (shifts: readonly Shift[]): Shift[] => shifts.map(opposite).reverse();

function opposite(shift: Shift): Shift {
  if (shift.kind === "inserted") return { ...shift, kind: "removed" };
  if (shift.kind === "removed") return { ...shift, kind: "inserted" };
  return shift.kind === "moved" ? { ...shift, index: shift.to, to: shift.index } : shift;
}

export const replacedAt = (address: Address) => ({
  kind: "replaced" as const,
  container: address.slice(0, -1),
  index: address.at(-1) as number,
});

/** A single value as siblings. */
export function single(address: Address): Siblings {
  const position = address.at(-1) as number;
  return { container: address.slice(0, -1), ranges: [[position, position + 1]] };
}
