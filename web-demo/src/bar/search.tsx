import { useRef } from "preact/hooks";
import type { OpenFile } from "../file/open-file.js";
import { attempt } from "../file/state.js";
import type { SearchRequest, SearchState } from "../protocol/search.js";
import { Button } from "../widgets/button.js";
import { Icon } from "../widgets/icons.js";
import { showsBytes, toggleBytes } from "../widgets/sizes.js";

/** Milliseconds without typing until a search starts. */
const pause = 120;
const fields = ["keys", "values", "types"] as const;

/** The fields for a search and for a path. */
export function SearchBar({ file }: { file: OpenFile }) {
  const timer = useRef(0);
  const query = file.search.query.value;
  const matches = file.search.matches.value;
  const search = (change: Partial<SearchRequest>) => {
    clearTimeout(timer.current);
    const next = { ...file.search.query.value, ...change };
    timer.current = window.setTimeout(
      () => void attempt(() => file.search.run(next)),
      "text" in change ? pause : 0,
    );
  };
  /** Selects a match; first it searches, if Enter came before the pause was over. */
  const next = async (text: string, forward: boolean) => {
    clearTimeout(timer.current);
    if (text !== file.search.query.value.text) await file.search.run({ ...file.search.query.value, text });
    await file.search.next(forward);
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
          title="A text, >= 10 < 20, 10..20, /expression/ or type:int"
          spellcheck={false}
          autocomplete="off"
          defaultValue={query.text}
          onInput={(event) => search({ text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <span class="count" role="status">
          {matches !== undefined && countText(matches)}
        </span>
      </label>
      <Button
        icon="up"
        label="Previous match"
        keys="Shift+Enter"
        iconOnly
        kind="quiet"
        disabled={!matches?.count}
        onClick={() => attempt(() => file.search.next(false))}
      />
      <Button
        icon="down"
        label="Next match"
        keys="Enter"
        iconOnly
        kind="quiet"
        disabled={!matches?.count}
        onClick={() => attempt(() => file.search.next(true))}
      />
      <Button
        icon="filter"
        label="Show only matches"
        iconOnly
        kind="quiet"
        pressed={file.search.filtered.value}
        disabled={!matches?.count}
        onClick={() => attempt(() => file.search.filter(!file.search.filtered.value))}
      />
      <Button
        icon="swap"
        label="Replace"
        keys="Ctrl+H"
        iconOnly
        kind="quiet"
        pressed={file.search.isReplacing.value}
        onClick={() => (file.search.isReplacing.value = !file.search.isReplacing.value)}
      />
      <fieldset class="where">
        <legend class="visually-hidden">Search in</legend>
        {fields.map((field) => (
          <label key={field} class="check">
            <input
              type="checkbox"
              checked={query[field]}
              onChange={() => search({ [field]: !query[field] })}
            />
            {field}
          </label>
        ))}
      </fieldset>
      <label class="go-field">
        <span class="visually-hidden">Go to path</span>
        <input
          id="go"
          placeholder="Go to path or @byte: inventory[3].name"
          spellcheck={false}
          autocomplete="off"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            const path = event.currentTarget.value;
            void attempt(() => file.call("goTo", path).then((place) => file.selectRevealed(place)));
          }}
        />
      </label>
      <span class="bytes-toggle">
        <Button
          icon="bytes"
          label="Show the bytes"
          iconOnly
          kind="quiet"
          pressed={showsBytes.value}
          onClick={toggleBytes}
        />
      </span>
    </search>
  );
}

function countText({ count, isDone, at }: SearchState & { at: number }): string {
  const total = `${count.toLocaleString("en-US")}${isDone ? "" : " …"}`;
  if (at >= 0) return `${(at + 1).toLocaleString("en-US")} of ${total}`;
  return count === 0 && isDone ? "no matches" : total;
}
