// Writes a text resource with other sections: resources that were added, removed or put into another order.
import type { BlockChanges } from "./block-changes.js";
import { applied } from "./edits.js";
import type { ExternalResource, StoredResource, Structure } from "./resource-types.js";
import type { TextSection } from "./text-reader.js";
import { propertyLines, sectionEdits, type TextFormat } from "./text-writer.js";

/** The text with these resources, external ones first, as engines write and read them. Every section that stays keeps its letters. */
export function restructured(
  text: string,
  sections: readonly TextSection[],
  sectionsOf: ReadonlyMap<object, TextSection>,
  owners: readonly TextSection[],
  changes: readonly BlockChanges[],
  { externals, resources, made }: Structure,
  format: TextFormat,
): string {
  const newLine = text.includes("\r\n") ? "\r\n" : "\n";
  const [header, ...others] = sections as readonly [TextSection, ...TextSection[]];
  const next = new Map(sections.map((section, i) => [section, sections[i + 1]]));
  const endOf = (section: TextSection) => next.get(section)?.at ?? text.length;
  const changesOf = new Map(owners.map((section, i) => [section, changes[i]]));
  const editsOf = (section: TextSection) => {
    const own = changesOf.get(section);
    return own === undefined ? [] : sectionEdits(text, section, own, format, newLine);
  };
  const textOf = (section: TextSection) =>
    applied(editsOf(section), (from, to = endOf(section)) => text.slice(Math.max(from, section.at), to)).join(
      "",
    );
  const isInner = ({ tag }: TextSection) => tag === "ext_resource" || tag === "sub_resource";
  const kept = (one: object) => {
    const section = sectionsOf.get(one);
    return section === undefined ? undefined : textOf(section);
  };
  const outer = externals.map((one) => kept(one) ?? externalHeader(one, format) + newLine);
  const inner = resources.map((one) => {
    const lines = propertyLines(made.get(one) ?? new Map(), format, newLine);
    return kept(one) ?? resourceHeader(one, format) + newLine + lines + newLine;
  });
  // A blank line follows the external resources as a whole.
  const lines = outer.map((own, i) => {
    const section = sectionsOf.get(externals[i] as object);
    const wasLast = section !== undefined && next.get(section)?.tag !== "ext_resource";
    const isLast = i === outer.length - 1;
    return section !== undefined && isLast === wasLast
      ? own
      : own.trimEnd() + newLine + (isLast ? newLine : "");
  });
  const steps = externals.length + resources.length + 1;
  const oldSteps = sections.filter(isInner).length + 1;
  return [
    text.slice(0, header.at),
    withSteps(textOf(header), oldSteps, steps, format.isOld),
    ...lines,
    ...inner,
    ...others.filter((section) => !isInner(section)).map(textOf),
  ].join("");
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
