// `decode`, `tryDecode`, `encode`, `encodeInto` and `convert`.
import { withinStack } from "../base/call-stack.js";
import { type Loss, VariantError, type Warning } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { tooLarge } from "../base/limit-errors.js";
import { checkLike, checkTarget } from "../base/option-names.js";
import {
  type ByteArray,
  type Bytes,
  bytesOf,
  type DecodeOptions,
  type EncodeOptions,
  type Like,
  type Options,
  type Settings,
  settingsOf,
  viewOf,
} from "../base/options.js";
import { formatPath } from "../base/path.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import { slot } from "../table/boundary.gen.js";
import type { DialectName } from "../table/table.gen.js";
import { brandOf, isObject, typedArrayName } from "../table/type-kinds.js";
import { rememberingKeys } from "../values/key-text.js";
import type { Variant } from "../values/variant.js";
import type { Boundary } from "../wasm/boundary.js";
import { withCodec } from "../wasm/codec-instance.js";
import { convertBytes, index } from "../wasm/second-part.js";
import {
  type Decoded,
  decodeInput,
  fitting,
  readIfValid,
  readWithWarnings,
  report,
  warn,
  withHint,
} from "./decode/decode-value.js";
import { inputError, notesOf, offsetOf } from "./decode/error-places.js";
import { misfitsIn } from "./decode/misfits.js";
import { addMergedKeys } from "./decode/repeated-keys.js";
import { encodeValue, type Receive, receiverFor, receiverInto, receiverOf } from "./encode/encode-value.js";
import { type Changed, TypeKeeper } from "./encode/keep-types.js";
import { suspectIn } from "./encode/lost-classes.js";

/** The result of `tryDecode`. */
export type DecodeResult<T = Variant> =
  | {
      /** True: the bytes are a Variant. */
      readonly ok: true;
      /** The value, or what the schema returned for it. */
      readonly value: T;
      /** The size of the value in bytes. Counts its padding even if the end of the input cuts it off. */
      readonly bytesRead: number;
      /** What an engine would convert, drop or ignore. */
      readonly warnings: readonly Warning[];
    }
  | {
      /** False: they are not, or the schema refuses the value. */
      readonly ok: false;
      /** Why, and where. */
      readonly error: VariantError;
    };

/**
 * Decodes one Variant and validates it with a schema, which types the result.
 *
 * @param bytes - The bytes of one Variant.
 * @param options - The dialect and how to read it; `schema` validates and types the result.
 * @returns What the schema returns.
 * @throws VariantError for bytes that are not a valid Variant, and `schema-mismatch`.
 * @throws TypeError for something that holds no bytes, for an unknown option, and for a schema that validates asynchronously.
 * @example
 * ```ts
 * const save = decode(bytes, { schema: z.object({ hp: z.number() }) });
 * ```
 */
export function decode<Schema extends StandardSchema>(
  bytes: Bytes,
  options: DecodeOptions & { schema: Schema },
): OutputOf<Schema>;
/**
 * Decodes one Variant. Throws a VariantError for anything that is not a valid Variant, with hints at other ways to read the
 * bytes, and a TypeError if `bytes` is not an object that holds bytes.
 *
 * @param bytes - The bytes of one Variant.
 * @param options - The dialect and how to read it.
 * @returns The value, in plain JavaScript where that keeps it, or with all its types in `exact` mode.
 * @throws VariantError for bytes that are not a valid Variant in this dialect, with `offset`, `path` and `hint`.
 * @throws TypeError for something that holds no bytes, and for an unknown option.
 * @example
 * ```ts
 * const save = decode(readFileSync("save.bin"), { dialect: "godot-3" });
 * ```
 */
export function decode(bytes: Bytes, options?: DecodeOptions): Variant;
/**
 * Decodes one Variant of a type that you know. Nothing checks the type; a `schema` would.
 *
 * @param bytes - The bytes of one Variant.
 * @param options - The dialect and how to read it.
 * @returns The value as a `T`.
 * @throws VariantError for bytes that are not a valid Variant in this dialect.
 * @example
 * ```ts
 * const save = decode<{ hp: number }>(bytes);
 * ```
 */
export function decode<T>(bytes: Bytes, options?: DecodeOptions): T;
export function decode(bytes: Bytes, options?: DecodeOptions): unknown {
  return decodeInput(bytesOf(bytes), settingsOf(options));
}

/**
 * Decodes one Variant, validates it with a schema, and returns a VariantError instead of throwing it.
 *
 * @param bytes - The bytes of one Variant.
 * @param options - The dialect and how to read it; `schema` validates and types the value.
 * @returns `ok` and the result of the schema, or the error.
 * @throws TypeError for something that holds no bytes, and for an unknown option; VariantError only with `unknown-dialect` and `wasm-unavailable`.
 * @example
 * ```ts
 * const result = tryDecode(bytes, { schema });
 * ```
 */
export function tryDecode<Schema extends StandardSchema>(
  bytes: Bytes,
  options: DecodeOptions & { schema: Schema },
): DecodeResult<OutputOf<Schema>>;
/**
 * Decodes one Variant, and returns a VariantError instead of throwing it. The error has no hint.
 *
 * @param bytes - The bytes of one Variant.
 * @param options - The dialect and how to read it.
 * @returns `ok` and the value with its size in bytes, or the error.
 * @throws TypeError for something that holds no bytes, and for an unknown option; VariantError only with `unknown-dialect` and `wasm-unavailable`.
 * @example
 * ```ts
 * const result = tryDecode(packet);
 * if (result.ok) handle(result.value);
 * else console.warn(result.error.message);
 * ```
 */
export function tryDecode(bytes: Bytes, options?: DecodeOptions): DecodeResult;
/**
 * Decodes one Variant of a type that you know, and returns a VariantError instead of throwing it. Nothing checks the type.
 *
 * @param bytes - The bytes of one Variant.
 * @param options - The dialect and how to read it.
 * @returns `ok` and the value as a `T`, or the error.
 * @throws TypeError for something that holds no bytes, and for an unknown option; VariantError only with `unknown-dialect` and `wasm-unavailable`.
 * @example
 * ```ts
 * const result = tryDecode<{ hp: number }>(packet);
 * ```
 */
export function tryDecode<T>(bytes: Bytes, options?: DecodeOptions): DecodeResult<T>;
export function tryDecode(bytes: Bytes, options?: DecodeOptions): DecodeResult {
  return decodeOrError(bytesOf(bytes), settingsOf(options));
}

/** @internal `tryDecode` of checked bytes with checked options. */
export function decodeOrError(input: Uint8Array<ArrayBuffer>, settings: Settings): DecodeResult {
  return attempt(readWithWarnings, input, settings) as DecodeResult;
}

/** @internal `tryDecode` for bytes of which many are garbage: undefined if the codec refuses them, because an error costs much more. */
export function decodeReadable(input: Uint8Array<ArrayBuffer>, settings: Settings): DecodeResult | undefined {
  return attempt(readIfValid, input, settings);
}

/**
 * Encodes a value as one Variant. Throws a VariantError with the path of any value that a Variant or this dialect cannot
 * hold.
 *
 * @param value - Anything that `decode` returns, and plain objects, Maps and arrays of it.
 * @param options - The dialect and how to write it; `like` keeps the types of existing bytes.
 * @returns The bytes of one Variant.
 * @throws VariantError for a value that a Variant or the dialect cannot hold, with its `path`.
 * @throws TypeError for an unknown option.
 * @example
 * ```ts
 * const bytes = encode({ name: "Mira", position: new Vector2(1, 2) });
 * ```
 */
export function encode(value: unknown, options?: EncodeOptions): ByteArray {
  const settings = settingsOf(options);
  return encodeTold(value, settings, receiverOf(settings));
}

/**
 * Encodes a value as `encode` does, at the beginning of `target`, and returns the number of bytes. If they do not fit, it throws
 * `too-large` with the hint `target-size`. After any error, `target` is unchanged.
 *
 * @param value - What `encode` takes.
 * @param target - Memory for the bytes, which you may use again for the next value.
 * @param options - Those of `encode` except `pooled`.
 * @returns How many bytes of `target` were written.
 * @throws VariantError `too-large` if the bytes do not fit, and the errors of `encode`.
 * @example
 * ```ts
 * const size = encodeInto(message, buffer);
 * socket.send(buffer.subarray(0, size));
 * ```
 */
export function encodeInto(value: unknown, target: Bytes, options?: Omit<EncodeOptions, "pooled">): number {
  const settings = settingsOf(options);
  const room = viewOf(target);
  const { onWarning, onLoss } = settings.options;
  // A callback may throw, and after any error the target is as it was.
  if (onWarning === undefined && onLoss === undefined)
    return encodeTo(value, settings, receiverInto(room), undefined);
  const bytes = encodeTold(value, settings, receiverFor(room));
  room.set(bytes);
  return bytes.length;
}

/** Encodes, and reports entries of the result that engines would convert or drop, unless `like` has done so. */
function encodeTold(
  value: unknown,
  settings: Settings,
  receive: Receive<Uint8Array<ArrayBuffer>>,
): Uint8Array<ArrayBuffer> {
  const { onWarning } = settings.options;
  const told = onWarning && new Set<string>();
  const bytes = encodeTo(value, settings, receive, told);
  if (told === undefined) return bytes;
  const isNew = ({ code, path }: Warning) => !told.has(path) || code === "more-warnings";
  for (const warning of misfitsIn(bytes, settings).filter(isNew)) onWarning?.(warning);
  return bytes;
}

/** Encodes with and without `like`. */
function encodeTo<Result>(
  value: unknown,
  settings: Settings,
  receive: Receive<Result>,
  told: Set<string> | undefined,
): Result {
  const { like } = settings.options;
  return like === undefined
    ? encodeValue(value, settings, receive)
    : encodeLike(value, like, settings, receive, told);
}

/**
 * Takes the types of old bytes, and reports values of other types. Adds their paths to `told`, and those of the containers around them, where
 * misfits among keys stand.
 */
function encodeLike<Result>(
  value: unknown,
  like: Bytes | Like,
  settings: Settings,
  receive: Receive<Result>,
  told: Set<string> | undefined,
): Result {
  const { exact } = settings;
  const old = readLike(like, settings);
  const reportType = typeReport(like, settings);
  const changed: Changed = (keys, ...others) => {
    told?.add(formatPath(keys)).add(formatPath(keys.slice(0, -1)));
    reportType?.(keys, ...others);
  };
  const keeper = new TypeKeeper(exact, reportType && changed);
  keeper.keepsNullObjects = settings.options.fullObjects === true;
  const kept = withinStack(() => rememberingKeys(() => keeper.keep(value, old)));
  return encodeValue(kept, settings, receive, suspectIn(value, old, keeper.revived, exact));
}

/** @internal Reports values of other types than before, as errors or as warnings; undefined if the caller wants neither. */
export function typeReport(like: Bytes | Like, settings: Settings): Changed | undefined {
  const { strict, onWarning } = settings.options;
  if (strict !== true && onWarning === undefined) return undefined;
  return (keys, oldKeys, from, to) => {
    const path = formatPath(keys);
    if (strict === true)
      throw new VariantError("wrong-type", {
        hints: [keys.length > oldKeys.length ? hint("declared-types", from) : hint("type-was", from, to)],
        keys,
        path,
        dialect: settings.dialectName,
      });
    const { bytes, options } = likeSource(like, settings);
    onWarning?.({
      code: "type-changed",
      path,
      from,
      to,
      get offset() {
        if (bytes === undefined) return 0;
        return withCodec(offsetOf, bytesOf(bytes), settingsOf({ ...options, mode: "exact" }), oldKeys);
      },
    });
  };
}

/** The result of `convert`. */
export interface ConvertResult {
  /** The bytes of the value in the other dialect. */
  bytes: ByteArray;
  /** What changed on the way, in the order of the bytes; at most 1000, then one `more-losses`. */
  losses: readonly Loss[];
}

/** Options of `convert`. `from` replaces `dialect`. */
export interface ConvertOptions
  extends Pick<
    Options,
    "dialect" | "allowTrailing" | "allowObjects" | "real" | "limits" | "badUtf8" | "framing" | "onWarning"
  > {
  /** The dialect of the bytes; `godot-4` by default. */
  from?: DialectName | undefined;
  /** The dialect to write. */
  to: DialectName;
}

/**
 * Converts the bytes of one Variant to another dialect, and lists everything that changed on the way. Throws a VariantError
 * as `decode` does, and for values that the other dialect cannot hold in any form.
 *
 * @param bytes - The bytes of one Variant.
 * @param options - `to` is the dialect to write, `from` (or `dialect`) that of the bytes.
 * @returns The bytes in the other dialect, and what could not be kept.
 * @throws VariantError for bytes that are not a valid Variant, and for values that the other dialect cannot hold in any form.
 * @example
 * ```ts
 * const { bytes, losses } = convert(old, { from: "godot-3", to: "godot-4" });
 * ```
 */
export function convert(bytes: Bytes, options: ConvertOptions): ConvertResult {
  checkTarget(options);
  const input = bytesOf(bytes);
  const settings = settingsOf(options, options.from ?? options.dialect);
  const { real, framing } = options;
  const limits = { depth: settings.limits.depth, elements: 2 ** 32 - 1 };
  const target = settingsOf({ dialect: options.to, allowObjects: true, real, framing, limits });
  const run = (codec: Boundary) => convertBytes(codec, input, settings, target.dialect);
  const convertOnce = (codec: Boundary) => {
    if (run(codec) !== 0) throw conversionError(codec, input, settings);
    const mayMergeKeys = codec.read(slot.mayMergeKeys) !== 0;
    const { losses, warnings } = notesOf(codec, input, settings, run);
    const output = codec.output();
    if (mayMergeKeys) addMergedKeys(losses, codec, [input, settings], [output, target]);
    return { losses, warnings, output };
  };
  const { losses, warnings, output } = withCodec(withHint, convertOnce, input, settings);
  warn(warnings, settings);
  return { bytes: output, losses };
}

/** The error of the last conversion. What can be read is too large as output. */
function conversionError(codec: Boundary, input: Uint8Array<ArrayBuffer>, settings: Settings): VariantError {
  const error = inputError(codec, input, settings);
  if (error.code !== "too-large" || index(codec, input, settings) !== 0) return error;
  return tooLarge("outputBytes", error);
}

function attempt(
  reader: typeof readIfValid,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): DecodeResult | undefined {
  let result: Decoded | undefined;
  try {
    result = withCodec(reader, input, settings);
    if (result === undefined) return undefined;
    const value = fitting(result.value, input, settings);
    if (value !== result.value) result = { ...result, value };
  } catch (error) {
    if (error instanceof VariantError && error.code !== "wasm-unavailable") return { ok: false, error };
    throw error;
  }
  return report(result, settings);
}

/** @internal Decodes, in `exact` mode, the bytes whose types `encode` keeps. */
export function readLike(like: Bytes | Like, settings: Settings): Variant {
  const { value, bytes, options } = likeSource(like, settings);
  const { onWarning } = settings.options;
  const warnAmbiguous = (warning: Warning) => warning.code === "ambiguous-dialect" && onWarning?.(warning);
  return value === undefined ? decode(bytes as Bytes, { ...options, onWarning: warnAmbiguous }) : value;
}

/** @internal The option `like` as an object. */
export function asLike(like: Bytes | Like): Like {
  const isObject = Object(like) === like && !("byteLength" in like) && !Array.isArray(like);
  return isObject ? like : { bytes: like as Bytes };
}

/** Throws a TypeError for a container of `plain` mode, in which numbers no longer have the types to keep. */
function checkOldValue(value: unknown): void {
  if (!isObject(value) || brandOf(value) !== undefined || typedArrayName(value) !== undefined) return;
  throw new TypeError("The value of the option like must have been decoded in exact mode.");
}

/** The value of the option `like`, or its bytes and the options to read them. */
function likeSource(
  like: Bytes | Like,
  settings: Settings,
): { value?: Variant; bytes?: Bytes; options: Options } {
  const own = asLike(like);
  checkLike(own);
  const { badUtf8, limits, real, allowTrailing } = settings.options;
  const options: Options = { badUtf8, limits, real, allowTrailing, mode: "exact", allowObjects: true };
  if (own.value !== undefined) {
    checkOldValue(own.value);
    return { value: own.value, options };
  }
  // The cast is safe because settingsOf refuses framings with several values.
  options.framing = (own.framing ?? settings.options.framing) as Options["framing"];
  options.dialect = own.dialect ?? settings.options.dialect;
  return { bytes: own.bytes ?? own.content ?? (like as Bytes), options };
}
