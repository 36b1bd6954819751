import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { OpenFile } from "../../file/open-file.js";
import { messageOf } from "../../protocol/client.js";

/** A field in the tree for a value or a key in GDScript's notation. Enter keeps the text, Escape discards it. */
export function InPlace({ file, what }: { file: OpenFile; what: "value" | "key" }) {
  const detail = file.detail.value;
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const before = (what === "value" ? detail?.text : detail?.key) ?? "";
  // Before the next key press.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const leave = () => {
    const tree = input.current?.closest<HTMLElement>("[role=tree]");
    file.editing.value = undefined;
    tree?.focus();
  };
  const keep = async () => {
    const text = input.current?.value ?? before;
    if (text === before || detail === undefined) return leave();
    const { address } = detail;
    try {
      const tree = input.current?.closest<HTMLElement>("[role=tree]");
      await file.edit({ kind: what === "value" ? "set" : "rename", address, text });
      tree?.focus();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <span class="in-place">
      <input
        ref={input}
        defaultValue={before}
        aria-label={what === "value" ? "Value" : "Key"}
        aria-invalid={problem !== ""}
        spellcheck={false}
        onKeyDown={(event) => {
          if (event.key === "Enter") void keep();
          if (event.key === "Escape") leave();
        }}
        onBlur={() => {
          if (problem === "" && file.editing.value === what) void keep();
          else leave();
        }}
      />
      {problem !== "" && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
