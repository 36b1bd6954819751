// Names: of inputs as text, of outputs as paths, and which were seen.

import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import type { BatchResult } from "../task/api.js";
import { BatchFailure } from "../task/failure.js";
import type { FilePath } from "../task/job.js";
import { sha256 } from "./sha256.js";
import { isRefusedByWindows, isWindows, withSlashes } from "./windows-names.js";

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

/** A path as results and the report name it, the same on all systems. */
export const idOf = (path: FilePath): string => (typeof path === "string" ? withSlashes(path) : textOf(path));

/** A name of a folder's entry: text, or bytes where it is not UTF-8. */
export const nameOf = (name: Buffer): FilePath => (isUtf8(name) ? name.toString() : name);

/** Where a file was written, as the report says it: a name that is not UTF-8 cannot stand in JSON. */
export function writtenPlace(path: FilePath): Pick<BatchResult, "target" | "targetBytes"> {
  return typeof path === "string" ? { target: path } : { targetBytes: path.toString("base64") };
}

/** The path that `writtenPlace` says. */
export function placeWritten({ target, targetBytes }: ReturnType<typeof writtenPlace>): FilePath | undefined {
  return targetBytes === undefined ? target : Buffer.from(targetBytes, "base64");
}

/** Joins parts of a path; the result is text if all parts are. */
export function joined(folder: FilePath, name: FilePath): FilePath {
  if (folder.length === 0) return name;
  if (typeof folder === "string" && typeof name === "string") {
    return withSlashes(folder).endsWith("/") ? folder + name : `${folder}/${name}`;
  }
  return Buffer.concat([Buffer.from(folder as string), Buffer.from("/"), Buffer.from(name as string)]);
}

/** A path with a character for each byte, so that functions for texts keep those that are not UTF-8. */
export const charactersOf = (path: FilePath): string => Buffer.from(path as string).toString("latin1");

/** The name that has a character for each byte. */
export const nameOfCharacters = (characters: string): FilePath => nameOf(Buffer.from(characters, "latin1"));

/** The last part of a path. */
export const lastPart = (path: FilePath): FilePath => nameOfCharacters(basename(charactersOf(path)));

/** Appends to the name of a file. */
export function suffixed(path: FilePath, suffix: string): FilePath {
  return typeof path === "string" ? path + suffix : Buffer.concat([path, Buffer.from(suffix)]);
}

/** Whether a file has the name of one that is being written, which another output would replace. */
export const isTemporary = (part: string): boolean => /^\.godot-variant-[0-9a-f]{16}\.tmp$/i.test(part);

const isRefused = (part: string) =>
  /[\0\p{Surrogate}]/u.test(part) || isTemporary(part) || (isWindows() && isRefusedByWindows(part));

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

/**
 * A name as file systems that ignore case compare it: `ς` and `σ` are one letter, because both are small forms of `Σ`. For all
 * of them, `ı` is another letter than `i`.
 */
export const folded = (name: FilePath): string =>
  typeof name === "string"
    ? name
        .normalize("NFC")
        .replaceAll(/[^\0-\x7f\u0131]/gu, largeForm)
        .toLowerCase()
        .normalize("NFC")
    : name.toString("latin1");

/** A letter that becomes several, as `ß` becomes `SS`, has no large form for file systems. */
const largeForm = (letter: string): string => {
  const large = letter.toUpperCase();
  return large.length === letter.length ? large : letter;
};

/** The key of an input in the journal. An id that comes again has a number. */
export const keyOf = (id: string, again: number | undefined) =>
  again === undefined ? id : `${again}\0${id}`;

const wordsOfHash = 4;

/** A set of texts that takes 17 to 68 bytes for each, whatever their lengths: it keeps 128 bits of their SHA-256, and a mark. */
export class NameSet {
  #words = new Uint32Array(1024 * wordsOfHash);
  #marks = new Uint8Array(1024);
  #size = 0;

  /** Adds a text; returns whether it is new. */
  add(text: string): boolean {
    return this.mark(text, 1) === 0;
  }

  has(text: string): boolean {
    return this.markOf(text) !== 0;
  }

  /** Adds a text with a mark from 1 to 255, or replaces its mark. Returns the mark that it had; 0 if it is new. */
  mark(text: string, mark: number): number {
    if ((this.#size + 1) * 2 > this.#marks.length) this.#grow();
    const hash = hashOf(text);
    const slot = this.#slotOf(hash, 0);
    const earlier = this.#marks[slot / wordsOfHash] as number;
    copyHash(hash, 0, this.#words, slot);
    this.#marks[slot / wordsOfHash] = mark;
    if (earlier === 0) this.#size++;
    return earlier;
  }

  /** The mark of a text; 0 if it is not in the set. */
  markOf(text: string): number {
    return this.#marks[this.#slotOf(hashOf(text), 0) / wordsOfHash] as number;
  }

  /** Where a hash is, or the empty slot where it would be. */
  #slotOf(hashes: Uint32Array, at: number): number {
    const words = this.#words;
    let slot = ((hashes[at] as number) * wordsOfHash) % words.length;
    while (!isFree(words, slot) && !isSameHash(words, slot, hashes, at))
      slot = (slot + wordsOfHash) % words.length;
    return slot;
  }

  #grow(): void {
    const old = this.#words;
    const oldMarks = this.#marks;
    this.#words = new Uint32Array(old.length * 2);
    this.#marks = new Uint8Array(oldMarks.length * 2);
    for (const [i, mark] of oldMarks.entries()) {
      if (mark === 0) continue;
      const slot = this.#slotOf(old, i * wordsOfHash);
      copyHash(old, i * wordsOfHash, this.#words, slot);
      this.#marks[slot / wordsOfHash] = mark;
    }
  }
}

/** Whether a slot holds no hash: only zeros. */
const isFree = (words: Uint32Array, slot: number) =>
  words[slot] === 0 && words[slot + 1] === 0 && words[slot + 2] === 0 && words[slot + 3] === 0;

function isSameHash(one: Uint32Array, at: number, other: Uint32Array, otherAt: number): boolean {
  for (let i = 0; i < wordsOfHash; i++) if (one[at + i] !== other[otherAt + i]) return false;
  return true;
}

function copyHash(from: Uint32Array, at: number, to: Uint32Array, slot: number): void {
  for (let i = 0; i < wordsOfHash; i++) to[slot + i] = from[at + i] as number;
}

/** The hash of the last text. */
const lastHash = new Uint32Array(wordsOfHash);

function hashOf(text: string): Uint32Array {
  const digest = sha256(text);
  for (let i = 0; i < wordsOfHash; i++) lastHash[i] = digest.readUInt32LE(i * 4);
  if (isFree(lastHash, 0)) lastHash[0] = 1;
  return lastHash;
}
