import {
  type DecodeResult,
  type DialectName,
  dialectDescriptions,
  formatPath,
  type Options,
  type TypeName,
  tryDecode,
  type Variant,
  type Warning,
} from "../index.js";
import { defaultDialect, dialectNumbers } from "../table.gen.js";
import { warningText } from "./report.js";
import { counted, visible } from "./text.js";
import { asPacked, childrenOf, packedBytes, typeOf } from "./types.js";

/** A value that is larger than others. */
export interface Large {
  readonly path: string;
  readonly type: TypeName;
  /** Bytes of a text or of the elements of a packed array. */
  readonly bytes: number;
}

/** A way of reading that takes every byte. */
export interface Fit {
  readonly dialect: DialectName;
  readonly framing: "none" | "store_var";
}

/** What there is to say about an input. */
export interface Info {
  readonly size: number;
  readonly dialect: DialectName;
  readonly framing: "none" | "store_var";
  readonly bytesRead: number;
  /** Values in total, those inside others and keys included. */
  readonly values: number;
  /** Levels of containers inside each other. */
  readonly depth: number;
  readonly types: Readonly<Partial<Record<TypeName, number>>>;
  readonly largest: readonly Large[];
  readonly warnings: readonly Warning[];
  readonly parsesWholeAs: readonly Fit[];
}

const mostLarge = 5;

/** Describes what was decoded, in exact mode, with these options. */
export function infoOf(
  bytes: Uint8Array,
  options: Options,
  result: Extract<DecodeResult, { ok: true }>,
): Info {
  const survey = new Survey();
  survey.visit(result.value);
  return {
    size: bytes.length,
    dialect: canonical(options.dialect ?? defaultDialect),
    framing: options.framing ?? "none",
    bytesRead: result.bytesRead,
    values: survey.values,
    depth: survey.depth,
    types: Object.fromEntries(Array.from(survey.counts).sort(([, a], [, b]) => b - a)),
    largest: survey.largest,
    warnings: result.warnings,
    parsesWholeAs: fitsOf(bytes, options),
  };
}

/** The name itself where an alias was given. */
function canonical(name: DialectName): DialectName {
  const own = dialectDescriptions.find((dialect) => dialectNumbers[dialect.name] === dialectNumbers[name]);
  return own?.name ?? name;
}

/** Every dialect and framing that reads all bytes. */
export function fitsOf(bytes: Uint8Array, options: Options): Fit[] {
  const { limits, badUtf8, real } = options;
  const framings = ["none", "store_var"] as const;
  return framings.flatMap((framing) =>
    dialectDescriptions
      .filter(
        ({ name: dialect }) =>
          tryDecode(bytes, { limits, badUtf8, real, dialect, framing, allowObjects: true }).ok,
      )
      .map(({ name }) => ({ dialect: name, framing })),
  );
}

interface OpenContainer {
  readonly entries: Iterator<[Variant, Variant]>;
  readonly hasKeys: boolean;
  key: Variant;
}

/** Counts values; no call stack grows with the depth of values. */
class Survey {
  values = 0;
  depth = 0;
  readonly counts = new Map<TypeName, number>();
  readonly largest: Large[] = [];
  private readonly open: OpenContainer[] = [];

  visit(root: Variant): void {
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
      if (container.hasKeys) this.visit(entry[0]);
      this.enter(entry[1]);
    }
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
    const bytes = payload(value);
    if (bytes === 0 || bytes <= (this.largest[mostLarge - 1]?.bytes ?? 0)) return;
    this.largest.push({ path: formatPath(this.open.map(({ key }) => key)), type, bytes });
    this.largest.sort((a, b) => b.bytes - a.bytes).splice(mostLarge);
  }
}

function payload(value: Variant): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  const packed = asPacked(value);
  return packed === undefined ? 0 : packedBytes(packed);
}

/** The ways of reading the same bytes other than `read`, as text. */
export function fitsText(fits: readonly Fit[], read?: Fit): string {
  const others = fits.filter(({ dialect, framing }) => dialect !== read?.dialect || framing !== read.framing);
  const names = (wanted: Fit["framing"]) =>
    others
      .filter(({ framing }) => framing === wanted)
      .map(({ dialect }) => dialect)
      .join(", ");
  const [bare, framed] = [names("none"), names("store_var")];
  const texts = [bare && `as ${bare}`, framed && `with --framing store_var as ${framed}`];
  return texts.filter(Boolean).join("; ");
}

/** The description for people, line by line. */
export function* infoText(info: Info): Generator<string> {
  const row = (name: string, text: string) => `${name.padEnd(10)} ${text}\n`;
  yield row("size", counted(info.size, "byte"));
  yield row("dialect", info.dialect);
  yield row("framing", info.framing);
  yield row(
    "read",
    `${counted(info.bytesRead, "byte")}${info.bytesRead > info.size ? " (the last padding is missing)" : ""}`,
  );
  yield row("values", `${counted(info.values, "value")}, ${counted(info.depth, "level")} of containers`);
  yield row("types", "");
  for (const [type, count] of Object.entries(info.types)) yield row("", `${type.padEnd(20)} ${count}`);
  if (info.largest.length > 0) yield row("largest", "");
  for (const { path, type, bytes } of info.largest) {
    yield row("", `${visible(path) || "(the value itself)"}  ${type}, ${counted(bytes, "byte")}`);
  }
  for (const warning of info.warnings) yield row("warning", warningText(warning));
  const others = fitsText(info.parsesWholeAs, info);
  yield row("also whole", others || "as no other dialect");
}
