// Resources that are added to a text resource, and removed from it.
import { type Hint, hint } from "../base/hints.js";
import { checkNames } from "../base/option-names.js";
import { formatPath } from "../base/path.js";
import { sameItems } from "../base/same-items.js";
import { textFault } from "../forms/text-scanner.js";
import { type Variant, VariantError } from "../index.js";
import { isMap } from "../table/type-kinds.js";
import { nodesByPath } from "./node-paths.js";
import { checkUnused } from "./references.js";
import { isOld, sourceOf } from "./resource-file.js";
import type { ExternalResource, ResourceFile, StoredResource } from "./resource-types.js";

/** What `addResource` takes: a resource that belongs to the file, or one with a path, which is in another file. */
export interface NewResource {
  /** The engine's class; of a resource with a script `Resource`, or the class that the script extends. */
  readonly type: string;
  /** What references will hold; by default one as the engine makes. */
  readonly id?: string;
  /** The properties of a resource of this file. */
  readonly properties?: Map<string, Variant>;
  /** The path of another file, such as `res://items/rope.tres`. */
  readonly path?: string;
  /** `uid://…` of that file, from Godot 4 on. */
  readonly uid?: string;
}

const internal: ReadonlySet<string> = new Set(["type", "id", "properties", "path"]);
const external: ReadonlySet<string> = new Set(["type", "id", "path", "uid"]);

/**
 * Adds a resource to a text resource, or another file that it will refer to. The engines' order follows when the file is written: each resource
 * before those that refer to it.
 *
 * @param file - The result of `readResource`, of kind `text`.
 * @param resource - Its class and properties, or its path.
 * @returns The new resource, for `referenceTo`.
 * @throws VariantError `unsupported-value` for a binary resource, and for what such a file cannot hold.
 * @throws TypeError for properties that are no Map, for both properties and a path, and for anything that a resource does not have.
 * @example
 * ```ts
 * const rope = addResource(file, { type: "Resource", properties: new Map([["count", 2]]) });
 * main.set("held", referenceTo(file, rope));
 * ```
 */
export function addResource(file: ResourceFile, resource: NewResource): StoredResource | ExternalResource {
  const isExternal = resource.path !== undefined;
  checkNames(resource, isExternal ? external : internal, `${isExternal ? "Ext" : "Sub"}Resource property`);
  const { type, path, uid, properties = new Map<string, Variant>() } = resource;
  if (!isMap(Object(properties))) throw new TypeError("The properties of a resource must be a Map.");
  const id = resource.id ?? freshId(file, resource);
  if (path !== undefined) {
    const made: ExternalResource = Object.freeze({ id, type, path, ...(uid !== undefined && { uid }) });
    setResources(file, file.resources, [...file.externals, made]);
    return made;
  }
  const made: StoredResource = Object.freeze({ id, type, properties });
  const end = file.resources.length - (file.nodes.length > 0 ? 0 : 1);
  setResources(file, [...file.resources.slice(0, end), made, ...file.resources.slice(end)], file.externals);
  return made;
}

/**
 * Removes a resource from a text resource.
 *
 * @param file - The result of `readResource`, of kind `text`.
 * @param resource - One of its `externals`, or of its `resources` other than the main one.
 * @throws VariantError `unsupported-value` for a binary resource and, with the path of the reference, for a resource that is still used.
 * @example
 * ```ts
 * const [texture] = file.externals;
 * if (texture !== undefined) removeResource(file, texture);
 * ```
 */
export function removeResource(file: ResourceFile, resource: StoredResource | ExternalResource): void {
  const isOther = (one: unknown) => one !== resource;
  const [resources, externals] = [file.resources.filter(isOther), file.externals.filter(isOther)];
  const isMain = file.nodes.length === 0 && file.resources.at(-1) === resource;
  if (isMain || resources.length + externals.length === file.resources.length + file.externals.length)
    throw unfit();
  checkUnused([resource], ownersIn(file, resources));
  setResources(file, resources, externals);
}

/** @internal Gives a file these resources. Throws for those that it cannot hold. */
export function setResources(
  file: ResourceFile,
  resources: readonly StoredResource[],
  externals: readonly ExternalResource[],
): void {
  const source = sourceOf(file);
  const { about } = source.read;
  const hasResources = sameItems(resources, about.resources);
  const hasExternals = sameItems(externals, about.externals);
  if (!(hasResources && hasExternals) && file.kind === "binary") throw unfit();
  const main = file.nodes.length > 0 ? undefined : about.resources.at(-1);
  for (const list of [resources, externals] as const) {
    const ids = new Set(list.map(({ id }) => id));
    for (const one of list) {
      if (source.references.has(one) || one === main) continue;
      const field = unreadable(file, one);
      if (field !== undefined) throw unfit(one.id, hint("resource-field", field));
      if (ids.size < list.length) throw unfit(one.id, hint("id-twice", one.id));
      source.references.set(one, isOld(file) ? Number(one.id) : one.id);
    }
  }
  source.resources = hasResources ? about.resources : Object.freeze([...resources]);
  source.externals = hasExternals ? about.externals : Object.freeze([...externals]);
}

/** @internal The values of a file that may refer to resources, with their keys in the value of the whole file. */
export function* ownersIn(
  file: ResourceFile,
  resources = file.resources,
): Generator<readonly [keys: readonly Variant[], value: Variant]> {
  for (const { id, properties } of resources)
    for (const [name, value] of properties)
      yield [id === "" ? ["resource", name] : ["sub_resources", id, name], value];
  for (const [path, { properties }] of nodesByPath(file))
    for (const [name, value] of properties) yield [["nodes", path, name], value];
  for (const value of sourceOf(file).read.headers ?? []) yield [["nodes"], value];
}

/** What the header of a section says of a resource. */
interface ResourceHeader {
  readonly id: string;
  readonly type: string;
  readonly path?: string | undefined;
  readonly uid?: string | undefined;
}

/** The part of the header of a new resource that engines would not read from a text resource as it is; undefined if there is none. */
function unreadable(file: ResourceFile, { id, type, path, uid }: ResourceHeader): string | undefined {
  // A program without types may leave out the class.
  if (typeof type !== "string" || !/^[A-Za-z_]\w*$/.test(type)) return "type";
  // Files of Godot 3 hold no uid, so it would be lost.
  if (uid !== undefined && (isOld(file) || !/^uid:\/\/[a-y0-8]+$/.test(uid))) return "uid";
  if (path !== undefined && !isPath(path)) return "path";
  return (isOld(file) ? /^[1-9]\d{0,8}$/ : /^\w+$/).test(id) ? undefined : "id";
}

/** Whether engines read a path as it stands between quotes: they drop a byte order mark at its beginning. */
const isPath = (path: string): boolean =>
  /^(?!\ufeff)[^"\\\n\r]+$/.test(path) && textFault(path) === undefined;

/** An id as the file's engine makes them: a number, `1_ab12c` or `Resource_ab12c`. Not a random one, so that repeated edits do the same. */
function freshId(file: ResourceFile, { type, path }: NewResource): string {
  const { resources, externals } = file;
  const taken = new Set((path === undefined ? resources : externals).map(({ id }) => id));
  for (let number = 1; ; number++) {
    const letters = number.toString(36).padStart(5, "0");
    const id = isOld(file) ? `${number}` : path === undefined ? `${type}_${letters}` : `${number}_${letters}`;
    if (!taken.has(id)) return id;
  }
}

function unfit(id?: string, advice: Hint = hint("resource-holds")): VariantError {
  const keys = id === undefined ? [] : [id];
  return new VariantError("unsupported-value", {
    hints: [advice],
    keys,
    path: formatPath(keys),
  });
}
