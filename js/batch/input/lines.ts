// Inputs that stand on lines: paths, and JSON with bytes.
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { tooLarge } from "../../base/limit-errors.js";
import { charactersOf, nameOf, nameOfCharacters } from "../files/names.js";
import { withSlashes } from "../files/windows-names.js";
import { BatchError, BatchFailure } from "../task/failure.js";
import type { FilePath } from "../task/job.js";
import { type Walk, walkFrom } from "./folders.js";
import type { Found, Section } from "./found.js";
import { inMemory } from "./in-memory.js";

type Chunks = string | AsyncIterable<Uint8Array | string>;

/** The files that a list names. Those in the current folder keep their tree; others have no place in a folder for outputs. */
export async function* listed(list: Chunks, walk: Walk): AsyncGenerator<Section> {
  for await (const path of pathsIn(list)) {
    for await (const section of walkFrom(path, walk))
      yield section.map((found) => (found.name === "" ? found : { ...found, name: nameIn(found) }));
  }
}

/** The paths on the lines of a list. */
export async function* pathsIn(list: Chunks): AsyncGenerator<FilePath> {
  for await (const { bytes } of linesOf(list, Number.POSITIVE_INFINITY)) {
    const path = bytes.at(-1) === returns ? bytes.subarray(0, -1) : bytes;
    if (path.length > 0) yield nameOf(path);
  }
}

const returns = 13;

/** The place of a listed file below the current folder. */
function nameIn({ from, name }: Found): Found["name"] {
  const folder = charactersOf(resolve("."));
  const below = withSlashes(relative(folder, resolve(folder, charactersOf(from as FilePath))));
  return isAbsolute(below) || /^(?:\.\.)?(?:\/|$)/.test(below) ? name : nameOfCharacters(below);
}

/** Inputs of lines such as `{ "id": "a.save", "base64": "…" }`. */
export async function* fromNdjson(lines: Chunks, limit: number): AsyncGenerator<Found> {
  let number = 0;
  // Base64 takes four characters for three bytes.
  for await (const { text, isWhole, isText } of linesOf(lines, Math.ceil(limit / 3) * 4 + 100_000)) {
    number++;
    if (text.trim() === "") continue;
    if (!isWhole) yield problemAt(number, tooLarge("inputBytes"));
    else yield isText ? inputOf(text, number) : problemAt(number, new BatchFailure("bad-line"));
  }
}

function inputOf(text: string, number: number): Found {
  try {
    const { id, base64 } = JSON.parse(text) as { id?: unknown; base64?: unknown };
    if (typeof id !== "string" || typeof base64 !== "string") throw new BatchFailure("bad-line");
    const bytes = Buffer.from(base64, "base64");
    // Buffer ignores what is no base64, so that a damaged text would be other bytes.
    if (!isBase64(base64, bytes)) throw new BatchFailure("bad-line");
    return inMemory(id, bytes);
  } catch {
    return problemAt(number, new BatchFailure("bad-line"));
  }
}

const withoutPadding = (text: string) => text.replace(/=+$/, "");
const isBase64 = (text: string, bytes: Buffer) =>
  withoutPadding(bytes.toString("base64")) === withoutPadding(text.replaceAll("-", "+").replaceAll("_", "/"));

const problemAt = (line: number, error: unknown): Found => {
  const id = `line ${line}`;
  return {
    id,
    from: new Uint8Array(),
    isFile: false,
    size: 0,
    name: id,
    problem: { error, outcome: "failed" },
  };
};

interface TextLine {
  readonly bytes: Buffer;
  readonly text: string;
  readonly isWhole: boolean;
  /** Whether it was UTF-8; otherwise, characters of the text are replaced. */
  readonly isText: boolean;
}

const byteOrderMark = Buffer.from("\ufeff");

/** A name may begin with the bytes of a mark, but it has no NUL. */
const isUtf16 = (bytes: Buffer): boolean =>
  ["fffe", "feff"].includes(bytes.toString("hex", 0, 2)) && bytes.includes(0);
const utf16 =
  "These lines are text in UTF-16, as PowerShell writes it after >. Write them as UTF-8: | Out-File -Encoding utf8 FILE";

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    // A failed read does not name its file.
    throw Object.assign(error as Error, { path: file });
  }
}

/** Chunks in memory of their own. A chunk of text may end in the middle of a surrogate pair. */
async function* bytesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let half = "";
  for await (const chunk of chunks) {
    if (typeof chunk !== "string") {
      yield Buffer.concat([Buffer.from(half), chunk]);
      half = "";
      continue;
    }
    const text = half + chunk;
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
    yield Buffer.from(text.slice(0, text.length - half.length));
  }
  yield Buffer.from(half);
}

/** Lines of text without a byte order mark at their beginning. One that is too long is cut, and not whole. */
async function* linesOf(source: Chunks, limit: number): AsyncGenerator<TextLine> {
  const chunks = bytesOf(typeof source === "string" ? chunksOf(source) : source);
  let parts: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  const line = () => {
    const all = Buffer.concat(parts);
    if (isFirst && isUtf16(all)) throw new BatchError(utf16);
    const isMarked = isFirst && all.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    const bytes = isMarked ? all.subarray(byteOrderMark.length) : all;
    const isWhole = size <= limit;
    isFirst = false;
    parts = [];
    size = 0;
    return { bytes, text: bytes.toString(), isWhole, isText: isUtf8(bytes) };
  };
  for await (const bytes of chunks) {
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      size += end - start;
      if (size <= limit) parts.push(bytes.subarray(start, end));
      yield line();
      start = end + 1;
    }
    size += bytes.length - start;
    if (size <= limit && start < bytes.length) parts.push(bytes.subarray(start));
  }
  if (size > 0) yield line();
}
