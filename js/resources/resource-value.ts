// A resource file as one value, for programs that show and edit any kind of save: the command line and the page.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { formatPath } from "../base/path.js";
import { Dictionary, toText, type Variant } from "../index.js";
import { checkUnused } from "./references.js";
import { sourceOf } from "./resource-file.js";
import type { ExternalResource, ResourceFile, StoredNode, StoredResource } from "./resource-types.js";
import { ownersIn, setResources } from "./structure.js";

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
 * @throws VariantError `unsupported-value`, with the path, if anything but properties was changed; in text resources, `sub_resources` and
 * `external_resources` in `file` can be added and removed, too.
 * @example
 * ```ts
 * takeValue(file, edited);
 * writeFileSync("save.tres", await writeResource(file));
 * ```
 */
export function takeValue(file: ResourceFile, value: Variant): void {
  const entries = new Map(entriesOf(value, []));
  const allowed = ["resource", "sub_resources", "nodes", "file"];
  const made = { ...Object.fromEntries(entries) };
  if ([...entries.keys()].some((name) => !allowed.includes(name))) throw fixed([]);
  takeStructure(
    file,
    entriesOf(made.sub_resources ?? new Dictionary(), ["sub_resources"]),
    made.file ?? null,
  );
  if (isEmpty(made.sub_resources)) delete made.sub_resources;
  const parts = partsOf(file);
  const expected = parts.map(([name]) => name);
  const given = [...entries.keys()].filter((name) => name !== "file" && name in made);
  // The first resource that a file gets may stand anywhere.
  const old = new Set(sourceOf(file).read.about.resources.map(({ id }) => id));
  const isFixed = (name: string) => name !== "sub_resources" || old.size > 1;
  if (given.length !== expected.length || given.filter(isFixed).join() !== expected.filter(isFixed).join())
    throw fixed([]);
  for (const [name, part] of parts) {
    if (part instanceof Map) take(part, made[name] as Variant, [name]);
    else {
      const owners = new Map(entriesOf(made[name] as Variant, [name]));
      // Those that the file had keep their order; new ones are written where engines can read them.
      const known = new Set(part.map(([id]) => id));
      const ordered = (ids: Iterable<string>) =>
        [...ids].filter((id) => name !== "sub_resources" || old.has(id)).join("\n");
      if (owners.size !== part.length || ordered(owners.keys()) !== ordered(known)) throw fixed([name]);
      for (const [id, properties] of part) {
        const own = owners.get(id);
        if (own === undefined) throw fixed([name]);
        take(properties, own, [name, id]);
      }
    }
  }
  const now = new Set<object>([...file.resources, ...file.externals]);
  const { about } = sourceOf(file).read;
  const gone = [...about.resources, ...about.externals].filter((one) => !now.has(one));
  if (gone.length > 0) checkUnused(gone, ownersIn(file));
}

const isEmpty = (value: Variant | undefined) => value instanceof Dictionary && value.size === 0;

/** Adds and removes resources, so that the file has those of the value. */
function takeStructure(file: ResourceFile, owners: readonly [string, Variant][], about: Variant): void {
  const { read } = sourceOf(file);
  const old = aboutOf({ ...file, ...read.about });
  const now = new Map(entriesOf(about, ["file"]));
  const changing = ["external_resources", "sub_resource_classes"];
  const rest = (entries: Iterable<[string, Variant]>) =>
    toText(new Dictionary([...entries].filter(([name]) => !changing.includes(name))), { mode: "exact" });
  if (rest(now) !== rest(old as never)) throw fixed(["file"]);
  const listed = (name: string, from: Map<string, Variant>) =>
    new Map(entriesOf(from.get(name) ?? new Dictionary(), ["file", name]));
  const classes = listed("sub_resource_classes", now);
  const inner = read.about.nodes.length > 0 ? read.about.resources : read.about.resources.slice(0, -1);
  const known = new Set<StoredResource | undefined>(inner);
  for (const { id, type } of inner)
    if (classes.has(id) && classes.get(id) !== type) throw fixed(["file", "sub_resource_classes", id]);
  const byId = new Map([...inner, ...file.resources].map((one) => [one.id, one]));
  const made = owners.map(([id]): StoredResource => {
    const one = byId.get(id);
    const type = one?.type ?? classes.get(id) ?? /^([A-Z][A-Za-z0-9]*)_/.exec(id)?.[1] ?? "Resource";
    if (typeof type !== "string") throw fixed(["file", "sub_resource_classes", id]);
    return one?.type === type && inner.includes(one)
      ? one
      : Object.freeze({ id, type, properties: new Map() });
  });
  const main = read.about.resources.filter((one) => !known.has(one));
  const here = new Set(made);
  const kept = inner.filter((one) => here.has(one));
  const resources = [...kept, ...made.filter((one) => !known.has(one)), ...main];
  const oldOthers = listed("external_resources", old as never);
  const others = Array.from(listed("external_resources", now), ([id, value]): ExternalResource => {
    const path = ["file", "external_resources", id];
    const {
      type,
      path: at,
      uid,
      ...more
    } = Object.fromEntries(entriesOf(value, path)) as Record<string, Variant>;
    const one = read.about.externals.find((external) => external.id === id);
    const isOld =
      one !== undefined &&
      toText(value, { mode: "exact" }) === toText(oldOthers.get(id) ?? null, { mode: "exact" });
    if (isOld) return one;
    const isText =
      typeof type === "string" && typeof at === "string" && (uid === undefined || typeof uid === "string");
    if (one !== undefined || !isText || Object.keys(more).length > 0) throw fixed(path);
    return Object.freeze({ id, type, path: at, ...(uid !== undefined && { uid: uid as string }) });
  });
  const order = (one: ExternalResource) => read.about.externals.indexOf(one) + 1 || Number.MAX_SAFE_INTEGER;
  setResources(
    file,
    resources,
    others.sort((one, other) => order(one) - order(other)),
  );
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
