// The files that were opened last, where the browser can open them again.
import { effect, signal } from "@preact/signals";
import { bookmarkedFiles, forgetBookmarks } from "../file/bookmarks.js";
import { FileOnDisk } from "../file/origin.js";
import { files, say } from "../file/state.js";
import { store } from "../widgets/stored.js";
import { allKept, forget, keep, type RecentFile } from "./kept.js";

const most = 10;

export const recentFiles = signal<readonly RecentFile[]>([]);

async function refresh(): Promise<void> {
  recentFiles.value = await allKept("recent").catch(() => []);
}

/** Several tabs may do this at once, so the list is read anew each time. */
async function note({ handle }: FileOnDisk, size: number): Promise<void> {
  const all = await allKept("recent");
  const isSame = await Promise.all(all.map((one) => one.handle.isSameEntry(handle)));
  const id = all[isSame.indexOf(true)]?.id ?? crypto.randomUUID();
  await keep({ recent: { id, name: handle.name, size, time: Date.now(), handle } });
  store("kept", "yes");
  await refresh();
  for (const old of recentFiles.value.slice(most)) await forgetRecent(old);
}

async function forgetRecent(...list: readonly RecentFile[]): Promise<void> {
  for (const { id } of list) await forget(id, "recent");
  await refresh();
}

/** Removes a file from the list because a person wants that; then its bookmarks say nothing of it either. */
export async function removeRecent(file: RecentFile): Promise<void> {
  if (recentFiles.value.every(({ id, name }) => id === file.id || name !== file.name))
    forgetBookmarks([file.name]);
  await forgetRecent(file);
}

/** Removes all files from the list, and the bookmarks of all files. */
export async function clearRecent(): Promise<void> {
  forgetBookmarks(bookmarkedFiles());
  await forgetRecent(...recentFiles.value);
}

const noted = new WeakSet<FileOnDisk>();

function watch(): void {
  for (const { source, info, failure } of files.value) {
    const { origin, blob } = source;
    // Of many files that were opened together, those that a person has seen.
    if (info.value === undefined && failure.value === undefined) continue;
    if (!(origin instanceof FileOnDisk) || noted.has(origin)) continue;
    noted.add(origin);
    // In private windows there is no list.
    note(origin, blob.size).catch((error) => {
      if (error?.name === "QuotaExceededError") say("There is no room for the list of recent files.", true);
    });
  }
}

/** Called once. */
export function startRecent(): void {
  if (typeof indexedDB === "undefined") return;
  effect(watch);
  void refresh();
}
