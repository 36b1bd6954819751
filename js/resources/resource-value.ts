// A resource file as one value, for programs that show and edit any kind of save: the command line and the page.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { formatPath } from "../base/path.js";
import { Dictionary, toText, type Variant } from "../index.js";
import type { ResourceFile, StoredNode } from "./resource-types.js";

/**
 * The properties of the main resource under `resource`, of the others by their ids under `sub_resources`, and of the nodes of a text scene
 * by their paths under `nodes`. `file` says what cannot be changed: classes, external resources, versions.
 *
 * @param file - The result of `readResource`, with `mode: "exact"` if the value is edited and given to `takeValue`.
 * @returns The value. It shares the values of the properties, but not their Maps.
 * @throws Nothing.
 * @example
 * ```ts
 * console.log(toText(resourceValue(await readResource(bytes, { mode: "exact" }))));
 * ```
 */
export function resourceValue(file: ResourceFile): Dictionary {
  const entries: [string, Variant][] = partsOf(file).map(([name, part]) => [
    name,
    part instanceof Map
      ? new Dictionary(part)
      : new Dictionary(part.map(([id, map]) => [id, new Dictionary(map)])),
  ]);
  return new Dictionary([...entries, ["file", aboutOf(file)]]);
}

type Properties = Map<string, Variant>;
type Part = Properties | [name: string, properties: Properties][];

/** The parts of the value that can be changed. */
function partsOf(file: ResourceFile): [name: string, part: Part][] {
  const isScene = file.nodes.length > 0;
  const main = isScene ? undefined : file.resources.at(-1);
  const inner = isScene ? file.resources : file.resources.slice(0, -1);
  const parts: [string, Part | undefined][] = [
    ["resource", main?.properties],
    ["sub_resources", inner.map(({ id, properties }) => [id, properties])],
    ["nodes", file.nodes.map((node) => [pathOf(node), node.properties])],
  ];
  return parts.flatMap(([name, part]) =>
    part === undefined || (Array.isArray(part) && part.length === 0) ? [] : [[name, part]],
  );
}

/** The path of a node from the root of the scene; the root has its name. */
function pathOf({ name, parent }: StoredNode): string {
  return parent === undefined || parent === "." ? name : `${parent}/${name}`;
}

function aboutOf(file: ResourceFile): Dictionary {
  const { kind, engine, format, type, scriptClass, uid, externals, resources, nodes } = file;
  const classes = resources.slice(0, nodes.length > 0 ? undefined : -1);
  const found: [string, Variant | undefined][] = [
    ["class", type],
    ["script_class", scriptClass],
    ["uid", uid],
    ["kind", kind],
    ["engine", [engine.major, engine.minor].filter((part) => part !== undefined).join(".")],
    ["format", BigInt(format)],
    ["big_endian", file.bigEndian || undefined],
    ["compressed", file.compressed || undefined],
    [
      "external_resources",
      dictionaryOf(externals.map(({ id, ...about }) => [id, dictionaryOf(Object.entries(about))])),
    ],
    ["sub_resource_classes", dictionaryOf(classes.map(({ id, type }) => [id, type]))],
    ["node_classes", dictionaryOf(nodes.map((node) => [pathOf(node), node.type ?? null]))],
  ];
  return dictionaryOf(found.filter(([, value]) => !(value instanceof Dictionary && value.size === 0)));
}

const dictionaryOf = (entries: readonly (readonly [string, Variant | undefined])[]): Dictionary =>
  new Dictionary(entries.filter((entry): entry is [string, Variant] => entry[1] !== undefined));

/**
 * Gives a file the properties of a value that `resourceValue` made, after edits, for `writeResource`.
 *
 * @param file - The result of `readResource`.
 * @param value - The edited value.
 * @throws VariantError `unsupported-value`, with the path, if anything but properties was changed.
 * @example
 * ```ts
 * takeValue(file, edited);
 * writeFileSync("save.tres", await writeResource(file));
 * ```
 */
export function takeValue(file: ResourceFile, value: Variant): void {
  const entries = entriesOf(value, []);
  const parts = partsOf(file);
  const expected = [...parts.map(([name]) => name), "file"];
  if (entries.map(([name]) => name).join() !== expected.join()) throw fixed([]);
  const print = (part: Variant) => toText(part, { mode: "exact" });
  if (print(entries.at(-1)?.[1] as Variant) !== print(aboutOf(file))) throw fixed(["file"]);
  for (const [i, [name, part]] of parts.entries()) {
    const made = entries[i]?.[1] as Variant;
    if (part instanceof Map) take(part, made, [name]);
    else {
      const owners = entriesOf(made, [name]);
      if (owners.map(([id]) => id).join("\n") !== part.map(([id]) => id).join("\n")) throw fixed([name]);
      for (const [k, [id, properties]] of part.entries())
        take(properties, owners[k]?.[1] as Variant, [name, id]);
    }
  }
}

function take(properties: Properties, value: Variant, path: readonly string[]): void {
  const entries = entriesOf(value, path);
  properties.clear();
  for (const [name, item] of entries) properties.set(name, item);
}

function entriesOf(value: Variant, path: readonly string[]): [string, Variant][] {
  if (!(value instanceof Dictionary)) throw fixed(path);
  return Array.from(value, ([key, item]) => {
    if (typeof key !== "string") throw fixed([...path, key as string]);
    return [key, item];
  });
}

const fixed = (path: readonly string[]) =>
  new VariantError("unsupported-value", {
    hints: [hint("resource-holds")],
    keys: path,
    path: formatPath(path),
  });
