// The structure of a text resource: its sections, and where each property and its value are. All other text is kept as it is.

import { parseInFile } from "../forms/file-marks.js";
import { asPart } from "../forms/text-part.js";
import {
  afterSpace,
  afterValue,
  endOfKey,
  endOfValue,
  errorInText,
  keyOf,
  textError,
} from "../forms/text-scanner.js";
import { encode, type ParseOptions, parseText, type Variant, VariantError } from "../index.js";
import { quotedTypes } from "./text-types.js";

/** A property, with places in the text. */
export interface TextProperty {
  readonly name: string;
  readonly at: number;
  readonly valueAt: number;
  readonly end: number;
}

/** A section: `[tag name=value …]`, and the properties up to the next one. */
export interface TextSection {
  readonly tag: string;
  readonly at: number;
  readonly attributes: ReadonlyMap<string, Variant>;
  /** The end of the last property, or of the header. */
  readonly end: number;
  readonly properties: readonly TextProperty[];
}

const knownTags = new Set([
  "gd_resource",
  "gd_scene",
  "ext_resource",
  "sub_resource",
  "resource",
  "node",
  "connection",
  "editable",
]);
/** Versions 1 and 2 are those of Godot 2 and 3; 4 is that of Godot 4.3 with packed vectors or bytes in base64. */
const newestFormat = 4;
const oldestFormat = 2;
/** Some editors write it; it stays, although the engines refuse a text resource with it. */
const mark = "\uFEFF";
const parseKey = (quoted: string) => parseInFile(parseText, quoted);

/** Splits a text resource into its sections. Throws `bad-text` with line and column. */
export function readSections(text: string): TextSection[] {
  const sections: TextSection[] = [];
  let at = afterSpace(text, text.startsWith(mark) ? mark.length : 0);
  while (at < text.length) {
    const header = readHeader(text, at);
    if (!knownTags.has(header.tag) || (sections.length === 0) !== header.tag.startsWith("gd_"))
      throw textError("bad-text", text, at);
    const properties: TextProperty[] = [];
    let end = header.end;
    for (at = afterSpace(text, end); at < text.length && text[at] !== "["; at = afterSpace(text, end)) {
      const equals = endOfKey(text, at);
      const name = keyOf(text, at, equals, parseKey);
      const valueAt = afterSpace(text, equals + 1);
      end = endOfValue(text, valueAt);
      if (name === "") throw textError("bad-text", text, at);
      properties.push({ name, at, valueAt, end });
    }
    sections.push({ ...header, properties, end });
  }
  const format = Number(sections[0]?.attributes.get("format"));
  if (!(format >= oldestFormat && format <= newestFormat))
    throw new VariantError("bad-container", { offset: 0 });
  checkEnd(text, sections);
  return sections;
}

/** Engines read no resource without its own section, which is the last, and no scene without nodes. Such a file has been cut. */
function checkEnd(text: string, sections: readonly TextSection[]): void {
  const isScene = sections[0]?.tag === "gd_scene";
  const main = sections.findIndex(({ tag }) => tag === (isScene ? "node" : "resource"));
  if (main < 0) throw textError("unexpected-end", text, text.length);
  const next = sections[main + 1];
  if (!isScene && next !== undefined) throw textError("bad-text", text, next.at);
}

function readHeader(text: string, start: number) {
  const name = /[a-z_]+/y;
  name.lastIndex = start + 1;
  const [tag] = name.exec(text) ?? [];
  if (text[start] !== "[" || tag === undefined) throw textError("bad-text", text, start);
  const attributes = new Map<string, Variant>();
  let at = afterSpace(text, name.lastIndex);
  while (text[at] !== "]") {
    if (at === text.length) throw textError("unexpected-end", text, at);
    const equals = endOfKey(text, at);
    const valueAt = afterSpace(text, equals + 1);
    const end = afterValue(text, valueAt);
    attributes.set(keyOf(text, at, equals, parseKey), valueIn(text, valueAt, end, { mode: "plain" }));
    at = afterSpace(text, end);
  }
  return { tag, at: start, attributes, end: at + 1 };
}

function valueIn(
  text: string,
  start: number,
  end: number,
  how: Pick<ParseOptions, "mode" | "dialect">,
): Variant {
  try {
    return parseInFile(parseText, asPart(quotedTypes(text.slice(start, end))), how);
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    throw errorInText(error, text, start + Math.min(error.offset ?? 0, end - start));
  }
}

/** How values are read: Godot 3 compares keys in another way. */
export const exactlyAs = (isOld: boolean) =>
  ({ mode: "exact", dialect: isOld ? "godot-3" : "godot-4" }) as const;

/** The value of a property in Godot 4's encoding. */
export function wireIn(
  text: string,
  { valueAt, end }: TextProperty,
  isOld: boolean,
): Uint8Array<ArrayBuffer> {
  const value = valueIn(text, valueAt, end, exactlyAs(isOld));
  return encode(value, { mode: "exact", fullObjects: true }) as Uint8Array<ArrayBuffer>;
}
