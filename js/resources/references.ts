// References between the resources of a file.
import { hint } from "../base/hints.js";
import { formatPath } from "../base/path.js";
import { GodotObject, type Variant, VariantError } from "../index.js";
import type { ExternalResource, StoredResource } from "./resource-types.js";
import { externalClass, internalClass } from "./stored-format.js";

/** The path in `value` to a reference that `isIt` accepts; undefined if there is none. Types of containers may name a script. */
function pathTo(
  value: Variant,
  isIt: (className: string, id: string) => boolean,
): readonly Variant[] | undefined {
  if (value instanceof GodotObject)
    return isIt(value.className, String(value.properties.get("id"))) ? [] : undefined;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
  const { elementType, keyType, valueType } = value as { [name: string]: unknown };
  for (const type of [elementType, keyType, valueType])
    for (const [, name = "", id = ""] of JSON.stringify(type ?? "").matchAll(
      /(\w+Resource)\( ?(?:\\")?(\w+)/g,
    ))
      if (isIt(name, id)) return [];
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  const entries: Iterable<readonly [Variant, Variant]> =
    value instanceof Map
      ? value
      : Array.isArray(value)
        ? value.entries()
        : Object.entries(isPlain ? (value as { [key: string]: Variant }) : {});
  for (const [key, item] of entries) {
    const path = pathTo(item, isIt);
    if (path !== undefined) return [key, ...path];
    if (pathTo(key, isIt) !== undefined) return [key];
  }
  return undefined;
}

/** Whether a reference leads to this resource. */
function leadsTo({ id, path }: StoredResource | ExternalResource) {
  const own = path === undefined ? internalClass : externalClass;
  return (className: string, other: string) => className === own && other === id;
}

/** Throws if something refers to a resource that is no longer there. */
export function checkUnused(
  gone: readonly (StoredResource | ExternalResource)[],
  owners: Iterable<readonly [keys: readonly Variant[], value: Variant]>,
): void {
  const places = [...owners];
  for (const one of gone)
    for (const [keys, value] of places) {
      const found = pathTo(value, leadsTo(one));
      if (found === undefined) continue;
      const all = [...keys, ...found];
      const path = formatPath(all);
      throw new VariantError("unsupported-value", {
        hints: [hint("resource-used", one.id)],
        keys: all,
        path,
      });
    }
}

/** The resources so that each comes after those that it refers to, as engines must read them. Throws for a circle of several. */
export function inOrder(resources: readonly StoredResource[]): StoredResource[] {
  const byId = new Map(resources.map((one) => [one.id, one]));
  const done = new Set<StoredResource>();
  for (const first of resources) {
    const open = [first];
    for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
      const next = done.has(one) ? undefined : neededBy(one, byId, done);
      if (next !== undefined && open.includes(next))
        throw new VariantError("unsupported-value", { hints: [hint("resource-used", next.id)] });
      if (next !== undefined) open.push(next);
      else {
        done.add(one);
        open.pop();
      }
    }
  }
  return [...done];
}

/** A resource that is not done and that another one refers to. */
function neededBy(
  { properties }: StoredResource,
  byId: ReadonlyMap<string, StoredResource>,
  done: ReadonlySet<StoredResource>,
): StoredResource | undefined {
  let found: StoredResource | undefined;
  pathTo(properties as never, (className, id) => {
    const other = className === internalClass ? byId.get(id) : undefined;
    // Engines read a resource that refers to itself.
    if (other === undefined || other.properties === properties || done.has(other)) return false;
    found = other;
    return true;
  });
  return found;
}
