import { useEffect, useRef } from "preact/hooks";
import type { OpenFile } from "../../file/open-file.js";
import { extendToLine, isSelected, toggle } from "../../file/selection.js";
import { attempt } from "../../file/state.js";
import { inTurn, isFree } from "../../file/turns.js";
import { Splitter } from "../../widgets/splitter.js";
import { styleSize } from "../../widgets/style-size.js";
import { type ListWindow, useHeld, useWindow } from "../../widgets/window.js";
import { dragging, type Line } from "./drag.js";
import { openMenu, treeKey } from "./keys.js";
import { useLongPress } from "./long-press.js";
import { TreeRow } from "./row.js";

/** The values of a file as lines; only the visible ones are elements. */
export function Tree({ file }: { file: OpenFile }) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useWindow(scroller, file.total.value, styleSize("--row"));
  const selected = file.selected.value;
  file.rows.revision.value;
  file.rows.need(lines.first, lines.last);

  useEffect(() => {
    if (selected !== undefined) lines.show(selected.row, true);
  }, [selected]);

  const lineAt = (event: Event) => lineOf(file, event);
  const onClick = (event: MouseEvent) => {
    const found = lineAt(event);
    if (found !== undefined && !(event.target as Element).closest("input, .menu-list"))
      click(file, found, event);
  };
  /** Selects a line for the menu or a drag, unless it is selected already. */
  const take = (event: Event, then = () => {}) => {
    const found = lineAt(event);
    if (found === undefined) return undefined;
    withLine(file, found, ({ place }) => {
      if (!isSelected(file.several.value, place.address)) file.selectRow(place);
      then();
    });
    return found;
  };
  const menuAt = ({ clientX, clientY }: MouseEvent) => (file.menuAt.value = [clientX, clientY]);
  const onContextMenu = (event: MouseEvent) => {
    if ((event.target as Element).closest("input, .menu-list")) return;
    event.preventDefault();
    if (take(event, () => menuAt(event)) === undefined) openMenu(file);
  };
  const press = useLongPress((event) => void take(event, () => menuAt(event)));
  const drag = dragging(file, lineAt, take);
  const onPointerOver = (event: PointerEvent) => {
    file.hovered.value = lineAt(event)?.line.range;
  };
  const active = selected !== undefined && selected.row >= lines.first && selected.row < lines.last;
  return (
    <div class="tree-pane">
      <TreeHead />
      <div
        ref={scroller}
        class="tree"
        role="tree"
        aria-label="Values"
        aria-multiselectable="true"
        tabIndex={0}
        aria-activedescendant={active ? `row-${file.id}-${selected.row}` : undefined}
        onClick={onClick}
        onContextMenu={onContextMenu}
        {...drag}
        {...press}
        onPointerOver={onPointerOver}
        onPointerLeave={() => (file.hovered.value = undefined)}
        onKeyDown={(event) => treeKey(event, file, lines.page)}
      >
        <div
          class={`tree-rows ${file.editing.value ? "editing" : ""}`}
          role="presentation"
          style={{ height: `${lines.height}px` }}
        >
          <TreeRows file={file} lines={lines} />
        </div>
      </div>
    </div>
  );
}

function TreeRows({ file, lines }: { file: OpenFile; lines: ListWindow }) {
  const selected = file.selected.value;
  const several = file.several.value;
  const hovered = hoveredRow(file, lines);
  const start = useHeld(lines, (row) => file.rows.get(row) !== undefined);
  const rows = [];
  for (let row = start; row < start + lines.last - lines.first; row++) {
    const line = file.rows.get(row);
    if (line === undefined) continue;
    rows.push(
      <TreeRow
        key={row}
        file={file}
        line={line}
        number={row}
        top={lines.top(row - start + lines.first)}
        isSelected={several === undefined ? row === selected?.row : isSelected(several, line.address)}
        isLead={row === selected?.row}
        drop={file.dropAt.value?.row === row ? file.dropAt.value.where : undefined}
        isHovered={row === hovered}
      />,
    );
  }
  return <>{rows}</>;
}

/** The innermost visible value whose bytes are hovered; -1 for none. */
function hoveredRow({ hovered, rows }: OpenFile, { first, last }: ListWindow): number {
  const { value: bytes } = hovered;
  let innermost = -1;
  for (let row = first; row < last; row++) {
    const range = rows.get(row)?.range;
    if (bytes && range && range[0] <= bytes[0] && bytes[1] <= range[1]) innermost = row;
  }
  return innermost;
}

/** The line that an event is in. */
function lineOf(file: OpenFile, event: Event): Line | undefined {
  const element = (event.target as Element).closest<HTMLElement>("[data-row]");
  const row = element === null ? -1 : Number(element.dataset.row);
  const line = file.rows.get(row);
  const place = line && { row, total: file.total.value, address: line.address };
  return place && { element, line, place, moment: file.rows.momentOf(row), isFresh: file.rows.isFresh(row) };
}

/** Does something with a line: at once, unless something that was asked for before may still move it. */
function withLine(file: OpenFile, found: Line, action: (now: Line) => unknown): void {
  if (found.isFresh && isFree(file)) return void action(found);
  void attempt(() => inTurn(file, async () => action(await lineNow(file, found))));
}

/** The value that was in a line when the person saw it, where it is now. */
async function lineNow(file: OpenFile, found: Line): Promise<Line> {
  const place = await file.call("reveal", file.moments.address(found.line.address, found.moment));
  return { ...found, place, line: { ...found.line, address: place.address } };
}

/** Selects a line, expands it or edits its value. */
function click(file: OpenFile, found: Line, event: MouseEvent): void {
  const { children } = found.line;
  const isTwist = (event.target as Element).closest(".twist") !== null && children > 0;
  const isSecond = event.detail === 2;
  const later = (action: (now: Line) => unknown) =>
    void attempt(() => inTurn(file, async () => action(await lineNow(file, found))));
  if (event.shiftKey) later(({ line, place }) => extendToLine(file, line, place));
  else if (event.ctrlKey || event.metaKey || (file.isPicking.value && !isTwist))
    withLine(file, found, ({ place }) => toggle(file, place));
  else if (isTwist || (isSecond && children > 0))
    later(({ line }) => file.expand(line.address, !line.isExpanded, event.altKey));
  else if (isSecond) later(() => file.editInPlace("value"));
  else withLine(file, found, ({ place }) => file.selectRow(place));
}

/** The names of the columns. Their separators are not in the tree, because a tree contains only its lines. */
function TreeHead() {
  return (
    <div class="tree-head">
      <span>Name</span>
      <span>Value</span>
      <span class="type">Type</span>
      <span class="size end">Bytes</span>
      <Splitter class="after-name" size="name-column" label="Width of the column Name" />
      <Splitter class="before-type" size="type-column" label="Width of the column Type" isBehind />
      <Splitter class="before-bytes" size="bytes-column" label="Width of the column Bytes" isBehind />
    </div>
  );
}
