import type { TypeName } from "godot-variant";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { oneAtATime } from "../../file/one-at-a-time.js";
import type { OpenFile } from "../../file/open-file.js";
import type { Address } from "../../protocol/places.js";
import type { Detail } from "../../protocol/rows.js";
import { isKeyed } from "../../values/types.js";
import { Button } from "../../widgets/button.js";
import { Problem } from "../../widgets/problem.js";
import { useEdit } from "./scalar.js";

const addOnce = oneAtATime();

/** The parts of the form, as drafts number them. */
const parts = { key: 0, value: 1, type: 2 } as const;
type Part = keyof typeof parts;

/** The type that a typed container declares, as in `Array[int]`. */
const declaredType = ({ typeText }: Detail) => /\[(?:.*, )?(\w+)\]$/.exec(typeText)?.[1] ?? "";

/** The texts of the form for a container. */
function entryDrafts(file: OpenFile, address: Address) {
  const fieldOf = (part: Part) => ({ address, kind: "add", part: parts[part] }) as const;
  return {
    textOf: (part: Part) => file.drafts.of(fieldOf(part))?.text ?? "",
    keep: (part: Part, text: string) => {
      if (text === "") file.drafts.drop(fieldOf(part));
      else file.drafts.put({ ...fieldOf(part), text, problem: "It is not added yet." });
    },
    drop: () => {
      for (const part of Object.keys(parts) as Part[]) file.drafts.drop(fieldOf(part));
    },
  };
}

/** A form for a new element or entry, whose fields take GDScript's notation. Its texts are drafts, so that they stay. */
export function AddEntry({ file, detail, onDone }: { file: OpenFile; detail: Detail; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, send] = useEdit(file);
  const [defaults, setDefaults] = useState<readonly (readonly [TypeName, string])[]>([]);
  const { textOf, keep, drop } = entryDrafts(file, detail.address);
  const type = textOf("type") || defaults.find(([name]) => name === declaredType(detail))?.[0] || "";
  const discard = () => {
    drop();
    onDone();
  };
  // Not by attempt(), which takes away the message that may have led here. Without the list, the type is as typed.
  useEffect(() => void file.call("defaults").then(setDefaults, () => {}), []);
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);
  const defaultOf = (name: string) => defaults.find(([one]) => one === name)?.[1] ?? "";
  const choose = (next: string) => {
    // A value that was typed stays.
    const isOwn = textOf("value") !== "" && textOf("value") !== defaultOf(type);
    keep("type", next);
    if (!isOwn) keep("value", defaultOf(next));
  };
  const add = async () => {
    const wanted = type === "" ? undefined : (type as TypeName);
    const { address } = detail;
    if (await send({ kind: "add", address, key: textOf("key"), text: textOf("value"), type: wanted }))
      discard();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void addOnce(file, add);
  };
  const input = (part: "key" | "value", placeholder: string, required: boolean) => (
    <label>
      <span>{part}</span>
      <input
        name={part}
        spellcheck={false}
        autocomplete="off"
        required={required}
        placeholder={placeholder}
        value={textOf(part)}
        onInput={(event) => keep(part, event.currentTarget.value)}
      />
    </label>
  );
  const isText = /^(String|StringName|NodePath)$/.test(type);
  return (
    <form
      ref={form}
      class="field add"
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && discard()}
    >
      {isKeyed(detail.type) && input("key", 'name, 7, &"name", Vector2i(1, 2)', true)}
      <label>
        <span>type</span>
        <select name="type" value={type} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">as typed</option>
          {defaults.map(([name]) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {input("value", isText ? "text, without quotes" : '1, 1.0, "text", Vector2(1, 2), [], {}', !isText)}
      <Problem text={problem} />
      <div class="actions">
        <button type="submit" class="button primary">
          Add
        </button>
        <Button label="Cancel" kind="quiet" onClick={discard} />
      </div>
    </form>
  );
}
