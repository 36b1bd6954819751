// Backs up unsaved edits, and offers those that a tab left behind when it was closed, reloaded or ended by the browser.
import { effect, signal } from "@preact/signals";
import type { OpenFile } from "../file/open-file.js";
import { FileOnDisk, hasSameBytes } from "../file/origin.js";
import { files, openSource, say } from "../file/state.js";
import { messageOf } from "../protocol/failures.js";
import { store } from "../widgets/stored.js";
import { abandoned, claim } from "./claim.js";
import { allKept, type Backup, type Base, forget, keep, kept, keptBase } from "./kept.js";

/** Backups that no tab has. */
export const offers = signal<readonly Backup[]>([]);

const whatIsNewer =
  "A newer version of this page has kept files and edits in this browser. This version can neither offer unsaved edits nor back them up. Save your files, close all tabs of this page, and open it again.";
const nameOf = (error: unknown) => (error instanceof DOMException ? error.name : "");

function whyNotKept(error: unknown, file: string): string {
  if (nameOf(error) === "VersionError") return whatIsNewer;
  if (nameOf(error) === "QuotaExceededError")
    return `There is no room to back up the unsaved edits of ${file}.`;
  return `The browser keeps no backup of the unsaved edits of ${file}: ${messageOf(error)}`;
}

let lastTold = "";

/** Says the same only once, until a backup was kept: otherwise each edit would say it again. */
function tell(text: string): void {
  if (text !== lastTold) say(text, true);
  lastTold = text;
}

/** Keeps the backup of one file up to date. */
class Keeper {
  readonly #file: OpenFile;
  readonly #id: string;
  readonly #release: () => void;
  #base: Base | undefined;
  #isKept: boolean;
  #writing: Promise<void> | undefined;
  #isOutdated = false;

  /** @param base What the backup already has of the file. */
  constructor(file: OpenFile, id: string, release: () => void, base?: Base) {
    this.#file = file;
    this.#id = id;
    this.#release = release;
    this.#base = base;
    this.#isKept = base !== undefined;
  }

  /** Writes what the file is now; of several calls during a write, the last one counts. */
  update(): void {
    this.#isOutdated = true;
    this.#writing ??= this.#writeUntilCurrent();
  }

  async #writeUntilCurrent(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      try {
        await (this.#file.changed.peek() ? this.#write() : this.#clear());
      } catch (error) {
        // Then edits last as long as the tab.
        tell(whyNotKept(error, this.#file.source.name));
      }
    }
    this.#writing = undefined;
  }

  async #write(): Promise<void> {
    const file = this.#file;
    const { name, origin } = file.source;
    const { dialect, framing } = file.how;
    const { written } = file;
    const original = file.original();
    // All of one moment: while this waits, the file may be read in another way.
    const backups: Backup = {
      id: this.#id,
      name,
      time: Date.now(),
      how: { dialect, framing },
      changes: file.changes,
      drafts: file.drafts.all,
      edits: file.history.undo.peek(),
      handle: origin instanceof FileOnDisk ? origin.handle : undefined,
    };
    const opened = await original;
    const bases: Base = { id: this.#id, opened, written };
    const isSame = this.#base?.opened === opened && this.#base.written === written;
    // Whoever clears the data of the page takes the base, too.
    const isCurrent = isSame && (await kept("bases", this.#id)) !== undefined;
    await keep(isCurrent ? { backups } : { bases, backups });
    this.#base = bases;
    this.#isKept = true;
    lastTold = "";
    store("kept", "yes");
  }

  async #clear(): Promise<void> {
    if (!this.#isKept) return;
    await forgetBackup(this.#id);
    this.#isKept = false;
    this.#base = undefined;
  }

  /** After the file was closed. Edits that were not repeated yet stay. */
  async end(): Promise<void> {
    // A write that ends later would bring back what is cleared.
    await this.#writing;
    if (this.#file.earlier === undefined) await this.#clear().catch(() => {});
    this.#release();
    if (this.#isKept) void findOffers();
  }
}

const forgetBackup = (id: string): Promise<void> => forget(id, "backups", "bases");

const keepers = new Map<OpenFile, Promise<Keeper> | undefined>();

async function newKeeper(file: OpenFile): Promise<Keeper> {
  const id = crypto.randomUUID();
  return new Keeper(file, id, (await claim(id)) as () => void);
}

function watch(): void {
  for (const file of files.value) {
    file.version.value;
    file.drafts.all;
    const isChanged = file.changed.value;
    if (file.earlier !== undefined) continue;
    if (isChanged && !keepers.has(file)) keepers.set(file, newKeeper(file));
    void keepers.get(file)?.then((keeper) => keeper.update());
  }
  for (const [file, keeper] of keepers) {
    if (files.value.includes(file)) continue;
    keepers.delete(file);
    void keeper?.then((keeper) => keeper.end());
  }
}

/** Lists the backups once their tabs have ended. */
async function findOffers(): Promise<void> {
  const all = await allKept("backups").catch((error) => {
    if (nameOf(error) === "VersionError") tell(whatIsNewer);
    return [];
  });
  for (const backup of all) {
    void abandoned(backup.id).then(async () => {
      const now = await kept("backups", backup.id);
      const others = offers.value.filter(({ id }) => id !== backup.id);
      offers.value = now === undefined ? others : [...others, now];
    });
  }
}

const withoutOffer = (id: string) => (offers.value = offers.value.filter((other) => other.id !== id));

/** Takes a backup as it is now: another tab may have gone on with it. Rejects if a tab has taken it. */
async function claimOffer(id: string): Promise<{ release: () => void; backup: Backup }> {
  const release = await claim(id);
  const backup = release && (await kept("backups", id));
  if (release !== undefined && backup !== undefined) return { release, backup };
  release?.();
  withoutOffer(id);
  throw new Error("Another tab has taken these edits, or discarded them.");
}

export async function discardOffer({ id }: Backup): Promise<void> {
  const { release } = await claimOffer(id);
  await forgetBackup(id);
  release();
  withoutOffer(id);
}

/** The file is not the one that the edits were made in. */
export class FileChanged extends Error {}

/** Where the edited file is, if it still is what it was. Rejects with FileChanged otherwise. */
async function placeOf({ name, handle }: Backup, { opened, written }: Base): Promise<FileOnDisk | undefined> {
  if (handle === undefined) return undefined;
  const now = await readable(handle).catch((error: Error) => {
    throw new FileChanged(`${name} cannot be read any more. ${error.message}`);
  });
  if (await hasSameBytes(now, written ?? opened)) return new FileOnDisk(handle, now);
  throw new FileChanged(`${name} has changed since these edits were made.`);
}

/** Opens the file of a handle, which may need the person's permission first. */
export async function readable(handle: FileSystemFileHandle): Promise<File> {
  const asking = handle as FileSystemFileHandle & {
    requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
  };
  const permission = await asking.requestPermission?.({ mode: "read" });
  if (permission === "denied") throw new Error("The browser was not allowed to read it.");
  return handle.getFile().catch(() => {
    throw new Error("It is no longer where it was.");
  });
}

/**
 * Opens the file of a backup as it was, and repeats the edits.
 * @param asCopy Leaves the file on the disk alone; otherwise this rejects with FileChanged if that is another one now.
 */
export async function restore({ id }: Backup, asCopy: boolean): Promise<void> {
  const { release, backup } = await claimOffer(id);
  const { name, how, changes, drafts } = backup;
  let isTaken = false;
  try {
    const base = await keptBase(id);
    if (!(base?.opened instanceof Blob)) throw new Error(`The browser has not kept ${name}.`);
    const origin = asCopy ? undefined : await placeOf(backup, base);
    withoutOffer(id);
    const source = { name, blob: new Blob([await base.opened.arrayBuffer()]), origin };
    await openSource(source, how, (file) => {
      isTaken = true;
      file.earlier = {
        changes,
        drafts,
        refused(number, error) {
          const why = `number ${number} is refused: ${messageOf(error)}`;
          say(
            `${name} lacks its edits from number ${number} on, because ${why} The backup keeps them.`,
            true,
          );
          // The backup stays as it is, and the file gets another one.
          keepers.delete(file);
          release();
          void findOffers();
        },
      };
      if (origin !== undefined) file.written = base.written;
      keepers.set(file, Promise.resolve(new Keeper(file, id, release, base)));
    });
  } catch (error) {
    if (!isTaken) release();
    throw error;
  }
}

/** Called once. Browsers without locks, as on pages without HTTPS, keep no backups. */
export function startBackups(): void {
  if (navigator.locks === undefined || typeof indexedDB === "undefined") return;
  effect(watch);
  void findOffers();
}
