// A container of Dictionaries as a table, in place of the panes.
import "./table.css";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { counted } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt, say } from "../../file/state.js";
import type { Address } from "../../protocol/places.js";
import { shortText } from "../../values/short-text.js";
import { Button } from "../../widgets/button.js";
import { TableGrid } from "./grid.js";
import { TableView } from "./table-view.js";

export function TablePane({ file, address }: { file: OpenFile; address: Address }) {
  const view = useMemo(() => new TableView(file, address), [file, address]);
  // A text that was not taken stays, and the page says so.
  const close = () => (file.table.value = undefined);
  const version = file.version.value;
  useEffect(() => {
    // Undo may take the whole container away.
    view.refresh().catch(close);
  }, [view, version]);
  const head = view.head.value;
  return (
    <section class="table" aria-label="Table">
      <header>
        <Button icon="left" label="Back to the tree" onClick={close} />
        <h2>
          {head?.crumbs.join(" › ")}
          {head !== undefined && (
            <span class="count">
              {" "}
              {counted(head.rows, "row")}, {counted(head.columns.length, "column")}
              {head.isCut && ", and further columns that are not shown"}
            </span>
          )}
        </h2>
        <TableTools file={file} address={address} view={view} />
      </header>
      <RefusedText view={view} />
      {head !== undefined && <TableGrid view={view} head={head} />}
      <SelectedRows view={view} />
    </section>
  );
}

/** Why the cells did not take a text, which is in its field until the table is closed. */
function RefusedText({ view }: { view: TableView }) {
  const draft = view.draft.value;
  if (draft === undefined) return null;
  return (
    <p class="problem" role="alert">
      {!view.isEditing.value && `“${shortText(draft.text)}” was not taken. `}
      {draft.problem}{" "}
      {!view.isEditing.value && <Button label="Discard" kind="quiet" onClick={() => view.discard()} />}
    </p>
  );
}

function SelectedRows({ view }: { view: TableView }) {
  const [first, last] = view.selected;
  return (
    <p class="legend" role="status">
      {first === last
        ? "Enter, or a second click, edits a cell. Shift selects further rows."
        : `${counted(last - first + 1, "row")}: an edit sets ${view.columns[view.at.value.column]} in all of them.`}
    </p>
  );
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error("This is not UTF-8. Save the CSV as UTF-8.", { cause });
  }
}

function TableTools({ file, address, view }: { file: OpenFile; address: Address; view: TableView }) {
  const input = useRef<HTMLInputElement>(null);
  const bring = async () => {
    const [picked] = input.current?.files ?? [];
    if (picked === undefined || input.current === null) return;
    input.current.value = "";
    await view.takeCsv(textOf(await picked.arrayBuffer()));
    say(`Imported ${picked.name}`);
  };
  const take = async () => (await import("../../file/output.js")).exportAs(file, "csv", address);
  return (
    <div class="tools">
      <Button
        icon="edit"
        label="Edit"
        keys="Enter"
        kind="icon"
        disabled={view.text === undefined}
        onClick={() => view.edit()}
      />
      <Button icon="down_load" label="Export CSV" onClick={() => attempt(take)} />
      <Button icon="open" label="Import CSV" onClick={() => input.current?.click()} />
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        accept=".csv,text/csv"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={() => attempt(bring)}
      />
    </div>
  );
}
