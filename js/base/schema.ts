// Validators of Zod, Valibot, ArkType and others: the part of Standard Schema that the option `schema` uses.
import { isObject } from "../table/type-kinds.js";
import type { Variant } from "../values/variant.js";
import { type Issue, VariantError } from "./errors.js";
import { hint } from "./hints.js";
import { formatPath } from "./path.js";

/** The part of Standard Schema (standardschema.dev) that this package uses; Zod, Valibot and ArkType implement it. */
export interface StandardSchema<Output = unknown> {
  /** The interface of Standard Schema, version 1. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of the values that a schema returns. */
export type OutputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : never;

/** Returns the byte offsets of the values at some paths, all at once: a hostile input may have an issue at each of its values. */
type Locate = (paths: readonly (readonly unknown[])[]) => readonly number[];

/** @internal Validates a value and returns the schema's output. Throws `schema-mismatch`, or a TypeError if the schema is asynchronous. */
export function validated<Output>(value: unknown, schema: StandardSchema<Output>, locate: Locate): Output {
  const result = schema["~standard"].validate(value);
  if (!isObject(result)) throw broken(`validate returned ${shown(result)}`);
  // A promise may be of another realm or library.
  if (!("then" in result) || typeof result.then !== "function")
    return outputOf(result as SchemaResult<Output>, locate);
  result.then(undefined, () => {});
  throw new TypeError("This schema validates asynchronously. Use load, which waits for it.");
}

/** @internal Unpacks a validator's result; `first` are the keys from the root to the value. Throws `schema-mismatch`. */
export function outputOf<Output>(
  result: SchemaResult<Output>,
  locate: Locate,
  first: readonly number[] = [],
): Output {
  if (!isObject(result)) throw broken(`validate returned ${shown(result)}`);
  if (result.issues === undefined) return result.value;
  const found = issuesOf(result, first);
  const offsets = found.length === 0 ? [] : locate(found.map(({ keys }) => keys.slice(first.length)));
  const issues = found.map((issue, i): Issue => ({ ...issue, offset: offsets[i] ?? 0 }));
  const { message, ...place } = issues[0] ?? { message: "The schema gives no reason." };
  throw new VariantError("schema-mismatch", { ...place, hints: [hint("schema-message", message)], issues });
}

/** @internal What a validator reports, without byte offsets. */
export function issuesOf(
  { issues = [] }: SchemaResult<unknown>,
  first: readonly number[] = [],
): Omit<Issue, "offset">[] {
  if (!Array.isArray(issues)) throw broken(`its issues are ${shown(issues)}`);
  return (issues as readonly unknown[]).map((issue) => {
    if (!isObject(issue)) throw broken(`an issue is ${shown(issue)}`);
    const { message, path = [] } = issue as Partial<SchemaIssue>;
    if (typeof message !== "string") throw broken(`the message of an issue is ${shown(message)}`);
    if (!Array.isArray(path)) throw broken(`the path of an issue is ${shown(path)}`);
    const keys = [...first, ...path.map(stepOf)];
    return { message, keys, path: formatPath(keys) };
  });
}

function stepOf(step: unknown): Variant {
  const key = isObject(step) && "key" in step ? step.key : step;
  if (typeof key === "symbol") return String(key);
  // The keys of a Dictionary may be any Variant.
  if (key !== undefined && typeof key !== "function") return key as Variant;
  throw broken(`the path of an issue contains ${shown(key)}`);
}

const shown = (value: unknown): string =>
  isObject(value) ? "an object" : typeof value === "function" ? "a function" : String(value);

/** Says what a schema does that Standard Schema forbids. */
function broken(what: string): TypeError {
  return new TypeError(`The option schema breaks Standard Schema: ${what}.`);
}
