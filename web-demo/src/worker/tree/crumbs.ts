import type { Address } from "../../protocol/places.js";
import type { Crumb } from "../../protocol/rows.js";
import { labelOf } from "./preview.js";
import type { TreeNode } from "./tree-node.js";

/** The way to a value. `nodes` are those that `Rows.nodesTo` returns. */
export const crumbsOf = (nodes: readonly TreeNode[], address: Address): Crumb[] =>
  nodes.slice(1).map((node, i) => ({
    label: labelOf(nodes[i] as TreeNode, node, address[i] as number).label,
    address: address.slice(0, i + 1),
  }));
