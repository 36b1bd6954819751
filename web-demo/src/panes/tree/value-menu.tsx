// The menu of the selected values, at the pointer or beside their line.
import "./value-menu.css";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { counted, sizeText } from "../../../../js/describe/amounts.js";
import { changeType } from "../../file/change-type.js";
import { copying } from "../../file/clipboard.js";
import type { OpenFile } from "../../file/open-file.js";
import { selectedValues } from "../../file/selected-values.js";
import { countOf, selectAll } from "../../file/selection.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import { copyValues, deleteValues, duplicateValues, moveBy, pasteValues } from "../../file/values.js";
import { isSameAddress } from "../../protocol/places.js";
import { isContainer, isKeyed, isNumberArray } from "../../values/types.js";
import { type MenuItem, MenuList } from "../../widgets/menu.js";

const packedFiles = () => import("../../file/packed-files.js");

export function ValueMenu({ file, at: [x, y] }: { file: OpenFile; at: readonly [number, number] }) {
  const root = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: x, top: y });
  // Inside of the window, which is only known once the menu has its size.
  useLayoutEffect(() => {
    const { width, height } = root.current?.firstElementChild?.getBoundingClientRect() ?? {
      width: 0,
      height: 0,
    };
    setPlace({
      left: Math.max(4, Math.min(x, innerWidth - width - 4)),
      top: Math.max(4, Math.min(y, innerHeight - height - 4)),
    });
  }, [x, y]);
  const leave = () => {
    file.menuAt.value = undefined;
  };
  const close = () => {
    leave();
    document.querySelector<HTMLElement>("[role=tree]")?.focus();
  };
  const siblings = selectedValues(file);
  const count = siblings === undefined ? 0 : countOf(siblings);
  const label = count > 1 ? `Actions for ${counted(count, "value")}` : "Actions for the selected value";
  return (
    <div ref={root} class="value-menu" style={{ left: `${place.left}px`, top: `${place.top}px` }}>
      <MenuList label={label} items={itemsOf(file, count)} root={root} onLeave={leave} onClose={close} />
    </div>
  );
}

function itemsOf(file: OpenFile, count: number): MenuItem[] {
  const { value: place } = file.selected;
  const line = file.rows.get(place?.row ?? -1);
  if (place === undefined || line === undefined) return [];
  // That of the line may be the one from before an edit.
  const { address } = place;
  // That of the value before, until its own is here.
  const detail = isSameAddress(address, file.detail.value?.address) ? file.detail.value : undefined;
  const turn = <Result,>(action: () => Result | Promise<Result>) => inTurn(file, action);
  const isSingle = count === 1;
  const isTop = line.level < 2;
  const isPlace = isContainer(line.type) || isKeyed(line.type);
  const item = (label: string, note: string, action: () => unknown, disabled = false): MenuItem => ({
    label,
    note,
    disabled,
    onSelect: () => void attempt(action),
  });
  const single = [
    item(
      "Edit value",
      "F2",
      () => turn(() => file.editInPlace("value")),
      detail !== undefined && detail.text === undefined && detail.shown.kind !== "text",
    ),
    item(
      "Rename key",
      "Shift+F2",
      () => turn(() => file.editInPlace("key")),
      detail !== undefined && detail.key === undefined,
    ),
    item("Change type …", "", () => changeType(file)),
    item(file.bookmarks.has(address) ? "Remove the bookmark" : "Set a bookmark", "Ctrl+B", () =>
      turn(() => file.bookmarks.toggle(file.selected.value?.address ?? address)),
    ),
  ];
  const size = detail?.shown.kind === "bytes" ? detail.shown.length : undefined;
  const exported = (form: "raw" | "csv") => async () =>
    (await packedFiles()).exportPacked(file, address, form);
  const ofBytes =
    size === undefined
      ? []
      : [
          item("Replace by a file …", sizeText(size), async () =>
            (await packedFiles()).replaceBytes(file, address, size),
          ),
        ];
  const ofNumbers = isNumberArray(line.type)
    ? [item("Export the bytes", "little-endian", exported("raw")), item("Export as CSV", "", exported("csv"))]
    : [];
  return [
    ...(isSingle ? [...single, ...ofBytes, ...ofNumbers] : []),
    item("Cut", "Ctrl+X", () => copying((put) => turn(() => copyValues(file, put, true))), isTop),
    item("Copy", "Ctrl+C", () => copying((put) => turn(() => copyValues(file, put)))),
    item("Paste after", "Ctrl+V", () => pasteValues(file, false), isTop),
    ...(isSingle && isPlace ? [item("Paste inside", "", () => pasteValues(file, true))] : []),
    item("Duplicate", "Ctrl+D", () => turn(() => duplicateValues(file)), isTop),
    item("Move up", "Alt+↑", () => turn(() => moveBy(file, "up")), isTop || line.position === 0),
    item(
      "Move down",
      "Alt+↓",
      () => turn(() => moveBy(file, "down")),
      isTop || line.position === line.siblings - 1,
    ),
    item(
      "Move into the container above",
      "Alt+→",
      () => turn(() => moveBy(file, "in")),
      isTop || line.position === 0,
    ),
    item("Move out of the container", "Alt+←", () => turn(() => moveBy(file, "out")), line.level < 3),
    item(
      "Select all in its container",
      "Ctrl+A",
      () => turn(() => selectAll(file, line)),
      line.siblings < 2 || isTop,
    ),
    item("Select several", "Ctrl+click", () => (file.isPicking.value = true), isTop),
    item("Delete", "Del", () => turn(() => deleteValues(file)), isTop),
  ];
}
