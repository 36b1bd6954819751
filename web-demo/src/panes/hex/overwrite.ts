// Overwrites a byte, together with those that were typed before and made no valid value yet.
import type { OpenFile } from "../../file/open-file.js";
import { messageOf } from "../../protocol/failures.js";
import type { Detail } from "../../protocol/rows.js";

export async function overwrite(
  file: OpenFile,
  { address }: Detail,
  part: number,
  text: string,
  before: number | undefined,
): Promise<void> {
  const field = { address, kind: "bytes" } as const;
  const others = file.drafts.bytesOf(address).filter((draft) => draft.part !== part);
  if (others.length === 0 && Number.parseInt(text, 16) === before)
    return file.drafts.drop({ ...field, part });
  const typed = [...others, { part, text }];
  const patches = typed.map(({ part, text }) => [part, Number.parseInt(text, 16)] as const);
  try {
    await file.edit({ ...field, patches });
  } catch (error) {
    for (const one of typed)
      file.drafts.put({ ...field, part: one.part, text: one.text, problem: messageOf(error) });
  }
}
