import { useLayoutEffect, useRef } from "preact/hooks";
import type { OpenFile } from "../../file/open-file.js";
import type { Detail } from "../../protocol/calls.js";
import { isKeyed } from "../../values/types.js";
import { Button } from "../../widgets/button.js";
import { Problem } from "../../widgets/problem.js";
import { useEdit } from "./scalar.js";

/** A form for a new element or entry, whose fields take GDScript's notation. */
export function AddEntry({ file, detail, onDone }: { file: OpenFile; detail: Detail; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, send] = useEdit(file);
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const data = new FormData(form.current as HTMLFormElement);
    if (
      await send({
        kind: "add",
        address: detail.address,
        key: String(data.get("key") ?? ""),
        text: String(data.get("value")),
      })
    )
      onDone();
  };
  return (
    <form
      ref={form}
      class="field add"
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
    >
      {isKeyed(detail.type) && (
        <label>
          <span>key</span>
          <input
            name="key"
            spellcheck={false}
            autocomplete="off"
            required
            placeholder="name, 7, &amp;&quot;name&quot;, Vector2i(1, 2)"
          />
        </label>
      )}
      <label>
        <span>value</span>
        <input
          name="value"
          spellcheck={false}
          autocomplete="off"
          required
          placeholder="1, 1.0, &quot;text&quot;, Vector2(1, 2), [], {}"
        />
      </label>
      <Problem text={problem} />
      <div class="actions">
        <button type="submit" class="button primary">
          Add
        </button>
        <Button label="Cancel" kind="quiet" onClick={onDone} />
      </div>
    </form>
  );
}
