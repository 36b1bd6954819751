import { pathToFileURL } from "node:url";
import { byteText } from "../../describe/amounts.js";
import {
  inferTypes,
  load,
  parseText,
  type StandardSchema,
  type TextEngine,
  toText,
  VariantError,
} from "../../index.js";
import { nameOf } from "../input/files.js";
import { explaining, loadLoudly, openInput } from "../input/reading.js";
import { type Given, optionsOf } from "../input/settings.js";
import { flatLines, unflatten } from "../json/flat.js";
import { exitCode, Failure } from "../output/failure.js";
import { printExactText, printText } from "../output/stdout.js";
import { visible } from "../output/text.js";
import { type EncodeFlags, writeValues } from "./encode.js";

export type TextFlags = EncodeFlags & { engine?: TextEngine; read?: boolean };
export type TypesFlags = Given & { name?: string };
export type ValidateFlags = Given & { schema: string };

/** Prints the values of a file in Godot's text form or, with `read`, encodes such a text. */
export async function runText(file: string, given: TextFlags): Promise<void> {
  const { engine } = given;
  if (given.read === true) {
    const read = (text: string) => [parseText(text, optionsOf(given))];
    return writeValues(file, { ...given, allowObjects: true }, { name: "the text of a value", read });
  }
  const { values } = await loadLoudly(await openInput(file, { ...given, allowObjects: true }));
  await printExactText(
    values.map((value) => `${toText(value, { ...optionsOf(given), engine }).trimEnd()}\n`),
  );
}

/** Prints one line per value: its path and its text. */
export async function runFlat(file: string, given: Given): Promise<void> {
  const { values } = await loadLoudly(await openInput(file, { ...given, allowObjects: true }));
  await printText(flatLines(values));
}

/** Encodes lines that `flat` printed; some of them may be missing. */
export async function runUnflat(file: string, given: EncodeFlags): Promise<void> {
  await writeValues(file, { ...given, allowObjects: true }, { name: "the output of flat", read: unflatten });
}

/** Prints a TypeScript declaration for the values of a file. */
export async function runTypes(file: string, given: TypesFlags): Promise<void> {
  const { bytes, options } = await openInput(file, { ...given, allowObjects: true });
  const { values } = await explaining(bytes, options, () => load(bytes, { ...options, mode: "plain" }));
  try {
    await printExactText([inferTypes(values, given.name === undefined ? {} : { name: given.name })]);
  } catch (error) {
    throw error instanceof TypeError ? new Failure(error.message, exitCode.usage) : error;
  }
}

/** Validates the values of a file with the schema that a module exports. The exit code is 1 if one of them is invalid. */
export async function runValidate(file: string, given: ValidateFlags): Promise<void> {
  const schema = await schemaOf(given.schema);
  const { bytes, options } = await openInput(file, { ...given, allowObjects: true });
  try {
    await explaining(bytes, options, () => load(bytes, { ...options, mode: "plain", schema }));
  } catch (error) {
    if (!(error instanceof VariantError) || error.issues === undefined) throw error;
    const lines = error.issues.map(({ path, message, offset }) => {
      return `${path === "" ? nameOf(file) : visible(path)}: ${visible(message)}, at ${byteText(offset)}\n`;
    });
    await printText(lines);
    process.exitCode = exitCode.input;
  }
}

async function schemaOf(path: string): Promise<StandardSchema> {
  const module: { default?: unknown; schema?: unknown } = await import(pathToFileURL(path).href).catch(
    (error: unknown) => {
      throw new Failure(`${path}: Cannot import the module: ${String(error)}`, exitCode.usage);
    },
  );
  const schema = (module.default ?? module.schema) as Partial<StandardSchema> | undefined;
  if (typeof schema?.["~standard"]?.validate === "function") return schema as StandardSchema;
  throw new Failure(
    `${path}: The module must export a Standard Schema, as default or as schema.`,
    exitCode.usage,
  );
}
