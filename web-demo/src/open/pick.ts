import { readHandle } from "../file/handles.js";
import { openEach, openSource } from "../file/state.js";

interface Picker {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

/** Lets the person choose files. Where the browser offers handles, saving overwrites the chosen file. */
export async function openPicker(): Promise<void> {
  const { showOpenFilePicker } = window as Picker;
  if (showOpenFilePicker === undefined) return openWithInput();
  const handles = await showOpenFilePicker({ multiple: true }).catch(() => []);
  await openEach(handles, readHandle);
}

function openWithInput(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.onchange = () => void openFiles(Array.from(input.files ?? []));
  input.click();
}

/** Returns how many files there were. */
export const openFiles = (list: Iterable<File>): Promise<number> =>
  openEach(list, (file) => ({ name: file.name, blob: file }));

/** Opens a text that was copied elsewhere. */
export async function openText(name: string, text: string): Promise<void> {
  const { bytesOfText } = await import("./paste.js");
  await openSource({ name, blob: new Blob([bytesOfText(text)]) });
}
