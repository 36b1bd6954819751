// Paths that a person types, and those of bookmarks.
import { describe, expect, test } from "vitest";
import { addressesOf, described, goTo } from "../../../web-demo/src/worker/search/go-to.js";
import { opened } from "./calls.js";

describe("a path", () => {
  test("may begin with the name of the top-level value, but leads to a key of this name first", async () => {
    const plain = await opened({ hp: 2 });
    expect(goTo(plain, "value.hp").address).toEqual([0, 0]);
    expect(goTo(plain, "value").address).toEqual([0]);
    const named = await opened({ hp: 2, value: { hp: 1 } });
    expect(goTo(named, "value.hp").address).toEqual([0, 1, 0]);
    expect(goTo(named, "hp").address).toEqual([0, 0]);
    const places = [[0], [0, 1], [0, 1, 0]];
    expect(
      addressesOf(
        named,
        described(named, places).map(({ path }) => path),
      ),
    ).toEqual(places);
  });
});
