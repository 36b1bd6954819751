// Searches of one file that run at the same time: what the search field asked, and what replacing needs.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { replacements } from "../../../web-demo/src/worker/search/replace.js";
import { Search } from "../../../web-demo/src/worker/search/search.js";
import { Call, opened } from "./calls.js";

/** Several pieces of work for a search. */
const names = Array.from({ length: 400 }, (_, i) => `sword ${i} ${"-".repeat(1000)}`);
const request = { text: "sword", keys: true, values: true, types: false };

// Each piece of work then takes so long that the worker breathes after it.
let time = 0;
beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => (time += 100)));
afterEach(() => void vi.restoreAllMocks());

describe("a search that runs", () => {
  test("keeps its matches while replacing needs others", async () => {
    const session = await opened(names);
    const search = new Search(session);
    const [field, first, second] = [new Call(), new Call(), new Call()];
    const found = search.run(field, request);
    // The person types on: the first preview is not wanted any more.
    const preview = replacements(first, session, search, { query: request, by: "a" });
    expect((await field.finish(found)).count).toBe(names.length);
    first.isStale = true;
    await first.finish(preview);
    expect(search.matches.length).toBe(names.length);
    const all = await second.finish(replacements(second, session, search, { query: request, by: "axe" }));
    expect(all.changes).toBe(names.length);
  });

  test("gives replacing no matches of another query", async () => {
    const session = await opened(Array.from({ length: 400 }, (_, i) => [i, "-".repeat(1000)]));
    const search = new Search(session);
    const [field, call] = [new Call(), new Call()];
    const query = { ...request, text: "3..5" };
    const preview = replacements(call, session, search, { query, by: "7" });
    const found = search.run(field, { ...request, text: "type:int" });
    while (search.matches.length === 0) await field.goOn();
    expect((await call.finish(preview)).changes).toBe(3);
    await field.finish(found);
  });

  test("leads to the next match, found already or not", async () => {
    const session = await opened(["sword", ...names.map((name) => name.replace("sword", "shield")), "sword"]);
    const search = new Search(session);
    const field = new Call();
    const found = search.run(field, request);
    while (search.matches.length === 0) await field.goOn();
    expect((await search.near([0], true))?.place.address).toEqual([0, 0]);
    const next = search.near([0, 0], true);
    const previous = search.near([0, 0], false);
    await field.finish(found);
    expect((await next)?.place.address).toEqual([0, names.length + 1]);
    expect((await previous)?.place.address).toEqual([0, names.length + 1]);
  });

  test("leads nowhere without a match", async () => {
    const session = await opened(names);
    const search = new Search(session);
    const field = new Call();
    const found = search.run(field, { ...request, text: "shield" });
    const next = search.near([0], true);
    await field.finish(found);
    expect(await next).toBeUndefined();
  });

  test("shows all matches if it is filtered before it is done", async () => {
    const session = await opened(names);
    const search = new Search(session);
    const field = new Call();
    const found = search.run(field, request);
    search.filter(true);
    expect(session.rows.total).toBeLessThan(names.length);
    await field.finish(found);
    expect(session.rows.total).toBe(names.length + 1);
  });
});
