// Collects everything that the page shows about one value.
import type { Address, Crumb, Detail } from "../../protocol/calls.js";
import { isContainer, isKeyed, typeTraits } from "../../values/types.js";
import { keyInput, textOf } from "../edit/notation.js";
import type { Session } from "../session/session.js";
import { labelOf } from "../tree/preview.js";
import type { TreeNode } from "../tree/tree-node.js";
import { shownOf } from "./shown.js";

/** Values of more bytes are not edited on one line. */
const largestText = 4096;

export function detailOf({ rows }: Session, address: Address): Detail {
  const nodes = address.map((_, i) => rows.nodeAt(address.slice(0, i + 1)));
  const parents = [rows.root.node, ...nodes];
  const crumbs: Crumb[] = nodes.map((node, i) => ({
    label: labelOf(parents[i] as TreeNode, node, address[i] as number).label,
    address: address.slice(0, i + 1),
  }));
  const node = nodes.at(-1) as TreeNode;
  const parent = parents.at(-2) as TreeNode;
  return {
    address,
    crumbs,
    key: node.key === undefined || !isKeyed(parent.type) ? undefined : keyInput(node.key),
    type: node.type,
    typeText: node.typeText,
    range: node.range,
    ranges: node.ranges(),
    position: address.at(-1) as number,
    siblings: parent.count,
    shown: shownOf(node),
    text: inputText(node),
    canEdit: !typeTraits[node.type].isFixed,
  };
}

function inputText(node: TreeNode): string | undefined {
  const { type, range } = node;
  if (isContainer(type) || isKeyed(type) || range[1] - range[0] > largestText) return undefined;
  try {
    return textOf(node.value());
  } catch {
    return undefined;
  }
}
