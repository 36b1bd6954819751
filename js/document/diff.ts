import { StringName } from "../atoms.js";
import { convert } from "../codec.js";
import { settingsOf } from "../options.js";
import { formatPath } from "../path.js";
import { Type, type TypeName } from "../table.gen.js";
import type { Variant } from "../values.js";
import { between, longestRising, pairsOf, type Span } from "./align.js";
import type { Branch } from "./branch.js";
import type { Item } from "./item.js";
import type { ByteRange } from "./node.js";
import { Reader } from "./reader.js";
import { Format, typeName } from "./source.js";

/** One difference between two documents. */
export interface Difference {
  /** `moved` is an entry of a Dictionary or Object that comes after another one than before. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Where it is: in the first document, or in the second one when it was added. */
  readonly path: string;
  readonly keys: readonly Variant[];
  /** The same when all differences before were patched; what was added stands there in the second document. */
  readonly toKeys: readonly Variant[];
  /** Of what was added or moved in a Dictionary or Object: the key before it, none at the beginning. */
  readonly previous?: Variant | undefined;
  readonly oldType: TypeName | undefined;
  readonly newType: TypeName | undefined;
  /** The exact values; undefined where there is none. */
  readonly oldValue: Variant | undefined;
  readonly newValue: Variant | undefined;
  /** Where the values stand in the bytes of each document. */
  readonly oldRange: ByteRange | undefined;
  readonly newRange: ByteRange | undefined;
}

/** @internal What is different in `b`; both are read in the dialect of `a`. */
export function* differences(a: Reader, b: Reader): Generator<Difference> {
  const one = new Side(asOpened(a, a));
  const other = new Side(asOpened(b, a));
  yield* new Diff(one, other).values(one.reader.root, other.reader.root, [], []);
}

/** A document with its edits made, in the dialect of another one. */
function asOpened(reader: Reader, like: Reader): Reader {
  const { options, dialectName: from } = reader.format.settings;
  const to = like.format.settings.dialectName;
  if (from === to && !reader.edited) return reader;
  const bytes = reader.toBytes();
  const converted = from === to ? bytes : convert(bytes, { ...options, from, to, dialect: undefined }).bytes;
  const format = new Format(settingsOf({ ...options, dialect: to }));
  return new Reader(format, format.open(converted).source);
}

/** A document without edits, to be compared word by word. */
class Side {
  readonly reader: Reader;
  readonly words: Int32Array;

  constructor(reader: Reader) {
    this.reader = reader;
    const { bytes } = reader.source;
    const aligned = (bytes.byteOffset | bytes.length) % 4 === 0;
    const padded = aligned ? bytes : new Uint8Array((bytes.length + 3) & ~3);
    if (!aligned) padded.set(bytes);
    this.words = new Int32Array(padded.buffer, padded.byteOffset, padded.length >> 2);
  }

  /** A number that equal ranges share, and never 0. */
  mark(start: number, end: number): number {
    let mark = end - start;
    for (let at = start >>> 2; at < end >>> 2; at++) {
      mark = Math.imul(mark ^ (this.words[at] as number), 0x9e3779b1);
      mark ^= mark >>> 15;
    }
    return mark || 1;
  }
}

interface Found {
  readonly item?: Item | undefined;
  readonly branch?: Branch | undefined;
}

class Diff {
  private readonly a: Side;
  private readonly b: Side;

  constructor(a: Side, b: Side) {
    this.a = a;
    this.b = b;
  }

  *values(
    a: Item,
    b: Item,
    keys: readonly Variant[],
    toKeys: readonly Variant[],
    inA?: Branch,
    inB?: Branch,
  ): Generator<Difference> {
    if (this.sameRange(a.start, a.end, b.start, b.end)) return;
    const [branchA, branchB] = [this.a.reader.inside(a), this.b.reader.inside(b)];
    if (branchA === undefined || branchB === undefined || !this.sameKind(branchA, branchB)) {
      if (!this.sameValue(a, b)) {
        yield this.difference("changed", keys, toKeys, { item: a, branch: inA }, { item: b, branch: inB });
      }
    } else if (branchA.keyed) yield* this.entries(branchA, branchB, keys, toKeys);
    else yield* this.elements(branchA, branchB, keys, toKeys);
  }

  private sameRange(startA: number, endA: number, startB: number, endB: number): boolean {
    if (endA - startA !== endB - startB) return false;
    // Elements of a PackedByteArray are no whole words.
    if ((startA | endA | startB) & 3) {
      const [a, b] = [this.a.reader.source.bytes, this.b.reader.source.bytes];
      for (let i = 0; i < endA - startA; i++) if (a[startA + i] !== b[startB + i]) return false;
      return true;
    }
    const [a, b] = [this.a.words, this.b.words];
    const shift = (startB - startA) >> 2;
    for (let at = startA >>> 2; at < endA >>> 2; at++) if (a[at] !== b[at + shift]) return false;
    return true;
  }

  /** Whether two containers are the same but for what is in them. */
  private sameKind(a: Branch, b: Branch): boolean {
    const [headerA, headerB] = [a.headerSize - 4, b.headerSize - 4];
    return a.type === b.type && this.sameRange(a.start, a.start + headerA, b.start, b.start + headerB);
  }

  /** Bytes may differ in what no value holds, such as padding. */
  private sameValue(a: Item, b: Item): boolean {
    const container = a.type >= Type.Dictionary && a.type <= Type.Array;
    if (a.type !== b.type || a.node < 0 || container || a.type === Type.Object) return false;
    const [one, other] = [this.a, this.b].map(({ reader }, i) => {
      const { format } = reader;
      return format.encode(format.decode(reader.bytes(i === 0 ? a : b), true));
    }) as [Uint8Array, Uint8Array];
    return one.length === other.length && one.every((byte, i) => byte === other[i]);
  }

  private *entries(
    a: Branch,
    b: Branch,
    keys: readonly Variant[],
    toKeys: readonly Variant[],
  ): Generator<Difference> {
    const partners = this.partners(a, b);
    const rest = new Set(partners);
    for (let i = 0; i < a.count; i++) {
      if (rest.has(i)) continue;
      const key = this.a.reader.pathKey(a, i);
      yield this.difference("removed", [...keys, key], [...toKeys, key], { item: a.original(i), branch: a });
    }
    const common = Array.from(partners.keys()).filter((i) => (partners[i] as number) >= 0);
    const steady = new Set(longestRising(common.map((i) => partners[i] as number)).map((i) => common[i]));
    for (let i = 0; i < b.count; i++) {
      const partner = partners[i] as number;
      const item = b.original(i);
      const old = partner < 0 ? undefined : a.original(partner);
      const same = old !== undefined && steady.has(i);
      if (same && this.sameRange(old.start, old.end, item.start, item.end)) continue;
      const previous = same || i === 0 ? undefined : this.b.reader.pathKey(b, i - 1);
      const key = this.b.reader.pathKey(b, i);
      const [from, to] = [
        [...keys, key],
        [...toKeys, key],
      ];
      const found = { item, branch: b };
      if (old === undefined) {
        // A StringName stays one.
        const exactKey = this.b.reader.keys.key(item, b, true) as Variant;
        const name = exactKey instanceof StringName ? exactKey : key;
        yield this.difference("added", to, [...toKeys, name], undefined, found, previous);
      } else {
        if (!same) yield this.difference("moved", from, to, { item: old, branch: a }, found, previous);
        yield* this.values(old, item, from, to, a, b);
      }
    }
  }

  /** For each entry of `b` the entry of `a` with the same key; -1 when there is none. */
  private partners(a: Branch, b: Branch): Int32Array {
    const partners = new Int32Array(b.count).fill(-1);
    const sameKey = (i: number, j: number) => {
      const [one, other] = [a.original(i), b.original(j)];
      return this.sameRange(one.keyStart, one.keyEnd, other.keyStart, other.keyEnd);
    };
    let known: Map<number, number[]> | undefined;
    for (let j = 0; j < b.count; j++) {
      if (known === undefined && j < a.count && sameKey(j, j)) {
        partners[j] = j;
        continue;
      }
      known ??= marks(a, j, (item) => this.a.mark(item.keyStart, item.keyEnd));
      const item = b.original(j);
      const places = known.get(this.b.mark(item.keyStart, item.keyEnd));
      const found = places?.findIndex((i) => sameKey(i, j)) ?? -1;
      // The same key twice is two entries.
      if (found >= 0) partners[j] = places?.splice(found, 1)[0] as number;
    }
    return partners;
  }

  private *elements(
    a: Branch,
    b: Branch,
    keys: readonly Variant[],
    toKeys: readonly Variant[],
  ): Generator<Difference> {
    let fromA = 0;
    const same = (i: number, j: number) =>
      this.sameRange(a.originalStart(i), a.originalStart(i + 1), b.originalStart(j), b.originalStart(j + 1));
    while (fromA < a.count && fromA < b.count && same(fromA, fromA)) fromA++;
    let [toA, toB] = [a.count, b.count];
    while (toA > fromA && toB > fromA && same(toA - 1, toB - 1)) {
      toA--;
      toB--;
    }
    const whole = { fromA, toA, fromB: fromA, toB };
    const number = a.stride > 0;
    const mark = (side: Side, branch: Branch) => (i: number) =>
      side.mark(branch.originalStart(i), branch.originalStart(i + 1));
    const exact = number ? [] : pairsOf(whole, mark(this.a, a), mark(this.b, b));
    for (const { gap, pair } of between(whole, exact)) {
      const first = number ? [] : pairsOf(gap, this.beginning(this.a, a), this.beginning(this.b, b));
      for (const { gap: inner, pair: alike } of between(gap, first)) {
        yield* this.gap(a, b, inner, keys, toKeys);
        if (alike !== undefined) yield* this.element(a, b, alike[0], alike[1], keys, toKeys);
      }
      // Different elements may have one mark.
      if (pair !== undefined) yield* this.element(a, b, pair[0], pair[1], keys, toKeys);
    }
  }

  /** A mark of the first entry of an element, which often is an id or a name. */
  private beginning(side: Side, branch: Branch): (i: number) => number {
    return (i) => {
      const item = branch.original(i);
      const inside = side.reader.inside(item);
      return inside?.count ? side.mark(inside.body, inside.originalStart(1)) : 0;
    };
  }

  /** Elements that nothing pairs: one after the other, and what is left over. */
  private *gap(
    a: Branch,
    b: Branch,
    { fromA, toA, fromB, toB }: Span,
    keys: readonly Variant[],
    toKeys: readonly Variant[],
  ): Generator<Difference> {
    const count = Math.min(toA - fromA, toB - fromB);
    for (let i = 0; i < count; i++) yield* this.element(a, b, fromA + i, fromB + i, keys, toKeys);
    for (let i = fromA + count; i < toA; i++) {
      const found = { item: a.original(i), branch: a };
      yield this.difference("removed", [...keys, i], [...toKeys, fromB + count], found);
    }
    for (let i = fromB + count; i < toB; i++) {
      const to = [...toKeys, i];
      yield this.difference("added", to, to, undefined, { item: b.original(i), branch: b });
    }
  }

  private *element(
    a: Branch,
    b: Branch,
    i: number,
    j: number,
    keys: readonly Variant[],
    toKeys: readonly Variant[],
  ) {
    if (
      this.sameRange(a.originalStart(i), a.originalStart(i + 1), b.originalStart(j), b.originalStart(j + 1))
    )
      return;
    yield* this.values(a.original(i), b.original(j), [...keys, i], [...toKeys, j], a, b);
  }

  private difference(
    kind: Difference["kind"],
    keys: readonly Variant[],
    toKeys: readonly Variant[],
    old?: Found,
    made?: Found,
    previous?: Variant,
  ): Difference {
    const { a, b } = this;
    const value = ({ reader }: Side, found: Found | undefined) =>
      found?.item && reader.value(found.item, found.branch, "exact");
    const range = (found: Found | undefined): ByteRange | undefined =>
      found?.item && [found.item.start, found.item.end - found.item.start];
    const type = (found: Found | undefined) => found?.item && (typeName(found.item.type) as TypeName);
    return {
      kind,
      keys,
      toKeys,
      previous,
      oldType: type(old),
      newType: type(made),
      oldRange: range(old),
      newRange: range(made),
      get path() {
        return formatPath(keys);
      },
      get oldValue() {
        return value(a, old);
      },
      get newValue() {
        return value(b, made);
      },
    };
  }
}

function marks(branch: Branch, from: number, mark: (item: Item) => number): Map<number, number[]> {
  const known = new Map<number, number[]>();
  for (let i = from; i < branch.count; i++) {
    const number = mark(branch.original(i));
    const places = known.get(number);
    if (places === undefined) known.set(number, [i]);
    else places.push(i);
  }
  return known;
}
