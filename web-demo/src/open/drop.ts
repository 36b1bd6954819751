// Opens files dropped on the page, and anything pasted outside of fields. What is pasted into the tree becomes a value.
import { attempt, current, openEach } from "../file/state.js";
import { inTurn } from "../file/turns.js";
import { openFiles, openText } from "./pick.js";

const { documentElement } = document;
const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
/** A field takes files itself, for example the one to compare with. */
const isForField = (event: DragEvent) => (event.target as Element).closest("input[type=file]") !== null;

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
    if (!isFiles(event) || isForField(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    depth = 0;
    show();
    if (!isFiles(event) || isForField(event)) return;
    event.preventDefault();
    void attempt(() => openDropped(event.dataTransfer as DataTransfer));
  });
}

/** Opens the files, and the files in dropped folders. */
async function openDropped(data: DataTransfer): Promise<void> {
  const files = Array.from(data.files);
  const items: ItemWithHandle[] = Array.from(data.items).filter(({ kind }) => kind === "file");
  // Both must be asked for before anything is awaited.
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? undefined);
  const asked = items.map((item) => item.getAsFileSystemHandle?.().catch(() => null));
  const handles = await Promise.all(asked);
  const { agreed, filesIn, handlesIn } = await import("./folders.js");
  const hasHandles = handles.length > 0 && handles.every((handle) => handle != null);
  const hasFolders = entries.some((entry) => entry?.isDirectory);
  const all = hasHandles ? handlesIn(handles) : filesIn(entries);
  const count =
    hasHandles || hasFolders
      ? await openEach(hasFolders ? agreed(all) : all, (read) => read())
      : await openFiles(files);
  if (count === 0) throw new Error("There are no files in this folder.");
}

export function acceptPaste(): void {
  addEventListener("paste", (event) => {
    const target = event.target as Element | null;
    if (target?.closest("input, textarea, dialog") || event.clipboardData === null) return;
    const files = Array.from(event.clipboardData.files);
    const text = event.clipboardData.getData("text/plain");
    if (files.length === 0 && text === "") return;
    event.preventDefault();
    const file = document.activeElement?.closest("[role=tree]") ? current.value : undefined;
    if (files.length > 0) void openFiles(files);
    else if (file !== undefined)
      void attempt(() => inTurn(file, async () => (await import("../file/values.js")).pasteText(file, text)));
    else void attempt(() => openText("pasted", text));
  });
}
