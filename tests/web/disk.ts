// Files that the browser lets the page overwrite, in its private file system.
import type { Visit } from "./browser.js";

/** Opens a file on the disk of the browser with the dialog of the page, which the test answers. */
export async function openOnDisk(visit: Visit, name: string, title = name): Promise<void> {
  await visit.page.evaluate(async (name) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(name);
    Object.assign(window, { showOpenFilePicker: async () => [handle] });
  }, name);
  await visit.page.locator(".top-bar").getByRole("button", { name: "Open", exact: true }).click();
  await visit.page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await visit.page.locator("[role=treeitem]").first().waitFor();
  await visit.settled();
}

export async function writeOnDisk(visit: Visit, name: string, bytes: Uint8Array): Promise<void> {
  await visit.page.evaluate(
    async ([name, list]) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(name, { create: true });
      const stream = await handle.createWritable();
      await stream.write(Uint8Array.from(list));
      await stream.close();
    },
    [name, [...bytes]] as const,
  );
}

export async function readOnDisk(visit: Visit, name: string): Promise<Uint8Array> {
  const list = await visit.page.evaluate(async (name) => {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle(name)).getFile();
    return [...new Uint8Array(await file.arrayBuffer())];
  }, name);
  return Uint8Array.from(list);
}
