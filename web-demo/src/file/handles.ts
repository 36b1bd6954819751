// Files that the browser lets the page read again and overwrite.
import { FileOnDisk } from "./origin.js";
import { openSource } from "./state.js";

export async function openHandle(handle: FileSystemFileHandle): Promise<void> {
  const file = await handle.getFile().catch((error: Error) => {
    throw new Error(`${handle.name} cannot be opened. ${error.message}`);
  });
  await openSource({ name: file.name, blob: file, origin: new FileOnDisk(handle, file) });
}
