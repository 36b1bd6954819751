// Resource files: their properties as one value. Loaded only for such a file.
import type { Variant } from "godot-variant";
import { readResource, writeResource } from "../../../../js/resources/resource-file.js";
import { resourceValue, takeValue } from "../../../../js/resources/resource-value.js";
import type { TextContent } from "./content.js";

/** The values of a resource file. Rejects with the errors of `readResource`. */
export async function resourceContent(content: Uint8Array): Promise<TextContent> {
  const file = await readResource(content, { mode: "exact" });
  const { kind, engine } = file;
  const version = [engine.major, engine.minor].filter((part) => part !== undefined).join(".");
  const take = (values: readonly Variant[]) => takeValue(file, values[0] as Variant);
  return {
    name: `${kind} resource of Godot ${version}`,
    values: [resourceValue(file)],
    lost: [],
    check: take,
    toContent: (values) => {
      take(values);
      return writeResource(file) as Promise<Uint8Array<ArrayBuffer>>;
    },
  };
}
