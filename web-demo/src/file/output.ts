// Output of the page: downloads, saving the opened file, links.

import type { ExportForm } from "../protocol/calls.js";
import { download } from "./download.js";
import type { OpenFile } from "./open-file.js";
import { say } from "./state.js";

/** Saves the file with its layers; the first time, it also downloads the original as a backup. */
export async function saveFile(file: OpenFile): Promise<void> {
  const { source } = file;
  // A field sends its text when it loses the focus.
  document.activeElement?.closest<HTMLElement>("input, textarea")?.blur();
  const { bytes, name } = await file.work("save");
  if (!file.backedUp) download(`${source.name}.bak`, source.blob);
  file.backedUp = true;
  if (source.writeBack !== undefined) await source.writeBack(bytes);
  else if (source.handle === undefined) download(name, bytes);
  else await writeTo(source.handle, bytes);
  file.savedAt.value = file.undo.value;
  say(`Saved ${name}. The original was downloaded as ${source.name}.bak.`);
}

async function writeTo(handle: FileSystemFileHandle, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const stream = await handle.createWritable();
  await stream.write(bytes);
  await stream.close();
}

export async function exportAs(file: OpenFile, form: ExportForm): Promise<void> {
  const { bytes, name } = await file.work("exportAs", form, file.selected.value?.address ?? [0]);
  download(name, bytes);
}

export function saveOriginal(file: OpenFile): void {
  download(file.source.name, file.source.blob);
}

export async function share(file: OpenFile): Promise<void> {
  const { bytes, name } = await file.work("save");
  const { linkTo } = await import("./link.js");
  await navigator.clipboard.writeText(await linkTo(name, bytes));
  say("Copied a link that contains the file");
}
