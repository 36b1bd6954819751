// Everything that the pane beside the tree shows of one value.
import type { Address, Crumb, Detail } from "../protocol.js";
import { keyInput, textOf } from "./input.js";
import type { Place } from "./model.js";
import { labelOf } from "./preview.js";
import type { Session } from "./session.js";
import { shownOf } from "./shown.js";

/** Longer texts of values are not edited on one line. */
const largestText = 4096;
/** Types without a notation. */
const fixed = /^(Callable|Image|InputEvent)$/;

export function detailOf(session: Session, address: Address): Detail {
  const places = address.map((_, i) => session.rows.placeAt(address.slice(0, i + 1)));
  const parents = [session.rows.root.place, ...places];
  const crumbs: Crumb[] = places.map((place, i) => ({
    label: labelOf(parents[i] as Place, place, address[i] as number).label,
    address: address.slice(0, i + 1),
  }));
  const place = places.at(-1) as Place;
  const parent = parents.at(-2) as Place;
  const isKeyed = parent.type === "Dictionary" || parent.type === "Object";
  return {
    address,
    crumbs,
    path: place.node?.path ?? "",
    label: crumbs.at(-1)?.label ?? "",
    key: place.key === undefined || !isKeyed ? undefined : { editable: true, text: keyInput(place.key) },
    type: place.type,
    typeText: place.typeText,
    range: place.range,
    parts: place.parts(),
    parentType: address.length > 1 ? parent.type : undefined,
    position: address.at(-1) as number,
    siblings: parent.count,
    shown: shownOf(place),
    text: inputText(place),
    mark: session.markOf(address, place),
    canEdit: !fixed.test(place.type),
  };
}

/** The notation in which a value is edited on one line; absent for containers and what is long. */
function inputText(place: Place): string | undefined {
  const { type } = place;
  if (type === "Array" || type === "Dictionary" || type === "Object") return undefined;
  if (place.range[1] - place.range[0] > largestText) return undefined;
  try {
    return textOf(place.value());
  } catch {
    return undefined;
  }
}
