// Names: of inputs as text, of outputs as paths, and which were seen.

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { BatchFailure } from "../task/failure.js";
import type { FilePath } from "../task/job.js";

/** A path as text. Bytes that are not UTF-8 become `\xff`. */
export function textOf(path: FilePath): string {
  if (typeof path === "string") return path;
  let text = "";
  for (let at = 0; at < path.length; ) {
    const length = [1, 2, 3, 4].find(
      (size) => at + size <= path.length && isUtf8(path.subarray(at, at + size)),
    );
    text +=
      length === undefined
        ? `\\x${(path[at] as number).toString(16).padStart(2, "0")}`
        : path.toString("utf8", at, at + length);
    at += length ?? 1;
  }
  return text;
}

/** A name of a folder's entry: text, or bytes where it is not UTF-8. */
export const nameOf = (name: Buffer): FilePath => (isUtf8(name) ? name.toString() : name);

/** Joins parts of a path; the result is text if all parts are. */
export function joined(folder: FilePath, name: FilePath): FilePath {
  if (folder.length === 0) return name;
  if (typeof folder === "string" && typeof name === "string") {
    return /[\\/]$/.test(folder) && (process.platform === "win32" || folder.endsWith("/"))
      ? folder + name
      : `${folder}/${name}`;
  }
  return Buffer.concat([Buffer.from(folder as string), Buffer.from("/"), Buffer.from(name as string)]);
}

/** Appends to the name of a file. */
export function suffixed(path: FilePath, suffix: string): FilePath {
  return typeof path === "string" ? path + suffix : Buffer.concat([path, Buffer.from(suffix)]);
}

/** Characters and endings that Windows refuses in names. */
const windowsRefuses = /[<>:"|?*]|[. ]$|\p{Cc}/u;
const isRefused = (part: string) =>
  part.includes("\0") || (process.platform === "win32" && windowsRefuses.test(part));

/** The path below a folder for outputs that an id names. Throws `unsafe-name` for one that could lead elsewhere. */
export function safeName(id: string): string {
  // A backslash separates folders on Windows, and archives from there have it.
  const parts = id.split(/[\\/]/);
  const isSafe = parts.every(
    (part) =>
      part !== "" && part !== "." && part !== ".." && !isRefused(part) && Buffer.byteLength(part) < 256,
  );
  if (!isSafe || /^[a-z]:/i.test(id) || id.length === 0) throw new BatchFailure("unsafe-name");
  return parts.join("/");
}

/** A name as file systems that ignore case compare it. */
export const folded = (name: FilePath): string =>
  typeof name === "string" ? name.normalize("NFC").toLowerCase().normalize("NFC") : name.toString("latin1");

const wordsOfHash = 4;
const emptyHash = Buffer.alloc(wordsOfHash * 4);

/** A set of texts that takes 16 to 64 bytes for each, whatever their lengths: it keeps 128 bits of their SHA-256. */
export class NameSet {
  #words = new Uint32Array(1024 * wordsOfHash);
  #size = 0;

  /** Adds a text; returns whether it is new. */
  add(text: string): boolean {
    if ((this.#size + 1) * 2 > this.#words.length / wordsOfHash) this.#grow();
    const hash = hashOf(text);
    const slot = this.#slotOf(hash);
    if (this.#isAt(slot, hash)) return false;
    this.#words.set(hash, slot);
    this.#size++;
    return true;
  }

  has(text: string): boolean {
    const hash = hashOf(text);
    return this.#isAt(this.#slotOf(hash), hash);
  }

  /** Where a hash is, or the empty slot where it would be. */
  #slotOf(hash: Uint32Array): number {
    const words = this.#words;
    let slot = ((hash[0] as number) * wordsOfHash) % words.length;
    while (!this.#isFree(slot) && !this.#isAt(slot, hash)) slot = (slot + wordsOfHash) % words.length;
    return slot;
  }

  #isFree(slot: number): boolean {
    return this.#words.subarray(slot, slot + wordsOfHash).every((word) => word === 0);
  }

  #isAt(slot: number, hash: Uint32Array): boolean {
    return hash.every((word, i) => this.#words[slot + i] === word);
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += wordsOfHash) {
      const hash = old.subarray(at, at + wordsOfHash);
      if (hash.some((word) => word !== 0)) this.#words.set(hash, this.#slotOf(hash));
    }
  }
}

function hashOf(text: string): Uint32Array {
  const digest = createHash("sha256").update(text).digest();
  const hash = new Uint32Array(wordsOfHash);
  for (let i = 0; i < wordsOfHash; i++) hash[i] = digest.readUInt32LE(i * 4);
  // All zeros would be an empty slot.
  if (emptyHash.equals(digest.subarray(0, wordsOfHash * 4))) hash[0] = 1;
  return hash;
}
