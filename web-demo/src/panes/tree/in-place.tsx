import { useLayoutEffect, useRef } from "preact/hooks";
import type { OpenFile } from "../../file/open-file.js";
import { useDraft } from "../../file/use-draft.js";
import { isSameAddress } from "../../protocol/places.js";

/** Below the last line, it is out of sight. */
const show = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: "nearest" });

/** A field in the tree for a value or a key in GDScript's notation. Enter keeps the text, Escape discards it. */
export function InPlace({ file, what }: { file: OpenFile; what: "value" | "key" }) {
  const detail = file.detail.value;
  const input = useRef<HTMLInputElement>(null);
  const before = (what === "value" ? detail?.text : detail?.key) ?? "";
  const field = {
    address: detail?.address ?? [],
    kind: what === "value" ? "set" : "rename",
    part: 0,
  } as const;
  const { text, problem, keep, discard } = useDraft(file, field, before, (text) => ({ ...field, text }));
  // Before the next key press.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  /** Closes the field, unless its text could not be taken. */
  const send = async (typed: string) => {
    const { current } = input;
    if (current === null || current.readOnly) return;
    const tree = current.closest<HTMLElement>("[role=tree]");
    // Until there is an answer, so that nothing is typed that would go nowhere.
    current.readOnly = true;
    const isKept = await keep(typed);
    current.readOnly = false;
    if (!isKept) return;
    // Otherwise another line may be edited by now, or another file be shown.
    const isOurs = current.isConnected || isSameAddress(field.address, file.selected.value?.address);
    if (isOurs) file.editing.value = undefined;
    const { activeElement } = document;
    // Otherwise the person has gone to another field.
    if (activeElement === current || activeElement === document.body) tree?.focus();
  };
  return (
    <span class="in-place">
      <input
        ref={input}
        defaultValue={text}
        aria-label={what === "value" ? "Value" : "Key"}
        aria-invalid={problem !== ""}
        spellcheck={false}
        onKeyDown={(event) => {
          if (event.key === "Enter") void send(event.currentTarget.value);
          if (event.key !== "Escape") return;
          discard();
          event.currentTarget.value = before;
          void send(before);
        }}
        onBlur={(event) => {
          if (file.editing.value === what) void send(event.currentTarget.value);
        }}
      />
      {problem !== "" && (
        <span class="problem" role="alert" ref={show}>
          {problem}
        </span>
      )}
    </span>
  );
}
