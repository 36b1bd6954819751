// Places in an open file.

/** The way to a value: the index of its top-level value, then the index of the child at each level. */
export type Address = readonly number[];

export const isSameAddress = (one: Address, other: Address | undefined): boolean =>
  String(one) === String(other);

/** A half-open range of bytes in the content of the file. */
export type Range = readonly [start: number, end: number];

/** The line of a value in the tree, and the number of lines. */
export interface RowPlace {
  readonly row: number;
  readonly total: number;
  readonly address: Address;
  /** Whether the tree shows only matches; absent if that stays as it is. */
  readonly isFiltered?: boolean;
  /** The byte that led to the value, if one did. */
  readonly byte?: number;
}

/** Values of one container, by ranges of their positions, in order. */
export interface Siblings {
  readonly container: Address;
  readonly ranges: readonly Range[];
}

/** Ranges in their order, those that touch or overlap as one. */
export function merged(ranges: readonly Range[]): Range[] {
  const all: [number, number][] = [];
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = all.at(-1);
    if (last !== undefined && last[1] >= start) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

export const isSameSiblings = (one: Siblings, other: Siblings | undefined): boolean =>
  isSameAddress(one.container, other?.container) && String(one.ranges) === String(other?.ranges);

/** Whether an address is that of a value in a container, at any level. */
export const isInside = (address: Address, container: Address): boolean =>
  address.length > container.length && container.every((part, i) => part === address[i]);

/** Whether an address is that of one of the values, or leads into one. */
export function isWithin(address: Address, { container, ranges }: Siblings): boolean {
  const index = address[container.length] as number;
  return isInside(address, container) && ranges.some(([start, end]) => start <= index && index < end);
}

/** A place between the values of a container: before the one at this position. */
export interface Spot {
  readonly container: Address;
  readonly position: number;
}
