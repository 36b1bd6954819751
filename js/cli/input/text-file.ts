// Files in Godot's text form: ConfigFile, project.godot, and what var_to_str prints. An edit keeps all bytes that it need not change.
import { editText, replaceText } from "../../forms/edit-text.js";
import {
  ConfigFile,
  type DialectName,
  Dictionary,
  type Document,
  decode,
  encode,
  open,
  parseText,
  toText,
  unwrap,
  type Variant,
  VariantError,
  wrap,
} from "../../index.js";
import { exitCode, Failure } from "../output/failure.js";
import type { Input } from "./files.js";

/** A file whose values can be edited. */
export interface Editable {
  readonly documents: readonly Document[];
  /** The bytes of the whole file, with the edits of a Document. */
  readonly save: (document: Document) => Promise<Uint8Array>;
}

/** A text and the value that it holds. */
export interface TextFile {
  readonly value: Variant;
  /** The text with another value. */
  readonly withValue: (value: Variant) => string;
  /** The dialect whose names the text uses. */
  readonly dialect: DialectName;
  /** The text with each value as a function prints it; of a ConfigFile, each key's. Undefined keeps a value as it is. */
  readonly printed: (print: (value: Variant) => string | undefined) => string;
}

const exact = { mode: "exact" } as const;
const allObjects = { mode: "exact", fullObjects: true, allowObjects: true } as const;

/** A text that is opened to edit it. */
export interface OpenedText extends Editable {
  readonly text: TextFile;
  /** The bytes of the whole file, with another text. */
  readonly saveText: (text: string) => Promise<Uint8Array>;
}

/** The values of a text; undefined for a file of bytes. Layers around the text are undone, and kept by `save`. */
export async function openText(input: Input): Promise<OpenedText | undefined> {
  const { bytes, options } = input;
  // The header of a Variant, a length and the magic number of a container hold a zero byte, or are no text at all.
  if (options.framing !== undefined || options.allowTrailing === true) return undefined;
  const { content, layers } = await unwrap(bytes, options).catch(() => ({ content: bytes, layers: [] }));
  const text = textOf(content);
  const file = text === undefined ? undefined : readText(text, options.dialect);
  if (file === undefined) return undefined;
  const dialect = "godot-4.4";
  const document = open(encode(file.value, { ...allObjects, dialect, limits: options.limits }), {
    ...exact,
    dialect,
    limits: options.limits,
  });
  const saveText = (edited: string) => wrap(Buffer.from(edited), layers, options);
  const save = async (edited: Document) => {
    const value = decode(edited.toBytes(), { ...allObjects, dialect, limits: options.limits });
    return saveText(file.withValue(value));
  };
  return { documents: [document], save, saveText, text: file };
}

/** Bytes as a text; undefined if they hold a zero byte, or are not valid UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a value or, if it is none, a ConfigFile; undefined for any other text. */
function readText(text: string, dialect: DialectName | undefined): TextFile | undefined {
  const form = formOf(text, dialect);
  try {
    const value = form.read(text);
    return {
      value,
      dialect: form.dialect,
      withValue: (made) => editText(text, made, form),
      printed: (print) => replaceText(text, print(value)),
    };
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
  }
  try {
    const config = new ConfigFile(text);
    if (config.sections().length === 0) return undefined;
    return {
      value: valuesOf(config),
      dialect: form.dialect,
      withValue: (made) => configText(text, made, form),
      printed: (print) => printedConfig(config, print),
    };
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    // Without sections, it may be any text, and the error of the bytes says more.
    if (!/^\s*(?:;.*\s*)*\[[\w ]+\]\s*$/m.test(text)) return undefined;
    throw error;
  }
}

/** Names of types in Godot 3, which does not read the names of Godot 4, and the format of its projects. */
const oldNames = /\b(?:Pool\w+Array|Transform|Quat)\s*\(|^config_version=4\s*$/m;

/** How the values of a text are read and printed: as Godot 3 does if the text or the dialect says so. */
function formOf(text: string, dialect: DialectName | undefined) {
  return textFormOf(dialect ?? (oldNames.test(text) ? "godot-3" : "godot-4.4"));
}

/** How the engine of a dialect reads and prints values. */
export function textFormOf(dialect: DialectName) {
  const read = (part: string) => parseText(part, { ...exact, allowTrailing: false });
  const print = (value: Variant) => toText(value, exact).trimEnd();
  const isOld = /-[23]/.test(dialect);
  return { dialect, read, print: isOld ? (value: Variant) => oldText(value, print, read) : print };
}

/** The text of Godot 3, unless that loses digits; then the text of Godot 4, if Godot 3 reads it too. */
function oldText(value: Variant, print: (value: Variant) => string, read: (text: string) => Variant): string {
  const text = toText(value, { ...exact, dialect: "godot-3", engine: "3.6" }).trimEnd();
  const full = print(value);
  return print(read(text)) === full || /Packed|Transform3D|Quaternion|[&^]"|Array\[|Dictionary\[/.test(full)
    ? text
    : full;
}

/** Each section as a Dictionary. Keys before the first section are in a section without a name. */
function valuesOf(config: ConfigFile): Dictionary {
  const entries = (section: string) =>
    config.keys(section).map((key): [string, Variant] => [key, config.get(section, key, exact) as Variant]);
  return new Dictionary(config.sections().map((name) => [name, new Dictionary(entries(name))]));
}

/** The text of a ConfigFile with other values. */
function configText(text: string, value: Variant, form: ReturnType<typeof formOf>): string {
  const config = new ConfigFile(text);
  const made = sectionsIn(value);
  if ([...made.values()].some((values) => [...values.values()].includes(null))) throw notForConfig();
  for (const section of config.sections())
    changeSection(config, section, made.get(section) ?? new Map(), form);
  for (const [section, values] of made) {
    for (const [key, item] of values)
      if (config.getText(section, key) === undefined) {
        config.set(section, key, item, exact);
        config.setText(section, key, form.print(item));
      }
  }
  const edited = config.toString();
  const result = new Dictionary(
    Array.from(valuesOf(new ConfigFile(edited))).filter(([, values]) => (values as Dictionary).size > 0),
  );
  const wanted = new Dictionary(Array.from(made, ([name, values]) => [name, new Dictionary(values)]));
  if (toText(result, exact) === toText(wanted, exact)) return edited;
  throw notForConfig();
}

function notForConfig(): Failure {
  const holds =
    "it consists of sections, and each section of named values other than null. The order of sections stays";
  return new Failure(`A ConfigFile cannot hold that: ${holds}.`, exitCode.usage);
}

function sectionsIn(value: Variant): Map<string, Map<string, Variant>> {
  const sections = value instanceof Dictionary ? [...value] : [];
  return new Map(
    sections.map(([name, values]) => {
      const entries = values instanceof Dictionary ? [...values] : [];
      return [name as string, new Map(entries as [string, Variant][])];
    }),
  );
}

/** Changes, renames and removes the keys of a section. */
function changeSection(
  config: ConfigFile,
  section: string,
  values: ReadonlyMap<string, Variant>,
  form: ReturnType<typeof formOf>,
): void {
  const [before, after] = [config.keys(section), [...values.keys()]];
  for (const [index, key] of before.entries()) {
    const renamed = after[index];
    const isRenamed = !values.has(key) && before.length === after.length && renamed !== undefined;
    if (isRenamed && !before.includes(renamed)) config.rename(section, key, renamed);
    const name = isRenamed ? renamed : key;
    const value = values.get(name);
    const text = config.getText(section, name);
    if (value === undefined) config.delete(section, key);
    else if (text !== undefined) config.setText(section, name, editText(text, value, form));
  }
}

function printedConfig(config: ConfigFile, print: (value: Variant) => string | undefined): string {
  for (const section of config.sections()) {
    for (const key of config.keys(section)) {
      const text = print(config.get(section, key, exact) as Variant);
      if (text !== undefined) config.setText(section, key, text);
    }
  }
  return config.toString();
}
