import { clipboardText } from "../file/clipboard.js";
import { attempt, dialog, files, keepsSession } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { lazy } from "../widgets/lazy.js";
import { stored } from "../widgets/stored.js";
import { About } from "./about.js";
import { openSample } from "./address.js";
import { samples } from "./gallery.js";
import { openFiles, openPicker, openText } from "./pick.js";
import { Picture } from "./picture.js";

const RecentList = lazy(async () => (await import("../session/list.js")).RecentList);

async function openClipboard(): Promise<void> {
  const text = await clipboardText();
  if (text.trim() === "") throw new Error("The clipboard contains no text.");
  await openText("clipboard", text);
}

/** The start page, with ways to open a file and samples. */
export function Start() {
  return (
    <div class="start">
      <section class="drop-here">
        <h1>Open a Godot save</h1>
        <p>
          See what a save of a Godot game contains, edit it, and save it again, for any version from 1 to 4.6.
        </p>
        <Picture />
        <p>
          Drop a file anywhere on this page. It may be compressed, encrypted or damaged, or a network packet.
        </p>
        <div class="actions">
          <Button icon="open" label="Open files" kind="primary" keys="Ctrl+O" onClick={() => openPicker()} />
          <Button icon="paste" label="From the clipboard" onClick={() => attempt(openClipboard)} />
          <Button icon="edit" label="Paste …" onClick={() => (dialog.value = "paste")} />
          <Button icon="game" label="HTML5 games" onClick={() => (dialog.value = "userfs")} />
        </div>
        <p class="private">
          Your files never leave your computer: this page reads them itself and works offline.
        </p>
        <input
          class="visually-hidden"
          type="file"
          multiple
          tabIndex={-1}
          aria-label="Files"
          onChange={(event) => openFiles(Array.from(event.currentTarget.files ?? []))}
        />
      </section>
      {(keepsSession.value || stored("bookmarks") !== undefined) && <RecentList />}
      <section class="gallery" aria-labelledby="samples">
        <h2 id="samples">Try a sample</h2>
        <ul>
          {samples.map(({ id, title, about }) => (
            <li key={id}>
              <a
                href={`?sample=${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  void openSample(id);
                }}
              >
                <b>{title}</b>
                <span>{about}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <footer>
        {files.value.length > 0 && <p class="open-count">Your open files are in the bar at the top.</p>}
        <About />
      </footer>
    </div>
  );
}
