// Output of the page: downloads, saving the opened file, links.

import { batch } from "@preact/signals";
import type { DialectName } from "godot-variant";
import type { ExportForm, OutputFile } from "../protocol/output.js";
import type { Address } from "../protocol/places.js";
import type { Put } from "./clipboard.js";
import { download } from "./download.js";
import { goToDraft } from "./go-to-draft.js";
import type { OpenFile } from "./open-file.js";
import { copyOf, FileOnDisk, type Origin, WriteRefused } from "./origin.js";
import { settleFields } from "./settle-fields.js";
import { askAbout, say } from "./state.js";
import { Turns } from "./turns.js";

/** Rejects while a field holds text that cannot be read as a value. */
export async function requireNoDraft(file: OpenFile, done = "saved"): Promise<void> {
  await settleFields(file);
  const [draft] = file.drafts.all;
  if (draft !== undefined) {
    await goToDraft(file, draft);
    throw new Error(
      `Not ${done}, because a field holds text that cannot be read as a value. ${draft.problem}`,
    );
  }
}

/** The file with its layers, and the number of its content. */
async function toSave(file: OpenFile): Promise<{ content: number; bytes: Uint8Array<ArrayBuffer> }> {
  // An edit that follows is not in these bytes, even if the worker still loads what it needs to write them.
  return file.edits.after(async () => {
    const content = file.history.content.value;
    return { content, bytes: (await file.work("save")).bytes };
  });
}

/** Saves a file after its earlier saves: otherwise they would be taken for somebody else's, or could end last. */
const saves = new Turns();

/** What happened to a file that is saved, in words. */
interface Done {
  readonly said: string;
  /** What may still undo it. */
  readonly warning?: string | undefined;
}

/** Saves the file: where it was read if the page can write there, otherwise as a download. */
export const saveFile = (file: OpenFile): Promise<void> => saves.take(file, () => save(file));

async function save(file: OpenFile): Promise<void> {
  await requireNoDraft(file);
  const { origin, name } = file.source;
  const { content, bytes } = await toSave(file);
  const done = origin === undefined ? { said: download(name, bytes) } : await writeTo(origin, file, bytes);
  if (done === undefined) return;
  file.noteSaved(content, bytes);
  const { said, warning } = done;
  if (warning === undefined) say(said);
  else say(`${said} ${warning}`, true);
}

interface SavePicker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** Saves the file under a name that the person chooses; from then on it is that file. */
export async function saveFileAs(file: OpenFile): Promise<void> {
  const { showSaveFilePicker } = window as SavePicker;
  await requireNoDraft(file);
  if (showSaveFilePicker === undefined) {
    // The browser asks for the name of a download, if the person wants that.
    const { content, bytes } = await toSave(file);
    say(download(file.source.name, bytes));
    file.noteSaved(content, bytes);
    return;
  }
  const handle = await showSaveFilePicker({ suggestedName: file.source.name }).catch(() => undefined);
  if (handle !== undefined) await saves.take(file, () => saveInto(handle, file));
}

async function saveInto(handle: FileSystemFileHandle, file: OpenFile): Promise<void> {
  const { content, bytes } = await toSave(file);
  const origin = new FileOnDisk(handle, await handle.getFile());
  // The person has just agreed to replace what was there.
  await origin.write(bytes, true);
  batch(() => {
    file.movedTo(handle.name, origin);
    file.written = new Blob([bytes]);
    file.noteSaved(content, bytes);
  });
  say(`Saved ${handle.name}.`);
}

/** Writes the file back; returns nothing if the person cancels. */
async function writeTo(
  origin: Origin,
  file: OpenFile,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Done | undefined> {
  const { name } = file.source;
  for (let anyway = false; ; anyway = true) {
    try {
      return await overwrite(origin, file, bytes, anyway);
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      const choice = await askAbout({ name, reason: error.message, mayOverwrite: error.mayOverwrite });
      if (choice === "cancel") return undefined;
      if (choice === "download") return { said: download(name, bytes) };
    }
  }
}

/** Downloads what is overwritten the first time, and what somebody else wrote. */
async function overwrite(
  origin: Origin,
  file: OpenFile,
  bytes: Uint8Array<ArrayBuffer>,
  anyway: boolean,
): Promise<Done> {
  const { name } = file.source;
  const before = file.hasBackup && !anyway ? undefined : await copyOf(await origin.read());
  const warning = await origin.write(bytes, anyway);
  file.written = new Blob([bytes]);
  if (before === undefined) return { said: `Saved ${name}.`, warning };
  file.hasBackup = true;
  download(`${name}.bak`, before);
  return { said: `Saved ${name}. What it held before was downloaded as ${name}.bak.`, warning };
}

/** @param address The value that becomes a CSV; all other forms have the whole file. */
export async function exportAs(
  file: OpenFile,
  form: ExportForm,
  address: Address = file.selected.value?.address ?? [0],
): Promise<void> {
  await requireNoDraft(file, "exported");
  const { bytes, name, notes } = await file.work("exportAs", form, address);
  const done = download(name, bytes);
  const [note] = notes;
  if (note !== undefined) say(`${done}. ${note.text}`, true);
}

/** The file for another engine. */
export async function converted(file: OpenFile, to: DialectName): Promise<OutputFile> {
  await requireNoDraft(file, "converted");
  return file.work("convert", to);
}

export async function saveOriginal(file: OpenFile): Promise<void> {
  download(file.source.name, await file.original());
}

export async function share(file: OpenFile, put: Put): Promise<void> {
  await requireNoDraft(file, "copied");
  const { bytes, name } = await file.work("save");
  const { linkTo } = await import("./link.js");
  await put(await linkTo(name, bytes));
  say("Copied a link that contains the file");
}
