// What tests of messages share: a message, learning it, and comparing what comes of it.
import { type Options, tryDecode, type Variant, Vector2 } from "../../../js/index.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** After so many messages a reader is generated, even where messages of other tests began alike. */
const often = 8192;

/** Reads a message until a reader is generated. */
export function learn(bytes: Bytes, options?: Options, times = often): void {
  for (let i = 0; i < times; i++) tryDecode(bytes, options);
}

/** What comes of a message: the value with its warnings, or the error and its place. */
export function outcomeOf(bytes: Bytes, options?: Options): unknown {
  const result = tryDecode(bytes, options);
  if (!result.ok) return { code: result.error.code, offset: result.error.offset, path: result.error.path };
  return { ...result, value: listed(result.value) };
}

/** A value with its objects as lists, because comparing objects ignores the order of keys and trips over the key `constructor`. */
export function listed(value: Variant): unknown {
  if (Array.isArray(value)) return value.map(listed);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return { entries: Object.entries(value).map(([key, one]) => [key, listed(one)]) };
}

export const move = (i: number) => ({
  t: "mv",
  id: i,
  pos: new Vector2(i, -i),
  vel: new Vector2(0, i),
  hp: i,
});
