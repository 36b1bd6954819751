// Typing into the bytes: two digits overwrite a byte. Bytes that make no valid value stay as they were typed, until more of them do or
// they are discarded.
import type { OpenFile } from "../../file/open-file.js";
import type { Detail } from "../../protocol/rows.js";

/** The byte that is being edited, and the first of its digits if that was typed. */
export interface ByteCursor {
  readonly at: number;
  readonly high: string;
}

interface Bytes {
  readonly file: OpenFile;
  readonly size: number;
  readonly perLine: number;
  byteAt(offset: number): number | undefined;
  /** Selects the value around a byte, and puts the cursor there. */
  go(offset: number, isCursor: boolean): Promise<void>;
}

/** What a key does while a byte is being edited. */
export function byteAction(key: string, { at, high }: ByteCursor, bytes: Bytes): (() => unknown) | undefined {
  const { file, size, perLine } = bytes;
  const ways: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: perLine,
    ArrowUp: -perLine,
    Backspace: high === "" ? -1 : 0,
  };
  const way = ways[key];
  if (way !== undefined) return () => move(bytes, Math.max(0, Math.min(size - 1, at + way)));
  if (key === "Escape") return () => (file.cursor.value = undefined);
  return /^[\da-f]$/i.test(key) ? () => type(bytes, key.toLowerCase()) : undefined;
}

const isInside = ({ range, ranges }: Detail, at: number) =>
  at >= (ranges.key?.[0] ?? range[0]) && at < range[1];

async function move({ file, go }: Bytes, at: number): Promise<void> {
  const { value: detail } = file.detail;
  if (detail === undefined || !isInside(detail, at)) await go(at, true);
  else file.cursor.value = { at, high: "" };
}

/** Digits may come faster than edits are made. */
let typing: Promise<void> = Promise.resolve();

function type(bytes: Bytes, digit: string): Promise<void> {
  typing = typing.catch(() => {}).then(() => take(bytes, digit));
  return typing;
}

async function take(bytes: Bytes, digit: string): Promise<void> {
  const { file } = bytes;
  const { value: cursor } = file.cursor;
  if (cursor === undefined) return;
  const { at, high } = cursor;
  if (high === "") {
    file.cursor.value = { at, high: digit };
    return;
  }
  await file.refreshDetail();
  const { value: detail } = file.detail;
  if (detail === undefined || !isInside(detail, at)) {
    file.cursor.value = { at, high: "" };
    throw new Error("This byte is in no value: it follows from the sizes of the values.");
  }
  const { overwrite } = await import("./overwrite.js");
  await overwrite(file, detail, at - detail.range[0], high + digit, bytes.byteAt(at));
  await move(bytes, Math.min(bytes.size - 1, at + 1));
}
