// Writes a text resource with other sections: resources that were added, removed or put into another order.

import { applied } from "../base/edits.js";
import type { BlockChanges } from "./block-changes.js";
import type { ExternalResource, StoredResource, Structure } from "./resource-types.js";
import type { TextSection } from "./text-reader.js";
import { propertyLines, sectionEdits, type TextFormat } from "./text-writer.js";

/** A text resource as it was read. */
interface TextSource {
  readonly text: string;
  readonly sections: readonly TextSection[];
  /** The sections with properties, in the order of the changes. */
  readonly owners: readonly TextSection[];
  /** The sections of the resources that were read. */
  readonly sectionsOf: ReadonlyMap<object, TextSection>;
}

const isInner = ({ tag }: TextSection) => tag === "ext_resource" || tag === "sub_resource";

/** The text with these resources, external ones first, as engines write and read them. Every section that stays keeps its letters. */
export function restructured(
  source: TextSource,
  changes: readonly BlockChanges[],
  { externals, resources, made }: Structure,
  format: TextFormat,
): string {
  const { text, sections, sectionsOf } = source;
  const [header, ...others] = sections as readonly [TextSection, ...TextSection[]];
  const textOf = sectionTexts(source, changes, format);
  const inner = resources.map((one) => {
    const section = sectionsOf.get(one);
    if (section !== undefined) return textOf(section);
    const lines = propertyLines(made.get(one) ?? new Map(), format);
    return resourceHeader(one, format) + format.newLine + lines + format.newLine;
  });
  const oldSteps = sections.filter(isInner).length + 1;
  const steps = externals.length + resources.length + 1;
  return [
    text.slice(0, header.at),
    withSteps(textOf(header), oldSteps, steps, format.isOld),
    ...externalLines(source, externals, textOf, format),
    ...inner,
    ...others.filter((section) => !isInner(section)).map(textOf),
  ].join("");
}

/** The text of each section up to the next one, with the changes of its properties. */
function sectionTexts(
  { text, sections, owners }: TextSource,
  changes: readonly BlockChanges[],
  format: TextFormat,
): (section: TextSection) => string {
  const ends = new Map(sections.map((section, i) => [section, sections[i + 1]?.at ?? text.length]));
  const changesOf = new Map(owners.map((section, i) => [section, changes[i]]));
  return (section) => {
    const own = changesOf.get(section);
    const edits = own === undefined ? [] : sectionEdits(text, section, own, format);
    const part = (from: number, to = ends.get(section)) => text.slice(Math.max(from, section.at), to);
    return applied(edits, part).join("");
  };
}

/** The lines of the external resources, which a blank line follows as a whole. */
function externalLines(
  { sections, sectionsOf }: TextSource,
  externals: readonly ExternalResource[],
  textOf: (section: TextSection) => string,
  format: TextFormat,
): string[] {
  const { newLine } = format;
  const isOuter = (section: TextSection | undefined) => section?.tag === "ext_resource";
  const lastOnes = new Set(sections.filter((one, i) => isOuter(one) && !isOuter(sections[i + 1])));
  return externals.map((one, i) => {
    const section = sectionsOf.get(one);
    const isLast = i === externals.length - 1;
    if (section !== undefined && isLast === lastOnes.has(section)) return textOf(section);
    const line = section === undefined ? externalHeader(one, format) : textOf(section).trimEnd();
    return line + newLine + (isLast ? newLine : "");
  });
}

function externalHeader({ id, type, path, uid }: ExternalResource, { isOld }: TextFormat): string {
  if (isOld) return `[ext_resource path="${path}" type="${type}" id=${id}]`;
  return `[ext_resource type="${type}"${uid === undefined ? "" : ` uid="${uid}"`} path="${path}" id="${id}"]`;
}

const resourceHeader = ({ id, type }: StoredResource, { isOld }: TextFormat) =>
  `[sub_resource type="${type}" id=${isOld ? id : `"${id}"`}]`;

/** The count of resources in the header, for the engine's progress. Godot 4.6 no longer writes it, others do unless it is 1. */
function withSteps(header: string, old: number, steps: number, isOld: boolean): string {
  const found = / load_steps=\d+/.exec(header);
  if (found !== null) return header.replace(found[0], steps > 1 ? ` load_steps=${steps}` : "");
  return isOld && old === 1 && steps > 1 ? header.replace(/ (?=format=)/, ` load_steps=${steps} `) : header;
}
