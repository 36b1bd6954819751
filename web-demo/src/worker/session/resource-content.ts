// Resource files: their properties as one value. Loaded only for such a file.
import type { Variant } from "godot-variant";
import { checkResource, readResource, writeResource } from "../../../../js/resources/resource-file.js";
import { resourceValue, takeValue } from "../../../../js/resources/resource-value.js";
import { largeText, type TextContent } from "./content.js";

/** The values of a resource file. Rejects with the errors of `readResource`. */
export async function resourceContent(content: Uint8Array): Promise<TextContent> {
  const file = await readResource(content, { mode: "exact" });
  const { kind, engine } = file;
  const version = [engine.major, engine.minor].filter((part) => part !== undefined).join(".");
  const orders = [...file.resources, ...file.nodes].map(({ properties }) => orderOf(properties));
  const take = (values: readonly Variant[]) => takeValue(file, values[0] as Variant);
  return {
    name: `${kind} resource of Godot ${version}`,
    values: [resourceValue(file)],
    lost: [],
    check(values) {
      take(values);
      for (const requireOrder of orders) requireOrder();
      if (content.length < largeText) checkResource(file);
    },
    toContent: (values) => {
      take(values);
      return writeResource(file) as Promise<Uint8Array<ArrayBuffer>>;
    },
  };
}

/** A check that properties are in the order in which they are now: in the file they stay where they are. */
function orderOf(properties: ReadonlyMap<string, Variant>): () => void {
  const before = [...properties.keys()];
  const known = new Set(before);
  return () => {
    const names = before.filter((name) => properties.has(name));
    const now = [...properties.keys()].filter((name) => known.has(name));
    if (now.some((name, i) => name !== names[i]))
      throw new Error("The properties of a resource keep their order.");
  };
}
