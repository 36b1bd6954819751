// Comparisons that run at the same time or fail: what is taken over is what the page lists.
import { decode } from "godot-variant";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compared, takeOver } from "../../../web-demo/src/worker/export/compare.js";
import { Call, fileOf, opened } from "./calls.js";

// Each difference then takes so long that the worker breathes after it.
let time = 0;
beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => (time += 100)));
afterEach(() => void vi.restoreAllMocks());

const mine = { a: 1, b: 1, c: 1, d: 1 };
const theirs = { a: 2, b: 2, c: 2, d: 2 };

test("takes over the listed difference, if the same comparison was asked for twice", async () => {
  const session = await opened(mine);
  const [one, other] = [new Call(), new Call()];
  const first = compared(one, session, fileOf(theirs), undefined);
  const second = compared(other, session, fileOf(theirs), undefined);
  const [, { list }] = await Promise.all([one.finish(first), other.finish(second)]);
  const keys = list.map((_, i) => {
    const edit = takeOver(session, i, "theirs");
    return edit.kind === "put" && decode(edit.keys);
  });
  expect(keys).toEqual(list.map(({ path }) => [path]));
});

test("keeps the differences that are listed, if another comparison is refused", async () => {
  const session = await opened(mine);
  const call = new Call();
  const { list } = await call.finish(compared(call, session, fileOf(theirs), undefined));
  const base = fileOf(mine, "godot-3");
  const again = new Call();
  await expect(again.finish(compared(again, session, fileOf(theirs), base))).rejects.toThrow(
    "another engine",
  );
  expect(list).toHaveLength(4);
  expect(takeOver(session, 3, "theirs").kind).toBe("put");
});
