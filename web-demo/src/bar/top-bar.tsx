import {
  closeFile,
  current,
  currentId,
  dialog,
  files,
  labelOf,
  numberOf,
  setTheme,
  type Theme,
  theme,
} from "../file/state.js";
import { openPicker } from "../open/pick.js";
import { Button } from "../widgets/button.js";
import type { IconName } from "../widgets/icons.js";
import { Menu } from "../widgets/menu.js";

const themes: Record<Theme, { icon: IconName; next: Theme; label: string }> = {
  auto: { icon: "auto", next: "light", label: "Colors: same as system" },
  light: { icon: "sun", next: "dark", label: "Colors: light" },
  dark: { icon: "moon", next: "auto", label: "Colors: dark" },
};

/** More tabs than these may not fit, so there is a menu of all files too. A narrow screen shows only the tab of the current file. */
const fewTabs = 2;

/** Scrolls the tab of the current file into view. */
function show(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The tabs of the open files, and the actions that do not belong to a file. */
export function TopBar() {
  return (
    <header class="top-bar">
      <a
        class="brand"
        href="./"
        aria-label="Godot Variant, start page"
        onClick={(event) => {
          event.preventDefault();
          currentId.value = 0;
        }}
      >
        <img src="./icon.svg" alt="" />
        <span>Godot Variant</span>
      </a>
      <Tabs />
      <Tools />
    </header>
  );
}

function Tabs() {
  return (
    <nav class="tabs" aria-label="Open files">
      {files.value.map((file) => (
        <span
          key={file.id}
          ref={file === current.value ? show : null}
          class={`tab ${file === current.value ? "current" : ""}`}
        >
          <button
            type="button"
            aria-current={file === current.value ? "page" : undefined}
            onClick={() => (currentId.value = file.id)}
          >
            <bdi class="tab-name" title={labelOf(file)}>
              {file.source.name}
            </bdi>
            {numberOf(file)}
            {file.changed.value && <i class="unsaved" title="Unsaved changes" />}
          </button>
          <Button icon="close" label={`Close ${labelOf(file)}`} kind="icon" onClick={() => closeFile(file)} />
        </span>
      ))}
    </nav>
  );
}

function Tools() {
  const { icon, next, label } = themes[theme.value];
  return (
    <div class="tools">
      {files.value.length > 1 && (
        <span class={files.value.length > fewTabs ? "" : "when-narrow"}>
          <Menu
            label={`${files.value.length} files`}
            kind="quiet"
            items={files.value.map((file) => ({
              label: labelOf(file),
              note: file.changed.value ? "unsaved changes" : undefined,
              onSelect: () => (currentId.value = file.id),
            }))}
          />
        </span>
      )}
      <Button icon="open" label="Open" keys="Ctrl+O" onClick={() => openPicker()} />
      <Menu
        icon="more"
        label="More ways to open"
        kind="icon"
        items={[
          { label: "Paste text or bytes …", onSelect: () => (dialog.value = "paste") },
          { label: "HTML5 games …", onSelect: () => (dialog.value = "userfs") },
          { label: "Samples", onSelect: () => (currentId.value = 0) },
        ]}
      />
      <Button icon={icon} label={label} kind="icon" onClick={() => setTheme(next)} />
      <Button
        icon="help"
        label="Keyboard shortcuts"
        keys="?"
        kind="icon"
        onClick={() => (dialog.value = "help")}
      />
    </div>
  );
}
