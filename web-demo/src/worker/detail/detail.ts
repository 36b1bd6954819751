// Collects everything that the page shows about one value.
import type { Address } from "../../protocol/places.js";
import type { Detail } from "../../protocol/rows.js";
import type { Shown } from "../../protocol/shown.js";
import { isContainer, isKeyed, typeTraits } from "../../values/types.js";
import type { Session } from "../session/session.js";
import { crumbsOf } from "../tree/crumbs.js";
import type { TreeNode } from "../tree/tree-node.js";

export async function detailOf({ rows }: Session, address: Address): Promise<Detail> {
  const parents = rows.nodesTo(address);
  const nodes = parents.slice(1);
  const node = nodes.at(-1) as TreeNode;
  const parent = parents.at(-2) as TreeNode;
  const isKey = node.key !== undefined && isKeyed(parent.type);
  const container = containerShown(node);
  // The first value that is shown needs no notation: it is a container without a key.
  const value = !isKey && container !== undefined ? undefined : await import("./value.js");
  return {
    address,
    crumbs: crumbsOf(parents, address),
    key: isKey ? value?.keyInput(node.key) : undefined,
    type: node.type,
    typeText: node.typeText,
    range: node.range,
    ranges: node.ranges(),
    position: address.at(-1) as number,
    siblings: parent.count,
    shown: container ?? value?.shownOf(node) ?? { kind: "nothing" },
    text: value?.inputText(node),
    canEdit: !typeTraits[node.type].isFixed,
  };
}

function containerShown(node: TreeNode): Shown | undefined {
  const { type, count } = node;
  return isContainer(type) ? { kind: "container", count, isTable: isTable(node) } : undefined;
}

/** Whether a container can be a table: its first values are Dictionaries or Objects. */
function isTable(node: TreeNode): boolean {
  if (node.count === 0) return false;
  return node.children(0, 20).every(({ type }) => isKeyed(type));
}
