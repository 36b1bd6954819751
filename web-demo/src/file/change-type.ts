import type { OpenFile } from "./open-file.js";
import { current, dialog } from "./state.js";
import { inTurn } from "./turns.js";

/** Opens the dialog for the type of the selected value, once the worker has described that value. */
export const changeType = (file: OpenFile): Promise<void> =>
  inTurn(file, async () => {
    await file.detailed;
    if (current.peek() === file) dialog.value = "type";
  });
