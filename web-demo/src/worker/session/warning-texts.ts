// Words for warnings; most files have none.
import type { Warning } from "godot-variant";
import { warningText } from "../../../../js/describe/problems.js";
import type { Note } from "../../protocol/opening.js";

export const inWords = (noted: readonly Pick<Warning, "code" | "path" | "offset">[]): Note[] =>
  noted.map((note) => ({ ...note, text: warningText(note) }));
