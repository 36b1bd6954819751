import { flag } from "../table/boundary.gen.js";
import {
  type DialectName,
  defaultDialect,
  defaultLimits,
  dialectDescriptions,
  dialectNumbers,
} from "../table/table.gen.js";
import { isArrayBuffer } from "../table/type-kinds.js";
import type { Variant } from "../values/variant.js";
import { choices } from "./choices.js";
import { type ErrorCode, VariantError, type Warning } from "./errors.js";
import type { Framing } from "./framings.js";
import { hint } from "./hints.js";
import type { StandardSchema } from "./schema.js";

/** Bytes in any of JavaScript's forms. A Buffer is a Uint8Array. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** How much one call may take; beyond it raises `too-deep` or `too-large`. */
export interface Limits {
  /** Levels of nesting below the outermost value; 1024 by default, as in the engine. */
  depth: number;
  /** Values in total; 50 million by default. */
  elements: number;
  /** Bytes that `encode` and `convert` may produce; 512 MiB by default. */
  outputBytes: number;
  /** Bytes that all layers of a file may produce together; 512 MiB by default. */
  decompressedBytes: number;
  /** Bytes of one frame of a stream; 8 MiB by default, as in the engine. */
  frameBytes: number;
}

/** The options of all functions. Each function ignores options that concern only others; `undefined` means absent. */
export interface Options {
  /** The dialect of the bytes; `godot-4` by default. */
  dialect?: DialectName | undefined;
  /** `plain` (the default) gives what JavaScript programs like, `exact` keeps every type. */
  mode?: "plain" | "exact" | undefined;
  /** Accept bytes after the value. */
  allowTrailing?: boolean | undefined;
  /** Decode Objects that were written in full, as inert data. */
  allowObjects?: boolean | undefined;
  /** Encode Objects in full. */
  fullObjects?: boolean | undefined;
  /**
   * Width of the numbers of vectors. `encode` writes them with it instead of the width that they were read with; `decode`
   * uses it in the `docs-*` dialects that have no flag for the width.
   */
  real?: "single" | "double" | undefined;
  limits?: Partial<Limits> | undefined;
  /** Return packed arrays of numbers as views of the input's buffer where its alignment allows. They change with it. */
  views?: boolean | undefined;
  /** Which dictionaries become plain objects in `plain` mode; by default those whose keys are strings that keep their order. */
  dictionaries?: "auto" | "map" | "object" | undefined;
  /** Bytes from which `encode` takes types, path by path, where the value leaves them open. */
  like?: Bytes | Like | undefined;
  /** `replace` reads ill-formed UTF-8 as U+FFFD instead of raising `bad-utf8`. */
  badUtf8?: "error" | "replace" | undefined;
  /** `store_var`: a length of four bytes precedes the value, as `FileAccess.store_var` writes it. */
  framing?: "none" | "store_var" | undefined;
  /** The lengths in a stream are big-endian, as with `big_endian` of a file or StreamPeer. Values are always little-endian. */
  bigEndian?: boolean | undefined;
  /** What happens at a frame without a readable value: `stop` ends the stream, `resync` continues with the next frame. */
  onError?: "stop" | "resync" | undefined;
  /** Called for every frame that `resync` skips. */
  onSkip?: ((error: VariantError) => void) | undefined;
  /** Called for everything that an engine would convert, drop or ignore. */
  onWarning?: ((warning: Warning) => void) | undefined;
  /** Validates each value that `decode` and `load` return: a validator of any library with the Standard Schema interface. */
  schema?: StandardSchema | undefined;
}

/** The password or the key of encrypted files; for every layer the same. */
export interface Secrets {
  password?: string | undefined;
  /** 32 bytes. */
  key?: Bytes | undefined;
}

/** Options of functions that read files. */
export interface ReadOptions extends Omit<Options, "framing">, Secrets {}

/** Options of functions that write files. */
export interface WriteOptions extends Omit<Options, "framing">, Secrets {
  /** The initialization vector of Godot 4's encryption, 16 bytes; random when absent, as in the engine. */
  iv?: Bytes | undefined;
}

/** Bytes for `like` in another dialect or framing than `encode` writes. The result of `load` is one if it has one value. */
export interface Like {
  /** The value itself, decoded in `exact` mode; then no bytes are read. */
  value?: Variant | undefined;
  bytes?: Bytes | undefined;
  /** The same as `bytes`, as `load` names it. */
  content?: Bytes | undefined;
  dialect?: DialectName | undefined;
  framing?: Framing | undefined;
}

/** @internal Options as the boundary takes them. */
export interface Settings {
  readonly options: Options;
  /** Number of the dialect, -1 when none was named. */
  readonly dialect: number;
  readonly dialectName: DialectName;
  readonly flags: number;
  readonly exact: boolean;
  readonly limits: Limits;
  readonly form: Form;
}

/** @internal The JavaScript form of decoded values. */
export interface Form {
  readonly exact: boolean;
  readonly views: boolean;
  readonly dictionaries: "auto" | "map" | "object";
  /** Whether equal Dictionaries are different keys. */
  readonly dictionariesApart: boolean;
}

/** @internal Checks options. Throws `unknown-dialect`, or a TypeError for a value that an option does not take. */
export function settingsOf(options: Options = noOptions, dialect = options.dialect): Settings {
  const usual = typeof options === "object" && dialect === options.dialect;
  if (usual && lastSettings !== undefined && areSame(options, lastSettings.options)) return lastSettings;
  checkChoices(options);
  const settings = checkedSettings(options, dialect);
  const copy = { ...options };
  if (usual && areSame(options, copy)) lastSettings = { ...settings, options: copy };
  return settings;
}

const noOptions: Options = {};
/** Programs give the same options again and again. */
let lastSettings: Settings | undefined;

/** Whether both hold the same; limits are not looked into. */
function areSame(one: Options, other: Options): boolean {
  return (
    one.dialect === other.dialect &&
    one.mode === other.mode &&
    one.allowTrailing === other.allowTrailing &&
    one.allowObjects === other.allowObjects &&
    one.fullObjects === other.fullObjects &&
    one.real === other.real &&
    one.limits === undefined &&
    other.limits === undefined &&
    one.views === other.views &&
    one.dictionaries === other.dictionaries &&
    one.like === other.like &&
    one.badUtf8 === other.badUtf8 &&
    one.framing === other.framing &&
    one.onWarning === other.onWarning &&
    one.schema === other.schema
  );
}

function checkedSettings(options: Options, dialect: DialectName | undefined): Settings {
  const exact = options.mode === "exact";
  const number = dialectNumber(dialect ?? defaultDialect);
  return {
    options,
    dialect: dialect === undefined ? -1 : number,
    dialectName: dialect ?? defaultDialect,
    flags: flagsOf(options),
    exact,
    limits: limitsOf(options.limits),
    form: {
      exact,
      views: options.views === true,
      dictionaries: options.dictionaries ?? "auto",
      dictionariesApart: dialectDescriptions[number]?.dictionaryKeysByIdentity === true,
    },
  };
}

/** @internal The number of a dialect. Throws `unknown-dialect`. */
export function dialectNumber(name: DialectName): number {
  if (Object.hasOwn(dialectNumbers, name)) return dialectNumbers[name];
  const names = dialectDescriptions.map((dialect) => dialect.name);
  throw new VariantError("unknown-dialect" satisfies ErrorCode, {
    hints: [hint("known-dialects", String(name), ...names)],
  });
}

function checkChoices(options: Options): void {
  if (typeof options !== "object" || options === null) throw new TypeError("options must be an object");
  for (const name of Object.keys(choices) as (keyof typeof choices)[]) {
    const value = options[name];
    if (value === undefined || (choices[name] as readonly unknown[]).includes(value)) continue;
    throw new TypeError(`option ${name} must be one of ${choices[name].join(", ")}, not ${String(value)}`);
  }
  if (options.schema !== undefined && typeof options.schema?.["~standard"]?.validate !== "function")
    throw new TypeError("option schema must have the Standard Schema interface");
  for (const name of ["onWarning", "onSkip"] as const) {
    if (options[name] === undefined || typeof options[name] === "function") continue;
    throw new TypeError(`option ${name} must be a function`);
  }
}

function flagsOf(options: Options): number {
  return (
    (options.allowTrailing ? flag.allowTrailing : 0) |
    (options.allowObjects ? flag.allowObjects : 0) |
    (options.fullObjects ? flag.fullObjects : 0) |
    (options.real === "double" ? flag.doubleReals : 0) |
    (options.real === "single" ? flag.singleReals : 0) |
    (options.badUtf8 === "replace" ? flag.replaceBadUtf8 : 0) |
    (options.framing === "store_var" ? flag.storeVarFraming : 0)
  );
}

const largestLimit = 2 ** 31 - 1;

/** @internal Limits with the defaults where none are given. Throws a TypeError. */
export function limitsOf(given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return defaultLimits;
  const limits: Limits = { ...defaultLimits };
  for (const name of Object.keys(limits) as (keyof Limits)[]) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0))
      throw new TypeError(`limit ${name} must be a number from 0 on`);
    limits[name] = Math.min(Math.floor(value), largestLimit);
  }
  return limits;
}

/** @internal A Uint8Array of the given bytes, without a copy unless the memory is shared. Throws a TypeError for anything else. */
export function bytesOf(source: Bytes): Uint8Array<ArrayBuffer> {
  if (source instanceof Uint8Array && !isShared(source.buffer)) return source as Uint8Array<ArrayBuffer>;
  if (ArrayBuffer.isView(source)) return ownBytes(source.buffer, source.byteOffset, source.byteLength);
  if (typeof source === "object" && source !== null && isArrayBuffer(source))
    return ownBytes(source, 0, undefined);
  throw new TypeError("bytes must be a Uint8Array, an ArrayBuffer or a view of one");
}

/** Shared memory may change while it is read, and TextDecoder refuses it. */
function ownBytes(
  buffer: ArrayBufferLike,
  offset: number,
  length: number | undefined,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffer, offset, length);
  return (isShared(buffer) ? bytes.slice() : bytes) as Uint8Array<ArrayBuffer>;
}

function isShared(buffer: ArrayBufferLike): boolean {
  return typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
}
