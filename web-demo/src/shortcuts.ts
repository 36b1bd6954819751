// Keyboard shortcuts that work everywhere on the page.

import { leaveField } from "./file/settle-fields.js";
import { attempt, closeFile, current, currentId, dialog, files, hasDialog } from "./file/state.js";
import { inTurn, step } from "./file/turns.js";
import { openPicker } from "./open/pick.js";
import { focusField } from "./widgets/focus-field.js";

const panes = [".tree", ".detail", ".hex-scroller"];

function nextPane(step: number): void {
  const now = panes.findIndex((pane) => document.activeElement?.closest(pane) !== null);
  for (let i = 1; i <= panes.length; i++) {
    const pane = document.querySelector<HTMLElement>(
      panes[(now + step * i + panes.length * 2) % panes.length] as string,
    );
    const target = pane?.matches("[tabindex]")
      ? pane
      : pane?.querySelector<HTMLElement>("input, textarea, select, button");
    if (!target || target.offsetParent === null) continue;
    target.focus();
    return;
  }
}

/** The action of a key; undefined if it has none. */
function actionOf(event: KeyboardEvent): (() => unknown) | undefined {
  const file = current.value;
  const isField = (event.target as Element).closest("input:not([type=checkbox]), textarea, select") !== null;
  if (event.key === "F6") return () => nextPane(event.shiftKey ? -1 : 1);
  if (event.key === "F4" && file?.info.value)
    return () => {
      leaveField();
      return inTurn(file, () => file.bookmarks.next(!event.shiftKey));
    };
  if (event.key === "?" && !isField) return () => (dialog.value = "help");
  if (event.altKey && event.key === "w" && file) return () => closeFile(file);
  if (event.altKey && /^[1-9]$/.test(event.key))
    return () => (currentId.value = files.value[Number(event.key) - 1]?.id ?? currentId.value);
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  switch (event.key.toLowerCase()) {
    case "o":
      return openPicker;
    case "s":
      return file?.info.value && (async () => (await import("./file/output.js")).saveFile(file));
    case "f":
      return file?.info.value && (() => focusField("search"));
    case "h":
      return file?.info.value && (() => (file.search.isReplacing.value = !file.search.isReplacing.value));
    case "g":
      return file?.info.value && (() => focusField("go"));
    case "z":
      return isField || !file ? undefined : () => step(file, event.shiftKey ? "redo" : "undo");
    case "y":
      return isField || !file ? undefined : () => step(file, "redo");
    default:
      return undefined;
  }
}

/** Letters of some scripts are composed of several keys: Enter and Escape end that first. Safari tells only by the code. */
const composes = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229;

export function acceptShortcuts(): void {
  addEventListener("keydown", (event) => composes(event) && event.stopPropagation(), true);
  addEventListener("keydown", (event) => {
    if (hasDialog.value) return;
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    void attempt(action);
  });
  addEventListener("beforeunload", (event) => {
    // A field sends its text when it loses the focus.
    const { activeElement } = document;
    const typed = activeElement?.matches(".detail input, .detail textarea, .in-place input, .cell-field")
      ? (activeElement as HTMLInputElement | HTMLTextAreaElement)
      : undefined;
    const isTyping = typed !== undefined && typed.value !== typed.defaultValue;
    if (!isTyping && !files.value.some((file) => file.changed.value)) return;
    event.preventDefault();
    // Chrome before 119 asks only for this.
    event.returnValue = true;
  });
}
