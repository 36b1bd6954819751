// Which values are selected: one, or several of one container.
import {
  type Address,
  isInside,
  isSameAddress,
  isWithin,
  merged,
  type Range,
  type RowPlace,
  type Siblings,
} from "../protocol/places.js";
import type { Row } from "../protocol/rows.js";
import type { OpenFile } from "./open-file.js";
import { containerOf, selectedValues, single } from "./selected-values.js";
import { say } from "./state.js";

export function countOf({ ranges }: Siblings): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

export function isSelected(siblings: Siblings | undefined, address: Address): boolean {
  return (
    siblings !== undefined && address.length === siblings.container.length + 1 && isWithin(address, siblings)
  );
}

/** Keys may come faster than answers of the worker, so each waits for the one before. */
let extending: Promise<void> = Promise.resolve();

/**
 * Selects everything between the value that was selected first and a sibling of it, but for what the filter of the tree hides.
 * @param target Returns the position of that sibling. Its argument is the position that was reached last.
 */
export function extendTo(file: OpenFile, target: (position: number) => number): Promise<void> {
  extending = extending.catch(() => {}).then(() => extend(file, target));
  return extending;
}

async function extend(file: OpenFile, target: (position: number) => number): Promise<void> {
  const { value: lead } = file.selected;
  if (lead === undefined || lead.address.length < 2) return;
  const container = containerOf(lead.address);
  const now = lead.address.at(-1) as number;
  const shown = await file.call("shownIn", container);
  const to = reached(shown, now, target(now));
  const before = file.several.value ?? single(lead.address);
  const [start, end] = [before.ranges[0]?.[0] as number, before.ranges.at(-1)?.[1] as number];
  const isRun = countOf(before) === countOf(between(shown, start, end));
  // The other end of the selection stays.
  const anchor = !isRun ? now : now === start ? end - 1 : start;
  const place = await file.call("reveal", [...container, to]);
  const several = between(shown, Math.min(anchor, to), Math.max(anchor, to) + 1);
  file.selectRow(place, anchor === to ? undefined : several);
}

/** Those of some siblings that are in a range. */
function between({ container, ranges }: Siblings, from: number, to: number): Siblings {
  const parts = ranges.map(([start, end]): Range => [Math.max(start, from), Math.min(end, to)]);
  return { container, ranges: parts.filter(([start, end]) => start < end) };
}

/** Where the way to a position ends: at the farthest sibling up to there, otherwise at the first one behind it. */
function reached(shown: Siblings, now: number, target: number): number {
  const first = ({ ranges: [range] }: Siblings) => range?.[0];
  const last = ({ ranges }: Siblings) => {
    const range = ranges.at(-1);
    return range && range[1] - 1;
  };
  if (target < now) return first(between(shown, target, now)) ?? last(between(shown, 0, target)) ?? now;
  const most = Number.MAX_SAFE_INTEGER;
  return last(between(shown, now + 1, target + 1)) ?? first(between(shown, target, most)) ?? now;
}

/** Extends the selection to the sibling that a line is, or is in. */
export async function extendToLine(file: OpenFile, line: Row, place: RowPlace): Promise<void> {
  const container = containerOf(file.selected.value?.address ?? []);
  if (!isInside(line.address, container) || container.length === 0) return file.selectRow(place);
  return extendTo(file, () => line.address[container.length] as number);
}

/** Adds a value to the selection, or takes it out. */
export function toggle(file: OpenFile, place: RowPlace): void {
  const { address } = place;
  const before = selectedValues(file);
  if (before === undefined || !isSameAddress(before.container, containerOf(address))) {
    if (file.several.value !== undefined) say("Only values of one container can be selected together.");
    file.selectRow(place);
    return;
  }
  const position = address.at(-1) as number;
  const ranges = isSelected(before, address)
    ? before.ranges.flatMap(([start, end]) => without(start, end, position))
    : merged([...before.ranges, [position, position + 1]]);
  if (ranges.length > 0) file.selectRow(place, { container: before.container, ranges });
}

function without(start: number, end: number, position: number): (readonly [number, number])[] {
  if (position < start || position >= end) return [[start, end]];
  return (
    [
      [start, position],
      [position + 1, end],
    ] as const
  ).filter(([from, to]) => from < to);
}

/** Selects all values of the container of the selected one, but for what the filter of the tree hides. */
export async function selectAll(file: OpenFile, line: Row): Promise<void> {
  const { value: place } = file.selected;
  if (place === undefined || line.siblings < 2) return;
  const shown = await file.call("shownIn", containerOf(place.address));
  if (file.selected.value === place) file.selectRow(place, shown);
}
