// `Game.watch`: the changes that a game makes to its files.
import { type Entry, eachTime, isFolder, isVisible, settled, sizeOf, transact } from "./database.js";
import { UserFilesError } from "./user-files-error.js";

/** A file that was written or deleted. */
export interface UserFileChange {
  /** What happened since the last look. */
  readonly kind: "created" | "changed" | "deleted";
  /** The path below `user://`. */
  readonly path: string;
  /** How many bytes it has now, or had. */
  readonly size: number;
  /** When it was written last. */
  readonly modified: Date;
}

/** Options of `Game.watch`. */
export interface WatchOptions {
  /** Milliseconds between two looks at the database; 1000 by default. Godot stores what it wrote at the next frame. */
  readonly interval?: number | undefined;
  /** Ends the iteration when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** What is known of a record: folders have no size. */
interface Seen {
  readonly time: number;
  readonly size: number | undefined;
}

/** Yields the changes of the records to which `pathOf` gives a path. */
export async function* watchFiles(
  { database }: { database: string },
  pathOf: (key: string) => string | undefined,
  { interval = 1000, signal }: WatchOptions,
): AsyncGenerator<UserFileChange, void, void> {
  // Until the first look, nobody knows what is new.
  let before: ReadonlyMap<string, Seen> | undefined;
  while (!signal?.aborted) {
    const now = await look(database, pathOf, before ?? new Map());
    if (before !== undefined && now !== undefined) yield* changesBetween(before, now);
    before = now ?? before;
    await pause(interval, signal);
  }
}

/** Reads the times of all records, and the sizes of those that are new. Undefined while nobody can look. */
async function look(
  database: string,
  pathOf: (key: string) => string | undefined,
  before: ReadonlyMap<string, Seen>,
): Promise<Map<string, Seen> | undefined> {
  const now = new Map<string, Seen>();
  const codeOf = (error: unknown) => (error instanceof UserFilesError ? error.code : undefined);
  const work = async (files: IDBObjectStore): Promise<void> => {
    const times: [key: string, path: string, time: number][] = [];
    await eachTime(files, (key, time) => {
      const path = pathOf(key);
      if (path !== undefined) times.push([key, path, time]);
    });
    for (const [key, path, time] of times) {
      const old = before.get(path);
      if (old?.time === time) now.set(path, old);
      else now.set(path, { time, size: fileSize(await settled<Entry | undefined>(files.get(key))) });
    }
  };
  try {
    await transact(database, "readonly", work);
  } catch (error) {
    // A write of this page waits for the game to close, so nobody can look.
    if (codeOf(error) === "running") return undefined;
    // Before the first start of the game, and after its storage was cleared, there are no files.
    if (codeOf(error) !== "missing") throw error;
  }
  return now;
}

const fileSize = (entry: Entry | undefined): number | undefined =>
  isVisible(entry) && !isFolder(entry) ? sizeOf(entry) : undefined;

function* changesBetween(
  before: ReadonlyMap<string, Seen>,
  now: ReadonlyMap<string, Seen>,
): Generator<UserFileChange> {
  const change = (kind: UserFileChange["kind"], path: string, { time, size = 0 }: Seen): UserFileChange => ({
    kind,
    path,
    size,
    modified: new Date(time),
  });
  for (const [path, seen] of before)
    if (seen.size !== undefined && now.get(path)?.size === undefined) yield change("deleted", path, seen);
  for (const [path, seen] of now) {
    const old = before.get(path);
    if (seen.size === undefined || old === seen) continue;
    yield change(old?.size === undefined ? "created" : "changed", path, seen);
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
