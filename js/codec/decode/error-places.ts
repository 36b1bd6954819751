// Adds paths to what the codec reports with an offset: errors, warnings, losses.
import { type ErrorCode, type Loss, VariantError, type Warning } from "../../base/errors.js";
import { type Hint, hint } from "../../base/hints.js";
import type { Settings } from "../../base/options.js";
import { formatPath, keysOf, type Segment } from "../../base/path.js";
import { flag, slot } from "../../table/boundary.gen.js";
import { wordOf } from "../../table/numbers.js";
import {
  type DialectName,
  dialectNumbers,
  dialectTraits,
  errorCodes,
  lossCodes,
  Type,
  type TypeName,
  typeNames,
  warningCodes,
} from "../../table/table.gen.js";
import { pathForm } from "../../values/path-key.js";
import type { Variant } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import { withCodec } from "../../wasm/codec-instance.js";
import { tapeText } from "../../wasm/tape-text.js";
import type { TapeWriter } from "../../wasm/tape-writer.js";
import { decodeText } from "../../wasm/utf8.js";
import {
  childAt,
  countAt,
  listAt,
  startAt,
  startInList,
  strideAt,
  typeAt,
  type ValueIndex,
  wordAt,
} from "../../wasm/value-index.js";
import { materializeCounted, materializeKey } from "./materialize.js";

/** The error of the last call of the codec, with a place in its input. */
export function inputError(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): VariantError {
  const code = errorCodes[codec.read(slot.error) - 1] ?? "unknown-type";
  const offset = codec.read(slot.errorOffset);
  const keys = inputKeys(codec, input, settings, codec.locate(offset));
  return new VariantError(code, { offset, keys, path: formatPath(keys), dialect: settings.dialectName });
}

/** Advice on a value of this type that could not be written. */
export type Advise = (code: ErrorCode, type: TypeName, settings: Settings) => Hint | undefined;

/** The error of the last call of the codec that read the tape that `writer` wrote, with a place in this tape. */
export function tapeError(
  codec: Boundary,
  writer: TapeWriter,
  settings: Settings,
  advise: Advise,
): VariantError {
  const code = errorCodes[codec.read(slot.error) - 1] ?? "unsupported-value";
  const at = codec.read(slot.errorOffset);
  const keys = tapeKeys(codec, writer, settings, codec.locate(at));
  const limit = code === "too-deep" ? "depth" : code === "too-large" ? "outputBytes" : undefined;
  const type = typeNames[(writer.tape(codec).i32[at] as number) & 0xff] ?? "Nil";
  const advice = limit === undefined ? advise(code, type, settings) : hint("raise-limit", limit);
  const hints = advice === undefined ? [] : [advice];
  return new VariantError(code, { keys, path: formatPath(keys), dialect: settings.dialectName, hints });
}

/** The losses of the last `encode` of the codec, whose notes have a place in the tape and one in the output. */
export function tapeLosses(codec: Boundary, writer: TapeWriter, settings: Settings): Loss[] {
  const notes = codec.notes();
  const paths = notes.length === 0 ? [] : codec.locateNotes();
  return notes.map(({ code, from, to: offset }, i) => {
    const loss = lossCodes[-1 - code] ?? "value-rounded";
    const path = formatPath(tapeKeys(codec, writer, settings, paths[i] ?? []));
    if (loss === "more-losses") return { code: loss, offset, path, from: "Nil", to: "Nil", count: from };
    const type = typeNames[from] ?? "Nil";
    // Every other value keeps its type.
    return { code: loss, offset, path, from: type, to: loss === "value-dropped" ? "Nil" : type };
  });
}

/** The keys from the root of a tape to a place that the codec has found. */
function tapeKeys(codec: Boundary, writer: TapeWriter, settings: Settings, segments: Segment[]): Variant[] {
  const tape = writer.tape(codec);
  return keysOf(
    segments,
    (position) => pathForm(materializeKey(tape, { ...settings.form, exact: true }, position)),
    (position) => tapeText(tape, position),
  );
}

/** The keys from the root of an input to a place that the codec has found. */
export function inputKeys(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  segments: Segment[],
): Variant[] {
  return keysOf(
    segments,
    (position) => keyAt(codec, input, settings, position),
    (position) => nameAt(input, position),
  );
}

const firstSlice = 256;

/** A key of a Dictionary, the number of its type, and whether it holds equal keys itself. */
export interface ReadKey {
  readonly value: Variant;
  readonly type: number;
  readonly repeats: boolean;
}

/** The Dictionary key at a byte offset, in the form that paths use. */
function keyAt(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  position: number,
): Variant {
  return pathForm(readKey(codec, input, inExactForm(settings), position)?.value ?? null);
}

/** The same settings, for values in the form of `exact` mode, in which all keys differ. */
export function inExactForm(settings: Settings): Settings {
  return { ...settings, form: { ...settings.form, exact: true } };
}

/** Decodes the Dictionary key at a byte offset. Tries growing parts of the input, because the end of the key is unknown. */
export function readKey(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  position: number,
): ReadKey | undefined {
  const flags = (settings.flags & ~flag.storeVarFraming) | flag.allowTrailing | flag.allowObjects;
  const dialect = dialectNumbers[settings.dialectName];
  for (let size = firstSlice; ; size *= 8) {
    const part = input.subarray(position, position + size);
    const failed = codec.decode(part, { ...settings, flags, dialect }) !== 0;
    if (!failed) {
      const tape = codec.tape(part);
      const type = (tape.i32[tape.wordsAt] as number) & 0xff;
      return { ...materializeCounted(tape, settings.form), type };
    }
    if (position + size >= input.length) return undefined;
  }
}

/** The byte offset of the value at `keys`, as `offsetsOf` finds it. */
export function offsetOf(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  keys: readonly unknown[],
): number {
  return offsetsOf(codec, input, settings, [keys])[0] as number;
}

/**
 * The byte offsets of the values at some paths in a valid input: of their own headers or, where one has none, of the innermost value
 * around it that has one. Takes time proportional to the input and to the paths together.
 */
export function offsetsOf(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  paths: readonly (readonly unknown[])[],
): number[] {
  const places = new Places(codec, input, settings);
  return paths.map((keys) => places.offsetOf(keys));
}

/** By the number of a list, the last position of each key, as paths write it. */
type Positions = Map<number, ReadonlyMap<string, number>>;

/** Finds the values of one input by their keys. */
class Places {
  private readonly codec: Boundary;
  private readonly input: Uint8Array<ArrayBuffer>;
  private readonly settings: Settings;
  private readonly source: ValueIndex;
  private readonly known: Positions = new Map();
  /** With keys as `plain` mode has them. */
  private readonly plain: Positions = new Map();

  constructor(codec: Boundary, input: Uint8Array<ArrayBuffer>, settings: Settings) {
    codec.indexSlowly(input, settings);
    this.codec = codec;
    this.input = input;
    this.settings = settings;
    this.source = { index: codec.indexWords() };
  }

  offsetOf(keys: readonly unknown[]): number {
    const { source } = this;
    let record = 0;
    for (const key of keys) {
      const list = listAt(source, record);
      const position = this.positionOf(typeAt(source, record), list, key);
      if (!(position >= 0 && position < countAt(source, list))) break;
      const stride = strideAt(source, list);
      if (stride !== 0) return wordAt(source, list) + position * stride;
      record = childAt(list, position);
    }
    return startAt(source, record);
  }

  /** The position of a key in the list of a container of this type. */
  private positionOf(type: number, list: number, key: unknown): number {
    const { codec, input, settings } = this;
    if (type === Type.Object) return this.last(this.known, list, key, (at) => nameAt(input, at));
    if (type !== Type.Dictionary) return Number(key);
    const wanted = settings.exact ? pathForm(key as Variant) : key;
    const position = this.last(this.known, list, wanted, (at) => keyAt(codec, input, settings, at));
    if (position >= 0) return position;
    // In `plain` mode, a float key may be an int.
    return this.last(this.plain, list, key, (at) => readKey(codec, input, settings, at)?.value);
  }

  /** The last position of a key; -1 if there is none. `read` gives the key at a byte offset. */
  private last(known: Positions, list: number, key: unknown, read: (at: number) => unknown): number {
    let positions = known.get(list);
    if (positions === undefined) {
      const { source } = this;
      positions = new Map(
        Array.from({ length: countAt(source, list) }, (_, position) => [
          formatPath([read(startInList(source, list, position))]),
          position,
        ]),
      );
      known.set(list, positions);
    }
    return positions.get(formatPath([key])) ?? -1;
  }
}

/** Reads the property name whose length is at a byte offset. */
export function nameAt(input: Uint8Array, position: number): string {
  const length = wordOf(input, position);
  const text = decodeText(input, position + 4, Math.min(length, input.length - position - 4));
  return (text.split("\0", 1)[0] as string).replace(/^\uFEFF/, "");
}

/** Paths of the notes of a call. The first access repeats the call, so that calls without a reader of paths stay fast. */
class NotePaths {
  private readonly input: Uint8Array<ArrayBuffer>;
  private readonly settings: Settings;
  private readonly repeat: (codec: Boundary) => void;
  private segments: Segment[][] | undefined;

  constructor(input: Uint8Array<ArrayBuffer>, settings: Settings, repeat: (codec: Boundary) => void) {
    this.input = input;
    this.settings = settings;
    this.repeat = repeat;
  }

  at(index: number): string {
    return withCodec((codec) => {
      this.segments ??= this.locate(codec);
      return formatPath(inputKeys(codec, this.input, this.settings, this.segments[index] ?? []));
    });
  }

  private locate(codec: Boundary): Segment[][] {
    this.repeat(codec);
    return codec.locateNotes();
  }
}

/** The warnings and losses of the last call. `repeat` makes the same call again, to find their paths. */
export function notesOf(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  repeat: (codec: Boundary) => void,
): { warnings: Warning[]; losses: Loss[] } {
  const paths = new NotePaths(input, settings, repeat);
  const warnings: Warning[] = [];
  const losses: Loss[] = [];
  for (const [index, { code, offset, from, to }] of codec.notes().entries()) {
    const path = memoized(() => paths.at(index));
    if (code >= 0) {
      const warning = { code: warningCodes[code] ?? "unknown-flags", offset };
      const isRest = warning.code === "more-warnings";
      const more = to === 0 ? {} : { args: otherTypes(from, to) };
      warnings.push(withPath({ ...warning, ...(isRest ? { count: from } : more) }, path));
    } else {
      const loss = { code: lossCodes[-1 - code] ?? "type-changed", offset };
      const isRest = loss.code === "more-losses";
      const types = { from: (isRest ? undefined : typeNames[from]) ?? "Nil", to: typeNames[to] ?? "Nil" };
      losses.push(withPath({ ...loss, ...types, ...(isRest && { count: from }) }, path));
    }
  }
  return { warnings, losses };
}

/** The arguments of `ambiguous-dialect`; `dialects` has a bit for each dialect. */
function otherTypes(type: number, dialects: number): [TypeName, ...DialectName[]] {
  const names = dialectTraits.filter((_, number) => dialects & (1 << number)).map(({ name }) => name);
  return [typeNames[type] ?? "Nil", ...names];
}

/** The warnings of the last decode. */
export function warningsOf(codec: Boundary, input: Uint8Array<ArrayBuffer>, settings: Settings): Warning[] {
  return notesOf(codec, input, settings, (again) => again.decode(input, settings)).warnings;
}

/** Adds a path that is computed at the first access. */
export function withPath<T extends object>(note: T, path: () => string): T & { readonly path: string } {
  return Object.defineProperty(note, "path", { get: path, enumerable: true }) as T & {
    readonly path: string;
  };
}

export function memoized(make: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= make());
}
