// What tests of reloads share: what the browser keeps, and the reload itself.
import type { Visit } from "./browser.js";

/** The numbers of edits in the backups that the browser has. */
export const backups = (visit: Visit) =>
  visit.page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "godot-variant")) return [];
    const open = indexedDB.open("godot-variant");
    await new Promise((resolve) => (open.onsuccess = resolve));
    const request = open.result.transaction("backups").objectStore("backups").getAll();
    await new Promise((resolve) => (request.onsuccess = resolve));
    open.result.close();
    return (request.result as { edits: number }[]).map(({ edits }) => edits).sort();
  });

/** Reloads the page, and agrees to whatever it asks from then on. */
export async function reload(visit: Visit): Promise<void> {
  visit.page.removeAllListeners("dialog");
  visit.page.on("dialog", (dialog) => void dialog.accept());
  await visit.page.reload();
  await visit.page.waitForSelector("main > *");
}
