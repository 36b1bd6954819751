// Files that the browser lets the page read again and overwrite.
import { FileOnDisk, type Source } from "./origin.js";
import { openSource } from "./state.js";

export async function readHandle(handle: FileSystemFileHandle): Promise<Source> {
  const file = await handle.getFile().catch((error: Error) => {
    throw new Error(`${handle.name} cannot be opened. ${error.message}`);
  });
  return { name: file.name, blob: file, origin: new FileOnDisk(handle, file) };
}

export async function openHandle(handle: FileSystemFileHandle): Promise<void> {
  await openSource(await readHandle(handle));
}
