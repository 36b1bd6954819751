// A table whose calls are answered late.
import { signal } from "@preact/signals";
import { expect, test, vi } from "vitest";
import { Drafts } from "../../../web-demo/src/file/drafts.js";
import { Moments } from "../../../web-demo/src/file/moments.js";
import type { OpenFile } from "../../../web-demo/src/file/open-file.js";
import { TableView } from "../../../web-demo/src/panes/table/table-view.js";

// The page asks how many workers may run when its code is loaded. Node 20 cannot tell.
vi.hoisted(() => vi.stubGlobal("navigator", { hardwareConcurrency: 2 }));

/** A file with a table of one column, whose orders the test gives. */
class File {
  readonly version = signal(0);
  readonly drafts = new Drafts();
  readonly moments = new Moments();
  names = ["rope", "torch", "apple"];
  readonly orders: ((order: readonly number[]) => void)[] = [];

  async call(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const version = this.version.peek();
    if (name === "table")
      return {
        version,
        crumbs: [],
        rows: this.names.length,
        isKeyed: false,
        columns: [{ key: "name" }],
        isCut: false,
      };
    if (name === "tableOrder")
      return new Promise((give) => this.orders.push((order) => give(Int32Array.from(order))));
    const positions = (args[2] as readonly number[]).filter((position) => position < this.names.length);
    const cell = (position: number) => ({ type: "String", text: this.names[position], canEdit: true });
    return { version, rows: positions.map((position) => ({ position, label: "", cells: [cell(position)] })) };
  }
}

test("an order that was asked for before an edit is asked for again", async () => {
  const file = new File();
  const view = new TableView(file as unknown as OpenFile, [0]);
  view.show(0, 3);
  await view.refresh();
  const sorted = view.sortBy("name");
  file.names.splice(1, 1);
  file.version.value++;
  await view.refresh();
  file.orders[0]?.([2, 0, 1]);
  await new Promise((resolve) => setTimeout(resolve));
  file.orders[1]?.([1, 0]);
  await sorted;
  const shown = [0, 1].map((line) => view.rows.value.get(line)?.cells[0]?.text);
  expect(shown).toEqual(["apple", "rope"]);
});
