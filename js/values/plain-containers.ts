// Plain objects and arrays as containers of any names and sizes.
import { lengthOf, unitAt } from "../table/text-units.js";

/** Sets an own property of any name, whatever `Object.prototype` holds: `__proto__`, a setter, or frozen properties. */
export function setOwn<Value>(object: { [key: string]: Value }, key: string, value: Value): void {
  if (!(key in Object.prototype)) object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * So many Dictionaries whose keys have come rarely still become ordinary objects in this process, because a program goes through those
 * faster. That is enough for saves in which few lists of keys come, and little time where thousands do.
 */
let ordinaryLeft = 1 << 9;

/** Whether one more Dictionary with rare keys becomes an ordinary object, and not a hash table. */
export function takesOrdinary(): boolean {
  if (ordinaryLeft === 0) return false;
  ordinaryLeft--;
  return true;
}

/** The property of a key that an object had. If a getter has deleted an own `__proto__`, this name gives the prototype. */
export function propertyOf(object: object, key: string): unknown {
  if (key === "__proto__" && !Object.hasOwn(object, key)) return undefined;
  return (object as Record<string, unknown>)[key];
}

/** Whether JavaScript moves a property of this name to the front. */
export function isArrayIndex(key: string): boolean {
  const first = unitAt(key, 0);
  if (!(first >= 48 && first <= 57) || lengthOf(key) > 10) return false;
  const number = Number(key) >>> 0;
  return number !== 0xffffffff && String(number) === key;
}

/** V8 makes a hash table of a new Array with a larger length. */
const largestReserved = 1 << 24;

/** An Array with room for `count` elements, to be set in order. */
export function reserved<T>(count: number): T[] {
  return count <= largestReserved ? new Array<T>(count) : [];
}
