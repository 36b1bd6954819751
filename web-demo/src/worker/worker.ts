// The worker of one file, which reads, searches and edits it. Modules that few visits need are loaded on demand.
import type { Address } from "../protocol/places.js";
import { serve } from "../protocol/serve.js";
import { detailOf } from "./detail/detail.js";
import type { Edits } from "./edit/edits.js";
import type { Search } from "./search/search.js";
import { readingsOf } from "./session/readings.js";
import { insideOf, Session } from "./session/session.js";
import { unpack, unpackHere } from "./session/unpack.js";
import type { TreeNode } from "./tree/tree-node.js";

let session: Session;
let edits: Edits | undefined;
let search: Search | undefined;
let isPrepared = false;
let comparing: typeof import("./export/compare.js") | undefined;

/** Loads a part once. Calls that wait for it go on in the order in which they came; several imports of one module may end in any order. */
function once<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
const editing = once(async () => {
  const { Edits } = await import("./edit/edits.js");
  edits = new Edits(session);
  return edits;
});
const searching = once(async () => {
  const { Search } = await import("./search/search.js");
  search = new Search(session);
  return search;
});
const output = async () => {
  // Edits requested earlier may still wait for their module.
  await editing();
  return import("./export/output.js");
};
/** Loads what saving needs: the site may have other files by then. */
const prepare = async () => {
  isPrepared = true;
  try {
    await (await output()).prepared(session);
  } catch {
    isPrepared = false;
  }
};
const tables = () => import("./edit/columns.js");
const valueAround = async (offset: number) => {
  const { Cursor } = await import("./tree/cursor.js");
  return new Cursor(session.rows.root.node).seek(offset);
};
const marks = (address: Address, node: TreeNode) => ({
  mark: edits?.markOf(address, node) ?? "",
  isMatch: search?.has(address) ?? false,
  difference: comparing?.differenceAt(session, address) ?? "",
});

serve(
  {
    hold: (_task, lock) =>
      new Promise((resolve) => {
        void navigator.locks.request(lock, () => {
          resolve();
          return new Promise(() => {});
        });
      }),
    async open(task, request) {
      task.progress({ stage: "Reading" });
      const inside = await insideOf(await unpack(task, request), request.framing === undefined);
      session = new Session(request, inside);
      return session.summary();
    },
    unpack: unpackHere,
    remarks: async (task) => (await import("./session/remarks.js")).remarksNow(task, session),
    readings: () => readingsOf([], "store_var"),
    rows: (_task, first, count) => ({
      total: session.rows.total,
      isFiltered: session.rows.filtered !== undefined,
      rows: session.rows.window(first, count, marks),
    }),
    expand: (_task, address, isExpanded, deep) => session.rows.expand(address, isExpanded, deep),
    reveal: (_task, address) => session.rows.reveal(address),
    goTo: async (_task, path) => (await import("./search/go-to.js")).goTo(session, path),
    addressesOf: async (_task, paths) => (await import("./search/go-to.js")).addressesOf(session, paths),
    described: async (_task, addresses) => (await import("./search/go-to.js")).described(session, addresses),
    detail: (_task, address) => detailOf(session, address),
    bytes: (_task, start, count) => session.inside.content.ownSlice(start, start + count),
    original: (_task, start, count) => session.inside.original.slice(start, start + count),
    revealByte: async (_task, offset) => session.rows.reveal((await valueAround(offset)).address),
    rangeAround: async (_task, offset) => (await valueAround(offset)).node.range,
    search: async (task, request) => (await searching()).run(task, request),
    replacements: async (task, request) => {
      const found = await searching();
      return (await import("./search/replace.js")).replacements(task, session, found, request);
    },
    matchNear: async (_task, address, forward) => (await searching()).near(address, forward),
    filter: async (_task, on, address) => {
      (await searching()).filter(on);
      return session.rows.nearest(address);
    },
    shownIn: (_task, container) => session.rows.shownIn(container),
    table: async (task, address) => (await tables()).tableHead(task, session, address),
    tableRows: async (_task, address, columns, positions) =>
      (await tables()).tableRows(session, address, columns, positions),
    tableOrder: async (task, address, column, isDescending) =>
      (await tables()).tableOrder(task, session, address, column, isDescending),
    edit: async (_task, edit, wasRefused) => {
      if (!isPrepared) void prepare();
      return (await editing()).run(edit, wasRefused);
    },
    undo: async () => (await editing()).undo(),
    redo: async () => (await editing()).redo(),
    copy: async (_task, address, form) => (await output()).copied(session, address, form),
    copyValues: async (_task, siblings) => {
      const { now } = await editing();
      return (await import("./edit/clip.js")).clipOf(now, siblings);
    },
    clashes: async (_task, values, container) => {
      const { now } = await editing();
      return (await import("./edit/clip.js")).clashesWith(now, values, container);
    },
    losses: async (_task, clip, container) => {
      const { now } = await editing();
      return (await import("./edit/clip.js")).lossesOf(now, clip, container);
    },
    typeChoices: async (_task, address) => {
      const { now } = await editing();
      return (await import("./edit/retype.js")).choicesFor(now, address);
    },
    defaults: async () =>
      (await import("./edit/retype.js")).defaultsOf(session.inside.content.format.dialect),
    save: async () => (await output()).saved(session),
    convert: async (_task, to) => (await output()).converted(session, to),
    exportAs: async (_task, form, address) => (await output()).exported(session, form, address),
    packedFile: async (_task, address, form) =>
      (await import("./export/packed.js")).packedFile(session, address, form),
    async compare(task, other, base) {
      comparing = await import("./export/compare.js");
      return comparing.compared(task, session, other, base);
    },
    takeOver(_task, index, what) {
      // A worker that took the place of another one has not compared.
      if (comparing === undefined) throw new Error("Compare again.");
      return comparing.takeOver(session, index, what);
    },
  },
  async (error) => (await import("./session/failure.js")).failureOf(error),
);
