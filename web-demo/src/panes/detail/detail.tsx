import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { counted, grouped } from "../../../../js/describe/amounts.js";
import { changeType } from "../../file/change-type.js";
import { copying } from "../../file/clipboard.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt, say } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import type { CopyForm } from "../../protocol/output.js";
import { type Address, isSameAddress } from "../../protocol/places.js";
import type { Crumb, Detail } from "../../protocol/rows.js";
import type { ShownAs } from "../../protocol/shown.js";
import { isKeyed, typeTraits } from "../../values/types.js";
import { Button } from "../../widgets/button.js";
import { lazy } from "../../widgets/lazy.js";
import { Menu } from "../../widgets/menu.js";
import { Facts } from "./facts.js";

type Values = typeof import("../../file/values.js");
const values = () => import("../../file/values.js");
const editors = () => import("./editors.js");
const scalars = () => import("./scalar.js");
const BoolEditor = lazy(async () => (await scalars()).BoolEditor);
const NumberEditor = lazy(async () => (await scalars()).NumberEditor);
const TextEditor = lazy(async () => (await scalars()).TextEditor);
const ValueEditor = lazy(async () => (await scalars()).ValueEditor);
const AddEntry = lazy(async () => (await editors()).AddEntry);
const Bytes = lazy(async () => (await editors()).Bytes);
const Numbers = lazy(async () => (await editors()).Numbers);
const Components = lazy(async () => (await editors()).Components);

/** A longer path is cut; these of its levels are shown before the cut. */
const mostCrumbs = 9;
const firstCrumbs = 2;

/** Shows the selected value in a form that fits its type. */
export function DetailPane({ file }: { file: OpenFile }) {
  const detail = file.detail.value;
  if (detail === undefined) return <section class="detail" aria-label="Selected value" />;
  return (
    <section class="detail" aria-label="Selected value">
      <header>
        <Crumbs file={file} crumbs={detail.crumbs} moment={file.moments.of(detail.address)} />
        <div class="detail-title">
          <h2 class={typeTraits[detail.type].family}>{detail.typeText}</h2>
          <Actions file={file} detail={detail} />
        </div>
      </header>
      <Body key={detail.address.join()} file={file} detail={detail} />
    </section>
  );
}

interface CrumbsProps {
  readonly file: OpenFile;
  readonly crumbs: readonly Crumb[];
  /** When their addresses were right. */
  readonly moment: number;
}

/** The values around the selected one. Of a long path, only the ends are shown at first. */
function Crumbs({ file, crumbs, moment }: CrumbsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { length } = crumbs;
  const hidden = isWhole || length <= mostCrumbs ? 0 : length - mostCrumbs;
  return (
    <nav class="crumbs" aria-label="Path">
      {crumbs.map(({ label, address }, i) => {
        if (i > firstCrumbs && i < firstCrumbs + hidden) return null;
        const isGap = hidden > 0 && i === firstCrumbs;
        return (
          <button
            type="button"
            key={i}
            aria-current={i === length - 1 ? "true" : undefined}
            aria-label={isGap ? `Show ${counted(hidden, "more level")}` : undefined}
            onClick={() =>
              isGap ? setIsWhole(true) : attempt(() => inTurn(file, () => file.select(address, moment)))
            }
          >
            {isGap ? "…" : label}
          </button>
        );
      })}
    </nav>
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
            {shown.cut && <li class="cut">… {grouped(shown.length - shown.texts.length)} more</li>}
          </ol>
        </>
      );
    case "bytes":
      return <Bytes file={file} detail={detail} shown={shown} />;
    case "container":
      return <Container file={file} detail={detail} shown={shown} />;
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

interface ContainerProps {
  readonly file: OpenFile;
  readonly detail: Detail;
  readonly shown: ShownAs<"container">;
}

function Container({ file, detail, shown }: ContainerProps) {
  const hasDraft = file.drafts.all.some(
    (draft) => draft.kind === "add" && isSameAddress(draft.address, detail.address),
  );
  const [isOpen, setAdding] = useState(false);
  const adding = isOpen || hasDraft;
  const actions = useRef<HTMLDivElement>(null);
  const showTable = () => {
    const { moments, table } = file;
    table.value = moments.address(detail.address, moments.of(detail.address));
  };
  const wasAdding = useRef(adding);
  useLayoutEffect(() => {
    // The form took the focus along.
    if (wasAdding.current && !adding && document.activeElement === document.body)
      actions.current?.querySelector("button")?.focus();
    wasAdding.current = adding;
  }, [adding]);
  return (
    <>
      <Facts
        facts={[
          [isKeyed(detail.type) ? "entries" : "elements", grouped(shown.count)],
          ...(file.info.value?.isTranscribed
            ? []
            : [["bytes", grouped(detail.range[1] - detail.range[0])] as const]),
        ]}
      />
      {detail.canEdit && !adding && (
        <div class="actions" ref={actions}>
          <Button
            icon="add"
            label={isKeyed(detail.type) ? "Add entry" : "Add element"}
            onClick={() => setAdding(true)}
          />
          {shown.isTable && (
            <Button
              icon="table"
              label="Show as a table"
              onClick={() => attempt(() => inTurn(file, showTable))}
            />
          )}
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
  await copying(async (put) => put(await file.call("copy", address, form)));
  say("Copied");
}

function Actions({ file, detail }: { file: OpenFile; detail: Detail }) {
  const { address } = detail;
  const isPlaced = file.info.value?.isTranscribed !== true;
  const items = copies
    .filter(([form]) => isPlaced || form !== "hex")
    .map(([form, label, note]) => ({
      label: `${label} (${note})`,
      onSelect: () => attempt(() => copy(file, address, form)),
    }));
  return (
    <div class="tools">
      {detail.key !== undefined && (
        <Button
          icon="edit"
          label="Rename key"
          keys="Shift+F2"
          kind="icon"
          onClick={() => attempt(() => inTurn(file, () => file.editInPlace("key")))}
        />
      )}
      <Button icon="swap" label="Change type" kind="icon" onClick={() => attempt(() => changeType(file))} />
      {address.length > 1 && <MoveButtons file={file} detail={detail} />}
      <Menu icon="copy" label="Copy" kind="icon" items={items} />
      <Button
        icon="more"
        label="More actions"
        kind="icon"
        onClick={(event) => {
          const { left, bottom } = (event.currentTarget as Element).getBoundingClientRect();
          file.menuAt.value = [left, bottom];
        }}
      />
    </div>
  );
}

function MoveButtons({ file, detail }: { file: OpenFile; detail: Detail }) {
  const withSelected = (action: (all: Values) => Promise<void>) => () =>
    attempt(() => inTurn(file, async () => action(await values())));
  return (
    <>
      <Button
        icon="up"
        label="Move up"
        keys="Alt+↑"
        kind="icon"
        disabled={detail.position === 0}
        onClick={withSelected(({ moveBy }) => moveBy(file, "up"))}
      />
      <Button
        icon="down"
        label="Move down"
        keys="Alt+↓"
        kind="icon"
        disabled={detail.position === detail.siblings - 1}
        onClick={withSelected(({ moveBy }) => moveBy(file, "down"))}
      />
      <Button
        icon="remove"
        label="Delete"
        keys="Del"
        kind="icon"
        onClick={withSelected(({ deleteValues }) => deleteValues(file))}
      />
    </>
  );
}
