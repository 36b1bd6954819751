// Contents in text form: ConfigFile, and the output of var_to_str and JSON.from_native. The page shows and edits their values,
// and writes them back as the same kind of text.

import {
  ConfigFile,
  type ContainerName,
  Dictionary,
  fromNative,
  parseText,
  type TextOptions,
  toNative,
  toText,
  type Variant,
  VariantError,
} from "godot-variant";
import type { Transcription } from "./content.js";

const exact = { mode: "exact" } as const;

/** A text that holds values. */
export interface TextContent extends Transcription {
  /** The kind of text, in words. */
  readonly name: string;
}

const readers: Partial<Record<ContainerName, (text: string) => TextContent | undefined>> = {
  config: configContent,
  project: configContent,
  // The output of var_to_str may start with a brace or a bracket too.
  json: (text) => nativeContent(text) ?? (isJson(text) ? undefined : printedContent(text)),
  text: printedContent,
};

/**
 * The values of a text; undefined if it contains none, as in most JSON and text files. Throws for a ConfigFile that cannot be
 * read, because the place of its error helps to mend it.
 */
export function textContent(content: Uint8Array, kind: ContainerName): TextContent | undefined {
  const read = readers[kind];
  if (read === undefined) return undefined;
  try {
    return read(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content));
  } catch (error) {
    if (read === configContent && error instanceof VariantError) throw error;
    return undefined;
  }
}

/** Digits after a point or an exponent are of a float. */
const textOrLargeInt = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d{16,}(?![\d.eE])/gs;

/** Parses JSON that an engine wrote: `JSON.parse` rejects its unescaped control characters and rounds its large ints. */
function jsonOf(text: string): unknown {
  const quoted = text.replace(textOrLargeInt, (found) => (found.startsWith('"') ? found : `"${found}"`));
  const escaped = quoted.replace(/[^\P{Cc}\t\n\r]/gu, (letter) => JSON.stringify(letter).slice(1, -1));
  return JSON.parse(escaped);
}

function isJson(text: string): boolean {
  try {
    jsonOf(text);
    return true;
  } catch {
    return false;
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Names of types in Godot 3, which does not read the names of Godot 4. */
const oldNames = /\b(Pool\w+Array|Transform|Quat)\s*\(/;

function printing(text: string): TextOptions {
  return oldNames.test(text) ? { ...exact, engine: "3.6" } : exact;
}

function printedContent(text: string): TextContent {
  const value = parseText(text, exact);
  const options = printing(text);
  const end = /\s*$/.exec(text)?.[0] ?? "";
  return {
    name: "text of var_to_str",
    values: [value],
    toContent: ([value]) => bytesOf(toText(value, options) + end),
  };
}

/** Undefined for JSON without type information. */
function nativeContent(text: string): TextContent | undefined {
  let value: Variant;
  try {
    value = fromNative(jsonOf(text), exact);
  } catch {
    return undefined;
  }
  const indent = /^.\r?\n([ \t]+)/.exec(text)?.[1];
  return {
    name: "JSON of from_native",
    values: [value],
    toContent: ([value]) => bytesOf(JSON.stringify(toNative(value, exact), null, indent)),
  };
}

/** Each section is a Dictionary; the values before the first one are in a section without a name. */
function configContent(text: string): TextContent {
  const read = new ConfigFile(text);
  const sections = read.sections().map((section) => {
    const values = read.keys(section).map((key) => [key, read.get(section, key, exact) as Variant] as const);
    return [section, new Dictionary(values)] as const;
  });
  return {
    name: "ConfigFile",
    values: [new Dictionary(sections)],
    toContent: ([value]) => bytesOf(configText(text, value as Dictionary)),
  };
}

/** The text with its changed values; the rest stays as written. Throws if a value is not in a section. */
function configText(text: string, sections: Dictionary): string {
  const file = new ConfigFile(text);
  const options = printing(text);
  const kept = new Set<string>();
  for (const [section, values] of sections) {
    if (typeof section !== "string" || !(values instanceof Map)) throw sectionError();
    for (const [key, value] of values as Dictionary) {
      if (typeof key !== "string") throw sectionError();
      kept.add(JSON.stringify([section, key]));
      const before = file.get(section, key, exact);
      const isSame = before !== undefined && toText(before, exact) === toText(value, exact);
      if (!isSame) file.set(section, key, value, options);
    }
  }
  for (const section of file.sections()) {
    for (const key of file.keys(section)) {
      if (!kept.has(JSON.stringify([section, key]))) file.delete(section, key);
    }
  }
  return file.toString();
}

function sectionError(): Error {
  return new Error("A ConfigFile consists of sections, and each section of named values.");
}
