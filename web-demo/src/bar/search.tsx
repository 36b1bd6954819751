import { useRef } from "preact/hooks";
import { grouped } from "../../../js/describe/amounts.js";
import type { OpenFile } from "../file/open-file.js";
import { attempt } from "../file/state.js";
import { inTurn } from "../file/turns.js";
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
  /** What the next search is to change. */
  const changes = useRef<Partial<SearchRequest>>({});
  const query = file.search.query.value;
  const matches = file.search.matches.value;
  const run = () => {
    clearTimeout(timer.current);
    const next = { ...file.search.query.value, ...changes.current };
    changes.current = {};
    return file.search.run(next);
  };
  const search = (change: Partial<SearchRequest>) => {
    clearTimeout(timer.current);
    changes.current = { ...changes.current, ...change };
    timer.current = window.setTimeout(() => void attempt(run), "text" in change ? pause : 0);
  };
  /** Selects a match; first it searches, if Enter came before the pause was over. */
  const next = async (forward: boolean) => {
    const { value: before } = file.selected;
    if (Object.keys(changes.current).length > 0) await run();
    // A search may take long: what the person selected meanwhile stays.
    if (file.selected.value === before) await goToMatch(file, forward);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter") void attempt(() => next(!event.shiftKey));
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
      <MatchButtons file={file} />
      <Where query={query} onChange={search} />
      <GoField file={file} />
      <span class="bytes-toggle">
        <Button
          icon="bytes"
          label="Show the bytes"
          kind="icon"
          pressed={showsBytes.value}
          onClick={toggleBytes}
        />
      </span>
    </search>
  );
}

/** Selects a match. Clicks do not wait for a search that is still running: then what they select stays. */
async function goToMatch(file: OpenFile, forward: boolean): Promise<void> {
  const { search } = file;
  if (search.matches.value?.isDone) return inTurn(file, () => search.next(forward));
  await inTurn(file, () => {});
  await search.next(forward);
}

function MatchButtons({ file }: { file: OpenFile }) {
  const { search } = file;
  const { filtered, isReplacing } = search;
  const ofMatches = { kind: "icon", disabled: !search.matches.value?.count } as const;
  return (
    <>
      <Button
        {...ofMatches}
        icon="up"
        label="Previous match"
        keys="Shift+Enter"
        onClick={() => attempt(() => goToMatch(file, false))}
      />
      <Button
        {...ofMatches}
        icon="down"
        label="Next match"
        keys="Enter"
        onClick={() => attempt(() => goToMatch(file, true))}
      />
      <Button
        {...ofMatches}
        icon="filter"
        label="Show only matches"
        pressed={filtered.value}
        onClick={() => attempt(() => inTurn(file, () => search.filter(!filtered.value)))}
      />
      <Button
        icon="swap"
        label="Replace"
        keys="Ctrl+H"
        kind="icon"
        pressed={isReplacing.value}
        onClick={() => (isReplacing.value = !isReplacing.value)}
      />
    </>
  );
}

interface WhereProps {
  readonly query: SearchRequest;
  readonly onChange: (change: Partial<SearchRequest>) => void;
}

function Where({ query, onChange }: WhereProps) {
  return (
    <fieldset class="where">
      <legend class="visually-hidden">Search in</legend>
      {fields.map((field) => (
        <label key={field} class="check">
          <input
            type="checkbox"
            checked={query[field]}
            onChange={() => onChange({ [field]: !query[field] })}
          />
          {field}
        </label>
      ))}
    </fieldset>
  );
}

function GoField({ file }: { file: OpenFile }) {
  // A key before it may still change what is at the path.
  const go = (path: string) => inTurn(file, async () => file.selectRevealed(await file.call("goTo", path)));
  return (
    <label class="go-field">
      <span class="visually-hidden">Go to path</span>
      <input
        id="go"
        placeholder="Go to path or @byte: inventory[3].name"
        spellcheck={false}
        autocomplete="off"
        onKeyDown={(event) => {
          const path = event.currentTarget.value;
          if (event.key === "Enter") void attempt(() => go(path));
        }}
      />
    </label>
  );
}

function countText({ count, isDone, at }: SearchState & { at: number }): string {
  const total = `${grouped(count)}${isDone ? "" : " …"}`;
  if (at >= 0) return `${grouped(at + 1)} of ${total}`;
  return count === 0 && isDone ? "no matches" : total;
}
