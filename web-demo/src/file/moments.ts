// What a person saw may be elsewhere once it is acted on: edits that were asked for before it come first.
import type { Edit, Shift } from "../protocol/edits.js";
import { type Address, merged, type Siblings, type Spot } from "../protocol/places.js";
import { followed } from "./follow.js";

/** The values of an action went with an edit that came before it. */
export class ValueGone extends Error {
  constructor() {
    super("The value is no longer there.");
  }
}

/** More values are not followed one by one. */
const mostFollowed = 1 << 20;

/** All that edits did to addresses since the file was opened. A moment is a number of shifts. */
export class Moments {
  readonly #shifts: Shift[] = [];
  readonly #seen = new WeakMap<Address, number>();

  get now(): number {
    return this.#shifts.length;
  }

  /** The file has been read again. */
  clear(): void {
    this.#shifts.length = 0;
  }

  add(shifts: readonly Shift[]): void {
    for (const shift of shifts) this.#shifts.push(shift);
  }

  /** Notes that an address is right now: fields show it for a while. */
  note(address: Address): void {
    this.#seen.set(address, this.now);
  }

  /** When an address was right. */
  of(address: Address): number {
    return this.#seen.get(address) ?? this.now;
  }

  /** Where a value is now that was at an address at some moment; undefined if it is gone. */
  find(address: Address, moment: number): Address | undefined {
    return moment === this.now ? address : followed(address, this.#shifts.slice(moment));
  }

  /** As `find`; throws if the value is gone. */
  address(address: Address, moment: number): Address {
    const now = this.find(address, moment);
    if (now === undefined) throw new ValueGone();
    return now;
  }

  /** Those of some values that are still together; undefined if there are none. */
  findSiblings(siblings: Siblings, moment: number): Siblings | undefined {
    if (moment === this.now) return siblings;
    const shifts = this.#shifts.slice(moment);
    const container = this.find(siblings.container, moment);
    const positions: number[] = [];
    for (const [start, end] of siblings.ranges)
      for (let at = start; at < end && positions.length <= mostFollowed; at++) {
        const now = followed([...siblings.container, at], shifts);
        if (String(now?.slice(0, -1)) === String(container)) positions.push(now?.at(-1) as number);
      }
    if (container === undefined || positions.length === 0 || positions.length > mostFollowed)
      return undefined;
    return { container, ranges: merged(positions.map((at) => [at, at + 1])) };
  }

  /** As `findSiblings`; throws if there are none. */
  siblings(siblings: Siblings, moment: number): Siblings {
    const now = this.findSiblings(siblings, moment);
    if (now === undefined) throw new ValueGone();
    return now;
  }

  /** Behind the value that was before it. */
  spot({ container, position }: Spot, moment: number): Spot {
    if (moment === this.now) return { container, position };
    const now = this.address(container, moment);
    for (let before = position - 1; before >= 0; before--) {
      const found = this.find([...container, before], moment);
      if (String(found?.slice(0, -1)) === String(now))
        return { container: now, position: (found?.at(-1) as number) + 1 };
    }
    return { container: now, position: 0 };
  }

  /** The same edit of the same values. */
  edit(edit: Edit, moment: number): Edit {
    if (moment === this.now) return edit;
    if ("address" in edit) return { ...edit, address: this.address(edit.address, moment) };
    if (edit.kind === "paste") return { ...edit, to: this.spot(edit.to, moment) };
    if (!("siblings" in edit)) return edit;
    const siblings = this.siblings(edit.siblings, moment);
    return edit.kind === "move"
      ? { ...edit, siblings, to: this.spot(edit.to, moment) }
      : { ...edit, siblings };
  }
}
