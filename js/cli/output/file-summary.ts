// Counts types and finds the largest values, for `info`.
import { formatPath, type TypeName, type Variant } from "../../index.js";
import { asPacked, childrenOf, packedBytes, typeOf } from "./types.js";

/** One of the largest values. */
export interface Large {
  readonly path: string;
  readonly type: TypeName;
  /** Bytes of the text, or of the elements of the packed array. */
  readonly bytes: number;
}

const mostLarge = 5;

interface OpenContainer {
  readonly entries: Iterator<[Variant, Variant]>;
  readonly hasKeys: boolean;
  key: Variant;
}

/** Counts values without recursion, so that depth cannot overflow the call stack. */
export class Survey {
  values = 0;
  depth = 0;
  readonly counts = new Map<TypeName, number>();
  readonly largest: Large[] = [];
  /** Keys in front of every path. */
  private prefix: readonly Variant[] = [];
  private readonly open: OpenContainer[] = [];
  /** Values inside of keys are counted, but have no path. */
  private keysAround = 0;

  /** Counts the values of a frame; `index` is its number if the file has several. */
  addFrame(root: Variant, index: number | undefined): void {
    this.prefix = index === undefined ? [] : [index];
    this.visit(root);
  }

  private visit(root: Variant): void {
    const bottom = this.open.length;
    this.enter(root);
    while (this.open.length > bottom) {
      const container = this.open.at(-1) as OpenContainer;
      const { value: entry, done } = container.entries.next();
      if (done === true) {
        this.open.pop();
        continue;
      }
      container.key = entry[0];
      if (container.hasKeys) this.visitKey(entry[0]);
      this.enter(entry[1]);
    }
  }

  private visitKey(key: Variant): void {
    this.keysAround++;
    this.visit(key);
    this.keysAround--;
  }

  private enter(value: Variant): void {
    const type = typeOf(value);
    this.values++;
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
    const children = childrenOf(value);
    if (children === undefined) {
      this.weigh(value, type);
      return;
    }
    this.open.push({
      entries: children.entries[Symbol.iterator](),
      hasKeys: type === "Dictionary",
      key: null,
    });
    this.depth = Math.max(this.depth, this.open.length);
  }

  private weigh(value: Variant, type: TypeName): void {
    if (this.keysAround > 0) return;
    const bytes = payload(value);
    if (bytes === 0 || bytes <= (this.largest[mostLarge - 1]?.bytes ?? 0)) return;
    this.largest.push({
      path: formatPath([...this.prefix, ...this.open.map(({ key }) => key)]),
      type,
      bytes,
    });
    this.largest.sort((a, b) => b.bytes - a.bytes).splice(mostLarge);
  }
}

function payload(value: Variant): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  const packed = asPacked(value);
  return packed === undefined ? 0 : packedBytes(packed);
}
