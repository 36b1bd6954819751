// Which values an action is for.
import type { Edit } from "../protocol/edits.js";
import { type Address, isSameSiblings, type RowPlace, type Siblings } from "../protocol/places.js";

/** The selection of a file. */
export interface View {
  readonly selected: { readonly value: RowPlace | undefined };
  readonly several: { readonly value: Siblings | undefined };
}

export const containerOf = (address: Address): Address => address.slice(0, -1);

/** A single value as siblings. */
export function single(address: Address): Siblings {
  const position = address.at(-1) as number;
  return { container: containerOf(address), ranges: [[position, position + 1]] };
}

/** The selected values; undefined if there are none. */
export function selectedValues({ selected, several }: View): Siblings | undefined {
  return several.value ?? (selected.value && single(selected.value.address));
}

/** Whether something else was selected while the code of an edit, or an answer that it needs, was on its way. */
export const isOfOthers = (edit: Edit, view: View): boolean =>
  "siblings" in edit && !isSameSiblings(edit.siblings, selectedValues(view));
