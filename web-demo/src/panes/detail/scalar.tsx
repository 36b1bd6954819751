// Editors of single values. A field sends its text on Enter or when it loses the focus.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { counted } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import type { Detail, Edit } from "../../protocol/calls.js";
import { messageOf } from "../../protocol/client.js";
import type { ShownAs } from "../../protocol/shown.js";
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
      await file.edit(edit);
      setProblem("");
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    }
  };
  return [problem, send];
}

/** Updates a field when its value changes, without taking the focus from it. */
export function useValue(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  version: number,
): void {
  // Before the next key press, so that nothing typed is lost.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value, version]);
}

interface FieldProps extends Props {
  readonly label: string;
  readonly before: string;
  readonly kind: "set" | "string";
  readonly numeric?: boolean;
}

function Field({ file, detail, label, before, kind, numeric = false }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, send] = useEdit(file);
  useValue(input, before, file.version.value);
  const keep = () => {
    const text = input.current?.value ?? before;
    if (text !== before) void send({ kind, address: detail.address, text });
  };
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        <input
          ref={input}
          defaultValue={before}
          readOnly={!detail.canEdit}
          inputMode={numeric ? "decimal" : undefined}
          spellcheck={false}
          aria-invalid={problem !== ""}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === "Enter") keep();
            if (event.key === "Escape" && input.current) input.current.value = before;
          }}
        />
      </label>
      <Problem text={problem} />
    </div>
  );
}

export function ValueEditor({ file, detail }: Props) {
  return <Field file={file} detail={detail} label="value" before={detail.text ?? "null"} kind="set" />;
}

export function NumberEditor({ file, detail, shown }: Props & { shown: ShownAs<"number"> }) {
  return (
    <>
      <Field file={file} detail={detail} label={detail.type} before={shown.text} kind="set" numeric />
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
          onChange={() => send({ kind: "set", address: detail.address, text: String(!value) })}
        />
        <span>{String(value)}</span>
      </label>
      <Problem text={problem} />
    </div>
  );
}

export function TextEditor({ file, detail, shown }: Props & { shown: ShownAs<"text"> }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [problem, send] = useEdit(file);
  useValue(area, shown.text, file.version.value);
  const keep = () => {
    const text = area.current?.value ?? shown.text;
    if (text !== shown.text) void send({ kind: "string", address: detail.address, text });
  };
  const lines = Math.min(12, Math.max(2, shown.text.split("\n", 12).length + 1));
  return (
    <div class="field">
      <label>
        <span>{detail.type === "String" ? "text" : detail.type}</span>
        <textarea
          ref={area}
          rows={lines}
          defaultValue={shown.text}
          readOnly={!detail.canEdit || shown.cut}
          spellcheck={false}
          aria-invalid={problem !== ""}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keep();
            if (event.key === "Escape" && area.current) area.current.value = shown.text;
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
