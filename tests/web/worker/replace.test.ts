// Values that take the place of whole values of a type.
import { describe, expect, test } from "vitest";
import { type Variant, Vector2 } from "../../../js/index.js";
import type { Edit } from "../../../web-demo/src/protocol/edits.js";
import { Edits } from "../../../web-demo/src/worker/edit/edits.js";
import { replacements } from "../../../web-demo/src/worker/search/replace.js";
import { Search } from "../../../web-demo/src/worker/search/search.js";
import { previewOf } from "../../../web-demo/src/worker/tree/preview.js";
import { Call, opened } from "./calls.js";

describe("all values of a type that is no container are replaced", () => {
  test.each<[type: string, old: Variant, by: string, shown: string]>([
    ["PackedInt32Array", Int32Array.of(1, 2), "PackedInt32Array(3)", "1 element: 3"],
    ["PackedByteArray", Uint8Array.of(1, 2), 'PackedByteArray("AwQF")', "3 bytes: 03 04 05"],
    ["Vector2", new Vector2(1, 2), "Vector2(3, 4)", "(3, 4)"],
  ])("%s", async (type, old, by, shown) => {
    const session = await opened([old]);
    const query = { text: `type:${type}`, keys: false, values: true, types: false };
    const found = await replacements(new Call(), session, new Search(session), { query, by });
    expect(found.list.filter(({ problem }) => problem !== "")).toEqual([]);
    new Edits(session).run(found.edit as Edit);
    expect(previewOf(session.nodeAt([0, 0]))).toBe(shown);
  });
});
