import { useRef } from "preact/hooks";
import type { OpenFile } from "./open-file.js";
import { Button } from "./parts/button.js";
import { Icon } from "./parts/icons.js";
import type { SearchRequest } from "./protocol.js";
import { attempt } from "./state.js";

/** Typing goes on before a search begins. */
const pause = 120;
const places = ["keys", "values", "types"] as const;

/** Search, filter, and going to a path. */
export function SearchBar({ file }: { file: OpenFile }) {
  const timer = useRef(0);
  const query = file.query.value;
  const found = file.found.value;
  const search = (change: Partial<SearchRequest>) => {
    clearTimeout(timer.current);
    const next = { ...file.query.value, ...change };
    timer.current = window.setTimeout(
      () => void attempt(() => file.search(next)),
      "text" in change ? pause : 0,
    );
  };
  /** Goes to a match; one who types fast has not waited for the search. */
  const next = async (text: string, forward: boolean) => {
    clearTimeout(timer.current);
    if (text !== file.query.value.text) await file.search({ ...file.query.value, text });
    await file.nextMatch(forward);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter") void attempt(() => next(field.value, !event.shiftKey));
    if (event.key === "Escape") {
      field.value = "";
      search({ text: "" });
    }
  };
  return (
    <search class="search-bar">
      <label class="search-field">
        <Icon name="search" />
        <span class="visually-hidden">Search</span>
        <input
          id="search"
          type="search"
          placeholder="Search"
          spellcheck={false}
          autocomplete="off"
          defaultValue={query.text}
          onInput={(event) => search({ text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <span class="count" role="status">
          {found !== undefined && countText(found)}
        </span>
      </label>
      <Button
        icon="up"
        label="Previous match"
        keys="Shift+Enter"
        iconOnly
        kind="quiet"
        disabled={!found?.count}
        onClick={() => attempt(() => file.nextMatch(false))}
      />
      <Button
        icon="down"
        label="Next match"
        keys="Enter"
        iconOnly
        kind="quiet"
        disabled={!found?.count}
        onClick={() => attempt(() => file.nextMatch(true))}
      />
      <Button
        icon="filter"
        label="Show only matches"
        iconOnly
        kind="quiet"
        pressed={file.filtered.value}
        disabled={!found?.count}
        onClick={() => attempt(() => file.filter(!file.filtered.value))}
      />
      <fieldset class="where">
        <legend class="visually-hidden">Search in</legend>
        {places.map((place) => (
          <label key={place} class="check">
            <input
              type="checkbox"
              checked={query[place]}
              onChange={() => search({ [place]: !query[place] })}
            />
            {place}
          </label>
        ))}
      </fieldset>
      <label class="go-field">
        <span class="visually-hidden">Go to path</span>
        <input
          id="go"
          placeholder="Go to path: inventory[3].name"
          spellcheck={false}
          autocomplete="off"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            const path = event.currentTarget.value;
            void attempt(async () => file.arrive(await file.call("go", path)));
          }}
        />
      </label>
    </search>
  );
}

function countText({ count, done, at }: { count: number; done: boolean; at: number }): string {
  const total = `${count.toLocaleString("en-US")}${done ? "" : " …"}`;
  if (at >= 0) return `${(at + 1).toLocaleString("en-US")} of ${total}`;
  return count === 0 && done ? "no match" : total;
}
