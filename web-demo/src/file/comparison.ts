// Comparing a file with another one, and with the file that both come from.
import type { Side, TakenOver } from "../protocol/output.js";
import type { OpenFile, Source } from "./open-file.js";

/** A file that is compared: an open one as it is now, one that was picked, or the own file as it was opened. */
export type Compared = { readonly source: Source; readonly file?: OpenFile } | "opened";

export const nameOf = (compared: Compared): string =>
  compared === "opened" ? "the version that was opened" : compared.source.name;

async function sideOf(compared: Compared, own: OpenFile): Promise<Side> {
  if (compared === "opened") return "opened";
  const { source, file } = compared;
  const { blob, name, password = own.how.password } = source;
  if (file === undefined) return { blob, name, password };
  // No blob of the page has the edits, whether they were saved or not.
  const isAsOpened = file.content.peek() === 0;
  const now = isAsOpened ? await file.original() : new Blob([(await file.call("save")).bytes]);
  return { ...file.how, blob: now, name };
}

/** Compares a file with another one and lists the differences. */
export async function compare(own: OpenFile, other: Compared, base?: Compared): Promise<void> {
  const file = other === "opened" ? undefined : other.file;
  const content = file?.content.peek();
  const result = await own.work("compare", await sideOf(other, own), base && (await sideOf(base, own)));
  const again = () => compare(own, other, base);
  own.differences.value = { ...result, other: nameOf(other), at: -1, file, content, again };
  own.rows.outdate();
}

/** Gives this file the value of the other one or of the base, or the other one the value of this file. */
export async function takeOver(own: OpenFile, what: TakenOver): Promise<void> {
  const shown = own.differences.value;
  if (shown === undefined || shown.at < 0) return;
  if (shown.file !== undefined && shown.file.content.peek() !== shown.content)
    throw new Error(`${shown.other} has changed since the comparison. Compare again.`);
  const edit = await own.call("takeOver", shown.at, what);
  const file = what === "mine" ? shown.file : own;
  if (file === undefined) return;
  await file.edit(edit);
  await shown.again();
  const { length } = own.differences.value?.list ?? [];
  if (length > 0) await goToDifference(own, Math.min(shown.at, length - 1));
}

export async function goToDifference(own: OpenFile, at: number): Promise<void> {
  const shown = own.differences.value;
  if (shown === undefined) return;
  own.differences.value = { ...shown, at };
  const address = shown.list[at]?.address;
  if (address !== undefined) await own.select(address);
}
