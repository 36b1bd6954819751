// Editors of single values: what they keep is sent at Enter or when the field is left.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { failureOf, type OpenFile, sentenceOf } from "../open-file.js";
import type { Detail, Edit } from "../protocol.js";
import type { Shown } from "../shown.js";
import { Facts } from "./detail.js";

interface Props {
  readonly file: OpenFile;
  readonly detail: Detail;
}

/** Sends an edit; gives the problem when it does not fit, and whether it did. */
export function useEdit(file: OpenFile): [problem: string, send: (edit: Edit) => Promise<boolean>] {
  const [problem, setProblem] = useState("");
  const send = async (edit: Edit) => {
    try {
      await file.edit(edit);
      setProblem("");
      return true;
    } catch (error) {
      setProblem(sentenceOf(failureOf(error)));
      return false;
    }
  };
  return [problem, send];
}

/** Keeps a field at the value that it edits, without taking the focus from it. */
export function useValue(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  version: number,
): void {
  // Before anything can be typed.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value, version]);
}

export function Problem({ text }: { text: string }) {
  return text === "" ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
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

export function NumberEditor({ file, detail, shown }: Props & { shown: Extract<Shown, { kind: "number" }> }) {
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

export function TextEditor({ file, detail, shown }: Props & { shown: Extract<Shown, { kind: "text" }> }) {
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
        {shown.length.toLocaleString("en-US")} characters{shown.cut ? "; only the beginning is shown" : ""}
      </p>
    </div>
  );
}
