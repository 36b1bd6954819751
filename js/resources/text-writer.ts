// Writes an edited text resource: the text of values that changed, and nothing else.

import { sameBytes } from "../base/bytes.js";
import { applied, type Edit } from "../base/edits.js";
import { insideOf } from "../base/errors-within.js";
import { hint } from "../base/hints.js";
import { editText as editedText, type TextForm } from "../forms/edit-text.js";
import { checkEngineText, checkOldText, withReadEscapes } from "../forms/engine-text.js";
import { parseInFile, printedInFile } from "../forms/file-marks.js";
import { withOldNames } from "../forms/old-text.js";
import { asPart } from "../forms/text-part.js";
import { nameOf } from "../forms/text-scanner.js";
import {
  encode,
  GodotObject,
  parseText,
  type TextOptions,
  toText,
  type Variant,
  VariantError,
} from "../index.js";
import { type BlockChanges, type Changed, firstByName } from "./block-changes.js";
import { exactlyAs, type TextSection } from "./text-reader.js";
import { quotedTypes, unquotedTypes } from "./text-types.js";
import { decodeValue } from "./value-changes.js";

/** What the values of a text resource depend on. */
export interface TextFormat {
  readonly isOld: boolean;
  /** Whether its engine prints bytes in base64. */
  readonly hasBase64: boolean;
  /** The line end of the file. */
  readonly newLine: string;
  /** Whether a reference of this class leads to a resource that the file lists. */
  readonly lists: (className: string, id: string) => boolean;
}

/** Applies the changes of each section. Throws for a value that the file cannot hold. */
export function editText(
  text: string,
  sections: readonly TextSection[],
  changes: readonly BlockChanges[],
  format: TextFormat,
): string {
  const edits = sections.flatMap((section, i) =>
    sectionEdits(text, section, changes[i] as BlockChanges, format),
  );
  return applied(edits, (from, to) => text.slice(from, to)).join("");
}

/** The edits of one section. */
export function sectionEdits(
  text: string,
  section: TextSection,
  changes: BlockChanges,
  format: TextFormat,
): Edit<string>[] {
  const last = new Map(section.properties.map((property) => [property.name, property]));
  // Before the edits that remove what follows.
  const edits = newProperties(text, section, changes, format);
  for (const { name, at, end } of section.properties)
    if (changes.has(name) && changes.get(name) === undefined)
      edits.push({ at, end: beginsLine(text, at) ? endOfLine(text, end) : end, by: "" });
  for (const [name, { valueAt, end }] of last) {
    const wire = changes.get(name)?.wire;
    if (wire === undefined) continue;
    const value = insideOf([name], () => valueText(wire, format));
    edits.push({ at: valueAt, end, by: within(text.slice(valueAt, end), wire, format) ?? value });
  }
  return edits;
}

/** The edits that add properties, each on a line of its own. */
function newProperties(
  text: string,
  { properties, end }: TextSection,
  changes: BlockChanges,
  format: TextFormat,
): Edit<string>[] {
  const { newLine } = format;
  const old = firstByName(properties);
  const start = properties[0]?.at;
  const edits: Edit<string>[] = [];
  for (const [name, change] of changes) {
    if (change === undefined || old.has(name)) continue;
    const line = `${nameOf(name)} = ${insideOf([name], () => valueText(change.wire, format))}`;
    const before = change.behind === undefined ? undefined : old.get(change.behind);
    if (before === undefined && start !== undefined)
      edits.push({ at: start, end: start, by: line + newLine });
    else {
      const at = endOfComment(text, before?.end ?? end);
      edits.push({ at, end: at, by: newLine + line });
    }
  }
  return edits;
}

/** The text of a value with another one, in which the parts that are the same stay as written; undefined if that does not work. */
function within(text: string, wire: Uint8Array, format: TextFormat): string | undefined {
  const form: TextForm = {
    read: (part) => parseInFile(parseText, asPart(quotedTypes(part)), exactlyAs(format.isOld)),
    print: (value) => toText(value, { mode: "exact" }).trimEnd(),
    layoutOf: () => ({
      unit: "",
      colon: ": ",
      around: (_margin, isArray) =>
        isArray ? { open: "", comma: ", ", close: "" } : { open: "\n", comma: ",\n", close: "\n" },
      print: (value) => valueText(encode(value, { mode: "exact", fullObjects: true }), format),
    }),
  };
  const edited = editedText(text, decodeValue(wire, { mode: "exact" }, format.isOld), form);
  return keeps(edited, wire, format) ? edited : undefined;
}

/** Whether nothing but blanks is before an index in its line. */
const beginsLine = (text: string, at: number): boolean =>
  text.slice(text.lastIndexOf("\n", at) + 1, at).trim() === "";

/** The index behind the line break after a value, unless a comment follows it. */
function endOfLine(text: string, end: number): number {
  const rest = /[ \t]*\r?\n/y;
  rest.lastIndex = end;
  return rest.test(text) ? rest.lastIndex : end;
}

/** The index behind a comment that follows on the same line. */
function endOfComment(text: string, end: number): number {
  const comment = /[ \t]*;[^\r\n]*/y;
  comment.lastIndex = end;
  return comment.test(text) ? comment.lastIndex : end;
}

/** The properties of a new section, each on a line of its own. */
export const propertyLines = (properties: BlockChanges, format: TextFormat): string =>
  Array.from(
    properties,
    ([name, change]) => `${nameOf(name)} = ${valueText((change as Changed).wire, format)}${format.newLine}`,
  ).join("");

/** Prints as the engine does, if that keeps the value; otherwise with all digits and the order of keys. */
function valueText(wire: Uint8Array, format: TextFormat): string {
  const value = decodeValue(wire, { mode: "exact" }, format.isOld);
  checkReferences(value, format);
  // It throws for types that Godot 3 lacks.
  if (format.isOld) encode(value, { mode: "exact", fullObjects: true, dialect: "godot-3" });
  const style: TextOptions = { mode: "exact", base64: format.hasBase64 };
  const whole = toText(value, style);
  if (format.isOld) checkOldText(whole);
  const printed = withReadEscapes(toText(value, { ...style, engine: format.isOld ? "3.6" : "4.6" }));
  for (const form of [printed, format.isOld ? withOldNames(whole) : whole]) {
    const text = printedInFile(unquotedTypes(form.trimEnd()));
    if (!keeps(text, wire, format)) continue;
    checkEngineText(text);
    return text;
  }
  throw new VariantError("unsupported-value");
}

function keeps(text: string, wire: Uint8Array, { isOld }: TextFormat): boolean {
  try {
    const value = parseInFile(parseText, asPart(quotedTypes(text)), exactlyAs(isOld));
    return sameBytes(encode(value, { mode: "exact", fullObjects: true }), wire);
  } catch {
    return false;
  }
}

/** Throws for Objects that a resource cannot hold: all but references to resources that the file lists, or to a path. */
function checkReferences(value: Variant, format: TextFormat): void {
  if (value instanceof GodotObject) {
    const { className, properties } = value;
    if (className === "" || (className === "Resource" && properties.has("resource_path"))) return;
    const id = properties.get("id");
    // Godot 3 reads only numbers.
    const isWrong = format.isOld && typeof id === "string";
    if (properties.size !== 1 || isWrong || !format.lists(className, String(id)))
      throw new VariantError("unsupported-value", { hints: [hint("resource-objects")] });
  } else if (value instanceof Map) {
    for (const [key, item] of value) {
      checkReferences(key, format);
      checkReferences(item, format);
    }
  } else if (Array.isArray(value)) for (const item of value) checkReferences(item, format);
}
