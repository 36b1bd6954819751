// Contents that are texts of values: ConfigFile, what var_to_str prints, JSON.from_native. They are shown and changed as
// values, and written back as the text that they were.
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
import type { ApartContent } from "./frames.js";

const exact = { mode: "exact" } as const;

/** A text that holds values. */
export interface TextContent extends ApartContent {
  /** What it is called. */
  readonly name: string;
}

const readers: Partial<Record<ContainerName, (text: string) => TextContent | undefined>> = {
  config: configContent,
  project: configContent,
  // What is printed begins with a brace or a bracket too.
  json: (text) => nativeContent(text) ?? (isJson(text) ? undefined : printedContent(text)),
  text: printedContent,
};

/**
 * The values of a content of this kind; undefined when it holds none. A ConfigFile that cannot be read throws, as its
 * place is worth knowing; of the other kinds most files hold no values of Godot.
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

const textOrLargeInt = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/gs;

/** JSON of engines, whose control characters it does not allow, and of whose large ints `JSON.parse` would lose digits. */
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

/** Names that only Godot 3 has: it does not read those of Godot 4. */
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

/** Undefined for JSON that has no types in it. */
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

/** Sections are dictionaries; what stands before the first one is the section without a name. */
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

/** The text with what has changed; everything else stays as it was written. Throws when values are not in sections. */
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

function sectionError(): VariantError {
  return new VariantError("wrong-type", { hint: "a ConfigFile has sections, and values with names in them" });
}
