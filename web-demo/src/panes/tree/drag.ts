// Drags lines of the tree to another place in it.
import type { OpenFile } from "../../file/open-file.js";
import { selectedValues } from "../../file/selected-values.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import type { RowPlace, Spot } from "../../protocol/places.js";
import type { Row } from "../../protocol/rows.js";
import { isContainer, isKeyed } from "../../values/types.js";

/** A line that is an element now. */
export interface Line {
  readonly element: HTMLElement | null;
  readonly line: Row;
  readonly place: RowPlace;
  /** When the line was as it is shown, and whether it still is. */
  readonly moment: number;
  readonly isFresh: boolean;
}

type Where = "before" | "after" | "inside";

const kind = "application/x-godot-variant-values";

/** Every tab of the page counts its files from 1. */
const tab = Math.random();
const nameOf = ({ id }: OpenFile) => `${tab} ${id}`;

/** The handlers of the tree; `take` selects the line that is dragged. */
export function dragging(
  file: OpenFile,
  lineAt: (event: Event) => Line | undefined,
  take: (event: Event) => Line | undefined,
) {
  const end = () => {
    file.dropAt.value = undefined;
  };
  return {
    onDragStart: (event: DragEvent) => {
      if (take(event) === undefined || event.dataTransfer === null) return;
      event.dataTransfer.setData(kind, nameOf(file));
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => {
      const found = lineAt(event);
      if (!event.dataTransfer?.types.includes(kind)) return;
      if (found === undefined) return end();
      event.preventDefault();
      const where = whereIn(found, event.clientY);
      const now = file.dropAt.value;
      if (now?.row !== found.place.row || now.where !== where)
        file.dropAt.value = { row: found.place.row, where };
    },
    onDrop: (event: DragEvent) => {
      const found = lineAt(event);
      end();
      // Values of another file are not selected here.
      if (found === undefined || event.dataTransfer?.getData(kind) !== nameOf(file)) return;
      event.preventDefault();
      const to = spotAt(found.line, whereIn(found, event.clientY));
      const move = async () => {
        const dragged = selectedValues(file);
        const { moveValues } = await import("../../file/values.js");
        await moveValues(file, file.moments.spot(to, found.moment), dragged);
      };
      void attempt(() => inTurn(file, move));
    },
    onDragEnd: end,
  };
}

/** The upper and the lower quarter of a container's line are before and after it. */
function whereIn({ element, line }: Line, y: number): Where {
  const { top = 0, height = 1 } = element?.getBoundingClientRect() ?? {};
  const part = (y - top) / height;
  if (line.level === 1) return "inside";
  if (!isContainer(line.type) && !isKeyed(line.type)) return part < 0.5 ? "before" : "after";
  return part < 0.25 ? "before" : part > 0.75 && !line.isExpanded ? "after" : "inside";
}

function spotAt({ address, position, children, isExpanded }: Row, where: Where): Spot {
  // Below the line of an expanded container is its first value.
  if (where === "inside") return { container: address, position: isExpanded ? 0 : children };
  return { container: address.slice(0, -1), position: where === "before" ? position : position + 1 };
}
