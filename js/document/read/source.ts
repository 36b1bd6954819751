// The bytes of a document, their index, and the dialect and framing in which they are read.
import { type ErrorCode, VariantError, type Warning, type WarningCode } from "../../base/errors.js";
import type { Hint } from "../../base/hints.js";
import { checkedSettings, type Settings } from "../../base/options.js";
import { read, withHint } from "../../codec/decode/decode-value.js";
import { inputError, warningsOf } from "../../codec/decode/error-places.js";
import { addRepeatedKeys } from "../../codec/decode/repeated-keys.js";
import { flag, slot } from "../../table/boundary.gen.js";
import { errorCodes, Type, typeNames, warningCodes, wireTypes } from "../../table/table.gen.js";
import type { Variant } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import { withCodec } from "../../wasm/codec-instance.js";
import { index } from "../../wasm/second-part.js";
import type { DocumentIndex } from "./places.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes, with the index of the values in them. */
export interface Source extends DocumentIndex {
  readonly bytes: Bytes;
}

function readIndex(
  codec: Boundary,
  bytes: Bytes,
  settings: Settings,
): { source: Source; warnings: Warning[] } {
  if (index(codec, bytes, settings) !== 0) throw inputError(codec, bytes, settings);
  const source = { bytes, index: codec.indexWords(), end: codec.read(slot.bytesRead) };
  const warnings = codec.read(slot.noteCount) === 0 ? [] : warningsOf(codec, bytes, settings);
  if (settings.options.onWarning !== undefined) addRepeatedKeys(warnings, codec, bytes, settings, source);
  return { source, warnings };
}

/** The index of bytes up to the first error. */
export interface Attempt {
  readonly source: Source;
  /** Offset of the end of the value or, after an error, up to which bytes were read. */
  readonly end: number;
  /** How many nested containers were open at the error. Each is the last entry of the one before. */
  readonly open: number;
  readonly error: { readonly code: ErrorCode; readonly offset: number } | undefined;
  /** Offset of the first text that continues after a NUL. Engines never write one, so its length is probably wrong. */
  readonly doubtful: number | undefined;
  /** Offsets of values whose headers have unknown bits, which engines never write either. */
  readonly flagged: readonly number[];
}

function tryIndex(codec: Boundary, bytes: Bytes, settings: Settings): Attempt {
  const number = index(codec, bytes, settings);
  const end = codec.read(slot.bytesRead);
  const code = errorCodes[number - 1];
  const error = code && { code, offset: codec.read(slot.errorOffset) };
  const source = { bytes, index: codec.indexWords(), end };
  const notes = codec.read(slot.noteCount) === 0 ? [] : codec.notes();
  const offsets = (code: WarningCode) =>
    notes.filter((note) => warningCodes[note.code] === code).map(({ offset }) => offset);
  const [doubtful] = offsets("text-after-nul");
  const flagged = offsets("unknown-flags");
  return { source, end, open: codec.read(slot.textCount), error, doubtful, flagged };
}

/** Reads parts of one document, always with its dialect and options. */
export class Format {
  readonly settings: Settings;
  readonly plain: Settings;
  readonly exact: Settings;
  /** Settings for tables of keys. A table repeats checked bytes, so the caller's limits do not apply. */
  private readonly map: Settings;
  /** The id of String in the dialect, which `settings` may leave open. */
  readonly stringId: number;
  /** The id of StringName; -1 if the dialect has none. */
  readonly nameId: number;
  /** The largest id of a type in the dialect. */
  readonly lastId: number;

  constructor(settings: Settings) {
    const { allowTrailing, framing, onWarning, onLoss, like, ...options } = settings.options;
    const inside = { ...options, dialect: settings.dialectName, fullObjects: true, allowObjects: true };
    this.settings = settings;
    this.plain = checkedSettings({ ...inside, mode: "plain" });
    this.exact = checkedSettings({ ...inside, mode: "exact" });
    this.map = checkedSettings({ ...inside, mode: "exact", limits: {} });
    const types = wireTypes[this.exact.dialect] as readonly number[];
    this.stringId = types.indexOf(Type.String);
    this.nameId = types.indexOf(Type.StringName);
    this.lastId = types.length - 1;
  }

  /** Decodes one value, by default in the document's mode. */
  decode(bytes: Bytes, exact = this.settings.exact): Variant {
    return withCodec(read, bytes, exact ? this.exact : this.plain).value;
  }

  /** Decodes bytes that were put together from checked parts, in `exact` mode. */
  decodeParts(bytes: Bytes): Variant {
    return withCodec(read, bytes, this.map).value;
  }

  private get exactOrPlain(): Settings {
    return this.settings.exact ? this.exact : this.plain;
  }

  /** Checks and indexes the whole document. */
  open(bytes: Bytes): { source: Source; warnings: Warning[] } {
    return withCodec(withHint, readIndex, bytes, this.settings);
  }

  /**
   * Checks and indexes a container with one new entry, `depth` levels deep in the document. Throws `wrong-type` if the entry
   * violates a declared type; if `at` is given, only the declared type of the value at this offset counts.
   */
  index(bytes: Bytes, depth: number, at?: number): Source {
    const { limits } = this.exact;
    const settings = { ...this.exact, limits: { ...limits, depth: limits.depth - depth } };
    const { source, warnings } = withCodec(readIndex, bytes, settings);
    const isWrong = ({ code, offset }: Warning) => code === "wrong-element-type" && (at ?? offset) === offset;
    const wrong = warnings.find(isWrong);
    if (wrong !== undefined) throw new VariantError("wrong-type", { path: wrong.path });
    return source;
  }

  /** Indexes a value up to the first error. */
  attempt(bytes: Bytes): Attempt {
    const { flags } = this.exact;
    return withCodec(tryIndex, bytes, { ...this.exact, flags: flags | flag.allowTrailing });
  }

  /** The same format without store_var framing. */
  get bare(): Format {
    return formatOf(this.exactOrPlain);
  }

  error(code: "bad-path" | "wrong-type", hint: Hint, details: object = {}): VariantError {
    return new VariantError(code, { hints: [hint], dialect: this.settings.dialectName, ...details });
  }

  get framed(): boolean {
    return (this.settings.flags & flag.storeVarFraming) !== 0;
  }
}

/** Formats by their settings, which are the same object for calls with the same options. */
const formats = /* @__PURE__ */ new WeakMap<Settings, Format>();

/** The format of a document that is read with these settings. */
export function formatOf(settings: Settings): Format {
  let format = formats.get(settings);
  if (format === undefined) {
    format = new Format(settings);
    formats.set(settings, format);
  }
  return format;
}

export function typeName(type: number): string {
  return typeNames[type] as string;
}

const elementTypes: Readonly<Record<string, number>> = {
  Byte: Type.int,
  Int32: Type.int,
  Int64: Type.int,
  Float32: Type.float,
  Float64: Type.float,
};

export function elementType(type: number): number {
  const name = typeName(type).slice(6, -5);
  return elementTypes[name] ?? Type[name as "String"];
}
