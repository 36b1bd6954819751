// Lists of keys that Dictionaries of one shape share.
import { isMap } from "../table/type-kinds.js";

/** The keys that all LazyDictionaries of one shape share. */
export interface KeyList {
  readonly names: readonly string[];
  /** Marks clones. Bytes hold no Set, so no decoded value looks like a clone, and `encode` refuses one that nothing restored. */
  readonly mark: ReadonlySet<never>;
}

const mark: ReadonlySet<never> = new Set<never>();

/** Undefined if some of the names are equal, because then entries replace each other. */
export function keyListOf(names: readonly string[]): KeyList | undefined {
  return new Set(names).size === names.length ? { names: Object.freeze([...names]), mark } : undefined;
}

/** The entries of a clone of a LazyDictionary; undefined for any other object. */
export function clonedEntries(value: object): Map<unknown, unknown> | undefined {
  const { keyList, content } = value as { keyList?: Partial<KeyList> | null; content?: unknown };
  if (keyList === undefined || keyList === null) return undefined;
  if (Object.prototype.toString.call(keyList.mark) !== "[object Set]") return undefined;
  if (typeof content !== "object" || content === null) return undefined;
  if (isMap(content)) return content;
  return new Map(keyList.names?.map((name, i) => [name, (content as unknown[])[i]]));
}
