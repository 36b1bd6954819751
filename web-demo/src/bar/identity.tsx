// Describes the current file and offers actions for the whole file.

import { sizeText } from "../../../js/describe/amounts.js";
import { copying } from "../file/clipboard.js";
import type { OpenFile } from "../file/open-file.js";
import { attempt, closeFile, dialog, numberOf } from "../file/state.js";
import { inTurn, step } from "../file/turns.js";
import { Readings } from "../open/readings.js";
import type { Opened } from "../protocol/opening.js";
import type { ExportForm } from "../protocol/output.js";
import { Button } from "../widgets/button.js";
import { focusField } from "../widgets/focus-field.js";
import { Icon } from "../widgets/icons.js";
import { lazy } from "../widgets/lazy.js";
import { Menu, type MenuItem } from "../widgets/menu.js";

const output = () => import("../file/output.js");

const RemarkList = lazy(async () => (await import("./remarks.js")).RemarkList);

export function Identity({ file, info }: { file: OpenFile; info: Opened }) {
  return (
    <section class="identity" aria-label="File">
      <div class="what">
        <h1>
          <bdi>{file.source.name}</bdi>
          {numberOf(file)}
        </h1>
        <p class="layers">
          {info.layers.map((layer) => (
            <span key={layer}>
              {layer.startsWith("GDEC") && <Icon name="lock" />}
              {layer}
              <i aria-hidden="true">·</i>
            </span>
          ))}
          <span class="sizes">
            {sizeText(info.fileSize)}
            {info.contentSize !== info.fileSize && `, ${sizeText(info.contentSize)} of content`}
          </span>
        </p>
        {file.remarks.list.value.length > 0 && <RemarkList file={file} />}
      </div>
      {!info.isText && <Readings file={file} readings={info.readings} chosen={info} />}
      <FileTools file={file} info={info} />
    </section>
  );
}

const exports: readonly (readonly [ExportForm, label: string, note: string])[] = [
  ["plain", "JSON", "for people and other tools"],
  ["native", "JSON with types", "for JSON.to_native"],
  ["gdscript", "GDScript text", "as var_to_str writes it"],
  ["csv", "CSV", "the selected array of dictionaries"],
  ["content", "Content", "without compression and encryption"],
];

function FileTools({ file, info }: { file: OpenFile; info: Opened }) {
  return (
    <div class="tools">
      <Button
        icon="undo"
        label="Undo"
        keys="Ctrl+Z"
        kind="icon"
        disabled={file.history.undo.value === 0}
        onClick={() => attempt(() => step(file, "undo"))}
      />
      <Button
        icon="redo"
        label="Redo"
        keys="Ctrl+Y"
        kind="icon"
        disabled={file.history.redo.value === 0}
        onClick={() => attempt(() => step(file, "redo"))}
      />
      <Button
        icon="save"
        label="Save"
        keys="Ctrl+S"
        kind={file.changed.value ? "primary" : "plain"}
        onClick={() => attempt(async () => (await output()).saveFile(file))}
      />
      <Menu label="Export" icon="down_load" items={exportItems(file)} />
      <Menu label="More" items={moreItems(file, info)} />
    </div>
  );
}

/** A CSV is of what is selected now: the code may load late, and something else be selected meanwhile. */
async function exportSelected(file: OpenFile, form: ExportForm): Promise<void> {
  const address = await inTurn(file, () => file.selected.value?.address);
  await (await output()).exportAs(file, form, address);
}

function exportItems(file: OpenFile): MenuItem[] {
  const shown = file.detail.value?.shown;
  const isTable = shown?.kind === "container" && shown.isTable;
  return [
    ...exports.map(([form, label, note]) => ({
      label,
      note,
      disabled: form === "csv" && !isTable,
      onSelect: () => attempt(() => exportSelected(file, form)),
    })),
    {
      label: "Original file",
      note: "as it was opened",
      onSelect: () => attempt(async () => (await output()).saveOriginal(file)),
    },
  ];
}

function moreItems(file: OpenFile, info: Opened): MenuItem[] {
  const damage: MenuItem = {
    label: "Damage",
    note: "bytes that could not be read",
    onSelect: () => (file.damage.value = -1),
  };
  return [
    ...(info.lost.length > 0 ? [damage] : []),
    { label: "Save as …", onSelect: () => attempt(async () => (await output()).saveFileAs(file)) },
    { label: "Go to path …", note: "Ctrl+G", onSelect: () => focusField("go") },
    { label: "Bookmarks", note: "F4", onSelect: () => (file.bookmarks.isOpen.value = true) },
    { label: "Compare with …", onSelect: () => (dialog.value = "compare") },
    {
      label: "Convert …",
      note: "for another engine",
      disabled: info.isText,
      onSelect: () => (dialog.value = "convert"),
    },
    {
      label: "Copy as a link",
      note: info.isEncrypted ? "the link contains the encrypted file" : "the link contains the file",
      onSelect: () => attempt(() => copying(async (put) => (await output()).share(file, put))),
    },
    // On a phone, the button of its tab is out of sight.
    { label: "Close", note: "Alt+W", onSelect: () => attempt(() => closeFile(file)) },
  ];
}
