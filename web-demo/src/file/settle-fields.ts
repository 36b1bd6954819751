// The text in the field that has the focus.
import type { OpenFile } from "./open-file.js";
import { inTurn } from "./turns.js";

/** A field sends its text when it loses the focus. */
export function leaveField(): void {
  document.activeElement?.closest<HTMLElement>("input, textarea")?.blur();
}

/** Resolves when the file has taken all texts, or has kept them as drafts. */
export async function settleFields(file: OpenFile): Promise<void> {
  leaveField();
  await inTurn(file, () => file.settle());
}
