import { Button } from "../parts/button.js";
import { attempt, dialog, files, openSource } from "../state.js";
import { openSample } from "./address.js";
import { samples } from "./gallery.js";
import { bytesOfText } from "./paste.js";
import { openFiles, openPicker } from "./pick.js";

async function openClipboard(): Promise<void> {
  const text = await navigator.clipboard.readText();
  if (text.trim() === "") throw new Error("The clipboard holds no text");
  await openSource({ name: "clipboard", blob: new Blob([bytesOfText(text)]) });
}

/** What there is to do before a file is open. */
export function Start() {
  return (
    <div class="start">
      <section class="drop-here">
        <h1>Open a Godot save</h1>
        <p>
          Drop a file anywhere on this page: a save of any Godot from 1 to 4.6, compressed or encrypted, or a
          packet. See what is in it, change it, and save it back.
        </p>
        <div class="actions">
          <Button icon="open" label="Open files" kind="primary" keys="Ctrl+O" onClick={() => openPicker()} />
          <Button icon="paste" label="From the clipboard" onClick={() => attempt(openClipboard)} />
          <Button icon="edit" label="Paste …" onClick={() => (dialog.value = "paste")} />
          <Button icon="game" label="Games on this site" onClick={() => (dialog.value = "userfs")} />
        </div>
        <p class="private">Nothing leaves your machine: files are read in this page, and it works offline.</p>
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
        <h2 id="samples">Samples that engines wrote</h2>
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
      {files.value.length > 0 && <p class="open-count">Open files are in the bar at the top.</p>}
    </div>
  );
}
