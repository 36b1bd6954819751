// The commands `text`, `flat`, `unflat`, `types` and `validate`.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { issuesOf } from "../../base/schema.js";
import { byteText } from "../../describe/amounts.js";
import {
  Dictionary,
  GodotObject,
  type Issue,
  inferTypes,
  load,
  parseText,
  type StandardSchema,
  type TextEngine,
  toText,
  type Variant,
  VariantError,
  type Warning,
} from "../../index.js";
import { withFloats } from "../../values/path-key.js";
import { type Input, nameOf } from "../input/files.js";
import { explaining, openInput } from "../input/reading.js";
import { type Given, isForFile, optionsOf, textTargetOf } from "../input/settings.js";
import { forEachFile, textFrom, textOfEach } from "../input/several.js";
import { orTranscribed, valuesLoudly } from "../input/values.js";
import { flatLines, unflatten } from "../json/flat.js";
import { exitCode, Failure } from "../output/failure.js";
import { sayWarnings } from "../output/report.js";
import { exactText, printText } from "../output/stdout.js";
import { writeText } from "../output/targets.js";
import { visible } from "../output/text.js";
import { textPieces } from "../output/text-pieces.js";
import { type EncodeFlags, writeValues } from "./encode.js";

type TextFlags = EncodeFlags & { engine?: TextEngine; read?: boolean };
type TypesFlags = Given & { name?: string };
type ValidateFlags = Given & { schema: string };

/** Prints the values of a file in Godot's text form or, with `read`, encodes such a text. */
export async function runText(files: readonly string[], given: TextFlags): Promise<void> {
  const { engine } = given;
  if (given.read === true) {
    if (engine !== undefined) throw new Failure("--engine is for printing, not for --read.", exitCode.usage);
    const read = (text: string, old: readonly Variant[]) => {
      const onWarning = (warning: Warning) => sayWarnings([warning], text);
      const options = optionsOf(given);
      // Rounded to 32 bits, which is what texts hold otherwise, the vectors of the old file would lose digits.
      const real = options.real ?? (old.some(hasWideVectors) ? "double" : undefined);
      return [withFloats(parseText(text, { ...options, real, onWarning }))];
    };
    const reading = { name: "the text of a value", inverse: "godot-variant text", read };
    return writeValues(files, { ...given, allowObjects: true }, reading);
  }
  if (given.like !== undefined || given.strict === true || given.outDir !== undefined)
    throw new Failure("--like, --strict and --out-dir need --read.", exitCode.usage);
  const print = (value: Variant) => toText(value, { ...optionsOf(given), engine });
  await printValues(files, given, function* (values) {
    for (const value of values) {
      for (const piece of textPieces(value, print)) yield exactText(piece, isForFile(given));
      yield "\n";
    }
  });
}

/** Whether a value contains vectors of 64-bit numbers. */
function hasWideVectors(value: Variant): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasWideVectors);
  if (value instanceof GodotObject) return hasWideVectors([...value.properties.values()]);
  if (value instanceof Dictionary) return hasWideVectors([...value.keys(), ...value.values()]);
  return (value as { readonly wide?: boolean }).wide === true;
}

/** Prints the values of each file as text. */
async function printValues(
  files: readonly string[],
  given: Given,
  textOf: (values: Iterable<Variant>) => Iterable<string>,
): Promise<void> {
  const ofFile = (file: string) =>
    textFrom(async () => {
      const { values } = await valuesLoudly(await openInput(file, { ...given, allowObjects: true }));
      return textOf(values);
    });
  await writeText(textOfEach(files, ofFile), await textTargetOf(given, files));
}

/** Prints one line per value: its path and its text. */
export async function runFlat(files: readonly string[], given: Given): Promise<void> {
  await printValues(files, given, flatLines);
}

/** Encodes lines that `flat` printed; some of them may be missing. */
export async function runUnflat(files: readonly string[], given: EncodeFlags): Promise<void> {
  const reading = { name: "the output of flat", inverse: "godot-variant flat", read: unflatten };
  await writeValues(files, { ...given, allowObjects: true }, reading);
}

/** Prints a TypeScript declaration that fits the values of all files. */
export async function runTypes(files: readonly string[], given: TypesFlags): Promise<void> {
  const target = await textTargetOf(given, files);
  const samples: unknown[] = [];
  await forEachFile(files, async (file) => {
    const input = await openInput(file, { ...given, allowObjects: true });
    for (const value of await plainValues(input)) samples.push(value);
  });
  if (samples.length === 0) return;
  const text = exactText(declaration(samples, given.name), isForFile(given));
  await writeText(
    textFrom(async () => [text]),
    target,
  );
}

async function plainValues(input: Input): Promise<readonly unknown[]> {
  const { bytes, options } = input;
  try {
    return (await explaining(bytes, options, () => load(bytes, { ...options, mode: "plain" }))).values;
  } catch (error) {
    return (await orTranscribed(input, error)).documents.map(({ root }) => root.value("plain"));
  }
}

function declaration(values: readonly unknown[], name: string | undefined): string {
  try {
    return inferTypes(values, name === undefined ? {} : { name });
  } catch (error) {
    throw error instanceof TypeError ? new Failure(error.message, exitCode.usage) : error;
  }
}

/** Validates the values of files with the schema that a module exports. The exit code is 1 if one of them is invalid. */
export async function runValidate(files: readonly string[], given: ValidateFlags): Promise<void> {
  const schema = await schemaOf(given.schema);
  await forEachFile(files, (file) => validate(file, schema, given, files.length > 1));
}

async function validate(file: string, schema: StandardSchema, given: Given, labelled: boolean) {
  const name = `${visible(nameOf(file))}: `;
  const input = await openInput(file, { ...given, allowObjects: true });
  const problems = await problemsIn(input, schema);
  if (given.quiet !== true)
    await printText(
      problems.map(({ path, message, offset }) => {
        const place = offset === undefined ? "" : `, at ${byteText(offset)}`;
        const subject = path === "" ? name : `${labelled ? name : ""}${visible(path)}: `;
        return `${subject}${visible(message)}${place}\n`;
      }),
    );
  if (problems.length > 0) process.exitCode = exitCode.input;
}

/** What a schema reports about a value; a text has no byte offsets. */
type Problem = Pick<Issue, "path" | "message"> & { readonly offset?: number };

async function problemsIn(input: Input, schema: StandardSchema): Promise<readonly Problem[]> {
  const { bytes, options } = input;
  try {
    await explaining(bytes, options, () => load(bytes, { ...options, mode: "plain", schema }));
    return [];
  } catch (error) {
    if (error instanceof VariantError && error.issues !== undefined) return error.issues;
    const { documents } = await orTranscribed(input, error);
    const problems: Problem[] = [];
    for (const [i, { root }] of documents.entries()) {
      const result = await schema["~standard"].validate(root.value("plain"));
      const first = documents.length > 1 ? [i] : [];
      for (const { path, message } of issuesOf(result, first)) problems.push({ path, message });
    }
    return problems;
  }
}

/** The schema, whose own faults are a Failure: what it throws, and an answer that is none. */
function withoutFaults(schema: StandardSchema, path: string): StandardSchema {
  const standard = schema["~standard"];
  const validate: typeof standard.validate = async (value) => {
    try {
      const result = await standard.validate(value);
      if (typeof result === "object" && result !== null) return result;
      throw new TypeError(`It returned ${result}.`);
    } catch (error) {
      throw new Failure(`${path}: The schema failed: ${String(error)}`, exitCode.usage);
    }
  };
  return { "~standard": { ...standard, validate } };
}

async function schemaOf(path: string): Promise<StandardSchema> {
  if (!existsSync(path)) throw new Failure(`${path}: There is no such module.`, exitCode.usage);
  const module: { default?: unknown; schema?: unknown } = await import(pathToFileURL(path).href).catch(
    (error: unknown) => {
      throw new Failure(`${path}: Cannot import the module: ${String(error)}`, exitCode.usage);
    },
  );
  const schema = (module.default ?? module.schema) as Partial<StandardSchema> | undefined;
  if (typeof schema?.["~standard"]?.validate === "function")
    return withoutFaults(schema as StandardSchema, path);
  throw new Failure(
    `${path}: The module must export a Standard Schema, as default or as schema.`,
    exitCode.usage,
  );
}
