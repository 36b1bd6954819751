// What the file is, and what can be done with all of it.
import type { OpenFile } from "./open-file.js";
import { exportAs, saveFile, saveOriginal, share } from "./output.js";
import { Button } from "./parts/button.js";
import { Icon } from "./parts/icons.js";
import { Menu } from "./parts/menu.js";
import type { Opened } from "./protocol.js";
import { Readings } from "./readings.js";
import { attempt, dialog } from "./state.js";

/** More are only counted. */
const mostRemarks = 50;

const sizeOf = (bytes: number) => {
  if (bytes < 10_000) return `${bytes.toLocaleString("en-US")} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
};

export function Identity({ file, info }: { file: OpenFile; info: Opened }) {
  return (
    <section class="identity" aria-label="File">
      <div class="what">
        <h1>{file.source.name}</h1>
        <p class="layers">
          {info.layers.map((layer) => (
            <span key={layer}>
              {layer.startsWith("GDEC") && <Icon name="lock" />}
              {layer}
              <i aria-hidden="true">·</i>
            </span>
          ))}
          <span class="sizes">
            {sizeOf(info.fileSize)}
            {info.contentSize !== info.fileSize && `, ${sizeOf(info.contentSize)} inside`}
          </span>
        </p>
        <Remarks info={info} />
      </div>
      {!info.isText && <Readings file={file} readings={info.readings} chosen={info} />}
      <FileTools file={file} info={info} />
    </section>
  );
}

function Remarks({ info: { warnings } }: { info: Opened }) {
  if (warnings.length === 0) return null;
  return (
    <details class="remark">
      <summary>
        {warnings.length} {warnings.length === 1 ? "thing" : "things"} that an engine reads differently
      </summary>
      <ul>
        {warnings.slice(0, mostRemarks).map(({ code, path, offset }) => (
          <li key={`${code} ${offset}`}>
            {code} at {path || "the value"} (byte {offset})
          </li>
        ))}
      </ul>
    </details>
  );
}

function FileTools({ file, info }: { file: OpenFile; info: Opened }) {
  return (
    <div class="tools">
      <Button
        icon="undo"
        label="Undo"
        keys="Ctrl+Z"
        iconOnly
        kind="quiet"
        disabled={file.undo.value === 0}
        onClick={() => attempt(() => file.step("undo"))}
      />
      <Button
        icon="redo"
        label="Redo"
        keys="Ctrl+Y"
        iconOnly
        kind="quiet"
        disabled={file.redo.value === 0}
        onClick={() => attempt(() => file.step("redo"))}
      />
      <Button
        icon="save"
        label="Save"
        keys="Ctrl+S"
        kind={file.changed.value ? "primary" : "plain"}
        onClick={() => attempt(() => saveFile(file))}
      />
      <Menu
        label="Export"
        icon="down_load"
        items={[
          {
            label: "JSON",
            note: "for people and dashboards",
            onSelect: () => attempt(() => exportAs(file, "plain")),
          },
          {
            label: "JSON with types",
            note: "JSON.to_native reads it",
            onSelect: () => attempt(() => exportAs(file, "native")),
          },
          {
            label: "GDScript text",
            note: "var_to_str",
            onSelect: () => attempt(() => exportAs(file, "gdscript")),
          },
          {
            label: "CSV",
            note: "the selected array of dictionaries",
            disabled: !(file.detail.value?.shown.kind === "container" && file.detail.value.shown.table),
            onSelect: () => attempt(() => exportAs(file, "csv")),
          },
          {
            label: "Content",
            note: "what is inside all layers",
            onSelect: () => attempt(() => exportAs(file, "content")),
          },
          {
            label: "Original file",
            note: "as it was opened",
            onSelect: () => attempt(() => saveOriginal(file)),
          },
        ]}
      />
      <Menu
        label="More"
        items={[
          ...(info.lost.length > 0
            ? [{ label: "Damage", note: "what could not be read", onSelect: () => (file.damage.value = -1) }]
            : []),
          { label: "Compare with …", onSelect: () => (dialog.value = "compare") },
          {
            label: "Convert …",
            note: "to another engine",
            disabled: info.isText,
            onSelect: () => (dialog.value = "convert"),
          },
          {
            label: "Copy as a link",
            note: info.encrypted ? "the link holds the encrypted file" : "the file is in the link itself",
            onSelect: () => attempt(() => share(file)),
          },
        ]}
      />
    </div>
  );
}
