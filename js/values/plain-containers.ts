/** Sets an own property, whatever its name. */
export function setOwn<Value>(object: { [key: string]: Value }, key: string, value: Value): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Whether JavaScript moves a property of this name to the front. */
export function isArrayIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  if (!(first >= 48 && first <= 57) || key.length > 10) return false;
  const number = Number(key) >>> 0;
  return number !== 0xffffffff && String(number) === key;
}

/** Beyond this, a new Array of a given length would be a hash table. */
const largestReserved = 1 << 24;

/** An Array for this many elements, to be set in their order. */
export function reserved<T>(count: number): T[] {
  return count <= largestReserved ? new Array<T>(count) : [];
}
