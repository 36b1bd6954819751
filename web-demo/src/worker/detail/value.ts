// Loaded when the first value with a notation is selected.
import { isContainer, isKeyed } from "../../values/types.js";
import { onOneLine, textOf } from "../edit/notation.js";
import type { TreeNode } from "../tree/tree-node.js";

export { keyInput } from "../edit/notation.js";
export { shownOf } from "./shown.js";

/** Values of more bytes are not edited on one line. */
const largestText = 4096;

/** A value in GDScript's notation, on one line; undefined for containers and for long values. */
export function inputText(node: TreeNode): string | undefined {
  const { type, range } = node;
  if (isContainer(type) || isKeyed(type) || range[1] - range[0] > largestText) return undefined;
  try {
    const text = onOneLine(textOf(node.value()));
    // GDScript's name of a packed array or a transform, which both engines' names are read for.
    return text.startsWith(`${type}(`) ? node.typeText + text.slice(type.length) : text;
  } catch {
    return undefined;
  }
}
