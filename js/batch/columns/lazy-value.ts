// Values of large files, decoded piece by piece while they are printed, so that only one piece is in memory. The command line has them, too.
import {
  Dictionary,
  type Document,
  type DocumentNode,
  decode,
  type Options,
  StringName,
  type Variant,
} from "../../index.js";

/** Contents up to this size are decoded at once, which is faster, and takes up to twenty times as much memory. */
export const largeBytes = 1 << 23;
/** Values in larger ones are decoded whole up to this size. */
const pieceBytes = 1 << 18;

/** The contents of a stand-in. */
export interface Contents {
  readonly count: number;
  readonly entries: Iterable<[key: Variant, value: Variant]>;
}

/** Nodes that are made at a time. */
const mostNodes = 1024;
/** Entries in one group. */
const mostEntries = 64;

/**
 * A value in a Document, by default the whole, whose large containers are stand-ins: empty ones of the same types, whose
 * contents are decoded each time that somebody iterates over them. `most` is the size in bytes up to which a value is
 * decoded whole.
 */
export function lazyValue(
  document: Document,
  options: Options = {},
  node: DocumentNode = document.root,
  most = pieceBytes,
): Variant {
  return new LazyValues(document, options, most).value(node);
}

const ofStandIns = new WeakMap<object, Contents>();

/** The contents of a container that is decoded while somebody iterates over them; undefined for any other value. */
export function contentsOf(value: unknown): Contents | undefined {
  return typeof value === "object" && value !== null ? ofStandIns.get(value) : undefined;
}

class LazyValues {
  private readonly document: Document;
  private readonly options: Options;
  private readonly most: number;

  constructor(document: Document, { real, badUtf8, limits }: Options, most: number) {
    this.document = document;
    this.options = { mode: "exact", dialect: document.dialect, real, badUtf8, limits };
    this.most = most;
  }

  value(node: DocumentNode): Variant {
    const standIn = node.byteLength <= this.most ? undefined : node.empty;
    const isKeyed = standIn instanceof Dictionary;
    if (standIn === undefined || !(isKeyed || Array.isArray(standIn))) return node.value("exact");
    if (isKeyed && !this.keysDiffer(node)) return node.value("exact");
    const { entries, items } = { entries: () => this.entries(node, isKeyed), items: () => this.items(node) };
    Object.defineProperty(standIn, Symbol.iterator, { value: isKeyed ? entries : items });
    ofStandIns.set(standIn, { count: node.childCount, entries: { [Symbol.iterator]: entries } });
    return standIn;
  }

  private *entries(node: DocumentNode, isKeyed: boolean): Generator<[Variant, Variant]> {
    for (const child of childrenOf(node))
      yield [isKeyed ? this.key(child) : child.position, this.value(child)];
  }

  private *items(node: DocumentNode): Generator<Variant> {
    for (const child of childrenOf(node)) yield this.value(child);
  }

  /** The key with its type, which the key of a node lacks: paths write a StringName as a String. */
  private key({ ranges }: DocumentNode): Variant {
    const [start, size] = ranges.key;
    return decode(this.document.slice(start, start + size), this.options);
  }

  /** Whether all keys are texts or ints of one type, and differ. Of equal keys, a decoded Dictionary keeps the last value. */
  private keysDiffer(node: DocumentNode): boolean {
    const keys = new Set<string | bigint>();
    let first: string | undefined;
    for (const child of childrenOf(node)) {
      const key = this.key(child);
      const plain = key instanceof StringName ? key.text : key;
      const type = key instanceof StringName ? "StringName" : typeof key;
      first ??= type;
      if ((typeof plain !== "string" && typeof plain !== "bigint") || type !== first || keys.has(plain))
        return false;
      keys.add(plain);
    }
    return true;
  }
}

function* childrenOf(node: DocumentNode): Generator<DocumentNode> {
  for (let start = 0; start < node.childCount; start += mostNodes) yield* node.children(start, mostNodes);
}

/** Entries in groups: those that are long alone, others many at a time. */
export function* groupsOf<Entry>(
  entries: Iterable<Entry>,
  isLong: (entry: Entry) => boolean,
): Generator<readonly Entry[]> {
  let some: Entry[] = [];
  for (const entry of entries) {
    const alone = isLong(entry);
    if (!alone && some.push(entry) < mostEntries) continue;
    if (some.length > 0) yield some;
    if (alone) yield [entry];
    some = [];
  }
  if (some.length > 0) yield some;
}
