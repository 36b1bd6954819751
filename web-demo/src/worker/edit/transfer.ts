// Moves values within their container, or into another one, of which keys and bytes stay.
import type { DocumentNode, Variant } from "godot-variant";
import { withFloats } from "../../../../js/values/path-key.js";
import type { OnClash } from "../../protocol/edits.js";
import { type Address, isSameAddress, isWithin, type Siblings, type Spot } from "../../protocol/places.js";
import { isKeyed } from "../../values/types.js";
import type { Batch } from "./batch.js";
import { entriesOf, FreeKeys, insertEntries, keysOf } from "./entries.js";

/** Removes values. */
export function removeValues(batch: Batch, siblings: Siblings): void {
  const { container } = siblings;
  const { keys, type } = batch.node(container);
  for (const [start, end] of [...siblings.ranges].reverse()) {
    const own = batch
      .node(container)
      .children(start, end - start)
      .map(({ key }) => key as Variant);
    for (let at = own.length - 1; at >= 0; at--) {
      const path = [...keys, own[at] as Variant];
      if (isKeyed(type)) batch.requirePath([...container, start + at]);
      batch.change(container, keys, (document) => document.delete(path));
    }
    batch.shifts.push({ kind: "removed", container, index: start, count: end - start });
  }
}

/** Moves values to a spot, which counts them too. Returns where they are. */
export function transfer(batch: Batch, siblings: Siblings, to: Spot, onClash: OnClash): Siblings {
  requireOutside(siblings, to.container);
  // Throws for the file itself.
  batch.document(to.container);
  if (siblings.container[0] !== to.container[0]) {
    const entries = entriesOf(batch, siblings);
    const made = insertEntries(batch, entries, to, onClash);
    removeValues(batch, siblings);
    return made;
  }
  return isSameAddress(siblings.container, to.container)
    ? reorder(batch, siblings, to.position)
    : moveInto(batch, siblings, to, onClash);
}

/** Throws if an address is that of one of the values, or leads into one. */
function requireOutside(siblings: Siblings, target: Address): void {
  if (isWithin(target, siblings))
    throw new Error("A value cannot move into itself, or replace what it is in.");
}

function* positionsOf({ ranges }: Siblings): Generator<number> {
  for (const [start, end] of ranges) for (let at = start; at < end; at++) yield at;
}

function reorder(batch: Batch, siblings: Siblings, to: number): Siblings {
  const { container } = siblings;
  let [before, after] = [0, 0];
  for (const position of positionsOf(siblings)) {
    // Those before the spot leave gaps, which the next ones close.
    const [from, at] = position < to ? [position - before++, to - 1] : [position, to + after++];
    if (from === at) continue;
    const node = batch.node([...container, from]);
    const { keys, parent } = node;
    const rest = keys.slice(0, -1);
    if (isKeyed((parent as DocumentNode).type)) {
      batch.requirePath([...container, from]);
      batch.change(container, rest, (document) => document.move(keys, keys, at));
    } else {
      batch.change(container, rest, (document) => document.move(keys, [...rest, at]));
    }
    batch.shifts.push({ kind: "moved", container, index: from, to: at });
  }
  return { container, ranges: [[to - before, to + after]] };
}

function moveInto(batch: Batch, siblings: Siblings, to: Spot, onClash: OnClash): Siblings {
  let { container: source } = siblings;
  let { container: target, position: at } = to;
  const isTargetKeyed = isKeyed(batch.node(target).type);
  const isSourceKeyed = isKeyed(batch.node(source).type);
  // Paths do not tell all keys apart: an int leads to a float where there is no such int.
  const own = isSourceKeyed ? keysOf(batch, siblings).map(({ key }) => withFloats(key as Variant)) : [];
  const names = new FreeKeys(batch, target);
  let moved = 0;
  for (const position of positionsOf(siblings)) {
    const key = own[moved];
    const from = position - moved++;
    if (isSourceKeyed) batch.requirePath([...source, from]);
    let goal: Variant = at;
    if (isTargetKeyed) {
      names.container = target;
      const place = key === undefined ? { key: names.fresh(), taken: -1 } : names.placeOf(key, onClash);
      goal = place.key;
      if (place.taken >= 0) {
        requireOutside({ container: target, ranges: [[place.taken, place.taken + 1]] }, source);
        const { keys: into } = batch.node(target);
        batch.change(target, into, (document) => document.delete([...into, goal]));
        batch.shifts.push({ kind: "removed", container: target, index: place.taken, count: 1 });
        source = afterRemoval(source, target, place.taken);
        if (place.taken < at) at--;
      }
    }
    const { keys: now } = batch.node([...source, from]);
    const { keys: into } = batch.node(target);
    batch.change(target, into, (document) =>
      document.move(now, [...into, goal], isTargetKeyed ? at : undefined),
    );
    batch.shifts.push({ kind: "removed", container: source, index: from, count: 1, isMove: true });
    target = afterRemoval(target, source, from);
    batch.shifts.push({ kind: "inserted", container: target, index: at, count: 1, isMove: true });
    source = afterInsertion(source, target, at++);
  }
  return { container: target, ranges: [[at - moved, at]] };
}

/** The address of a value after another one was removed from one of its containers. */
function afterRemoval(address: Address, container: Address, position: number): Address {
  return shifted(address, container, (index) => (index > position ? index - 1 : index));
}

function afterInsertion(address: Address, container: Address, position: number): Address {
  return shifted(address, container, (index) => (index >= position ? index + 1 : index));
}

function shifted(address: Address, container: Address, change: (index: number) => number): Address {
  const level = container.length;
  if (address.length <= level || container.some((part, i) => part !== address[i])) return address;
  return address.map((part, i) => (i === level ? change(part) : part));
}
