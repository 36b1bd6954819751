// The structure of a text resource: its sections, and where each property and its value are. All other text is kept as it is.

import { hint } from "../base/hints.js";
import { isOld } from "../base/old-engines.js";
import { joinedPath } from "../base/path.js";
import { checkRead } from "../forms/engine-text.js";
import { parseInFile } from "../forms/file-marks.js";
import { asPart } from "../forms/text-part.js";
import {
  afterSpace,
  afterValue,
  endOfKey,
  endOfToken,
  endOfValue,
  errorInText,
  keyOf,
  textError,
} from "../forms/text-scanner.js";
import {
  encode,
  formatPath,
  type ParseOptions,
  parseText,
  type Variant,
  VariantError,
  type Warning,
} from "../index.js";
import { quotedTypes } from "./text-types.js";

/** A property, with places in the text. */
interface TextProperty {
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
  /** Where the header names attributes again. Engines take the last value. */
  readonly repeated: readonly number[];
  /** The end of the last property, or of the header. */
  readonly end: number;
  readonly properties: readonly TextProperty[];
}

interface SectionRule {
  /** What its header must name. */
  readonly needs: readonly string[];
  /** The sections that may follow it. */
  readonly next: readonly string[];
  /** Whether it has properties. */
  readonly isOwner: boolean;
}

const inner = ["ext_resource", "sub_resource", "resource", "node"];
const ofScene = ["node", "connection", "editable"];

/** The sections that engines read: they refuse the whole file for any other, and for one in another place. */
const rules: Readonly<Record<string, SectionRule>> = {
  gd_resource: { needs: ["type"], next: inner, isOwner: false },
  gd_scene: { needs: [], next: inner, isOwner: false },
  ext_resource: { needs: ["path", "type", "id"], next: inner, isOwner: false },
  sub_resource: { needs: ["type", "id"], next: inner, isOwner: true },
  resource: { needs: [], next: [], isOwner: true },
  node: { needs: [], next: ofScene, isOwner: true },
  connection: { needs: ["from", "to", "signal", "method"], next: ofScene, isOwner: false },
  editable: { needs: ["path"], next: ofScene, isOwner: false },
};

const ruleOf = ({ tag }: { readonly tag: string }): SectionRule => rules[tag] as SectionRule;

/** Whether a section has properties. */
export const isOwner = (section: TextSection): boolean => ruleOf(section).isOwner;

/** Versions 1 and 2 are those of Godot 2 and 3; 4 is that of Godot 4.3 with packed vectors or bytes in base64. */
export const newestFormat = 4;
/** What Godot 3 writes. */
export const oldFormat = 2;
export const formatOf = ([header]: readonly TextSection[]): number =>
  Number(header?.attributes.get("format"));
/** Some editors write it; it stays, although the engines refuse a text resource with it. */
const mark = "\uFEFF";
const parseKey = (quoted: string) => parseInFile(parseText, quoted);

/** Splits a text resource into its sections. Throws `bad-text` with line and column. */
export function readSections(text: string): TextSection[] {
  const sections: TextSection[] = [];
  let at = afterSpace(text, text.startsWith(mark) ? mark.length : 0);
  while (at < text.length) {
    const header = readHeader(text, at, formatOf(sections) === oldFormat);
    checkHeader(text, header, sections);
    const properties: TextProperty[] = [];
    let end = header.end;
    for (at = afterSpace(text, end); at < text.length && text[at] !== "["; at = afterSpace(text, end)) {
      const equals = endOfKey(text, at);
      const name = keyOf(text, at, equals, parseKey);
      const valueAt = afterSpace(text, equals + 1);
      end = endOfValue(text, valueAt);
      if (name === "" || !isOwner(header))
        throw textError("bad-text", text, at, [
          hint("not-read-here", name === "" ? "a property without a name" : "properties"),
        ]);
      properties.push({ name, at, valueAt, end });
    }
    sections.push({ ...header, properties, end });
  }
  const format = formatOf(sections);
  if (Number.isNaN(format)) throw textError("bad-text", text, sections[0]?.at ?? 0, [hint("no-format")]);
  if (!(format >= oldFormat && format <= newestFormat))
    throw textError("bad-container", text, sections[0]?.at ?? 0, [hint("resource-version", format)]);
  // Such a file has been cut.
  if (ruleOf(sections.at(-1) as TextSection).next === inner)
    throw textError("unexpected-end", text, text.length, [hint("no-main-section")]);
  return sections;
}

/** Throws for a section that engines do not read behind these ones. */
function checkHeader(
  text: string,
  { tag, at, attributes }: TextSection,
  before: readonly TextSection[],
): void {
  const [first, last] = [before[0], before.at(-1)];
  const allowed = last === undefined ? ["gd_resource", "gd_scene"] : ruleOf(last).next;
  const isOfOther = tag === (first?.tag === "gd_scene" ? "resource" : "node");
  // Only Godot 3 reads them in any order.
  const isLate = tag === "ext_resource" && last?.tag === "sub_resource" && formatOf(before) !== oldFormat;
  if (!allowed.includes(tag) || isOfOther || isLate)
    throw textError("bad-text", text, at, [hint("not-read-here", `a section [${tag}]`)]);
  const missing = rules[tag]?.needs.find((name) => !attributes.has(name));
  if (missing !== undefined) throw textError("bad-text", text, at, [hint("header-needs", missing)]);
}

/** The word that begins here; undefined for anything else. */
function wordAt(text: string, at: number): string | undefined {
  const word = /[a-z_]\w*/iy;
  word.lastIndex = at;
  return word.exec(text)?.[0];
}

/** Names, classes and paths, which engines write as texts, and refuse or read as other texts if they are anything else. */
const named = /^(?:type|path|uid|name|parent|script_class)$/;

/** What an attribute must be, unless it is. Godot 3 refuses any other `format`; ids are whole numbers there. */
function misfit(name: string, value: string): string | undefined {
  if (name === "format") return /^(?:\d+|"\d+")$/.test(value) ? undefined : "a whole number";
  if (name === "id") return /^(?:&?"|-?\d+$)/.test(value) ? undefined : "a text or a whole number";
  return !named.test(name) || /^&?"/.test(value) ? undefined : "a text";
}

function readHeader(text: string, start: number, old: boolean): TextSection {
  const tagAt = afterSpace(text, start + 1);
  const tag = wordAt(text, tagAt);
  if (text[start] !== "[" || tag === undefined) throw textError("bad-text", text, start);
  const attributes = new Map<string, Variant>();
  const repeated: number[] = [];
  let at = afterSpace(text, tagAt + tag.length);
  while (text[at] !== "]") {
    const name = wordAt(text, at);
    const equals = afterSpace(text, at + (name ?? "").length);
    if (equals === text.length) throw textError("unexpected-end", text, equals);
    if (name === undefined || text[equals] !== "=") throw textError("bad-text", text, equals);
    const valueAt = afterSpace(text, equals + 1);
    const end = endOfToken(text, valueAt, afterValue(text, valueAt));
    const fitting = misfit(name, text.slice(valueAt, end));
    if (fitting !== undefined)
      throw textError("bad-text", text, valueAt, [hint("attribute-form", name, fitting)]);
    if (attributes.has(name)) repeated.push(at);
    attributes.set(name, valueIn(text, valueAt, end, { ...exactlyAs(old), mode: "plain" }));
    at = afterSpace(text, end);
  }
  return { tag, at: start, attributes, repeated, properties: [], end: at + 1 };
}

function valueIn(
  text: string,
  start: number,
  end: number,
  how: Pick<ParseOptions, "mode" | "dialect" | "onWarning">,
): Variant {
  try {
    const part = text.slice(start, end);
    checkRead(part, isOld(how.dialect), true);
    const quoted = quotedTypes(part);
    return parseInFile(parseText, end === text.length ? quoted : asPart(quoted), how);
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    throw errorInText(error, text, start + Math.min(error.offset ?? 0, end - start));
  }
}

/** How values are read: Godot 3 compares keys in another way. */
export const exactlyAs = (old: boolean) => ({ mode: "exact", dialect: old ? "godot-3" : "godot-4" }) as const;

/** The value of a property in Godot 4's encoding. */
export function wireIn(
  text: string,
  { name, valueAt, end }: TextProperty,
  old: boolean,
  warnings: Warning[] | undefined,
): Uint8Array<ArrayBuffer> {
  const onWarning = (warning: Warning) => {
    const offset = Math.min(valueAt + warning.offset, end);
    warnings?.push({ ...warning, offset, path: joinedPath(formatPath([name]), warning.path) });
  };
  const value = valueIn(text, valueAt, end, { ...exactlyAs(old), ...(warnings && { onWarning }) });
  return encode(value, { mode: "exact", fullObjects: true }) as Uint8Array<ArrayBuffer>;
}
