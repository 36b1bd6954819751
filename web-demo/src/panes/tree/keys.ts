import type { OpenFile } from "../../file/open-file.js";
import { attempt } from "../../file/state.js";
import type { Row } from "../../protocol/calls.js";

/** Handles the usual keys of a tree view. */
export function treeKey(event: KeyboardEvent, file: OpenFile, page: number): void {
  if (event.ctrlKey || event.metaKey || (event.target as Element).closest("input")) return;
  const now = file.selected.value?.row ?? -1;
  const line = file.rows.get(now);
  const last = file.total.value - 1;
  const moves: Record<string, () => unknown> = {
    ArrowDown: () => goTo(file, Math.min(last, now + 1)),
    ArrowUp: () => goTo(file, Math.max(0, now - 1)),
    PageDown: () => goTo(file, Math.min(last, now + page)),
    PageUp: () => goTo(file, Math.max(0, now - page)),
    Home: () => goTo(file, 0),
    End: () => goTo(file, last),
    ArrowRight: () => line && inward(file, line, now),
    ArrowLeft: () => line && outward(file, line),
    Enter: () =>
      line && (line.children > 0 ? file.expand(line.address, !line.isExpanded) : file.editInPlace("value")),
    " ": () => line && line.children > 0 && file.expand(line.address, !line.isExpanded),
    "*": () => line && file.expand(line.address, true, true),
    F2: () => file.editInPlace(event.shiftKey ? "key" : "value"),
    Delete: () =>
      line &&
      file.detail.value?.canEdit &&
      line.level > 1 &&
      file.edit({ kind: "delete", address: line.address }),
  };
  const move = event.altKey ? altMoves(file, line)[event.key] : moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  void attempt(move);
}

/** Alt and an arrow move the value among its siblings. */
function altMoves(file: OpenFile, line: Row | undefined): Record<string, () => unknown> {
  if (line === undefined || line.level < 2) return {};
  const move = (to: number) =>
    to >= 0 && to < line.siblings && file.edit({ kind: "move", address: line.address, to });
  return { ArrowUp: () => move(line.position - 1), ArrowDown: () => move(line.position + 1) };
}

async function goTo(file: OpenFile, row: number): Promise<void> {
  const line = file.rows.get(row) ?? (await file.call("rows", row, 1)).rows[0];
  if (line !== undefined) file.selectRow({ row, total: file.total.value, address: line.address });
}

function inward(file: OpenFile, line: Row, row: number): unknown {
  if (line.children === 0) return;
  return line.isExpanded ? goTo(file, row + 1) : file.expand(line.address, true);
}

function outward(file: OpenFile, line: Row): unknown {
  if (line.isExpanded) return file.expand(line.address, false);
  return line.level > 1 ? file.select(line.address.slice(0, -1)) : undefined;
}
