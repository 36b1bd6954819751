// Functions that store properties, one for each key. V8 notes at each place in the code which key is stored there, and stores quickly
// where that is always the same one. Without generated code, a place for each key must stand in the source.
import { setOwn } from "../values/plain-containers.js";
import type { Variant } from "../values/variant.js";

/** Makes an own property, even if the object inherits one with a setter. */
export type Store = (object: { [key: string]: Variant }, key: string, value: Variant) => void;

/** V8's own copy of a name, with which properties are set faster. */
export function internalized(name: string): string {
  // An object with a prototype would get a hidden class for each name, which takes twice as long.
  const names = Object.create(null);
  names[name] = 0;
  return Object.keys(names)[0] ?? name;
}

/** The functions of keys that have one. */
const known = new Map<string, Store>();

/** After so many keys with functions, the next ones must come sixteen times as often. */
const keysAtOnce = 32;

let worth = 4;

/** How many dictionaries a list of keys must have had for functions of its own, so that ids leave some for the keys of records. */
export const storesWorth = (): number => worth;

/** The function that stores values under a key. After 128 keys, all others share `setOwn`. */
export function storeOf(key: string): Store {
  let store = known.get(key);
  if (store === undefined) {
    if (known.size === sites.length) return setOwn;
    store = sites[known.size] as Store;
    known.set(key, store);
    if (known.size % keysAtOnce === 0) worth *= 16;
  }
  return store;
}

// biome-ignore format: equal lines
const sites: readonly Store[] = [
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
  (o, k, v) => { if (k in o) setOwn(o, k, v); else o[k] = v; },
];
