import { useState } from "preact/hooks";
import { Identity } from "./bar/identity.js";
import { ProgressBar } from "./bar/progress.js";
import { SearchBar } from "./bar/search.js";
import { TopBar } from "./bar/top-bar.js";
import { goToDraft, isInSight } from "./file/go-to-draft.js";
import type { OpenFile } from "./file/open-file.js";
import { attempt, current, hasDialog, keepsSession, labelOf, message, withdrawDialog } from "./file/state.js";
import { inTurn } from "./file/turns.js";
import { Start } from "./open/start.js";
import { DetailPane } from "./panes/detail/detail.js";
import { Hex } from "./panes/hex/hex.js";
import { Tree } from "./panes/tree/tree.js";
import { shortText } from "./values/short-text.js";
import { Button } from "./widgets/button.js";
import { lazy } from "./widgets/lazy.js";
import { showsBytes, sizeStyle } from "./widgets/sizes.js";
import { Splitter } from "./widgets/splitter.js";

const Dialogs = lazy(async () => (await import("./dialogs/dialogs.js")).Dialogs, withdrawDialog);
const SessionNotes = lazy(async () => (await import("./session/notes.js")).SessionNotes);
const ValueMenu = lazy(async () => (await import("./panes/tree/value-menu.js")).ValueMenu);
const SelectionBar = lazy(async () => (await import("./panes/tree/selection-bar.js")).SelectionBar);
const FailurePane = lazy(async () => (await import("./open/failure.js")).FailurePane);
const DamagePane = lazy(async () => (await import("./panes/found/damage.js")).DamagePane);
const TablePane = lazy(async () => (await import("./panes/table/table.js")).TablePane);
const BookmarksPane = lazy(async () => (await import("./panes/found/bookmarks.js")).BookmarksPane);
const ReplacePane = lazy(async () => (await import("./panes/found/replace.js")).ReplacePane);
const DifferencesPane = lazy(async () => (await import("./panes/found/differences.js")).DifferencesPane);

const pageTitle = document.title;

export function App() {
  const file = current.value;
  document.title = file === undefined ? pageTitle : `${labelOf(file)} – ${pageTitle}`;
  return (
    <>
      <TopBar />
      {keepsSession.value && <SessionNotes />}
      <main>{file === undefined ? <Start /> : <FileView key={file.id} file={file} />}</main>
      {hasDialog.value && <Dialogs />}
      <Message />
    </>
  );
}

type Pane = "tree" | "detail" | "bytes";
const panes: readonly Pane[] = ["tree", "detail", "bytes"];

function FileView({ file }: { file: OpenFile }) {
  if (file.failure.value !== undefined) return <FailurePane file={file} failure={file.failure.value} />;
  if (file.info.value === undefined) return <ProgressBar file={file} />;
  return (
    <div class="file">
      <Identity file={file} info={file.info.value} />
      <SearchBar file={file} />
      {file.search.isReplacing.value && <ReplacePane file={file} />}
      <ProgressBar file={file} />
      <DraftNotes file={file} />
      {(file.several.value !== undefined || file.isPicking.value) && <SelectionBar file={file} />}
      {file.bookmarks.isOpen.value && <BookmarksPane file={file} />}
      {file.damage.value !== undefined && <DamagePane file={file} info={file.info.value} />}
      {file.differences.value !== undefined && <DifferencesPane file={file} />}
      {file.menuAt.value !== undefined && <ValueMenu file={file} at={file.menuAt.value} />}
      {file.table.value === undefined ? (
        <Panes file={file} />
      ) : (
        <TablePane file={file} address={file.table.value} />
      )}
    </div>
  );
}

function Panes({ file }: { file: OpenFile }) {
  const [pane, setPane] = useState<Pane>("tree");
  return (
    <>
      <div
        class={`panes ${showsBytes.value ? "" : "without-bytes"}`}
        data-pane={pane}
        style={sizeStyle.value}
      >
        <Tree file={file} />
        <Splitter class="split-tree" size="tree-share" line="--split-tree" label="Size of the tree" />
        <DetailPane file={file} />
        <Splitter
          class="split-detail"
          size="detail-share"
          line="--split-detail"
          label="Size of the selected value"
        />
        <Hex file={file} />
      </div>
      <p class="visually-hidden told" role="status">
        {file.history.told.value}
      </p>
      <div class="pane-tabs" role="group" aria-label="Panes">
        {panes.map((name) => (
          <button type="button" key={name} aria-pressed={pane === name} onClick={() => setPane(name)}>
            {name}
          </button>
        ))}
      </div>
    </>
  );
}

/** The texts that were not taken and whose fields are out of sight. */
function DraftNotes({ file }: { file: OpenFile }) {
  return file.drafts.all
    .filter((draft) => !isInSight(file, draft))
    .map((draft) => (
      <p key={`${draft.address} ${draft.kind} ${draft.part}`} class="draft" role="alert">
        <span>
          “{shortText(draft.text)}” was not taken. {draft.problem}
        </span>
        {draft.address.length > 0 && (
          <Button label="Go back" onClick={() => attempt(() => inTurn(file, () => goToDraft(file, draft)))} />
        )}
        <Button label="Discard" kind="quiet" onClick={() => file.drafts.drop(draft)} />
      </p>
    ));
}

function Message() {
  const shown = message.value;
  return (
    <div class="messages" role="status" aria-live="polite">
      {shown !== undefined && (
        <p class={shown.isError ? "message error" : "message"}>
          <span>{shown.text}</span>
          <Button icon="close" label="Close" kind="icon" onClick={() => (message.value = undefined)} />
        </p>
      )}
    </div>
  );
}
