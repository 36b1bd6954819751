// Entries with equal keys, as only damaged files have them: a path leads to the last, and nothing else is edited in place of one.
import { describe, expect, test } from "vitest";
import type { Edit } from "../../../web-demo/src/protocol/edits.js";
import { Edits } from "../../../web-demo/src/worker/edit/edits.js";
import { replacements } from "../../../web-demo/src/worker/search/replace.js";
import { Search } from "../../../web-demo/src/worker/search/search.js";
import type { Session } from "../../../web-demo/src/worker/session/session.js";
import { previewOf } from "../../../web-demo/src/worker/tree/preview.js";
import { dictionaryBytes } from "../../js/equal-keys.js";
import { Call, openedBytes } from "./calls.js";

const exact = { dialect: "godot-4.4", mode: "exact" } as const;
const scalars = dictionaryBytes(
  [
    ["a", 1n],
    ["a", 2n],
  ],
  exact,
);
const arrays = dictionaryBytes(
  [
    ["a", [1n, 2n]],
    ["a", [3n, 4n]],
  ],
  exact,
);
const rows = dictionaryBytes(
  [
    ["a", { hp: 1n }],
    ["a", { hp: 2n }],
  ],
  exact,
);

const shown = (session: Session, address: readonly number[] = [0]) => previewOf(session.nodeAt(address));

describe("an edit of the first of two entries with equal keys is refused", () => {
  const range = [[0, 1]] as const;
  test.each<[name: string, bytes: Uint8Array<ArrayBuffer>, edit: Edit]>([
    ["value", scalars, { kind: "set", address: [0, 0], text: "5" }],
    ["type", scalars, { kind: "retype", address: [0, 0], type: "String" }],
    ["key", scalars, { kind: "rename", address: [0, 0], text: "z" }],
    ["bytes", scalars, { kind: "bytes", address: [0, 0], patches: [[4, 9]] }],
    ["removal", scalars, { kind: "delete", siblings: { container: [0], ranges: range } }],
    ["element", arrays, { kind: "set", address: [0, 0, 0], text: "5" }],
    ["new element", arrays, { kind: "add", address: [0, 0], key: "", text: "5", type: undefined }],
    ["removal of an element", arrays, { kind: "delete", siblings: { container: [0, 0], ranges: range } }],
    ["copy of an element", arrays, { kind: "duplicate", siblings: { container: [0, 0], ranges: range } }],
    [
      "order of elements",
      arrays,
      {
        kind: "move",
        siblings: { container: [0, 0], ranges: range },
        to: { container: [0, 0], position: 2 },
        onClash: "refuse",
      },
    ],
    [
      "pasted element",
      arrays,
      { kind: "paste", clip: "5", to: { container: [0, 0], position: 0 }, onClash: "refuse" },
    ],
    ["cell", rows, { kind: "cells", address: [0], version: 0, positions: [0], column: "hp", text: "5" }],
  ])("%s", async (_, bytes, edit) => {
    const session = await openedBytes(bytes);
    const values = () => [0, 1].map((at) => shown(session, [0, at]));
    const before = values();
    expect(() => new Edits(session).run(edit)).toThrow("Several entries have this key");
    expect(values()).toEqual(before);
  });

  test("and said before values are replaced", async () => {
    const session = await openedBytes(scalars);
    const query = { text: "type:int", keys: false, values: true, types: false };
    const request = { query, by: "7" };
    const found = await replacements(new Call(), session, new Search(session), request);
    expect(found.list.map(({ problem }) => problem !== "")).toEqual([true, false]);
    new Edits(session).run(found.edit as Edit);
    expect(shown(session)).toBe("{a: 1, a: 7}");
  });

  test("until the last one has another key", async () => {
    const session = await openedBytes(scalars);
    const edits = new Edits(session);
    edits.run({ kind: "rename", address: [0, 1], text: "b" });
    edits.run({ kind: "set", address: [0, 0], text: "5" });
    expect(shown(session)).toBe("{a: 5, b: 2}");
  });
});
