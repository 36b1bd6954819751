// Where a value is after an edit.
import type { Shift } from "../protocol/edits.js";
import type { Address } from "../protocol/places.js";

/** The address of a value after the shifts of an edit; undefined if the value is gone. */
export function followed(address: Address, shifts: readonly Shift[]): Address | undefined {
  let now: Address | undefined = address;
  for (let i = 0; i < shifts.length && now !== undefined; i++) {
    const shift = shifts[i] as Shift;
    const next = shifts[i + 1];
    const moves = shift.kind === "removed" && shift.isMove && next?.kind === "inserted";
    const offset = offsetIn(now, shift);
    if (moves && offset !== undefined && offset >= 0 && offset < shift.count) {
      now = [...next.container, next.index + offset, ...now.slice(shift.container.length + 1)];
      i++;
    } else if (offset !== undefined) {
      now = shifted(now, shift, offset);
    }
  }
  return now;
}

/** How far behind the place of a shift a value is, or the container around it; undefined if it is not in the container of the shift. */
function offsetIn(address: Address, { container, index }: Shift): number | undefined {
  const position = address[container.length];
  if (position === undefined || container.some((part, i) => part !== address[i])) return undefined;
  return position - index;
}

function shifted(address: Address, shift: Shift, offset: number): Address | undefined {
  const level = shift.container.length;
  const by = (step: number) => address.map((part, i) => (i === level ? part + step : part));
  switch (shift.kind) {
    case "inserted":
      return offset >= 0 ? by(shift.count) : address;
    case "removed":
      if (offset < 0) return address;
      return offset < shift.count ? undefined : by(-shift.count);
    case "replaced":
      return shift.isOther && offset === 0 && address.length > level + 1 ? undefined : address;
    case "moved":
      return by(step(offset, shift.to - shift.index));
  }
}

/** How far a value goes when another one, or itself, moves among its siblings. */
function step(offset: number, way: number): number {
  if (offset === 0) return way;
  if (way > 0) return offset > 0 && offset <= way ? -1 : 0;
  return offset < 0 && offset >= way ? 1 : 0;
}
