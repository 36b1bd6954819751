// The third side of a comparison: the file that both others come from.
import {
  type Document,
  diff,
  type Difference as Found,
  formatPath,
  type TypeName,
  type Variant,
} from "godot-variant";
import { sameBytes } from "../../../../js/base/bytes.js";
import type { ChangedBy } from "../../protocol/output.js";
import { isKeyed } from "../../values/types.js";
import { packed } from "../edit/put.js";
import { valueText } from "../tree/preview.js";

/** The value of the base at the place of a difference; undefined if it has none there. */
export interface BaseValue {
  readonly by: ChangedBy;
  readonly value: Variant | undefined;
  readonly type: TypeName | undefined;
  readonly text: string;
}

/** A top-level value of the base, seen from the same value of the two files. */
export class Base {
  readonly #base: Document;
  /** Paths of the arrays whose elements have other positions than in the base. */
  readonly #shiftedHere: ReadonlySet<string>;
  readonly #shiftedThere: ReadonlySet<string>;

  constructor(base: Document, here: Document, there: Document) {
    if (base.dialect !== here.dialect)
      throw new Error("The base was written by another engine version. Compare with it alone.");
    this.#base = base;
    this.#shiftedHere = shiftedArrays(here, base);
    this.#shiftedThere = shiftedArrays(there, base);
  }

  at({ kind, keys, toKeys, oldValue, newValue }: Found): BaseValue {
    const isAdded = kind === "added";
    const place = isAdded ? toKeys : keys;
    const shifted = isAdded ? this.#shiftedThere : this.#shiftedHere;
    const isUnclear = place.some((_, length) => shifted.has(formatPath(place.slice(0, length))));
    if (isUnclear || kind === "moved") return { by: "unclear", value: undefined, type: undefined, text: "?" };
    const node = this.#base.node(place);
    const value = node?.value("exact");
    const { dialect } = this.#base;
    const isMine = isSame(value, oldValue, dialect);
    const isTheirs = isSame(value, newValue, dialect);
    const by = isMine ? "they" : isTheirs ? "you" : "both";
    return { by, value, type: node?.type, text: node === undefined ? "" : valueText(node.type, value) };
  }
}

/** Arrays that lost or gained elements: the same index means another element there. */
function shiftedArrays(one: Document, base: Document): ReadonlySet<string> {
  const shifted = new Set<string>();
  for (const { kind, keys } of diff(one, base)) {
    if (kind !== "added" && kind !== "removed") continue;
    const around = keys.slice(0, -1);
    // What is inside of a shifted array may have another path in the base, but is unclear anyway.
    const container = (kind === "added" ? base : one).node(around);
    if (container !== undefined && !isKeyed(container.type)) shifted.add(formatPath(around));
  }
  return shifted;
}

function isSame(one: Variant | undefined, other: Variant | undefined, dialect: Document["dialect"]): boolean {
  if (one === undefined || other === undefined) return one === other;
  return sameBytes(packed(one, dialect), packed(other, dialect));
}
