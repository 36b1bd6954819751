// Which values are selected: one, or several of one container.
import { type Address, isSameAddress, isWithin, type RowPlace, type Siblings } from "../protocol/places.js";
import type { Row } from "../protocol/rows.js";
import type { OpenFile } from "./open-file.js";
import { say } from "./state.js";

const containerOf = (address: Address) => address.slice(0, -1);

/** A single value as siblings. */
function single(address: Address): Siblings {
  const position = address.at(-1) as number;
  return { container: containerOf(address), ranges: [[position, position + 1]] };
}

/** The selected values; undefined if there are none. */
export function selectedValues(file: OpenFile): Siblings | undefined {
  const { selected, several } = file;
  return several.value ?? (selected.value && single(selected.value.address));
}

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
 * Selects everything between the value that was selected first and a sibling of it.
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
  const { siblings } = await file.call("detail", lead.address);
  const to = Math.max(0, Math.min(siblings - 1, target(now)));
  const { ranges = [] } = file.several.value ?? {};
  const [first, last] = (ranges.length === 1 && ranges[0]) || [now, now + 1];
  // The other end of the selection stays.
  const anchor = now === first ? last - 1 : first;
  const place = await file.call("reveal", [...container, to]);
  const several = { container, ranges: [[Math.min(anchor, to), Math.max(anchor, to) + 1] as const] };
  file.selectRow(place, anchor === to ? undefined : several);
}

/** Extends the selection to the sibling that a line is, or is in. */
export async function extendToLine(file: OpenFile, line: Row, place: RowPlace): Promise<void> {
  const container = containerOf(file.selected.value?.address ?? []);
  const isInside =
    line.address.length > container.length && container.every((part, i) => part === line.address[i]);
  if (!isInside || container.length === 0) return file.selectRow(place);
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

function merged(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const all: [number, number][] = [];
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = all.at(-1);
    if (last !== undefined && last[1] >= start) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** Selects all values of the container of the selected one. */
export function selectAll(file: OpenFile, line: Row): void {
  const { value: place } = file.selected;
  if (place !== undefined && line.siblings > 1)
    file.selectRow(place, { container: containerOf(line.address), ranges: [[0, line.siblings]] });
}
