// Where the resources and nodes of a file are in its value as a whole.
import type { Variant } from "../index.js";
import type { ResourceFile, StoredNode } from "./resource-types.js";

/**
 * @internal The nodes of a scene by their paths from the root. The root has its name or, if a child has the same, a point. Engines read
 * scenes whose nodes have the same name, as after a merge: the second one gets `@2`, which no name that is typed in an editor can hold.
 */
export function nodesByPath({ nodes }: Pick<ResourceFile, "nodes">): [path: string, node: StoredNode][] {
  const paths = nodes.map(({ name, parent = "." }) => (parent === "." ? name : `${parent}/${name}`));
  const children = new Set(paths.filter((_, i) => nodes[i]?.parent !== undefined));
  const taken = new Set(paths);
  const counts = new Map<string, number>();
  return nodes.map((node, i) => {
    const own = paths[i] as string;
    const path = node.parent === undefined && children.has(own) ? "." : own;
    let count = (counts.get(path) ?? 0) + 1;
    const unique = () => (count === 1 ? path : `${path}@${count}`);
    while (count > 1 && taken.has(unique())) count++;
    counts.set(path, count);
    taken.add(unique());
    return [unique(), node];
  });
}

/** @internal The keys of the resource or node to which each block of a file belongs. */
export function blockKeys({ resources, nodes }: Pick<ResourceFile, "resources" | "nodes">): Variant[][] {
  const main = nodes.length > 0 ? undefined : resources.at(-1);
  return [
    ...resources.map((one) => (one === main ? ["resource"] : ["sub_resources", one.id])),
    ...nodesByPath({ nodes }).map(([path]) => ["nodes", path]),
  ];
}
