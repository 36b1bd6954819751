// Prints large values as text in pieces, so that memory stays flat.
import { groupsOf } from "../../batch/columns/lazy-value.js";
import { Dictionary, type Variant, VariantArray, VariantError } from "../../index.js";
import { childrenOf, isStandIn } from "./types.js";

/** Prints a whole value. */
type Print = (value: Variant) => string;

/**
 * Yields the text that `print` makes of a value. Containers in it that are not yet decoded (`lazyValue`) are printed in parts,
 * so that only one part is in memory.
 */
export function* textPieces(value: Variant, print: Print): Generator<string> {
  try {
    yield* piecesOf(value, print);
  } catch (error) {
    // Of a part, the error would name the path in that part.
    if (isStandIn(value) && error instanceof VariantError) print(decoded(value));
    throw error;
  }
}

function decoded(value: Variant): Variant {
  if (!isStandIn(value)) return value;
  const entries = Array.from(
    childrenOf(value)?.entries ?? [],
    ([key, child]) => [key, decoded(child)] as const,
  );
  if (value instanceof Dictionary) return new Dictionary(entries, value);
  const { elementType, shared } = value as VariantArray;
  return new VariantArray(
    entries.map(([, child]) => child),
    elementType,
    shared,
  );
}

function* piecesOf(value: Variant, print: Print): Generator<string> {
  // An empty stand-in is the value itself.
  if (!isStandIn(value) || childrenOf(value)?.count === 0) yield print(value);
  else if (value instanceof Dictionary) yield* dictionaryPieces(value, print);
  else yield* arrayPieces(value as VariantArray, print);
}

/** Prints the Dictionary with marks for the values that are not decoded, so that each stands where the engine sorts its key. */
function* dictionaryPieces(dictionary: Dictionary, print: Print): Generator<string> {
  const mark = crypto.randomUUID();
  const undecoded: Variant[] = [];
  const entries: [Variant, Variant][] = [];
  for (const [key, value] of childrenOf(dictionary)?.entries ?? [])
    entries.push([key, isStandIn(value) ? `${mark} ${undecoded.push(value) - 1};` : value]);
  const text = print(new Dictionary(entries, dictionary));
  const [start, ...rest] = text.split(`"${mark} `);
  yield start as string;
  for (const part of rest) {
    const end = part.indexOf(';"');
    yield* piecesOf(undecoded[Number(part.slice(0, end))] as Variant, print);
    yield part.slice(end + 2);
  }
}

function* arrayPieces(array: VariantArray, print: Print): Generator<string> {
  const { elementType, shared } = array;
  const [open = "", separator = "", close = ""] = print(
    new VariantArray([null, null], elementType, shared),
  ).split("null");
  const ends = print(new VariantArray([null])).split("null");
  const inside = (values: readonly Variant[]) =>
    print(new VariantArray(values)).slice(ends[0]?.length, -(ends[1]?.length ?? 0));
  let before = open;
  for (const group of groupsOf(array, isStandIn)) {
    const [first] = group as [Variant];
    if (isStandIn(first)) {
      yield before;
      yield* piecesOf(first, print);
    } else {
      yield before + inside(group);
    }
    before = separator;
  }
  yield close;
}
