import type { Variant } from "./values.js";

/** Sets an own property, whatever its name. */
export function setOwn(object: { [key: string]: Variant }, key: string, value: Variant): void {
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
