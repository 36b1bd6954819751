import "./replace.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { counted, grouped } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { selectedValues } from "../../file/selected-values.js";
import { attempt, say } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import { failureOf, messageOf } from "../../protocol/failures.js";
import type { Replacement, Replacements, ReplaceRequest } from "../../protocol/search.js";
import { Button } from "../../widgets/button.js";
import { Path } from "../../widgets/path.js";
import { Problem } from "../../widgets/problem.js";
import { FoundList } from "./list.js";

/** Milliseconds without typing until the preview is made. */
const pause = 150;

/** Replaces what the search finds, and shows before what changes. */
export function ReplacePane({ file }: { file: OpenFile }) {
  const query = file.search.query.value;
  const [by, setBy] = useState("");
  const [isLimited, setLimited] = useState(false);
  const [at, setAt] = useState(-1);
  const request = { query, by, within: isLimited ? selectedValues(file) : undefined };
  const { found, problem } = usePreview(file, request);
  const close = () => (file.search.isReplacing.value = false);
  const go = (to: number) => {
    const address = found?.list[to]?.address;
    const moment = file.moments.now;
    setAt(to);
    return attempt(() => address && inTurn(file, () => file.select(address, moment)));
  };
  return (
    <div class="replace">
      <div class="replace-bar" role="group" aria-label="Replace">
        <ReplaceField
          by={by}
          onInput={setBy}
          onEscape={close}
          onEnter={(withCtrl) =>
            attempt(() => (withCtrl ? replaceAll(file, request) : oneInTurn(file, request)))
          }
        />
        <ReplaceButtons file={file} request={request} changes={found?.changes ?? 0} />
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
          title={summary(found)}
          items={found.list}
          at={at}
          onGo={go}
          onClose={close}
          line={lineOf}
        />
      )}
    </div>
  );
}

/** What replacing would do, and why it is impossible; asked again after each pause in typing. */
function usePreview(file: OpenFile, request: ReplaceRequest) {
  const [found, setFound] = useState<Replacements>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let isStale = false;
    const preview = async () => {
      if (request.query.text === "") return setFound(undefined);
      try {
        const next = await file.call("replacements", request);
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
  }, [request.query, request.by, JSON.stringify(request.within), file.version.value]);
  return { found, problem };
}

async function replaceAll(file: OpenFile, { query, by, within }: ReplaceRequest): Promise<void> {
  // What came before may move the selected values.
  const request = await inTurn(file, () => ({ query, by, within: within && selectedValues(file) }));
  // Made anew: the fields may have changed since the preview.
  const { edit, changes, refused } = await file.work("replacements", request);
  if (edit === undefined) throw new Error("There is nothing to replace.");
  await file.edit(edit);
  say(
    `Replaced ${counted(changes, "match", "matches")}${refused > 0 ? `; ${refused} stay as they are` : ""}`,
  );
}

/** Replaces the selected match, and goes on to the next one. */
async function replaceOne(file: OpenFile, { query, by }: ReplaceRequest): Promise<void> {
  const only = file.selected.value?.address;
  const { edit, list } = await file.call("replacements", { query, by, only });
  if (edit !== undefined) await file.edit(edit);
  else if (list[0] !== undefined)
    say(`${list[0].path || "The value"} stays as it is. ${list[0].problem}`, true);
  await file.search.next(true);
}

const oneInTurn = (file: OpenFile, request: ReplaceRequest) => inTurn(file, () => replaceOne(file, request));

interface FieldProps {
  readonly by: string;
  readonly onInput: (by: string) => void;
  readonly onEnter: (withCtrl: boolean) => void;
  readonly onEscape: () => void;
}

function ReplaceField({ by, onInput, onEnter, onEscape }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label class="replace-field">
      <span class="visually-hidden">Replace with</span>
      <input
        ref={field}
        placeholder="Replace with"
        title="A text or a number; $1 and $& stand for parts of what an expression found"
        spellcheck={false}
        autocomplete="off"
        value={by}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter(event.ctrlKey || event.metaKey);
          if (event.key === "Escape") onEscape();
        }}
      />
    </label>
  );
}

interface ButtonProps {
  readonly file: OpenFile;
  readonly request: ReplaceRequest;
  readonly changes: number;
}

function ReplaceButtons({ file, request, changes }: ButtonProps) {
  const disabled = changes === 0;
  return (
    <>
      <Button
        label="Replace"
        keys="Enter"
        disabled={disabled}
        onClick={() => attempt(() => oneInTurn(file, request))}
      />
      <Button
        label={disabled ? "Replace all" : `Replace all ${grouped(changes)}`}
        keys="Ctrl+Enter"
        kind={disabled ? "plain" : "primary"}
        disabled={disabled}
        onClick={() => attempt(() => replaceAll(file, request))}
      />
    </>
  );
}

const lineOf = ({ path, isKey, before, after, problem }: Replacement) => ({
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
});

function summary({ changes, refused, list }: Replacements): string {
  const parts = [changes === 0 ? "Nothing changes" : `${counted(changes, "change")}`];
  if (refused > 0) parts.push(`${counted(refused, "match", "matches")} cannot be replaced`);
  if (changes + refused > list.length) parts.push(`the first ${grouped(list.length)} are listed`);
  return parts.join("; ");
}
