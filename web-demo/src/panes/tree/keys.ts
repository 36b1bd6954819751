import { copying, type Put } from "../../file/clipboard.js";
import type { OpenFile } from "../../file/open-file.js";
import { selectedValues } from "../../file/selected-values.js";
import { extendTo, selectAll } from "../../file/selection.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import type { Siblings } from "../../protocol/places.js";
import type { Row } from "../../protocol/rows.js";

const values = () => import("../../file/values.js");

/** Handles the usual keys of a tree view. Each acts on the line to which the keys before it lead, once they are done. */
export function treeKey(event: KeyboardEvent, file: OpenFile, page: number): void {
  if ((event.target as Element).closest("input, [role=menu]")) return;
  const row = () => file.selected.value?.row ?? -1;
  if (actionOf(event, file, page, file.rows.get(row())) === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const act = (put?: Put) =>
    inTurn(file, async () => {
      // A click may select something else while this waits for a line or for the code of the action.
      const chosen = selectedValues(file);
      const line = row() < 0 ? undefined : await file.rows.now(row());
      await actionOf(event, file, page, line, chosen, put)?.();
    });
  void attempt(() => (copies(event) ? copying(act) : act()));
}

const copies = (event: KeyboardEvent) => isModified(event) && /^[cx]$/i.test(event.key);

const isModified = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

function actionOf(
  event: KeyboardEvent,
  file: OpenFile,
  page: number,
  line: Row | undefined,
  chosen?: Siblings,
  put?: Put,
): (() => unknown) | undefined {
  const now = file.selected.value?.row ?? -1;
  if (isModified(event)) return modified(file, line, chosen, put)[event.key.toLowerCase()];
  if (event.altKey) return moves(file, line, chosen)[event.key];
  return (
    (event.shiftKey ? shifted(file) : {})[event.key] ??
    single(file, line, now, page, chosen)[event.key] ??
    typing(file, event)
  );
}

type Actions = Record<string, (() => unknown) | undefined>;

function moves(file: OpenFile, line: Row | undefined, chosen: Siblings | undefined): Actions {
  if (line === undefined) return {};
  const by = (way: "up" | "down" | "in" | "out") => async () => (await values()).moveBy(file, way, chosen);
  return { ArrowUp: by("up"), ArrowDown: by("down"), ArrowRight: by("in"), ArrowLeft: by("out") };
}

function single(
  file: OpenFile,
  line: Row | undefined,
  now: number,
  page: number,
  chosen: Siblings | undefined,
): Actions {
  const last = file.total.value - 1;
  return {
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
    F2: () => file.editInPlace("value"),
    Escape: () => {
      file.several.value = undefined;
      file.isPicking.value = false;
    },
    ContextMenu: () => openMenu(file),
    Delete: async () => line && (await values()).deleteValues(file, chosen),
  };
}

/** Letters select the line whose name begins with them. */
const typing = (file: OpenFile, event: KeyboardEvent) =>
  event.key.length === 1 && event.key !== "?" ? () => type(file, event) : undefined;

/** One promise for all letters, so that they arrive in their order. */
let loaded: Promise<typeof import("./type-ahead.js")> | undefined;

async function type(file: OpenFile, { key, timeStamp }: KeyboardEvent): Promise<void> {
  const from = file.selected.value;
  loaded ??= import("./type-ahead.js").catch((error) => {
    loaded = undefined;
    throw error;
  });
  const { typeAhead } = await loaded;
  await typeAhead(file, from, key, timeStamp);
}

/** With Shift: selects more, and what else Shift does. */
function shifted(file: OpenFile): Actions {
  const by = (target: (position: number) => number) => () => extendTo(file, target);
  return {
    ArrowDown: by((position) => position + 1),
    ArrowUp: by((position) => position - 1),
    Home: by(() => 0),
    End: by(() => Number.MAX_SAFE_INTEGER),
    F2: () => file.editInPlace("key"),
    F10: () => openMenu(file),
  };
}

/** With Ctrl or ⌘; Ctrl+V comes as an event of its own, which tells what the clipboard holds. */
function modified(file: OpenFile, line: Row | undefined, chosen: Siblings | undefined, put?: Put): Actions {
  if (line === undefined || getSelection()?.toString() !== "") return {};
  return {
    a: () => selectAll(file, line),
    b: () => file.bookmarks.toggle(line.address),
    c: async () => put && (await values()).copyValues(file, put, false, chosen),
    x: async () => put && (await values()).copyValues(file, put, true, chosen),
    d: async () => (await values()).duplicateValues(file, chosen),
  };
}

/** Opens the menu of the selected values beside their line. */
export function openMenu(file: OpenFile): void {
  const line = document.querySelector(".tree .row.lead") ?? document.querySelector(".tree");
  const { left = 0, bottom = 0 } = line?.getBoundingClientRect() ?? {};
  file.menuAt.value = [left + 40, bottom];
}

async function goTo(file: OpenFile, row: number): Promise<void> {
  const line = await file.rows.now(row);
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
