// Plain objects and arrays as containers of any names and sizes.
import { lengthOf, unitAt } from "../table/text-units.js";

/** Sets an own property of any name, whatever `Object.prototype` holds: `__proto__`, a setter, or frozen properties. */
export function setOwn<Value>(object: { [key: string]: Value }, key: string, value: Value): void {
  if (!(key in Object.prototype)) object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
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
