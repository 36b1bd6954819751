// References between the resources of a file.
import { withinStack } from "../base/call-stack.js";
import { type Hint, hint } from "../base/hints.js";
import { formatPath } from "../base/path.js";
import { GodotObject, type Variant, VariantError } from "../index.js";
import { isMap, isPlainObject } from "../table/type-kinds.js";
import type { ExternalResource, StoredResource } from "./resource-types.js";
import { externalClass, internalClass } from "./stored-format.js";

/** A key in a value, and the place of the container that has it. */
interface Place {
  readonly key: Variant;
  readonly around: Place | undefined;
}

/** Takes an object in a value. One in a key is at the place of that key. */
type Visit = (one: object, place: Place | undefined, isInKey: boolean) => void;

/** Visits the objects in a value, in their order. */
function eachObject(value: Variant, visit: Visit, place?: Place, isInKey = false): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  visit(value, place, isInKey);
  for (const [key, item] of entriesOf(value)) {
    const inside = isInKey ? place : { key, around: place };
    eachObject(item, visit, inside, isInKey);
    eachObject(key, visit, inside, true);
  }
}

/** Takes a reference and its place. */
type Found = (className: string, id: string, place: Place | undefined) => void;

/** Finds the references in a value, in their order. Types of containers may name a script. */
function eachReference(value: Variant, found: Found): void {
  eachObject(value, (one, place) => {
    if (one instanceof GodotObject) return found(one.className, String(one.properties.get("id")), place);
    const { elementType, keyType, valueType } = one as { [name: string]: unknown };
    for (const type of [elementType, keyType, valueType])
      for (const [, name = "", id = ""] of JSON.stringify(type ?? "").matchAll(
        /(\w+Resource)\( ?(?:\\")?(\w+)/g,
      ))
        found(name, id, place);
  });
}

function entriesOf(value: object): Iterable<readonly [Variant, Variant]> {
  if (isMap(value)) return value as Map<Variant, Variant>;
  if (Array.isArray(value)) return value.entries();
  return Object.entries(isPlainObject(value) ? (value as { [key: string]: Variant }) : {});
}

function keysTo(place: Place | undefined): Variant[] {
  const keys: Variant[] = [];
  for (let at = place; at !== undefined; at = at.around) keys.push(at.key);
  return keys.reverse();
}

/** Throws if something refers to a resource that is no longer there. */
export function checkUnused(
  gone: readonly (StoredResource | ExternalResource)[],
  owners: Iterable<readonly [keys: readonly Variant[], value: Variant]>,
): void {
  const uses = withinStack(() => firstUses(owners));
  for (const { id, path: file } of gone) {
    const use = uses(file === undefined ? internalClass : externalClass, id);
    if (use === undefined) continue;
    throw unsupported(hint("resource-used", id), [...use.keys, ...keysTo(use.place)]);
  }
}

const unsupported = (why: Hint, keys: Variant[]) =>
  new VariantError("unsupported-value", { hints: [why], keys, path: formatPath(keys) });

/**
 * Throws if a resource stands where a reference to it is meant: engines would get a Dictionary of its id, class and properties. The
 * path of one in a key is that of the container.
 */
export function refuseResources(name: string, value: Variant, isResource: (one: object) => boolean): void {
  eachObject(value, (one, place, isInKey) => {
    if (isResource(one))
      throw unsupported(hint("resource-objects"), [name, ...keysTo(isInKey ? place?.around : place)]);
  });
}

interface Use {
  readonly keys: readonly Variant[];
  readonly place: Place | undefined;
}

/** Where each resource is used first. */
function firstUses(owners: Iterable<readonly [keys: readonly Variant[], value: Variant]>) {
  const uses = new Map<string, Map<string, Use>>([
    [internalClass, new Map()],
    [externalClass, new Map()],
  ]);
  for (const [keys, value] of owners)
    eachReference(value, (className, id, place) => {
      if (uses.get(className)?.has(id) === false) uses.get(className)?.set(id, { keys, place });
    });
  return (className: string, id: string) => uses.get(className)?.get(id);
}

/** The resources so that each comes after those that it refers to, as engines must read them. Throws for a circle of several. */
export function inOrder(resources: readonly StoredResource[]): StoredResource[] {
  const byId = new Map(resources.map((one) => [one.id, one]));
  const done = new Set<StoredResource>();
  const open = new Set<StoredResource>();
  // A list, because a chain of resources may be longer than a stack of calls.
  const chain: { readonly one: StoredResource; readonly needed: Iterator<StoredResource> }[] = [];
  const enter = (one: StoredResource) => {
    if (done.has(one)) return;
    if (open.has(one))
      throw new VariantError("unsupported-value", { hints: [hint("resource-used", one.id)] });
    open.add(one);
    chain.push({ one, needed: neededBy(one, byId).values() });
  };
  for (const first of resources) {
    enter(first);
    for (let last = chain.at(-1); last !== undefined; last = chain.at(-1)) {
      const { value: next } = last.needed.next();
      if (next !== undefined) enter(next);
      else {
        done.add(last.one);
        open.delete(last.one);
        chain.pop();
      }
    }
  }
  return [...done];
}

/** The resources that one refers to. */
function neededBy(
  { properties }: StoredResource,
  byId: ReadonlyMap<string, StoredResource>,
): Set<StoredResource> {
  const needed = new Set<StoredResource>();
  eachReference(properties as never, (className, id) => {
    const other = className === internalClass ? byId.get(id) : undefined;
    // Engines read a resource that refers to itself.
    if (other !== undefined && other.properties !== properties) needed.add(other);
  });
  return needed;
}
