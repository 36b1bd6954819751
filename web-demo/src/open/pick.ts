import { attempt, openSource } from "../state.js";
import { openHandle } from "./address.js";

interface Picker {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

/** Asks for files; where the browser can, it gives handles, so that saving writes the file itself. */
export async function openPicker(): Promise<void> {
  const { showOpenFilePicker } = window as Picker;
  if (showOpenFilePicker === undefined) return openWithInput();
  const handles = await showOpenFilePicker({ multiple: true }).catch(() => []);
  for (const handle of handles) await attempt(() => openHandle(handle));
}

function openWithInput(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.onchange = () => void openFiles(Array.from(input.files ?? []));
  input.click();
}

export async function openFiles(list: readonly File[]): Promise<void> {
  for (const file of list) {
    await attempt(async () => openSource({ name: file.name, blob: file }));
  }
}
