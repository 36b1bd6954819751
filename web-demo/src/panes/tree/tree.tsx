import { useEffect, useRef } from "preact/hooks";
import type { OpenFile } from "../../file/open-file.js";
import { attempt } from "../../file/state.js";
import { useRowHeight } from "../../widgets/row-height.js";
import { useWindow } from "../../widgets/window.js";
import { treeKey } from "./keys.js";
import { TreeRow } from "./row.js";

/** The style sheet has the same number. */
const headHeight = 25;

/** The values of a file as lines; only the visible ones are elements. */
export function Tree({ file }: { file: OpenFile }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const lines = useWindow(scroller, file.total.value, rowHeight, headHeight);
  const selected = file.selected.value;
  file.rows.revision.value;
  file.rows.need(lines.first, lines.last);

  useEffect(() => {
    if (selected !== undefined) lines.show(selected.row, true);
  }, [selected]);

  const hovered = file.hovered.value;
  let innermost = -1;
  for (let row = lines.first; row < lines.last; row++) {
    const range = file.rows.get(row)?.range;
    if (hovered && range && range[0] <= hovered[0] && hovered[1] <= range[1]) innermost = row;
  }

  const rows = [];
  for (let row = lines.first; row < lines.last; row++) {
    const line = file.rows.get(row);
    if (line === undefined) continue;
    rows.push(
      <TreeRow
        key={row}
        file={file}
        line={line}
        number={row}
        top={lines.top(row)}
        isSelected={row === selected?.row}
        isHovered={row === innermost}
      />,
    );
  }

  const rowAt = (event: Event) => {
    const element = (event.target as Element).closest<HTMLElement>("[data-row]");
    return element === null ? undefined : Number(element.dataset.row);
  };
  const onClick = (event: MouseEvent) => {
    const row = rowAt(event);
    const line = row === undefined ? undefined : file.rows.get(row);
    if (row === undefined || line === undefined || (event.target as Element).closest("input")) return;
    const isTwist = (event.target as Element).closest(".twist") !== null;
    if (isTwist || (event.detail === 2 && line.children > 0)) {
      void attempt(() => file.expand(line.address, !line.isExpanded, event.altKey));
    } else if (event.detail === 2) {
      void attempt(() => file.editInPlace("value"));
    } else {
      file.selectRow({ row, total: file.total.value, address: line.address });
    }
  };
  const onPointerOver = (event: PointerEvent) => {
    const row = rowAt(event);
    file.hovered.value = row === undefined ? undefined : file.rows.get(row)?.range;
  };
  const active = selected !== undefined && selected.row >= lines.first && selected.row < lines.last;
  return (
    <div
      ref={scroller}
      class="tree"
      role="tree"
      aria-label="Values"
      tabIndex={0}
      aria-activedescendant={active ? `row-${file.id}-${selected.row}` : undefined}
      onClick={onClick}
      onPointerOver={onPointerOver}
      onPointerLeave={() => (file.hovered.value = undefined)}
      onKeyDown={(event) => treeKey(event, file, lines.page)}
    >
      <div class="tree-head" aria-hidden="true">
        <span>Name</span>
        <span>Value</span>
        <span>Type</span>
        <span class="end">Bytes</span>
      </div>
      <div class="tree-rows" role="presentation" style={{ height: `${lines.height}px` }}>
        {rows}
      </div>
    </div>
  );
}
