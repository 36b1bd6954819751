// The options of all functions, and how they become the settings of the codec.
import { flag } from "../table/boundary.gen.js";
import {
  type DialectName,
  defaultDialect,
  defaultLimits,
  dialectNumbers,
  dialectTraits,
} from "../table/table.gen.js";
import { isArrayBuffer, isPlainObject, isSharedArrayBuffer } from "../table/type-kinds.js";
import { bytesOfView } from "../table/view-fields.js";
import type { Variant } from "../values/variant.js";
import { copyOf } from "./bytes.js";
import { checkChoice, choices } from "./choices.js";
import { type ErrorCode, type Loss, VariantError, type Warning } from "./errors.js";
import type { Framing } from "./framings.js";
import { hint } from "./hints.js";
import type { MemoryBudget } from "./memory-budget.js";
import { checkByteOrder, checkNames, checkOptions } from "./option-names.js";
import type { StandardSchema } from "./schema.js";

/** Any JavaScript object that holds bytes, including Node's Buffer. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/**
 * The bytes that functions return: `Uint8Array<ArrayBuffer>` from TypeScript 5.7 on, `Uint8Array` before, where that class takes
 * no type argument.
 */
export type ByteArray = ReturnType<Uint8ArrayConstructor["of"]>;

/** Limits of one call. Exceeding one raises `too-deep` or `too-large`. */
export interface Limits {
  /** Levels of nesting below the outermost value; 1024 by default, as in the engine. */
  depth: number;
  /** Values, keys, names and texts, counted together; 50 million by default. */
  elements: number;
  /** Bytes that the values of one call may take in JavaScript, as estimated before they are made; 1 GiB by default. */
  memory: number;
  /** Bytes that `encode` and `convert` may produce, and characters of `toPlainJSON`; 512 MiB by default. */
  outputBytes: number;
  /** Bytes that all layers of a file may produce together; by default 256 times its size, from 8 to 512 MiB. */
  decompressedBytes: number;
  /** Bytes of one frame of a stream; 8 MiB by default, as in the engine. */
  frameBytes: number;
}

/**
 * The options of all functions. Each function has a type of its own with the options that it uses, so that TypeScript refuses the
 * others where they are written out. At run time a function ignores them, so one object can serve several functions; a name that
 * no function knows is a TypeError. `undefined` means absent.
 */
export interface Options {
  /** The dialect of the bytes; `godot-4` by default, which stands for the newest of Godot 4. */
  dialect?: DialectName | undefined;
  /** `plain` (the default) returns convenient JavaScript values; `exact` keeps every type. */
  mode?: "plain" | "exact" | undefined;
  /** Accept bytes after the value. */
  allowTrailing?: boolean | undefined;
  /** Decode Objects that were written in full, as inert data. */
  allowObjects?: boolean | undefined;
  /** Encode Objects in full. */
  fullObjects?: boolean | undefined;
  /**
   * Width of the numbers in vectors: 32 bits (`single`) or 64 (`double`). `encode` writes this width instead of the one that
   * was read; `decode` uses it where nothing in the bytes says the width: in some `docs-*` dialects, and in `godot-4.0` for
   * Vector4 and Projection of double-precision builds.
   */
  real?: "single" | "double" | undefined;
  /** `toText` prints bytes in base64, as text resources of format 4 have them, and not as numbers. */
  base64?: boolean | undefined;
  /** How much the call may take. */
  limits?: Partial<Limits> | undefined;
  /** Return packed arrays of numbers as views of the input where alignment allows. Changes to the input show in them. */
  views?: boolean | undefined;
  /**
   * The JavaScript form of dictionaries in `plain` mode. `auto` (the default): a plain object if all keys are strings whose
   * order an object keeps, otherwise a Dictionary. `map`: always a Dictionary. `object`: a plain object if all keys are strings.
   */
  dictionaries?: "auto" | "map" | "object" | undefined;
  /** Existing bytes. Where a JavaScript value fits several types, `encode` uses the type that these bytes have at the same path. */
  like?: Bytes | Like | undefined;
  /** With `like`, and in `save`: raise `wrong-type` for a value whose type is not the old one at its path, instead of a warning. */
  strict?: boolean | undefined;
  /** `replace` reads ill-formed UTF-8 as U+FFFD instead of raising `bad-utf8`. */
  badUtf8?: "error" | "replace" | undefined;
  /** `store_var`: a length of four bytes precedes the value, as `FileAccess.store_var` writes it. */
  framing?: "none" | "store_var" | undefined;
  /**
   * In streams, lengths of frames are big-endian, as with `big_endian` of a FileAccess or StreamPeer. Values are always little-endian.
   * Other functions have `framing: "store_var_big_endian"` for that, and refuse this option beside `store_var`.
   */
  bigEndian?: boolean | undefined;
  /**
   * `encode` returns results of up to 1 KB as parts of shared buffers, which saves nearly half of the time. Transferring the buffer of one
   * result to another thread would empty others, and `result.buffer` holds more than the result.
   */
  pooled?: boolean | undefined;
  /** At a frame whose value cannot be read, `stop` (the default) throws and `resync` continues with the next frame. */
  onError?: "stop" | "resync" | undefined;
  /** Called for every frame that `resync` skips. */
  onSkip?: ((error: VariantError) => void) | undefined;
  /**
   * Called for everything that an engine would convert, drop or ignore, for types that an edit changes, and for bytes between the values of a
   * file when nobody named the framing.
   */
  onWarning?: ((warning: Warning) => void) | undefined;
  /**
   * Called for everything that the dialect has no place for, when all of the value is written: rounded numbers, widths, declared
   * types, ids. A dialect that lacks a type raises `not-in-dialect` instead. In edits of a Document, it is called before each edit, which
   * an error thrown in it stops, with offsets in the bytes of the new value.
   */
  onLoss?: ((loss: Loss) => void) | undefined;
  /** Validates each value that `decode` and `load` return; from any library that implements Standard Schema. */
  schema?: StandardSchema | undefined;
}

/** The password or the key of encrypted files, used for every encrypted layer. */
export interface Secrets {
  /** The password, as `FileAccess.open_encrypted_with_pass` takes it. */
  password?: string | undefined;
  /** 32 bytes. */
  key?: Bytes | undefined;
}

/** Options of `decode` and `tryDecode`. */
export interface DecodeOptions
  extends Pick<
    Options,
    | "dialect"
    | "mode"
    | "allowTrailing"
    | "allowObjects"
    | "real"
    | "limits"
    | "views"
    | "dictionaries"
    | "badUtf8"
    | "framing"
    | "onWarning"
    | "schema"
  > {}

/** Options of `encode`. It uses `badUtf8` and `allowTrailing` to read the bytes of `like`. */
export interface EncodeOptions
  extends Pick<
    Options,
    | "dialect"
    | "mode"
    | "fullObjects"
    | "real"
    | "limits"
    | "like"
    | "strict"
    | "badUtf8"
    | "allowTrailing"
    | "framing"
    | "pooled"
    | "onWarning"
    | "onLoss"
  > {}

/** Options of `unwrap`. */
export interface ReadOptions extends Pick<Options, "dialect" | "limits">, Secrets {}

/** Options of `wrap` and of the method `save` of a Document. */
export interface WrapOptions extends Secrets {
  /** The initialization vector of Godot 4's encryption, 16 bytes; random when absent, as in the engine. */
  iv?: Bytes | undefined;
}

/** Options of `save`. */
export interface WriteOptions extends Omit<EncodeOptions, "framing" | "like" | "pooled">, WrapOptions {}

/**
 * Existing bytes for `like`, in another dialect or framing than `encode` writes. The result of `load` can be passed if the
 * file has one value.
 */
export interface Like {
  /** The value itself, decoded in `exact` mode. If it is set, no bytes are read. */
  value?: Variant | undefined;
  /** The bytes of the value. */
  bytes?: Bytes | undefined;
  /** Another name for `bytes`, used by the result of `load`. */
  content?: Bytes | undefined;
  /** The dialect of these bytes; by default that of the call. */
  dialect?: DialectName | undefined;
  /** The framing of these bytes; by default that of the call. */
  framing?: Framing | undefined;
}

/** @internal Checked options, in the form that the codec takes. */
export interface Settings {
  readonly options: Options;
  /** Number of the dialect; -1 if the caller named none. */
  readonly dialect: number;
  readonly dialectName: DialectName;
  readonly flags: number;
  readonly exact: boolean;
  readonly limits: Limits;
  readonly form: Form;
  /** The memory that several values of one call share; each has all of it if this is absent. */
  readonly budget?: MemoryBudget;
}

/** @internal A number for the dialect, the flags and the mode: another one where any of them is another one. */
export const settingsKey = ({ dialect, flags, exact }: Settings): number =>
  ((dialect + 1) << 16) | (flags << 1) | (exact ? 1 : 0);

/** @internal The JavaScript form of decoded values. */
export interface Form {
  readonly exact: boolean;
  readonly views: boolean;
  readonly dictionaries: "auto" | "map" | "object";
  /** Whether Dictionary keys compare by identity, as in Godot 3. */
  readonly dictionariesApart: boolean;
}

/** @internal Checks options. Throws `unknown-dialect`, or a TypeError for a value that an option does not take. */
export function settingsOf(options: Options = noOptions, dialect = options?.dialect): Settings {
  if (options === null) checkOptions(options);
  // An instance of a class may have options that a loop does not find.
  if (dialect !== options.dialect || !isPlainObject(options) || !isPlainObject(options.limits ?? noOptions)) {
    checkChoices(options);
    return checkedSettings(options, dialect);
  }
  for (let i = 0; i < known.length; i++) {
    const checked = known[i] as Checked;
    if (!hasAll(options, checked.properties)) continue;
    putFirst(checked, i);
    return checked.settings;
  }
  // Secrets should not outlive their call.
  const { password, key, ...copy }: Options & Secrets = options;
  checkChoices(copy);
  const settings = checkedSettings(copy);
  // The caller may change the limits in the object.
  if (copy.limits !== undefined) copy.limits = { ...copy.limits };
  // A value or bytes to be like are large, and rarely the same again.
  if (copy.like !== undefined || password !== undefined || key !== undefined || hasNews(copy))
    return settings;
  putFirst({ properties: propertiesOf(copy, copy.limits), settings }, Math.min(known.length, mostKnown - 1));
  return settings;
}

const noOptions: Options = {};

/** The callbacks and schemas that programs have passed. */
const seen = new WeakSet<WeakKey>();

/** Whether options have a callback or a schema for the first time. One that is made for a single call must not outlive it, with all that it refers to. */
function hasNews(options: Options): boolean {
  const news = Object.values(options).filter(
    (value) => value === Object(value) && value !== options.limits && !seen.has(value),
  );
  for (const value of news) seen.add(value);
  return news.length > 0;
}

/** The properties of an object, as they were. */
interface Properties {
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  readonly limits: Properties | undefined;
}

const propertiesOf = (object: object, limits?: object): Properties => ({
  names: Object.keys(object),
  values: Object.values(object),
  limits: limits && propertiesOf(limits),
});

/** Whether an object has these properties, in the same order. Reads only those that are there: to ask for absent ones takes V8 twenty times as long. */
function hasAll(object: object, { names, values, limits }: Properties): boolean {
  let count = 0;
  for (const name in object) {
    if (name !== names[count]) return false;
    const value = (object as { readonly [name: string]: unknown })[name];
    if (value !== values[count] && !(name === "limits" && areLimits(value, limits))) return false;
    count++;
  }
  return count === names.length;
}

const areLimits = (value: unknown, limits: Properties | undefined): boolean =>
  limits !== undefined &&
  typeof value === "object" &&
  value !== null &&
  isPlainObject(value) &&
  hasAll(value, limits);

/** Options that were checked, and what they mean. */
interface Checked {
  readonly properties: Properties;
  readonly settings: Settings;
}

/** Programs tend to pass the same options every time. A few calls may take turns, such as decoding for clients of two dialects and encoding. */
const mostKnown = 4;
/** The last ones first. */
const known: Checked[] = [];

/** Moves those before place `from` by one. */
function putFirst(checked: Checked, from: number): void {
  for (let i = from; i > 0; i--) known[i] = known[i - 1] as Checked;
  known[0] = checked;
}

/** @internal What options mean that were checked before. Does not replace the results that `settingsOf` keeps. */
export function checkedSettings(options: Options, dialect = options.dialect): Settings {
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
      dictionariesApart: dialectTraits[number]?.dictionaryKeysByIdentity === true,
    },
  };
}

/** @internal The number of a dialect. Throws `unknown-dialect`. */
function dialectNumber(name: DialectName): number {
  if (Object.hasOwn(dialectNumbers, name)) return dialectNumbers[name];
  const names = dialectTraits.map((dialect) => dialect.name);
  throw new VariantError("unknown-dialect" satisfies ErrorCode, {
    hints: [hint("known-dialects", String(name), ...names)],
  });
}

function checkChoices(options: Options): void {
  checkOptions(options);
  for (const name of Object.keys(choices) as (keyof typeof choices)[]) {
    const value = options[name];
    if (value !== undefined) checkChoice(`The option ${name}`, value, choices[name]);
  }
  checkByteOrder(options.framing, options);
  checkSchema(options.schema);
  for (const name of ["onWarning", "onLoss", "onSkip"] as const) {
    if (options[name] === undefined || typeof options[name] === "function") continue;
    throw new TypeError(`The option ${name} must be a function.`);
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
    (options.framing === "store_var" ? flag.storeVarFraming : 0) |
    (options.base64 ? flag.base64Bytes : 0)
  );
}

const largestLimit = 2 ** 31 - 1;

const limitNames = /* @__PURE__ */ new Set(/* @__PURE__ */ Object.keys(defaultLimits)) as ReadonlySet<
  keyof Limits
>;

/** @internal Fills in default limits. Throws a TypeError for a limit that is not a number. */
export function limitsOf(given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return defaultLimits;
  if (typeof given !== "object" || given === null)
    throw new TypeError("The option limits must be an object.");
  checkNames(given, limitNames, "limit");
  const limits: Limits = { ...defaultLimits };
  for (const name of limitNames) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0))
      throw new TypeError(`The limit ${name} must be a number, at least 0.`);
    limits[name] = Math.min(Math.floor(value), largestLimit);
  }
  return limits;
}

/** @internal Views the bytes as a Uint8Array; copies them only from shared memory. Throws a TypeError for anything but bytes. */
export function bytesOf(source: Bytes): Uint8Array<ArrayBuffer> {
  const view = viewOf(source);
  // Shared memory may change while the codec reads it, and TextDecoder refuses it.
  return isShared(view.buffer) ? copyOf(view) : (view as Uint8Array<ArrayBuffer>);
}

/** @internal Views the bytes as a Uint8Array, without a copy. Throws a TypeError for anything but bytes. */
export function viewOf(source: Bytes): Uint8Array {
  // A subclass may have a length of its own. To call the getter of Uint8Array takes a tenth of the time of a packet.
  if (source instanceof Uint8Array) return source.length === source.byteLength ? source : bytesOfView(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (typeof source === "object" && source !== null && isArrayBuffer(source)) return new Uint8Array(source);
  const given = Object.prototype.toString.call(source);
  throw new TypeError(`The bytes must be a Uint8Array, an ArrayBuffer or a view of one, not ${given}.`);
}

/** @internal Whether memory is shared. Most is not, which is quick to see. */
export function isShared(buffer: ArrayBufferLike): boolean {
  return !(buffer instanceof ArrayBuffer) && isSharedArrayBuffer(buffer);
}

/** @internal Throws a TypeError for a schema without the interface of Standard Schema. */
export function checkSchema(schema: StandardSchema | undefined): void {
  if (schema !== undefined && typeof schema?.["~standard"]?.validate !== "function")
    throw new TypeError("The option schema must have the Standard Schema interface.");
}

/** @internal The same options with copies of the key and the initialization vector, because the caller may erase them while a file is written. */
export function withOwnSecrets<O extends WrapOptions | undefined>(options: O): O {
  if (options?.key === undefined && options?.iv === undefined) return options;
  return { ...options, key: copied(options.key), iv: copied(options.iv) };
}

const copied = (bytes: Bytes | undefined) => bytes && bytesOf(bytes).slice();
