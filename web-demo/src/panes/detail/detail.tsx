import { useState } from "preact/hooks";
import type { OpenFile } from "../../file/open-file.js";
import { attempt, say } from "../../file/state.js";
import type { Address, CopyForm, Detail } from "../../protocol/calls.js";
import { isKeyed, typeTraits } from "../../values/types.js";
import { Button } from "../../widgets/button.js";
import { lazy } from "../../widgets/lazy.js";
import { Menu } from "../../widgets/menu.js";
import { Facts } from "./facts.js";
import { BoolEditor, NumberEditor, TextEditor, ValueEditor } from "./scalar.js";

const editors = () => import("./editors.js");
const AddEntry = lazy(async () => (await editors()).AddEntry);
const Bytes = lazy(async () => (await editors()).Bytes);
const Numbers = lazy(async () => (await editors()).Numbers);
const Components = lazy(async () => (await editors()).Components);

/** Shows the selected value in a form that fits its type. */
export function DetailPane({ file }: { file: OpenFile }) {
  const detail = file.detail.value;
  if (detail === undefined) return <section class="detail" aria-label="Selected value" />;
  return (
    <section class="detail" aria-label="Selected value">
      <header>
        <nav class="crumbs" aria-label="Path">
          {detail.crumbs.map(({ label, address }, i) => (
            <button
              type="button"
              key={address.join()}
              aria-current={i === detail.crumbs.length - 1 ? "true" : undefined}
              onClick={() => attempt(() => file.select(address))}
            >
              {label}
            </button>
          ))}
        </nav>
        <div class="detail-title">
          <h2 class={typeTraits[detail.type].family}>{detail.typeText}</h2>
          <Actions file={file} detail={detail} />
        </div>
      </header>
      <Body key={detail.address.join()} file={file} detail={detail} />
    </section>
  );
}

function Body({ file, detail }: { file: OpenFile; detail: Detail }) {
  const { shown } = detail;
  switch (shown.kind) {
    case "nothing":
      return <ValueEditor file={file} detail={detail} />;
    case "bool":
      return <BoolEditor file={file} detail={detail} value={shown.value} />;
    case "number":
      return <NumberEditor file={file} detail={detail} shown={shown} />;
    case "text":
      return <TextEditor file={file} detail={detail} shown={shown} />;
    case "components":
      return <Components file={file} detail={detail} shown={shown} />;
    case "numbers":
      return (
        <>
          {detail.text !== undefined && <ValueEditor file={file} detail={detail} />}
          <Numbers detail={detail} shown={shown} />
        </>
      );
    case "texts":
      return (
        <>
          {detail.text !== undefined && <ValueEditor file={file} detail={detail} />}
          <ol class="texts" start={0}>
            {shown.texts.map((text, i) => (
              <li key={i}>{text}</li>
            ))}
            {shown.cut && (
              <li class="cut">… {(shown.length - shown.texts.length).toLocaleString("en-US")} more</li>
            )}
          </ol>
        </>
      );
    case "bytes":
      return <Bytes shown={shown} />;
    case "container":
      return <Container file={file} detail={detail} count={shown.count} />;
    case "other":
      return (
        <>
          {detail.type === "Object" && (
            <p class="inert">Inert data: no object is created and no script runs.</p>
          )}
          <Facts facts={shown.facts} />
        </>
      );
  }
}

function Container({ file, detail, count }: { file: OpenFile; detail: Detail; count: number }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Facts
        facts={[
          [isKeyed(detail.type) ? "entries" : "elements", count.toLocaleString("en-US")],
          ["bytes", (detail.range[1] - detail.range[0]).toLocaleString("en-US")],
        ]}
      />
      {detail.canEdit && !adding && (
        <div class="actions">
          <Button
            icon="add"
            label={isKeyed(detail.type) ? "Add entry" : "Add element"}
            onClick={() => setAdding(true)}
          />
        </div>
      )}
      {adding && <AddEntry file={file} detail={detail} onDone={() => setAdding(false)} />}
    </>
  );
}

const copies: readonly (readonly [CopyForm, string, string])[] = [
  ["gdscript-path", "Copy path", "GDScript"],
  ["js-path", "Copy path", "JavaScript"],
  ["gdscript", "Copy value", "var_to_str"],
  ["plain", "Copy value", "JSON"],
  ["native", "Copy value", "JSON.from_native"],
  ["hex", "Copy bytes", "hex"],
];

async function copy(file: OpenFile, address: Address, form: CopyForm): Promise<void> {
  await navigator.clipboard.writeText(await file.call("copy", address, form));
  say("Copied");
}

function Actions({ file, detail }: { file: OpenFile; detail: Detail }) {
  const { address } = detail;
  const items = copies.map(([form, label, note]) => ({
    label: `${label} (${note})`,
    onSelect: () => attempt(() => copy(file, address, form)),
  }));
  const canMove = detail.canEdit && address.length > 1;
  return (
    <div class="tools">
      {detail.key !== undefined && (
        <Button
          icon="edit"
          label="Rename key"
          keys="Shift+F2"
          iconOnly
          kind="quiet"
          onClick={() => attempt(() => file.editInPlace("key"))}
        />
      )}
      {canMove && (
        <>
          <Button
            icon="up"
            label="Move up"
            keys="Alt+↑"
            iconOnly
            kind="quiet"
            disabled={detail.position === 0}
            onClick={() => attempt(() => file.edit({ kind: "move", address, to: detail.position - 1 }))}
          />
          <Button
            icon="down"
            label="Move down"
            keys="Alt+↓"
            iconOnly
            kind="quiet"
            disabled={detail.position === detail.siblings - 1}
            onClick={() => attempt(() => file.edit({ kind: "move", address, to: detail.position + 1 }))}
          />
          <Button
            icon="remove"
            label="Delete"
            keys="Del"
            iconOnly
            kind="quiet"
            onClick={() => attempt(() => file.edit({ kind: "delete", address }))}
          />
        </>
      )}
      <Menu icon="copy" label="Copy" iconOnly kind="quiet" items={items} />
    </div>
  );
}
