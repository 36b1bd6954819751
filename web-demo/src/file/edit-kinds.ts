// What the page does about edits of some kinds.
import type { Edit } from "../protocol/edits.js";

/** Edits that give other values new addresses, so that their drafts would get lost. */
export const shifts: ReadonlySet<Edit["kind"]> = new Set(["delete", "move", "add", "paste", "duplicate"]);
/** Edits after which the page says in a message what it has done. */
export const announced: ReadonlySet<Edit["kind"]> = new Set(["delete", "paste", "duplicate"]);
