// The worker of one file: everything that reads, searches or changes it happens here.
import type { Address } from "../protocol.js";
import { readingsOf } from "./describe.js";
import { detailOf } from "./detail.js";
import type { Place } from "./model.js";
import { serve } from "./rpc.js";
import { contentOf, Session } from "./session.js";
import { unpack, unpackHere } from "./unpack.js";

let session: Session;
// What few visits need loads when it is asked for.
const output = async () => {
  // Edits that were asked for before are made before.
  await session.edits();
  return import("./output.js");
};
const around = async (offset: number) => {
  const { Cursor } = await import("./cursor.js");
  return new Cursor(session.rows.root.place).seek(offset);
};
const marks = (address: Address, place: Place) => ({
  mark: session.markOf(address, place),
  match: session.isMatch(address),
});

serve({
  async open(work, request) {
    work.progress({ stage: "Reading" });
    session = new Session(request, await contentOf(await unpack(work, request)));
    return session.opened();
  },
  unpack: unpackHere,
  readings: () => readingsOf([], "store_var"),
  rows: (_work, first, count) => ({
    first,
    total: session.rows.total,
    rows: session.rows.window(first, count, marks),
  }),
  toggle: (_work, address, open, deep) => session.rows.toggle(address, open, deep),
  find: (_work, address) => session.rows.find(address),
  detail: (_work, address) => detailOf(session, address),
  bytes: (_work, start, count) => session.inside.frames.slice(start, start + count),
  original: (_work, start, count) => session.inside.original.slice(start, start + count),
  addressAt: async (_work, offset) => session.rows.find((await around(offset)).address),
  rangeAt: async (_work, offset) => (await around(offset)).place.range,
  search: async (work, request) => (await session.search()).run(work, request),
  matchNear: async (_work, address, forward) => (await session.search()).near(address, forward),
  filter: async (_work, on) => (await session.search()).filter(on),
  edit: async (_work, edit) => (await session.edits()).run(edit),
  undo: async () => (await session.edits()).undo(),
  redo: async () => (await session.edits()).redo(),
  copy: async (_work, address, form) => (await output()).copied(session, address, form),
  save: async () => (await output()).saved(session),
  convert: async (_work, to) => (await output()).converted(session, to),
  exported: async (_work, form, address) => (await output()).exported(session, form, address),
  go: (_work, path) => session.go(path),
  compare: async (work, request) => (await import("./compare.js")).compared(work, session, request),
});
