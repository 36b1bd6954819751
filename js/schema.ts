import { VariantError } from "./errors.js";
import { formatPath } from "./path.js";

/** The part of the Standard Schema interface (standardschema.dev) that is used; Zod, Valibot and ArkType have it. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema makes of a value. */
export type OutputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : never;

/** What a validator says against a value. */
export interface Issue {
  readonly message: string;
  /** `inventory[3].stats.hp`; empty at the top. */
  readonly path: string;
  /** The path as an array of keys and indices. */
  readonly keys: readonly (string | number)[];
}

/** What the schema makes of a value. Throws `schema-mismatch` with `issues`; a TypeError when the schema is asynchronous. */
export function validated<Output>(value: unknown, schema: StandardSchema<Output>): Output {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) {
    result.catch(() => {});
    throw new TypeError("this schema validates asynchronously: use load");
  }
  return outputOf(result);
}

/** The same for schemas that give a promise, too. */
export async function validatedLater<Output>(
  value: unknown,
  schema: StandardSchema<Output>,
): Promise<Output> {
  return outputOf(await schema["~standard"].validate(value));
}

function outputOf<Output>(result: SchemaResult<Output>): Output {
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(({ message, path = [] }): Issue => {
    const keys = path.map((step) => {
      const key = typeof step === "object" ? step.key : step;
      return typeof key === "number" ? key : String(key);
    });
    return { message, keys, path: formatPath(keys) };
  });
  const { path, keys, message } = issues[0] ?? { path: "", keys: [], message: undefined };
  throw new VariantError("schema-mismatch", { path, keys, hint: message, issues });
}
