// Typing into the bytes: two digits overwrite a byte. Bytes that make no valid value stay as they were typed, until more of them do or
// they are discarded.
import type { OpenFile } from "../../file/open-file.js";
import { inTurn } from "../../file/turns.js";
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
  /** Selects the value around a byte, and puts the cursor there. */
  go(offset: number, isCursor: boolean): Promise<void>;
}

/** What a key does while a byte is being edited. */
export function byteAction(key: string, bytes: Bytes): (() => Promise<void>) | undefined {
  const { file, size, perLine } = bytes;
  const by = (way: number) => async (cursor: ByteCursor) =>
    move(bytes, Math.max(0, Math.min(size - 1, cursor.at + way)));
  const actions: Readonly<Record<string, (cursor: ByteCursor) => Promise<void>>> = {
    ArrowRight: by(1),
    ArrowLeft: by(-1),
    ArrowDown: by(perLine),
    ArrowUp: by(-perLine),
    Backspace: (cursor) => by(cursor.high === "" ? -1 : 0)(cursor),
    Escape: async () => {
      file.cursor.value = undefined;
    },
  };
  const isDigit = /^[\da-f]$/i.test(key);
  const action = isDigit ? (cursor: ByteCursor) => take(bytes, cursor, key.toLowerCase()) : actions[key];
  // Each key finds the cursor where the one before left it.
  return (
    action &&
    (() =>
      inTurn(file, async () => {
        const { value: cursor } = file.cursor;
        if (cursor !== undefined) await action(cursor);
      }))
  );
}

const isInside = ({ range, ranges }: Detail, at: number) =>
  at >= (ranges.key?.[0] ?? range[0]) && at < range[1];

async function move({ file, go }: Bytes, at: number): Promise<void> {
  const { value: detail } = file.detail;
  if (detail === undefined || !isInside(detail, at)) await go(at, true);
  else file.cursor.value = { at, high: "" };
}

async function take(bytes: Bytes, { at, high }: ByteCursor, digit: string): Promise<void> {
  const { file } = bytes;
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
  // The bytes that are shown may be those before the last edit.
  const [before] = await file.call("bytes", at, 1);
  await overwrite(file, detail, at - detail.range[0], high + digit, before);
  // A click may have put the cursor elsewhere meanwhile.
  if (file.cursor.value?.at === at) await move(bytes, Math.min(bytes.size - 1, at + 1));
}
