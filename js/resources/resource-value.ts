// A resource file as one value, for programs that show and edit any kind of save: the command line and the page.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { formatPath } from "../base/path.js";
import { sameItems } from "../base/same-items.js";
import { Dictionary, toText, type Variant } from "../index.js";
import { nodesByPath } from "./node-paths.js";
import { checkUnused } from "./references.js";
import { sourceOf } from "./resource-file.js";
import type { ExternalResource, ResourceFile, StoredResource } from "./resource-types.js";
import { ownersIn, setResources } from "./structure.js";

/**
 * The properties of the main resource under `resource`, of the others by their ids under `sub_resources`, and of the nodes of a text scene
 * by their paths under `nodes`. `file` has the rest: classes, external resources, versions.
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
    ["nodes", nodesByPath(file).map(([path, { properties }]) => [path, properties])],
  ];
  return parts.flatMap(([name, part]) =>
    part === undefined || (Array.isArray(part) && part.length === 0) ? [] : [[name, part]],
  );
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
    ["node_classes", dictionaryOf(nodesByPath(file).map(([path, { type }]) => [path, type ?? null]))],
  ];
  return dictionaryOf(found.filter(([, value]) => !(value instanceof Dictionary && value.size === 0)));
}

const dictionaryOf = (entries: readonly (readonly [string, Variant | undefined])[]): Dictionary =>
  new Dictionary(entries.filter((entry): entry is [string, Variant] => entry[1] !== undefined));

/**
 * Gives a file the properties of a value that `resourceValue` made, after edits, for `writeResource`. In `exact` mode, the properties get the
 * types of the value, and otherwise keep those that they had. A value that is refused changes nothing.
 *
 * @param file - The result of `readResource`.
 * @param value - The edited value.
 * @throws VariantError `unsupported-value`, with the path, if anything but properties was changed; in text resources, `sub_resources` and
 * `external_resources` in `file` can be added and removed, too.
 * @example
 * ```ts
 * takeValue(file, edited);
 * writeFileSync("save.tres", await writeResource(file));
 * ```
 */
export function takeValue(file: ResourceFile, value: Variant): void {
  const source = sourceOf(file);
  const { resources, externals } = source;
  const owners = [...source.read.blocks, ...resources];
  const old = new Map(owners.map(({ properties }) => [properties, [...properties]]));
  try {
    takeAll(file, value);
  } catch (error) {
    Object.assign(source, { resources, externals });
    for (const [properties, entries] of old) refill(properties, entries);
    throw error;
  }
  if (source.options.mode === "exact") source.options = { ...source.options, statesTypes: true };
}

function takeAll(file: ResourceFile, value: Variant): void {
  const given = new Map(entriesOf(value, []));
  if ([...given.keys()].some((name) => !allParts.includes(name))) throw fixed([]);
  takeStructure(file, given);
  takeProperties(file, given);
  const now = new Set<object>([...file.resources, ...file.externals]);
  const { about } = sourceOf(file).read;
  const gone = [...about.resources, ...about.externals].filter((one) => !now.has(one));
  if (gone.length > 0) checkUnused(gone, ownersIn(file));
}

const allParts: readonly string[] = ["resource", "sub_resources", "nodes", "file"];

/** Takes the properties of all resources and nodes, which the file must have already. */
function takeProperties(file: ResourceFile, given: ReadonlyMap<string, Variant>): void {
  const made = new Map(given);
  if (isEmpty(made.get("sub_resources"))) made.delete("sub_resources");
  const parts = partsOf(file);
  const old = new Set(sourceOf(file).read.about.resources.map(({ id }) => id));
  // The first resource that a file gets may stand anywhere.
  const order = (names: readonly string[]) =>
    names.filter((name) => name !== "sub_resources" || old.size > 1);
  const known = [...parts.map(([name]) => name), "file"];
  if (made.size !== known.length || !sameItems(order([...made.keys()]), order(known))) throw fixed([]);
  for (const [name, part] of parts) {
    if (part instanceof Map) take(part, made.get(name) as Variant, [name]);
    else takeEach(part, made.get(name) as Variant, name, old);
  }
}

const isEmpty = (value: Variant | undefined) => value instanceof Dictionary && value.size === 0;

/**
 * Takes the properties of several resources or nodes. Those that the file had keep their order; new resources may stand anywhere, because
 * they are written where engines can read them.
 */
function takeEach(
  part: readonly (readonly [id: string, properties: Properties])[],
  value: Variant,
  name: string,
  old: ReadonlySet<string>,
): void {
  const given = new Map(entriesOf(value, [name]));
  const ordered = (ids: Iterable<string>) => [...ids].filter((id) => name !== "sub_resources" || old.has(id));
  const isOrdered = sameItems(ordered(given.keys()), ordered(part.map(([id]) => id)));
  if (given.size !== part.length || !isOrdered) throw fixed([name]);
  for (const [id, properties] of part) {
    const own = given.get(id);
    if (own === undefined) throw fixed([name]);
    take(properties, own, [name, id]);
  }
}

/** Adds and removes resources, so that the file has those of the value. */
function takeStructure(file: ResourceFile, given: ReadonlyMap<string, Variant>): void {
  const { about } = sourceOf(file).read;
  const old = new Map(entriesOf(aboutOf({ ...file, ...about }), ["file"]));
  const now = new Map(entriesOf(given.get("file") ?? null, ["file"]));
  const changing = ["external_resources", "sub_resource_classes"];
  const rest = (entries: Iterable<[string, Variant]>) =>
    exactText(new Dictionary([...entries].filter(([name]) => !changing.includes(name))));
  if (rest(now) !== rest(old) || !keepsOrder(now, old)) throw fixed(["file"]);
  const ids = entriesOf(given.get("sub_resources") ?? new Dictionary(), ["sub_resources"]).map(([id]) => id);
  const classes = listIn(now, "sub_resource_classes");
  checkClasses(classes, listIn(old, "sub_resource_classes"), new Set(ids));
  const name = "external_resources";
  setResources(
    file,
    resourcesFor(file, ids, classes),
    externalsFor(file, listIn(now, name), listIn(old, name)),
  );
}

/** Whether the keys that both have are in the same order. */
function keepsOrder(now: ReadonlyMap<string, unknown>, old: ReadonlyMap<string, unknown>): boolean {
  const kept = [...now.keys()].filter((key) => old.has(key));
  return sameItems(
    kept,
    [...old.keys()].filter((key) => now.has(key)),
  );
}

/** Throws for a class that the file would not take: that of a resource that it has already, or of none. */
function checkClasses(
  now: ReadonlyMap<string, Variant>,
  old: ReadonlyMap<string, Variant>,
  ids: ReadonlySet<string>,
): void {
  const keys = ["file", "sub_resource_classes"];
  for (const [id, type] of old) if (ids.has(id) && now.get(id) !== type) throw fixed([...keys, id]);
  for (const id of now.keys()) if (!ids.has(id) && !old.has(id)) throw fixed([...keys, id]);
  if (!keepsOrder(now, old)) throw fixed(keys);
}

/** A Dictionary of `file` by ids. */
const listIn = (about: ReadonlyMap<string, Variant>, name: string) =>
  new Map(entriesOf(about.get(name) ?? new Dictionary(), ["file", name]));

/** The resources with these ids in their order, then the main one. */
function resourcesFor(
  file: ResourceFile,
  ids: readonly string[],
  classes: ReadonlyMap<string, Variant>,
): StoredResource[] {
  const { resources, nodes } = sourceOf(file).read.about;
  const inner = nodes.length > 0 ? resources : resources.slice(0, -1);
  const known = new Set(inner);
  const main = resources.slice(inner.length);
  const others = file.resources.filter((one) => one !== main[0]);
  const byId = new Map([...inner, ...others].map((one) => [one.id, one]));
  const made = ids.map((id): StoredResource => {
    const one = byId.get(id);
    if (one !== undefined && known.has(one)) return one;
    const type = classes.get(id) ?? /^([A-Z][A-Za-z0-9]*)_/.exec(id)?.[1] ?? "Resource";
    if (typeof type !== "string") throw fixed(["file", "sub_resource_classes", id]);
    return one?.type === type ? one : Object.freeze({ id, type, properties: new Map() });
  });
  return [...made, ...main];
}

/** The external resources of a value. Those that the file had keep their order; new ones may stand anywhere. */
function externalsFor(
  file: ResourceFile,
  now: ReadonlyMap<string, Variant>,
  old: ReadonlyMap<string, Variant>,
): ExternalResource[] {
  const { externals } = sourceOf(file).read.about;
  // Of several with the same id, the first one counts.
  const byId = new Map([...externals].reverse().map((one) => [one.id, one]));
  if (!keepsOrder(now, old)) throw fixed(["file", "external_resources"]);
  return Array.from(now, ([id, value]): ExternalResource => {
    const one = byId.get(id);
    if (one === undefined) return newExternal(id, value);
    if (exactText(value) !== exactText(old.get(id) ?? null)) throw fixed(["file", "external_resources", id]);
    return one;
  });
}

function newExternal(id: string, value: Variant): ExternalResource {
  const keys = ["file", "external_resources", id];
  const { type, path, uid, ...more } = Object.fromEntries(entriesOf(value, keys)) as Record<string, Variant>;
  const isText = typeof type === "string" && typeof path === "string";
  if (!isText || !(uid === undefined || typeof uid === "string") || Object.keys(more).length > 0)
    throw fixed(keys);
  return Object.freeze({ id, type, path, ...(uid !== undefined && { uid }) });
}

const exactText = (value: Variant) => toText(value, { mode: "exact" });

function take(properties: Properties, value: Variant, path: readonly string[]): void {
  refill(properties, entriesOf(value, path));
}

function refill(properties: Properties, entries: Iterable<readonly [string, Variant]>): void {
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
