import "./replace.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { counted } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { selectedValues } from "../../file/selection.js";
import { attempt, say } from "../../file/state.js";
import { failureOf, messageOf } from "../../protocol/failures.js";
import type { Replacements } from "../../protocol/search.js";
import { Button } from "../../widgets/button.js";
import { Path } from "../../widgets/path.js";
import { Problem } from "../../widgets/problem.js";
import { FoundList } from "./list.js";

/** Milliseconds without typing until the preview is made. */
const pause = 150;

/** Replaces what the search finds, and shows before what changes. */
export function ReplacePane({ file }: { file: OpenFile }) {
  const { search } = file;
  const query = search.query.value;
  const [by, setBy] = useState("");
  const [isLimited, setLimited] = useState(false);
  const [found, setFound] = useState<Replacements>();
  const [problem, setProblem] = useState("");
  const [at, setAt] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const siblings = selectedValues(file);
  const within = isLimited ? siblings : undefined;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    let isStale = false;
    const preview = async () => {
      if (query.text === "") return setFound(undefined);
      try {
        const next = await file.call("replacements", { query, by, within });
        if (isStale) return;
        setFound(next);
        setProblem("");
      } catch (error) {
        if (isStale || failureOf(error).code === "cancelled") return;
        setFound(undefined);
        setProblem(messageOf(error));
      }
    };
    const timer = setTimeout(preview, pause);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [query, by, isLimited, JSON.stringify(within), file.version.value]);

  const close = () => (search.isReplacing.value = false);
  const replaceAll = async () => {
    // Made anew: the fields may have changed since the preview.
    const { edit, changes, refused } = await file.work("replacements", { query, by, within });
    if (edit === undefined) throw new Error("There is nothing to replace.");
    await file.edit(edit);
    say(
      `Replaced ${counted(changes, "match", "matches")}${refused > 0 ? `; ${refused} stay as they are` : ""}`,
    );
  };
  const replaceOne = async () => {
    const only = file.selected.value?.address;
    const { edit, list } = await file.call("replacements", { query, by, only });
    if (edit !== undefined) await file.edit(edit);
    else if (list[0] !== undefined)
      say(`${list[0].path || "The value"} stays as it is. ${list[0].problem}`, true);
    await search.next(true);
  };
  const go = (to: number) => {
    const address = found?.list[to]?.address;
    setAt(to);
    return attempt(() => address && file.select(address));
  };
  const { changes = 0, refused = 0, list = [] } = found ?? {};
  return (
    <div class="replace">
      <div class="replace-bar" role="group" aria-label="Replace">
        <label class="replace-field">
          <span class="visually-hidden">Replace with</span>
          <input
            ref={field}
            placeholder="Replace with"
            title="A text or a number; $1 and $& stand for parts of what an expression found"
            spellcheck={false}
            autocomplete="off"
            value={by}
            onInput={(event) => setBy(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter")
                void attempt(event.ctrlKey || event.metaKey ? replaceAll : replaceOne);
              if (event.key === "Escape") close();
            }}
          />
        </label>
        <Button label="Replace" keys="Enter" disabled={changes === 0} onClick={() => attempt(replaceOne)} />
        <Button
          label={changes === 0 ? "Replace all" : `Replace all ${changes.toLocaleString("en-US")}`}
          keys="Ctrl+Enter"
          kind={changes === 0 ? "plain" : "primary"}
          disabled={changes === 0}
          onClick={() => attempt(replaceAll)}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={isLimited}
            onChange={(event) => setLimited(event.currentTarget.checked)}
          />
          in the selection
        </label>
        {query.text === "" && <span class="hint">Search for something first.</span>}
        <Problem text={problem} />
      </div>
      {found !== undefined && (
        <FoundList
          label="Replacements"
          item="replacement"
          title={summary(changes, refused, list.length)}
          items={list}
          at={at}
          onGo={go}
          onClose={close}
          line={({ path, isKey, before, after, problem }) => ({
            kind: problem === "" ? "replacement" : "refused",
            cells: (
              <>
                <span class="kind">{isKey ? "key" : "value"}</span>
                <span class="path">
                  <Path path={path || "value"} />
                </span>
                <span class="old">{before}</span>
                {problem === "" ? (
                  <span class="new">{after}</span>
                ) : (
                  <span class="reason" title={problem}>
                    {problem}
                  </span>
                )}
              </>
            ),
          })}
        />
      )}
    </div>
  );
}

function summary(changes: number, refused: number, listed: number): string {
  const parts = [changes === 0 ? "Nothing changes" : `${counted(changes, "change")}`];
  if (refused > 0) parts.push(`${counted(refused, "match", "matches")} cannot be replaced`);
  if (changes + refused > listed) parts.push(`the first ${listed.toLocaleString("en-US")} are listed`);
  return parts.join("; ");
}
