// Resource files: their properties as one value. Loaded only for such a file.
import { toText, type Variant, type Warning } from "godot-variant";
import { longestRising } from "../../../../js/document/diff/align.js";
import { checkResource, readResource, writeResource } from "../../../../js/resources/resource-file.js";
import { resourceValue, takeValue } from "../../../../js/resources/resource-value.js";
import { largeText, type TextContent } from "./content.js";

const exact = { mode: "exact" } as const;

/** The values of a resource file. Rejects with the errors of `readResource`. */
export async function resourceContent(content: Uint8Array): Promise<TextContent> {
  const warnings: Warning[] = [];
  const file = await readResource(content, { ...exact, onWarning: (warning) => warnings.push(warning) });
  const { kind, engine, resources, externals } = file;
  const version = [engine.major, engine.minor].filter((part) => part !== undefined).join(".");
  const owners = [...resources, ...file.nodes].map(({ properties }) => properties);
  const orders = owners.map((properties) => orderOf(properties));
  return {
    name: `${kind} resource of Godot ${version}`,
    values: [resourceValue(file)],
    lost: [],
    warnings,
    check([value]) {
      takeValue(file, value as Variant);
      const isMoved = orders.some((moved) => moved().length > 0);
      if (isMoved && (file.resources !== resources || file.externals !== externals))
        throw new Error(
          "The properties of a resource keep their order where resources are added or removed.",
        );
      if (content.length < largeText) checkResource(file);
    },
    async toContent([value]) {
      takeValue(file, value as Variant);
      const moved = orders.map((moved) => moved());
      if (moved.every(({ length }) => length === 0)) return writeResource(file);
      // A property of the file keeps its place there: one that has moved leaves the file, and comes back as a new one.
      for (const [i, names] of moved.entries()) for (const name of names) owners[i]?.delete(name);
      const others = await readResource(await writeResource(file), exact);
      takeValue(others, value as Variant);
      return writeResource(others);
    },
  };
}

/** Tells which properties are not where they were among the others: as few as possible, and rather those with other values. */
function orderOf(properties: ReadonlyMap<string, Variant>): () => string[] {
  const before = new Map(properties);
  const places = new Map(Array.from(before.keys(), (name, i) => [name, i]));
  const placeOf = (name: string | undefined) => places.get(name as string) as number;
  const textIn = (some: ReadonlyMap<string, Variant>, name: string) =>
    toText(some.get(name) as Variant, exact);
  const rising = (names: readonly string[]) =>
    longestRising(names.map(placeOf)).map((i) => names[i] as string);
  return () => {
    const names = [...properties.keys()].filter((name) => places.has(name));
    if (names.every((name, i) => i === 0 || placeOf(names[i - 1]) < placeOf(name))) return [];
    const inFront = names.slice(0, Math.max(0, names.indexOf("script")));
    if (inFront.some((name) => placeOf(name) > placeOf("script")))
      throw new Error("Engines ignore a property before the script that declares it.");
    const same = rising(names.filter((name) => textIn(properties, name) === textIn(before, name)));
    let next = 0;
    const fitting = names.filter((name) => {
      const [last, at, end] = [same[next - 1], placeOf(name), same[next]];
      if (name === end) return ++next > 0;
      return (last === undefined || placeOf(last) < at) && (end === undefined || at < placeOf(end));
    });
    const stay = new Set(rising(fitting));
    return names.filter((name) => !stay.has(name));
  };
}
