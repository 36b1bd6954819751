// The worker of one file: everything that reads, searches or changes it happens here.
import type { Address } from "../protocol.js";
import { compared } from "./compare.js";
import { Cursor } from "./cursor.js";
import { detailOf } from "./detail.js";
import type { Place } from "./model.js";
import { converted, copied, exported, saved } from "./output.js";
import { serve } from "./rpc.js";
import { read, Session, secretsOf } from "./session.js";

let session: Session;
const marks = (address: Address, place: Place) => ({
  mark: session.edits.markOf(address, place),
  match: session.search.has(address),
});

serve({
  async open(work, request) {
    work.progress({ stage: "Reading" });
    const secrets = secretsOf(request);
    session = new Session(request, secrets, await read(request, secrets));
    return session.opened();
  },
  rows: (_work, first, count) => ({
    first,
    total: session.rows.total,
    rows: session.rows.window(first, count, marks),
  }),
  toggle: (_work, address, open, deep) => session.rows.toggle(address, open, deep),
  find: (_work, address) => session.rows.find(address),
  detail: (_work, address) => detailOf(session, address),
  bytes: (_work, start, count) => session.inside.frames.slice(start, start + count),
  addressAt: (_work, offset) => session.rows.find(new Cursor(session.rows.root.place).seek(offset).address),
  search: (work, request) => session.search.run(work, request),
  matchNear: (_work, address, forward) => session.search.near(address, forward),
  filter: (_work, on) => session.search.filter(on),
  edit: (_work, edit) => session.edits.run(edit),
  undo: () => session.edits.undo(),
  redo: () => session.edits.redo(),
  copy: (_work, address, form) => copied(session, address, form),
  save: () => saved(session),
  convert: (_work, to) => converted(session, to),
  exported: (_work, form, address) => exported(session, form, address),
  go: (_work, path) => session.go(path),
  compare: (work, request) => compared(work, session, request),
});
