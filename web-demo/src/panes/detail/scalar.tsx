// Editors of single values. A field sends its text on Enter or when it loses the focus.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { counted } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { sendEdit } from "../../file/turns.js";
import { useDraft } from "../../file/use-draft.js";
import type { Edit } from "../../protocol/edits.js";
import { messageOf } from "../../protocol/failures.js";
import type { Detail } from "../../protocol/rows.js";
import type { ShownAs } from "../../protocol/shown.js";
import { withBreaksOf, withLineFeeds } from "../../values/line-breaks.js";
import { Problem } from "../../widgets/problem.js";
import { Facts } from "./facts.js";

interface Props {
  readonly file: OpenFile;
  readonly detail: Detail;
}

/** Sends edits, and keeps the error of the last one. `send` resolves to true if the edit was accepted. */
export function useEdit(file: OpenFile): [problem: string, send: (edit: Edit) => Promise<boolean>] {
  const [problem, setProblem] = useState("");
  const send = async (edit: Edit) => {
    try {
      await sendEdit(file, edit);
      setProblem("");
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    }
  };
  return [problem, send];
}

/** Updates a field when its value changes, unless somebody is typing there. Returns `keep` for the text of the field. */
export function useValue(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  version: number,
  keep: (text: string) => Promise<boolean>,
): (text: string) => Promise<boolean> {
  /** What the field showed or sent last. */
  const known = useRef(value);
  // Before the next key press, so that nothing typed is lost.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    const isTyping = current === document.activeElement && current.value !== known.current;
    known.current = value;
    if (!isTyping) current.value = value;
  }, [value, version]);
  return (text) => {
    known.current = text;
    return keep(text);
  };
}

interface TextFieldProps extends Props {
  readonly label: string;
  readonly before: string;
  readonly kind: "set" | "string";
  readonly numeric?: boolean;
}

function TextField({ file, detail, label, before, kind, numeric = false }: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const field = { kind, address: detail.address, part: 0 };
  const { text, problem, keep, discard } = useDraft(file, field, before, (text) => ({ ...field, text }));
  const send = useValue(input, text, file.version.value, keep);
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        <input
          ref={input}
          defaultValue={text}
          readOnly={!detail.canEdit}
          inputMode={numeric ? "decimal" : undefined}
          spellcheck={false}
          aria-invalid={problem !== ""}
          onBlur={(event) => send(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") send(event.currentTarget.value);
            if (event.key !== "Escape") return;
            event.currentTarget.value = before;
            discard();
          }}
        />
      </label>
      <Problem text={problem} />
    </div>
  );
}

export function ValueEditor({ file, detail }: Props) {
  return <TextField file={file} detail={detail} label="value" before={detail.text ?? "null"} kind="set" />;
}

export function NumberEditor({ file, detail, shown }: Props & { shown: ShownAs<"number"> }) {
  return (
    <>
      <TextField file={file} detail={detail} label={detail.type} before={shown.text} kind="set" numeric />
      <Facts facts={shown.facts} />
    </>
  );
}

export function BoolEditor({ file, detail, value }: Props & { value: boolean }) {
  const [problem, send] = useEdit(file);
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={value}
          disabled={!detail.canEdit}
          onChange={(event) =>
            send({ kind: "set", address: detail.address, text: String(event.currentTarget.checked) })
          }
        />
        <span>{String(value)}</span>
      </label>
      <Problem text={problem} />
    </div>
  );
}

export function TextEditor({ file, detail, shown }: Props & { shown: ShownAs<"text"> }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const field = { kind: "string", address: detail.address, part: 0 } as const;
  const before = withLineFeeds(shown.text);
  const { text, problem, keep, discard } = useDraft(file, field, before, (text) => ({
    ...field,
    text: withBreaksOf(shown.text, text),
  }));
  const send = useValue(area, text, file.version.value, keep);
  const lines = Math.min(12, Math.max(2, shown.text.split("\n", 12).length + 1));
  return (
    <div class="field">
      <label>
        <span>{detail.type === "String" ? "text" : detail.type}</span>
        <textarea
          ref={area}
          rows={lines}
          dir="auto"
          defaultValue={text}
          readOnly={!detail.canEdit || shown.cut}
          spellcheck={false}
          aria-invalid={problem !== ""}
          onBlur={(event) => send(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event.currentTarget.value);
            if (event.key !== "Escape") return;
            event.currentTarget.value = before;
            discard();
          }}
        />
      </label>
      <Problem text={problem} />
      <p class="count">
        {counted(shown.length, "character")}
        {shown.cut ? "; only the beginning is shown" : ""}
      </p>
    </div>
  );
}
