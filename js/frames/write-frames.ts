// Values as a content, in any framing.
import { join } from "../base/bytes.js";
import { changed } from "../base/changed.js";
import { type Loss, VariantError, type Warning } from "../base/errors.js";
import { within } from "../base/errors-within.js";
import { type Framing, framings } from "../base/framings.js";
import { hint } from "../base/hints.js";
import type { Like, Options } from "../base/options.js";
import { formatPath, joinedPath } from "../base/path.js";
import { strictText, TextEncoder } from "../base/text-coders.js";
import { decode, encode } from "../codec/codec.js";
import { reconcile } from "../codec/encode/keep-types.js";
import { placesIn } from "../codec/encode/old-places.js";
import { operation } from "../table/boundary.gen.js";
import type { DialectName, TypeName } from "../table/table.gen.js";
import { isMap, isPlainObject } from "../table/type-kinds.js";
import { Dictionary, type Variant } from "../values/variant.js";
import { call } from "../wasm/file-calls.js";
import { type Frames, framesOf, type NamedFrame, placeOf } from "./content-frames.js";
import { lengthSize } from "./gaps.js";

/** @internal The old content of a file, whose types `encode` keeps. */
interface OldContent {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly framing: Framing;
  readonly dialect: DialectName;
}

/** @internal */
export function writeFrames(
  values: readonly unknown[],
  framing: Framing,
  options: Options,
  old: OldContent | undefined,
): Uint8Array<ArrayBuffer> {
  if (!Array.isArray(values)) throw new TypeError("The values must be an array.");
  const before = old && framesOf(old.content, old.framing, readingOf(old, options));
  // The codec can frame one value itself, which saves two copies.
  const isAlone = framing === "store_var" && values.length === 1;
  // Nobody else sees the parts of a content that is framed.
  const pooled = !isAlone && framing !== "none";
  const bare = changed<Options>(options, { framing: isAlone ? framing : "none", like: undefined, pooled });
  const around = isAlone ? "none" : framing;
  const writer = new FrameWriter(around, bare, before, old?.dialect);
  const frameOf = oldFrames(values, before, old, options);
  const content =
    framing === "ecfg"
      ? framed(settingsParts(values, writer, before), framing)
      : assemble(
          // Holes are errors, also those that a getter makes.
          Array.from({ length: values.length }, (_, i) => writer.write(values[i], [BigInt(i)], frameOf(i))),
          around,
          before,
        );
  for (const loss of writer.losses) options.onLoss?.(loss);
  return content;
}

/** The names and values of a project.binary, in turn. */
function settingsParts(values: readonly unknown[], writer: FrameWriter, before: Frames | undefined) {
  const frames = new Map(before?.frames.map((frame) => [frame.name as string, frame]));
  return settingsOfProject(values, frames.keys()).flatMap(([name, value]) => {
    const frame = frames.get(name);
    const text = nameBytes(name, frame !== undefined);
    return [text, writer.write(value, [0n, name], frame, text.length)];
  });
}

/** The old frame of each value. Where values were removed or added, those of the same content belong together, as in an Array. */
function oldFrames(
  values: readonly unknown[],
  before: Frames | undefined,
  old: OldContent | undefined,
  options: Options,
): (i: number) => NamedFrame | undefined {
  if (before === undefined || old === undefined) return () => undefined;
  const { bytes, frames } = before;
  if (frames.length === values.length || old.framing === "ecfg") return (i) => frames[i];
  const reading = { ...readingOf(old, options), mode: "exact" } as const;
  const read = ({ offset, length }: NamedFrame) => decode(bytes.subarray(offset, offset + length), reading);
  const places = placesIn(values, frames.map(read), options.mode === "exact");
  return (i) => frames[places === undefined ? i : (places[i] ?? -1)];
}

/** @internal How `save`, with its options, reads the old content again. */
export const readingOf = (
  { dialect }: Pick<OldContent, "dialect">,
  { real, limits, badUtf8, allowTrailing }: Options,
): Options => ({ dialect, real, limits, badUtf8, allowTrailing, allowObjects: true });

/** Encodes values, with their places in the content that `assemble` makes of them. */
class FrameWriter {
  /** What the dialect has no place for. */
  readonly losses: Loss[] = [];
  private readonly framing: Framing;
  private readonly options: Options;
  private readonly before: Frames | undefined;
  private readonly oldDialect: DialectName | undefined;
  private count = 0;
  private at = 0;

  constructor(
    framing: Framing,
    options: Options,
    before: Frames | undefined,
    oldDialect: DialectName | undefined,
  ) {
    this.framing = framing;
    this.options = options;
    this.before = before;
    this.oldDialect = oldDialect;
  }

  /** Encodes the value of a frame. `around` leads from all values to this one; `frame` has the old one, and `name` is the size of its name. */
  write(
    value: unknown,
    around: readonly Variant[],
    frame: NamedFrame | undefined,
    name = 0,
  ): Uint8Array<ArrayBuffer> {
    const old = frame && this.before?.bytes.subarray(frame.offset, frame.offset + frame.length);
    const like = old && { bytes: old, dialect: this.oldDialect, framing: "none" as const };
    const made = this.begin(name);
    try {
      const written = encode(value, this.hearing(around, like, frame && placeOf(frame), made));
      this.end(written);
      return written;
    } catch (error) {
      throw error instanceof VariantError ? within(around, error) : error;
    }
  }

  /** The options for a value that begins at the places `old` and `made` in the old content and in the new one. */
  private hearing(around: readonly Variant[], like: Like | undefined, old = 0, made: number): Options {
    const { onWarning, onLoss } = this.options;
    if (like === undefined && !this.isHeard) return this.options;
    const pathOf = (path: string) => joinedPath(formatPath(around), path);
    const warn = (warning: Warning) => {
      const at = warning.code === "type-changed" ? old : made;
      onWarning?.(placedAt(warning, pathOf(warning.path), at));
    };
    const lose = (loss: Loss) => {
      this.losses.push({ ...loss, path: pathOf(loss.path), offset: loss.offset + made });
    };
    return { ...this.options, like, onWarning: onWarning && warn, onLoss: onLoss && lose };
  }

  private get isHeard(): boolean {
    return this.options.onWarning !== undefined || this.options.onLoss !== undefined;
  }

  /** Where the next value begins, whose name has so many bytes. */
  private begin(name: number): number {
    const isFirst = this.count === 0;
    if (this.framing === "mixed") this.at += this.gap();
    else if (this.framing === "rpc") this.at += isFirst ? 1 : 0;
    else if (this.framing === "ecfg") this.at += (isFirst ? 2 * lengthSize : 0) + name + 2 * lengthSize;
    else if (this.framing !== "none") this.at += lengthSize;
    this.count++;
    return this.at;
  }

  private end(written: Uint8Array): void {
    // Only C++ knows how short an argument becomes; a count stands in front of it.
    if (this.framing !== "rpc") this.at += written.length;
    else if (this.isHeard) this.at += framed([written], this.framing).length - 1;
  }

  /** The other data in front of the next value. */
  private gap(): number {
    const frames = this.before?.frames ?? [];
    const { offset, length } = frames[this.count - 1] ?? { offset: 0, length: 0 };
    return (frames[this.count]?.offset ?? 0) - offset - length;
  }
}

/** The bytes of a setting's name. Throws for one that they cannot hold, and for a new one that engines read as another one. */
function nameBytes(name: string, isKnown: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(name);
  const isWhole = strictText(bytes) === name;
  if (isWhole && (isKnown || !/^\ufeff|\0/.test(name))) return bytes;
  const hints = isWhole ? (name.includes("\0") ? [hint("nul-in-text")] : []) : [hint("half-surrogate")];
  const keys = [0n, name];
  throw new VariantError("unsupported-value", { hints, keys, path: formatPath(keys) });
}

/**
 * The settings of a project.binary. Those of an object get the order of the old names, as `like` does it. Throws for anything
 * else, of which a part would be lost.
 */
function settingsOfProject(
  values: readonly unknown[],
  names: Iterable<string>,
): [name: string, value: unknown][] {
  const [given] = values;
  if (values.length === 1 && typeof given === "object" && given !== null) {
    const order = new Dictionary(Array.from(names, (name): [string, Variant] => [name, null]));
    const settings = isPlainObject(given) ? (reconcile(given, order, true) as object) : given;
    if (isPlainObject(settings)) return Object.entries(settings);
    const entries = isMap(settings) ? [...settings] : undefined;
    if (entries?.every((entry): entry is [string, unknown] => typeof entry[0] === "string")) return entries;
  }
  throw new VariantError("unsupported-value", { hints: [hint("settings-hold")] });
}

/** @internal A warning of `encode` with another path, and its offset counted from `at` bytes before. */
export const placedAt = (warning: Warning, path: string, at: number): Warning => ({
  code: warning.code,
  path,
  from: warning.from as TypeName,
  to: warning.to as TypeName,
  get offset() {
    return warning.offset + at;
  },
});

/** @internal Combines encoded values into a content, with the names and the other data of the content `before`. */
export function assemble(
  parts: readonly Uint8Array<ArrayBuffer>[],
  framing: Framing,
  before: Frames | undefined,
): Uint8Array<ArrayBuffer> {
  switch (framing) {
    case "none":
      if (parts[0] !== undefined && parts.length === 1) return parts[0];
      throw new VariantError("unsupported-value", { hints: [hint("one-value", parts.length)] });
    case "mixed":
      if (before?.frames.length === parts.length) return between(parts, before);
      throw new VariantError("unsupported-value", { hints: [hint("same-count")] });
    case "ecfg": {
      const text = new TextEncoder();
      const frames = before?.frames ?? [];
      return framed(
        parts.flatMap((part, i) => [text.encode(frames[i]?.name), part]),
        framing,
      );
    }
    case "rpc":
      if (parts.length > 255) throw new VariantError("too-large", { hints: [hint("argument-limit")] });
      return framed(parts, framing);
    default:
      return framed(parts, framing);
  }
}

function framed(parts: readonly Uint8Array[], framing: Framing): Uint8Array<ArrayBuffer> {
  const sizes = parts.map((part) => part.length);
  return call(operation.writeFrames, parts, [framings.indexOf(framing), ...sizes]).bytes;
}

/** Replaces the old values with encoded ones, and keeps the other data between them. */
function between(parts: readonly Uint8Array[], { bytes, frames }: Frames): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const [i, { offset, length, bigEndian }] of frames.entries()) {
    pieces.push(bytes.subarray(end, offset - lengthSize));
    pieces.push(framed([parts[i] as Uint8Array], bigEndian ? "store_var_big_endian" : "store_var"));
    end = offset + length;
  }
  pieces.push(bytes.subarray(end));
  return join(pieces);
}
