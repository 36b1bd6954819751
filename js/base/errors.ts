// VariantError with its codes, and the warnings and losses that functions report.
import {
  type DialectName,
  errorSentences,
  type lossSentences,
  type TypeName,
  type warningSentences,
} from "../table/table.gen.js";
import { brand } from "../table/type-kinds.js";
import type { Variant } from "../values/variant.js";
import type { Candidate } from "./candidate.js";
import { excerpt } from "./excerpt.js";
import type { Hint } from "./hints.js";

/** Why an input or a value was refused. */
export type ErrorCode = keyof typeof errorSentences;

/** Why a warning was given: an engine would convert, drop or ignore something, or an edit changed a type. */
export type WarningCode = keyof typeof warningSentences;

/** Why a conversion to another dialect changed a value. */
export type LossCode = keyof typeof lossSentences;

/** One complaint of a schema about a value. */
export interface Issue {
  /** The sentence of the schema. */
  readonly message: string;
  /** `inventory[3].stats.hp`; empty at the top. */
  readonly path: string;
  /** The path as an array of keys and indices. */
  readonly keys: readonly Variant[];
  /** Byte offset in the input: the value at the path, or the innermost one around it. */
  readonly offset: number;
}

/** Where and why something failed. */
export interface ErrorDetails {
  /**
   * Byte offset in the input: the header of the innermost value that cannot be read. For an error in a text, an index of the
   * string. Absent for an error about a value.
   */
  offset?: number | undefined;
  /** `inventory[3].stats.hp`; empty at the top. */
  path?: string | undefined;
  /** The path as an array of keys and indices. */
  keys?: readonly Variant[] | undefined;
  /** The dialect in which the input was read or the value written. */
  dialect?: DialectName | undefined;
  /** Advice: how to solve the problem, or how else the input could be read. */
  hints?: readonly Hint[] | undefined;
  /** The error that led to this one. */
  cause?: unknown;
  /** The complaints of the schema. */
  issues?: readonly Issue[] | undefined;
  /** What the content of a file may be, most probable first. */
  candidates?: readonly Candidate[] | undefined;
}

/**
 * The error that this package throws for bad input and for values that it cannot write.
 *
 * @example
 * ```ts
 * try {
 *   decode(bytes);
 * } catch (error) {
 *   if (!(error instanceof VariantError)) throw error;
 *   console.log(error.code, error.offset, error.path);
 * }
 * ```
 */
export class VariantError extends Error {
  /** Why the input or the value was refused. */
  declare readonly code: ErrorCode;
  /**
   * Byte offset in the input: the header of the innermost value that cannot be read. For an error in a text, whose `hint` names
   * line and column, an index of the string. Undefined for an error about a value.
   */
  declare readonly offset: number | undefined;
  /** `inventory[3].stats.hp`; empty at the top. */
  declare readonly path: string;
  /** The path as an array of keys and indices. */
  declare readonly keys: readonly Variant[];
  /** The dialect in which the input was read or the value written; undefined if the error has none. */
  declare readonly dialect: DialectName | undefined;
  /** The sentences of `hints`: how to solve the problem, or how else the input could be read. Undefined without hints. */
  declare readonly hint: string | undefined;
  /** The advice as codes with arguments, for programs that choose their own words; may be empty. */
  declare readonly hints: readonly Hint[];
  /** The complaints of the schema; only with `schema-mismatch`. */
  declare readonly issues?: readonly Issue[];
  /** What the content of a file may be, most probable first; only with `bad-container` from functions that detect it. */
  declare readonly candidates?: readonly Candidate[];

  /**
   * An error whose message says what is wrong, where, and what to do.
   *
   * @param code - Why the input or the value was refused.
   * @param details - Where and why.
   */
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(messageOf(code, details), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.offset = details.offset;
    this.path = details.path ?? "";
    this.keys = details.keys ?? [];
    this.dialect = details.dialect;
    this.hints = details.hints ?? [];
    this.hint = hintOf(this.hints);
    if (details.issues !== undefined) this.issues = details.issues;
    if (details.candidates !== undefined) this.candidates = details.candidates;
  }

  /** The problem in one sentence, without the place: `The input ends inside this value.` */
  get reason(): string {
    return errorSentences[this.code];
  }

  static {
    // biome-ignore lint/complexity/noThisInStatic: esbuild before 0.18 gives the class its name only later
    Object.defineProperty(this.prototype, "name", { value: "VariantError" });
  }
}

/** @internal A problem with a value, thrown by code that does not know the path of the value. The caller adds the path. */
export class ValueFault {
  readonly code: ErrorCode;
  readonly hints: readonly Hint[];
  readonly cause: unknown;

  constructor(code: ErrorCode, hints: readonly Hint[] = [], cause?: unknown) {
    this.code = code;
    this.hints = hints;
    this.cause = cause;
  }
}

/** Something that an engine would convert, drop or ignore; the value is kept as it was written. */
export interface Warning {
  /** What the engine would do, or what changed. */
  readonly code: WarningCode;
  /** Byte offset in the input, or in the output of `encode`: the header of the value. In a text, an index of the string. For `type-changed`, of the old value; 0 if `like` has no bytes. */
  readonly offset: number;
  /** `inventory[3].stats.hp`; computed at the first access, from bytes that must not have changed until then. */
  readonly path: string;
  /** The type of the old value; only with `type-changed`. */
  readonly from?: TypeName;
  /** The type of the new value; only with `type-changed`. */
  readonly to?: TypeName;
  /** Only with `ambiguous-dialect`: the type of the value in other dialects, and the names of these. */
  readonly args?: readonly [type: TypeName, ...dialects: DialectName[]];
  /** How many warnings are not listed; only with `more-warnings`, which is the last one. */
  readonly count?: number;
}

/** Something that `convert` or `encode` could not keep. */
export interface Loss {
  /** Why the value changed. */
  readonly code: LossCode;
  /** Byte offset in the input of `convert`, or in the output of `encode`: the header of the value. */
  readonly offset: number;
  /** `inventory[3].stats.hp`; computed at the first access, from bytes that must not have changed until then. */
  readonly path: string;
  /** The type that was read, or of the value. */
  readonly from: TypeName;
  /** The type that was written. */
  readonly to: TypeName;
  /** How many losses are not listed; only with `more-losses`, which is the last one. */
  readonly count?: number;
}

/** @internal Whether the offset of an error with these hints is an index of a string instead of bytes. */
export const isInText = (hints: readonly Hint[] = []): boolean =>
  hints.some(({ code }) => code === "line-column");

/** `code: The problem (at byte 32, path hp[1]). The advice.` */
const messageOf = (code: ErrorCode, details: ErrorDetails) => `${code}: ${placedReason(code, details)}`;

/** @internal `The problem (at byte 32, path hp[1]). The advice.` */
export function placedReason(code: ErrorCode, { offset, path, hints }: ErrorDetails): string {
  const places = [];
  if (offset !== undefined) places.push(`${isInText(hints) ? "index" : "byte"} ${offset}`);
  if (path) places.push(`path ${excerpt(path)}`);
  const place = places.length === 0 ? "." : ` (at ${places.join(", ")}).`;
  const hint = hintOf(hints ?? []);
  return `${errorSentences[code].slice(0, -1)}${place}${hint === undefined ? "" : ` ${hint}`}`;
}

function hintOf(hints: readonly Hint[]): string | undefined {
  return hints.length === 0 ? undefined : hints.map(({ text }) => text).join(" ");
}

brand(VariantError, "VariantError");
