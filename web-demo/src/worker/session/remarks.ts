// The remarks on an edited file. Loaded after the first edit of a file with some.
import type { Remark } from "../../protocol/opening.js";
import type { Task } from "../../protocol/serve.js";
import type { Session } from "./session.js";
import { insideOf } from "./session.js";
import { unpack } from "./unpack.js";

/** Reads the content again, as it would be saved now. */
export async function remarksNow(
  task: Task,
  { name, inside, isGuessed }: Session,
): Promise<readonly Remark[]> {
  const { content, remarks, textName } = inside;
  if (!content.isEdited) return remarks;
  const blob = new Blob([await content.toBytes()]);
  const how = textName === undefined ? content.format : {};
  const again = await insideOf(await unpack(task, { blob, name, ...how }), isGuessed);
  // Edits make the dialect, which is given now, no more certain.
  const doubts = remarks.filter(({ code }) => code === "ambiguous-dialect");
  return [...again.remarks, ...doubts];
}
