// Comparing a file with another one, and with the file that both come from.
import type { Side, TakenOver } from "../protocol/output.js";
import type { How, OpenFile } from "./open-file.js";
import type { Source } from "./origin.js";
import { files, labelOf } from "./state.js";

/** A file that is compared: an open one as it is now, one that was picked or closed, or the own file as it was opened. */
export type Compared =
  | { readonly source: Source; readonly file?: OpenFile; readonly how?: How | undefined }
  | "opened";

/** The other file of a comparison, while it is open. */
export const otherOf = (own: OpenFile): OpenFile | undefined =>
  files.value.find((file) => file === own.differences.value?.file);

export function nameOf(compared: Compared): string {
  if (compared === "opened") return "the version that was opened";
  return compared.file === undefined ? compared.source.name : labelOf(compared.file);
}

async function sideOf(compared: Compared, own: OpenFile): Promise<Side> {
  if (compared === "opened") return "opened";
  const { source, file, how } = compared;
  const { blob, name, password } = source;
  // One game encrypts all its saves alike.
  const secret = password === undefined ? { password: own.how.password, key: own.how.key } : { password };
  await file?.begin();
  // Not open either: a file whose password nobody has entered.
  if (file?.info.peek() === undefined) return { ...secret, ...how, blob, name };
  // No blob of the page has the edits, whether they were saved or not.
  const isAsOpened = file.history.content.peek() === 0;
  const now = isAsOpened ? await file.original() : new Blob([(await file.call("save")).bytes]);
  return { ...file.how, blob: now, name };
}

/** What to compare with the next time: a file that was closed meanwhile stays what it was. */
function stillThere(compared: Compared, side: Side): Compared {
  if (side === "opened" || compared === "opened" || compared.file === undefined) return compared;
  if (files.peek().includes(compared.file)) return compared;
  return { source: { name: side.name, blob: side.blob }, how: side };
}

/** Compares a file with another one and lists the differences. */
export async function compare(own: OpenFile, other: Compared, base?: Compared): Promise<void> {
  const file = other === "opened" ? undefined : other.file;
  const content = file?.history.content.peek();
  const side = await sideOf(other, own);
  const baseSide = base && (await sideOf(base, own));
  await own.settle();
  const moment = own.moments.now;
  const result = await own.work("compare", side, baseSide);
  const again = () => compare(own, stillThere(other, side), base && stillThere(base, baseSide as Side));
  own.differences.value = { ...result, otherName: () => nameOf(other), at: -1, file, content, moment, again };
  own.rows.outdate();
}

/** Gives this file the value of the other one or of the base, or the other one the value of this file. */
export async function takeOver(own: OpenFile, what: TakenOver): Promise<void> {
  const shown = own.differences.value;
  if (shown === undefined || shown.at < 0) return;
  const other = otherOf(own);
  if (other !== undefined && other.history.content.peek() !== shown.content)
    throw new Error(`${shown.otherName()} has changed since the comparison. Compare again.`);
  const edit = await own.call("takeOver", shown.at, what);
  const file = what === "mine" ? other : own;
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
  if (address !== undefined) await own.select(address, shown.moment);
}
