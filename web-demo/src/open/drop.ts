// Opens files dropped on the page, and anything pasted outside of fields.
import { attempt, openSource } from "../file/state.js";
import { openHandle } from "./address.js";
import { bytesOfText } from "./paste.js";
import { openFiles } from "./pick.js";

const { documentElement } = document;
const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

export function acceptDrops(): void {
  let depth = 0;
  const show = () => documentElement.classList.toggle("dropping", depth > 0);
  addEventListener("dragenter", (event) => {
    if (isFiles(event)) depth++;
    show();
  });
  addEventListener("dragleave", (event) => {
    if (isFiles(event)) depth = Math.max(0, depth - 1);
    show();
  });
  addEventListener("dragover", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    depth = 0;
    show();
    if (!isFiles(event)) return;
    event.preventDefault();
    void attempt(() => openDropped(event.dataTransfer as DataTransfer));
  });
}

/** Opens the files, and the files in dropped folders. */
async function openDropped(data: DataTransfer): Promise<void> {
  const files = Array.from(data.files);
  const items: ItemWithHandle[] = Array.from(data.items).filter(({ kind }) => kind === "file");
  const asked = items.map((item) => item.getAsFileSystemHandle?.().catch(() => null));
  const handles = await Promise.all(asked);
  if (handles.length === 0 || handles.some((handle) => handle == null)) return openFiles(files);
  for (const handle of handles) await openAny(handle as FileSystemHandle);
}

async function openAny(handle: FileSystemHandle): Promise<void> {
  if (handle.kind === "file") return openHandle(handle as FileSystemFileHandle);
  const folder = handle as FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemHandle]>;
  for await (const [, entry] of folder) if (entry.kind === "file") await openAny(entry);
}

export function acceptPaste(): void {
  addEventListener("paste", (event) => {
    const target = event.target as Element | null;
    if (target?.closest("input, textarea, dialog") || event.clipboardData === null) return;
    const files = Array.from(event.clipboardData.files);
    const text = event.clipboardData.getData("text/plain");
    if (files.length === 0 && text === "") return;
    event.preventDefault();
    if (files.length > 0) void openFiles(files);
    else void attempt(() => openSource({ name: "pasted", blob: new Blob([bytesOfText(text)]) }));
  });
}
