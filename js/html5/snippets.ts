// Programs that people paste into the console of a game's page. They are texts, because bundlers would change functions.
import { type Backup, backupFormat } from "./backup.js";
import { idbfsVersion, newFolderMode } from "./database.js";

/** Options of `downloadSnippet`. */
export interface DownloadSnippetOptions {
  /** The name of the game's database; `/userfs` by default. */
  readonly database?: string | undefined;
  /** What `user://` stands for; by default the database's own folder, so that the backup has the files of all its games. */
  readonly folder?: string | undefined;
}

/** The beginning of both programs: opens the database without creating it, and checks what it holds. */
const opening = `
  const open = (name) => new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => {
      const db = request.result;
      if (db.version === ${idbfsVersion} && db.objectStoreNames.contains("FILE_DATA")) return resolve(db);
      db.close();
      reject(new Error(name + " does not hold the files of a Godot game."));
    };
    request.onerror = () => reject(new Error("No Godot game has stored files here. Is the game in a frame of another site? " +
      "Then choose that frame above the console, and paste this again."));
  });
  const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });`;

/** JSON as a JavaScript expression. */
const literal = (value: unknown): string => JSON.stringify(value).replace(/[\u2028\u2029<]/g, escaped);
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Makes a program for the browser's console that downloads the `user://` files of a game on another site: open the page of the game,
 * open the developer tools (F12), choose the frame of the game above the console if it is in one, paste the text, press Enter.
 *
 * @param options The database, and the folder of one game in it.
 * @returns The program. It downloads `user-files.json`, which `Backup.parse` reads, and changes nothing.
 * @throws Nothing; the program itself reports its errors in the console.
 * @example
 * textArea.value = downloadSnippet();
 */
export function downloadSnippet(options: DownloadSnippetOptions = {}): string {
  const { database = "/userfs", folder = database } = options;
  return `// Downloads the user:// files of the Godot game on this page. It changes nothing.
(async () => {
  const database = ${literal(database)}, folder = ${literal(folder)};${opening}
  const db = await open(database);
  const store = db.transaction("FILE_DATA").objectStore("FILE_DATA");
  const [keys, entries] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
  db.close();
  const base64 = (contents) => {
    const bytes = ArrayBuffer.isView(contents)
      ? new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength) : Uint8Array.from(contents || []);
    let text = "";
    for (let at = 0; at < bytes.length; at += 12288) text += btoa(String.fromCharCode(...bytes.subarray(at, at + 12288)));
    return text;
  };
  const files = entries.flatMap(({ timestamp, mode, contents }, i) => {
    if ((mode & 61440) !== 32768 || !(timestamp instanceof Date) || isNaN(timestamp) || !String(keys[i]).startsWith(folder + "/")) return [];
    return [{ path: keys[i].slice(folder.length + 1), modified: timestamp.toISOString(), mode, base64: base64(contents) }];
  });
  const backup = JSON.stringify({ format: ${literal(backupFormat)}, origin: location.origin, database, folder, files });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([backup], { type: "application/json" }));
  link.download = "user-files.json";
  link.click();
  return files.length + " files downloaded";
})().catch((error) => console.error(error.message));
`;
}

/**
 * Makes a program for the browser's console that writes a backup into the storage of a game on another site, and reloads its page.
 * It stops the game first, asks before it overwrites files that are newer than the backup, and writes all files or none.
 *
 * @param backup What to write, such as the changed result of `Backup.parse`.
 * @returns The program, which contains the files.
 * @throws Nothing; the program itself reports its errors in the console.
 * @example
 * const backup = Backup.parse(await file.text());
 * textArea.value = restoreSnippet(backup.with("slot1.save", bytes));
 */
export function restoreSnippet(backup: Backup): string {
  return `// Writes files into the storage of the Godot game on this page, and reloads the page.
(async () => {
  const { database, folder, files } = ${literal(backup)};${opening}
  // Without new frames the game cannot store its own files in between.
  const frame = window.requestAnimationFrame, held = [];
  window.requestAnimationFrame = (callback) => held.push(callback);
  const goOn = () => { window.requestAnimationFrame = frame; held.forEach((callback) => frame.call(window, callback)); };
  try {
    const db = await open(database);
    // The engine sees only records with a time.
    const seen = (one) => one && one.timestamp instanceof Date && !isNaN(one.timestamp);
    const read = async (store) => {
      const all = await Promise.all(files.map(({ path }) => settled(store.get(folder + "/" + path))));
      return all.map((one, i) => {
        if (!seen(one)) return 0;
        if ((one.mode & 61440) === 16384) throw new Error("There is a folder " + files[i].path + ".");
        return +one.timestamp;
      });
    };
    const old = await read(db.transaction("FILE_DATA").objectStore("FILE_DATA"));
    const newer = files.filter(({ modified }, i) => old[i] > new Date(modified)).map(({ path }) => path);
    if (newer.length > 0 && !confirm("The game has changed these files since the backup. Overwrite them?\\n" + newer.join("\\n"))) {
      db.close();
      goOn();
      return "Nothing was written.";
    }
    const writing = db.transaction("FILE_DATA", "readwrite");
    const done = new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onabort = () => reject(writing.error || new Error("A file is in place of a folder."));
    });
    const store = writing.objectStore("FILE_DATA");
    if (String(await read(store)) !== String(old)) throw new Error("The game has written meanwhile. Paste this again.");
    const timestamp = new Date(Math.max(Date.now(), ...old.map((time) => time + 1)));
    const folders = new Set();
    files.forEach(({ path, mode, base64 }) => {
      const parts = (folder + "/" + path).slice(database.length + 1).split("/");
      for (let i = 1; i < parts.length; i++) folders.add(database + "/" + parts.slice(0, i).join("/"));
      const contents = Int8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      store.put({ timestamp, mode, contents }, folder + "/" + path);
    });
    folders.forEach((name) => {
      store.get(name).onsuccess = ({ target }) => {
        if (!seen(target.result)) store.put({ timestamp, mode: ${newFolderMode} }, name);
        else if ((target.result.mode & 61440) !== 16384) writing.abort();
      };
    });
    await done;
    db.close();
  } catch (error) {
    goOn();
    throw error;
  }
  location.reload();
  return files.length + " files written";
})().catch((error) => console.error("Nothing was written.", error && error.message));
`;
}
