import { attempt, dialog, files, openSource } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { openSample } from "./address.js";
import { samples } from "./gallery.js";
import { bytesOfText } from "./paste.js";
import { openFiles, openPicker } from "./pick.js";

async function openClipboard(): Promise<void> {
  const text = await navigator.clipboard.readText();
  if (text.trim() === "") throw new Error("The clipboard contains no text.");
  await openSource({ name: "clipboard", blob: new Blob([bytesOfText(text)]) });
}

/** The start page, with ways to open a file and samples. */
export function Start() {
  return (
    <div class="start">
      <section class="drop-here">
        <h1>Open a Godot save</h1>
        <p>
          Drop a file anywhere on this page: a save from any version of Godot, 1 to 4.6, compressed or
          encrypted, or a network packet. See what it contains, edit it, and save it again.
        </p>
        <div class="actions">
          <Button icon="open" label="Open files" kind="primary" keys="Ctrl+O" onClick={() => openPicker()} />
          <Button icon="paste" label="From the clipboard" onClick={() => attempt(openClipboard)} />
          <Button icon="edit" label="Paste …" onClick={() => (dialog.value = "paste")} />
          <Button icon="game" label="Games on this site" onClick={() => (dialog.value = "userfs")} />
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
      {files.value.length > 0 && <p class="open-count">Your open files are in the bar at the top.</p>}
    </div>
  );
}
