import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { attempt } from "../../file/state.js";
import type { TableHead } from "../../protocol/table.js";
import { typeTraits } from "../../values/types.js";
import { Icon } from "../../widgets/icons.js";
import { styleSize } from "../../widgets/style-size.js";
import { useWindow } from "../../widgets/window.js";
import type { TableView } from "./table-view.js";

/** The cells; only the visible lines are elements. */
export function TableGrid({ view, head }: { view: TableView; head: TableHead }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = styleSize("--row");
  const lines = useWindow(scroller, head.rows, rowHeight, rowHeight);
  const { line, column } = view.at.value;
  useEffect(() => view.show(lines.first, lines.last), [lines.first, lines.last]);
  useEffect(() => {
    lines.show(line);
    const cell = scroller.current?.querySelector<HTMLElement>("[aria-selected=true].current");
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [line, column]);
  const wasEditing = useRef(false);
  // Before the next key, which belongs to the grid.
  useLayoutEffect(() => {
    const hasEnded = wasEditing.current && !view.isEditing.value;
    // Otherwise the person has gone to another field.
    if (hasEnded && document.activeElement === document.body) scroller.current?.focus();
    wasEditing.current = view.isEditing.value;
  }, [view.isEditing.value]);
  const shown = [];
  for (let at = lines.first; at < lines.last; at++)
    if (view.rows.value.has(at)) shown.push(<Line key={at} view={view} line={at} top={lines.top(at)} />);
  return (
    <div
      ref={scroller}
      class="table-grid"
      role="grid"
      aria-label="Cells"
      aria-rowcount={head.rows + 1}
      aria-colcount={head.columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={`cell-${line}-${column}`}
      tabIndex={0}
      style={{ "--columns": head.columns.length }}
      onKeyDown={(event) => gridKey(event, view, lines.page)}
      onClick={(event) => void gridClick(event, view)}
    >
      <Head view={view} head={head} />
      <div class="table-rows" role="presentation" style={{ height: `${lines.height}px` }}>
        {shown}
      </div>
    </div>
  );
}

function Head({ view, head }: { view: TableView; head: TableHead }) {
  const sort = view.sort.value;
  const sortOf = (key: string) =>
    sort?.column !== key ? "none" : sort.isDescending ? "descending" : "ascending";
  return (
    <div class="table-line table-head" role="row" aria-rowindex={1}>
      <span class="row-name" role="columnheader" aria-colindex={1}>
        {head.isKeyed ? "Key" : "#"}
      </span>
      {head.columns.map(({ key, type }, i) => (
        <span key={key} role="columnheader" aria-colindex={i + 2} aria-sort={sortOf(key)}>
          <button
            type="button"
            title={type ?? "several types"}
            onClick={() => attempt(() => view.sortBy(key))}
          >
            <span>{key}</span>
            {sortOf(key) !== "none" && <Icon name={sort?.isDescending ? "down" : "up"} />}
          </button>
        </span>
      ))}
    </div>
  );
}

function Line({ view, line, top }: { view: TableView; line: number; top: number }) {
  const row = view.rows.value.get(line);
  const { line: currentLine, column } = view.at.value;
  const [first, last] = view.selected;
  if (row === undefined) return null;
  return (
    <div
      class="table-line"
      role="row"
      aria-rowindex={line + 2}
      data-line={line}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span class="row-name" role="rowheader" aria-colindex={1}>
        {row.label}
      </span>
      {view.columns.map((key, i) => {
        const cell = row.cells[i];
        const isCurrent = line === currentLine && i === column;
        const isMissing = cell === undefined;
        return (
          <span
            key={key}
            id={`cell-${line}-${i}`}
            class={`${isCurrent ? "current" : ""} ${isMissing ? "missing" : typeTraits[cell.type].family}`}
            role="gridcell"
            aria-colindex={i + 2}
            aria-selected={i === column && line >= first && line <= last}
            data-column={i}
          >
            {isCurrent && view.isEditing.value ? (
              <CellField view={view} column={key} />
            ) : (
              (cell?.text ?? (i === 0 && row.preview !== undefined ? row.preview : "—"))
            )}
          </span>
        );
      })}
    </div>
  );
}

/** Enter writes the text into all selected rows, Escape discards it. */
function CellField({ view, column }: { view: TableView; column: string }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <input
      ref={input}
      class="cell-field"
      defaultValue={view.text ?? ""}
      aria-label={column}
      aria-invalid={view.draft.value !== undefined}
      spellcheck={false}
      onKeyDown={(event) => {
        if (event.key === "Enter") void view.keep(event.currentTarget.value);
        else if (event.key === "Escape") view.discard();
        else return;
        event.stopPropagation();
      }}
      onBlur={(event) => void view.keep(event.currentTarget.value, true)}
    />
  );
}

const focusField = (grid: Element) => grid.querySelector<HTMLElement>(".cell-field")?.focus();

async function gridClick(
  { target: element, currentTarget, shiftKey }: MouseEvent,
  view: TableView,
): Promise<void> {
  const target = element as Element;
  const grid = currentTarget as Element;
  const cell = target.closest<HTMLElement>("[data-column]");
  const line = cell?.closest<HTMLElement>("[data-line]");
  if (!cell || !line || target.closest("input")) return;
  const [to, column] = [Number(line.dataset.line), Number(cell.dataset.column)];
  if (!(await view.isFree())) return focusField(grid);
  const { at } = view;
  const isCurrent = at.value.line === to && at.value.column === column && view.anchor.value === to;
  if (isCurrent && !shiftKey) view.edit();
  else view.select(to, column, shiftKey && column === at.value.column);
}

function gridKey(event: KeyboardEvent, view: TableView, page: number): void {
  if ((event.target as Element).closest("input, button")) return;
  const { line, column } = view.at.value;
  const isWhole = event.ctrlKey || event.metaKey;
  const rows = view.head.value?.rows ?? 0;
  const far = isWhole ? rows : 1;
  const { shiftKey } = event;
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => view.select(line + far, column, shiftKey),
    ArrowUp: () => view.select(line - far, column, shiftKey),
    PageDown: () => view.select(line + page, column, shiftKey),
    PageUp: () => view.select(line - page, column, shiftKey),
    ArrowRight: () => view.select(line, column + 1),
    ArrowLeft: () => view.select(line, column - 1),
    Home: () => view.select(isWhole ? 0 : line, 0),
    End: () => view.select(isWhole ? rows : line, Number.MAX_SAFE_INTEGER),
    Enter: () => view.edit(),
    F2: () => view.edit(),
    Escape: () => view.select(line, column),
  };
  const move = moves[event.key];
  if (move === undefined || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (view.isEditing.value) focusField(event.currentTarget as Element);
  else move();
}
