// The differences between two documents, found as they are asked for.
import { sameBytes } from "../../base/bytes.js";
import { settingsOf } from "../../base/options.js";
import { formatPath } from "../../base/path.js";
import { convert } from "../../codec/codec.js";
import { Type, type TypeName } from "../../table/table.gen.js";
import { isContainerType } from "../../table/type-kinds.js";
import { StringName } from "../../values/small-values.js";
import type { Variant } from "../../values/variant.js";
import type { ContainerNode, Item } from "../read/container-node.js";
import { encodedAgain, encodePart } from "../read/encode-part.js";
import type { ByteRange } from "../read/places.js";
import { Reader } from "../read/reader.js";
import { formatOf, typeName } from "../read/source.js";
import { between, longestRising, pairsOf, type Span } from "./align.js";
import { DiffMarks } from "./diff-marks.js";
import { partnersOf } from "./partners.js";

/** One difference between two documents. */
export interface Difference {
  /** `moved` means that an entry of a Dictionary or Object follows a different entry than before. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Path of the value in the first document; for an added value, in the second. */
  readonly path: string;
  /** The path as an array of keys and indices. */
  readonly keys: readonly Variant[];
  /** The same place after all earlier differences were applied. For an added value, its place in the second document. */
  readonly toKeys: readonly Variant[];
  /** For an entry that was added to or moved in a Dictionary or Object: the key before it; undefined at the beginning. */
  readonly previous?: Variant | undefined;
  /** The type in the first document; undefined for an added value. */
  readonly oldType: TypeName | undefined;
  /** The type in the second document; undefined for a removed value. */
  readonly newType: TypeName | undefined;
  /** The old value in `exact` mode; undefined for an added value. */
  readonly oldValue: Variant | undefined;
  /** The new value in `exact` mode; undefined for a removed value. */
  readonly newValue: Variant | undefined;
  /** Byte range of the old value in the first document. */
  readonly oldRange: ByteRange | undefined;
  /** Byte range of the new value in the second document. */
  readonly newRange: ByteRange | undefined;
}

/** @internal The differences from `a` to `b`, both read in the dialect of `a`. */
export function* differences(a: Reader, b: Reader): Generator<Difference> {
  const one = new DiffMarks(asOpened(a, a));
  const other = new DiffMarks(asOpened(b, a));
  const [from, to] = [one.reader.root, other.reader.root];
  // Comparing identical documents takes no marks.
  if (one.sameRange(from.start, from.end, other, to.start, to.end)) return;
  const open: Steps[] = [new Diff(one, other).values({ item: from }, { item: to }, [], [])];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { value, done } = top.next();
    if (done === true) open.pop();
    else if ("kind" in value) yield value;
    else open.push(value);
  }
}

/** Yields differences, and generators for nested containers: recursion would overflow the call stack on deep documents. */
type Steps = Generator<Difference | Steps>;

/** Applies the edits of a document and converts it to the dialect of another one. */
function asOpened(reader: Reader, like: Reader): Reader {
  const { options, dialectName: from } = reader.format.settings;
  const to = like.format.settings.dialectName;
  if (from === to && !reader.edited) return reader;
  const bytes = reader.toBytes();
  const converted = from === to ? bytes : convert(bytes, { ...options, from, to, dialect: undefined }).bytes;
  const format = formatOf(settingsOf({ ...options, dialect: to }));
  return new Reader(format, format.open(converted).source);
}

/** A value and its container. */
interface Found {
  readonly item: Item;
  readonly container?: ContainerNode;
}

type Keys = readonly Variant[];

/** Matched containers of both documents, and their keys. */
interface Pair {
  readonly a: ContainerNode;
  readonly b: ContainerNode;
  readonly keys: Keys;
  readonly toKeys: Keys;
}

class Diff {
  private readonly a: DiffMarks;
  private readonly b: DiffMarks;

  constructor(a: DiffMarks, b: DiffMarks) {
    this.a = a;
    this.b = b;
  }

  *values(a: Found, b: Found, keys: Keys, toKeys: Keys): Steps {
    if (this.a.sameValue(a.item, this.b, b.item)) return;
    const [containerA, containerB] = [this.a.reader.inside(a.item), this.b.reader.inside(b.item)];
    if (containerA === undefined || containerB === undefined || !this.sameKind(containerA, containerB)) {
      if (!this.meansSame(a, b)) yield this.difference("changed", keys, toKeys, a, b);
      return;
    }
    const pair = { a: containerA, b: containerB, keys, toKeys };
    yield containerA.keyed ? this.entries(pair) : this.elements(pair);
  }

  /** Whether two containers differ only in their entries. */
  private sameKind(a: ContainerNode, b: ContainerNode): boolean {
    const [sizeA, sizeB] = [a.headerSize - 4, b.headerSize - 4];
    if (a.type !== b.type) return false;
    const isShared = (one: ContainerNode) => (one.source.bytes[one.body - 1] as number) >= 0x80;
    const isSame = this.a.sameRange(a.start, a.start + sizeA, this.b, b.start, b.start + sizeB);
    if (isSame && isShared(a) === isShared(b)) return true;
    const { format } = this.a.reader;
    return sameBytes(
      encodePart(format, this.a.reader.sample(a)),
      encodePart(format, this.b.reader.sample(b)),
    );
  }

  /** Whether two values are equal although their bytes differ, for example in padding or after a NUL. */
  private meansSame(a: Found, b: Found): boolean {
    const { type, node } = a.item;
    const container = isContainerType(type) || type === Type.Object;
    if (type !== b.item.type || container) return false;
    const value = ({ reader }: DiffMarks, { item, container }: Found) =>
      reader.value(item, container, "exact");
    const [one, other] = [value(this.a, a), value(this.b, b)];
    // A number in a packed array has no padding, so different bytes mean different numbers.
    if (node < 0) return type === Type.String && one === other;
    const { format } = this.a.reader;
    const [bytes, otherBytes] = [encodedAgain(format, one), encodedAgain(format, other)];
    return bytes !== undefined && otherBytes !== undefined && sameBytes(bytes, otherBytes);
  }

  private *entries({ a, b, keys, toKeys }: Pair): Steps {
    const partners = partnersOf(this.a, a, this.b, b);
    const common = new Set(partners);
    for (let i = 0; i < a.count; i++) {
      if (common.has(i)) continue;
      const key = this.a.reader.pathKey(a, i);
      yield this.difference("removed", [...keys, key], [...toKeys, key], {
        item: a.original(i),
        container: a,
      });
    }
    const paired = Array.from(partners.keys()).filter((i) => (partners[i] as number) >= 0);
    const steady = new Set(longestRising(paired.map((i) => partners[i] as number)).map((i) => paired[i]));
    for (let i = 0; i < b.count; i++) {
      const partner = partners[i] as number;
      const isSteady = steady.has(i);
      if (isSteady && this.a.sameEntry(a, partner, this.b, b, i)) continue;
      const key = this.b.reader.pathKey(b, i);
      const [from, to] = [
        [...keys, key],
        [...toKeys, key],
      ];
      const made = { item: b.original(i), container: b };
      const previous = isSteady || i === 0 ? undefined : this.b.reader.pathKey(b, i - 1);
      if (partner >= 0) {
        const old = { item: a.original(partner), container: a };
        if (!isSteady) yield this.difference("moved", from, to, old, made, previous);
        yield this.values(old, made, from, to);
      } else {
        // pathKey turns a StringName into a string, but the patched document must get a StringName.
        const exactKey = this.b.reader.keys.key(made.item, b, true) as Variant;
        const name = exactKey instanceof StringName ? exactKey : key;
        yield this.difference("added", to, [...toKeys, name], undefined, made, previous);
      }
    }
  }

  private *elements(pair: Pair): Steps {
    const { a, b } = pair;
    const same = (i: number, j: number) => this.a.sameEntry(a, i, this.b, b, j);
    let fromA = 0;
    while (fromA < a.count && fromA < b.count && same(fromA, fromA)) fromA++;
    let [toA, toB] = [a.count, b.count];
    while (toA > fromA && toB > fromA && same(toA - 1, toB - 1)) {
      toA--;
      toB--;
    }
    const whole = { fromA, toA, fromB: fromA, toB };
    const aligned = (span: Span, markA: (i: number) => number, markB: (i: number) => number) =>
      between(span, a.stride > 0 ? [] : pairsOf(span, markA, markB));
    const exact = aligned(
      whole,
      (i) => this.a.mark(a, i),
      (i) => this.b.mark(b, i),
    );
    for (const { gap, pair: equal } of exact) {
      for (const { gap: inner, pair: alike } of aligned(
        gap,
        this.beginning(this.a, a),
        this.beginning(this.b, b),
      )) {
        yield* this.gap(pair, inner);
        if (alike !== undefined) yield this.element(pair, alike[0], alike[1]);
      }
      // Different elements may have the same mark.
      if (equal !== undefined && !same(equal[0], equal[1])) yield this.element(pair, equal[0], equal[1]);
    }
  }

  /** Marks an element by its first entry, which is often an id or a name. */
  private beginning(side: DiffMarks, container: ContainerNode): (i: number) => number {
    return (i) => {
      const inside = side.reader.inside(container.original(i));
      return inside?.count ? side.mark(inside, 0) : 0;
    };
  }

  /** Compares unmatched elements one by one; those without a counterpart were added or removed. */
  private *gap(pair: Pair, { fromA, toA, fromB, toB }: Span): Steps {
    const { a, b, keys, toKeys } = pair;
    const count = Math.min(toA - fromA, toB - fromB);
    for (let i = 0; i < count; i++) {
      if (!this.a.sameEntry(a, fromA + i, this.b, b, fromB + i))
        yield this.element(pair, fromA + i, fromB + i);
    }
    for (let i = fromA + count; i < toA; i++) {
      const found = { item: a.original(i), container: a };
      yield this.difference("removed", [...keys, i], [...toKeys, fromB + count], found);
    }
    for (let i = fromB + count; i < toB; i++) {
      const to = [...toKeys, i];
      yield this.difference("added", to, to, undefined, { item: b.original(i), container: b });
    }
  }

  private element({ a, b, keys, toKeys }: Pair, i: number, j: number): Steps {
    const [old, made] = [
      { item: a.original(i), container: a },
      { item: b.original(j), container: b },
    ];
    return this.values(old, made, [...keys, i], [...toKeys, j]);
  }

  private difference(
    kind: Difference["kind"],
    keys: Keys,
    toKeys: Keys,
    old?: Found,
    made?: Found,
    previous?: Variant,
  ): Difference {
    const { a, b } = this;
    const value = ({ reader }: DiffMarks, found: Found | undefined) =>
      found && reader.value(found.item, found.container, "exact");
    const range = (found: Found | undefined): ByteRange | undefined =>
      found && [found.item.start, found.item.end - found.item.start];
    const type = (found: Found | undefined) => found && (typeName(found.item.type) as TypeName);
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
