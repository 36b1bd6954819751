// What leaves the page, as downloads, into the file that was opened, or as a link.
import { download } from "./download.js";
import type { OpenFile } from "./open-file.js";
import type { ExportForm } from "./protocol.js";
import { say } from "./state.js";

/** Writes the file through the same layers; the first time, the original goes to the downloads as a backup. */
export async function saveFile(file: OpenFile): Promise<void> {
  const { source } = file;
  // A field that is being edited sends what is in it when it is left.
  document.activeElement?.closest<HTMLElement>("input, textarea")?.blur();
  const { bytes, name } = await file.work("save");
  if (!file.backedUp) download(`${source.name}.bak`, source.blob);
  file.backedUp = true;
  if (source.writeBack !== undefined) await source.writeBack(bytes);
  else if (source.handle === undefined) download(name, bytes);
  else await writeTo(source.handle, bytes);
  file.savedAt.value = file.undo.value;
  say(`Saved ${name}; the original is ${source.name}.bak`);
}

async function writeTo(handle: FileSystemFileHandle, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const stream = await handle.createWritable();
  await stream.write(bytes);
  await stream.close();
}

export async function exportAs(file: OpenFile, form: ExportForm): Promise<void> {
  const { bytes, name } = await file.work("exported", form, file.selected.value?.address ?? [0]);
  download(name, bytes);
}

export function saveOriginal(file: OpenFile): void {
  download(file.source.name, file.source.blob);
}

export async function share(file: OpenFile): Promise<void> {
  const { bytes, name } = await file.work("save");
  const { linkTo } = await import("./open/link.js");
  await navigator.clipboard.writeText(await linkTo(name, bytes));
  say("Copied a link that holds the file");
}
