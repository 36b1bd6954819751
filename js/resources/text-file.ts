// Text resource files: `.tres` and `.tscn`.
import { type Hint, hint } from "../base/hints.js";
import { tooLarge } from "../base/limit-errors.js";
import { limitsOf } from "../base/options.js";
import { storedBytes, storedText } from "../forms/stored-text.js";
import { textError } from "../forms/text-scanner.js";
import { formatPath, type Variant, VariantError, type Warning } from "../index.js";
import type { ExternalResource, ReadBlock, ReadFile, StoredNode, StoredResource } from "./resource-types.js";
import { externalClass } from "./stored-format.js";
import {
  formatOf,
  isOwner,
  newestFormat,
  oldFormat,
  readSections,
  type TextSection,
  wireIn,
} from "./text-reader.js";
import { unlistedReference } from "./text-references.js";
import { restructured } from "./text-structure.js";
import { editText, type TextFormat } from "./text-writer.js";
import { decodeValue, type ValueOptions } from "./value-changes.js";

/** Reads a text resource or scene. */
export function readTextFile(bytes: Uint8Array<ArrayBuffer>, options: ValueOptions): ReadFile {
  const stored = storedText(bytes);
  if (stored === undefined) throw new VariantError("bad-utf8");
  const { text, surrogates } = stored;
  const sections = readSections(text);
  const owners = sections.filter(isOwner);
  const isOld = formatOf(sections) === oldFormat;
  const blocks = owners.map((section) => blockOf(text, section, options, isOld));
  const unlisted = unlistedReference(text, sections);
  if (unlisted !== undefined)
    throw textError("bad-text", text, unlisted.at, [hint("resource-unlisted", unlisted.reference)]);
  const { about, sectionsOf } = contentsOf(
    sections,
    new Map(owners.map((section, i) => [section, (blocks[i] as ReadBlock).properties])),
  );
  const lists = listsOf(
    about.externals,
    about.resources.filter((one) => sectionsOf.has(one)),
    (second, hints) => textError("bad-container", text, sectionsOf.get(second)?.at ?? 0, hints),
  );
  const format = {
    isOld,
    hasBase64: formatOf(sections) === newestFormat,
    newLine: text.includes("\r\n") ? "\r\n" : "\n",
    lists,
  };
  return {
    about,
    references: new Map(Array.from(sectionsOf, ([one, section]) => [one, idOf(section)])),
    blocks,
    headers: sections.flatMap(({ attributes }) => [...attributes.values()]),
    edit(changes, structure) {
      const edited =
        structure === undefined
          ? editText(text, owners, changes, format)
          : restructured({ text, sections, owners, sectionsOf }, changes, structure, {
              ...format,
              lists: listsOf(
                structure.externals,
                structure.resources,
                (_, hints) => new VariantError("bad-container", { hints }),
              ),
            });
      // In plain mode, only the text has declared types.
      const gone = structure && unlistedReference(edited, readSections(edited));
      if (gone !== undefined)
        throw new VariantError("unsupported-value", { hints: [hint("resource-unlisted", gone.reference)] });
      const result = storedBytes(edited, surrogates);
      if (result.length > limitsOf(options.limits).outputBytes) throw tooLarge("outputBytes");
      return result;
    },
  };
}

/** The values of a section, and their bytes. */
function blockOf(
  text: string,
  { properties, repeated }: TextSection,
  options: ValueOptions,
  isOld: boolean,
): ReadBlock {
  const warnings: Warning[] = repeated.map((offset) => ({ code: "repeated-key", offset, path: "" }));
  const names = new Set<string>();
  for (const { name, at } of properties) {
    if (names.has(name)) warnings.push({ code: "repeated-key", offset: at, path: formatPath([name]) });
    names.add(name);
  }
  const heard = options.warns ? warnings : undefined;
  const old = new Map(properties.map((property) => [property.name, wireIn(text, property, isOld, heard)]));
  return {
    properties: new Map(Array.from(old, ([name, wire]) => [name, decodeValue(wire, options, isOld)])),
    old,
    warnings: warnings.sort((one, other) => one.offset - other.offset),
  };
}

/** What a file holds, and the section of each resource that references lead to. */
function contentsOf(
  sections: readonly TextSection[],
  propertiesOf: ReadonlyMap<TextSection, Map<string, Variant>>,
): { readonly about: ReadFile["about"]; readonly sectionsOf: ReadonlyMap<object, TextSection> } {
  const header = sections[0] as TextSection;
  const { type: mainType = "PackedScene", script_class: scriptClass, uid: mainUid } = textsOf(header);
  const format = formatOf(sections);
  const externals: ExternalResource[] = [];
  const resources: StoredResource[] = [];
  const nodes: StoredNode[] = [];
  const sectionsOf = new Map<object, TextSection>();
  for (const section of sections) {
    const { tag } = section;
    const { id = "", type, path = "", uid, name = "", parent } = textsOf(section);
    const properties = propertiesOf.get(section);
    if (tag === "ext_resource") {
      const made = Object.freeze({ id, type: type ?? "", path, ...(uid && { uid }) });
      sectionsOf.set(made, section);
      externals.push(made);
    } else if (tag === "node" && properties !== undefined) {
      nodes.push(Object.freeze({ name, ...(type && { type }), ...(parent && { parent }), properties }));
    } else if (properties !== undefined) {
      const isInner = tag === "sub_resource";
      // Engines ignore an id of the main resource, to which nothing refers.
      const made = Object.freeze({ id: isInner ? id : "", type: type ?? mainType, properties });
      if (isInner) sectionsOf.set(made, section);
      resources.push(made);
    }
  }
  const about: ReadFile["about"] = {
    kind: "text",
    engine: Object.freeze({ major: format === oldFormat ? 3 : 4 }),
    format,
    bigEndian: false,
    compressed: false,
    type: mainType,
    ...(scriptClass && { scriptClass }),
    ...(mainUid && { uid: mainUid }),
    externals: Object.freeze(externals),
    resources: Object.freeze(resources),
    nodes: Object.freeze(nodes),
  };
  return { about, sectionsOf };
}

/** The id of a resource as references hold it: a number in Godot 3. */
const idOf = ({ attributes }: TextSection): string | number =>
  (attributes.get("id") as string | number | undefined) ?? "";

/** Whether a reference leads to one of these resources. Throws if two have the same id, because a reference could mean either. */
function listsOf(
  externals: readonly ExternalResource[],
  internals: readonly StoredResource[],
  failed: (second: ExternalResource | StoredResource, hints: Hint[]) => VariantError,
): TextFormat["lists"] {
  const [outer, inner] = [externals, internals].map((list) => {
    const ids = new Set<string>();
    for (const one of list) {
      if (ids.has(one.id)) throw failed(one, [hint("id-twice", one.id)]);
      ids.add(one.id);
    }
    return ids;
  }) as [Set<string>, Set<string>];
  return (className, id) => (className === externalClass ? outer : inner).has(id);
}

/** The attributes of a section as texts. */
const textsOf = ({ attributes }: TextSection): Record<string, string | undefined> =>
  Object.fromEntries([...attributes].map(([name, value]) => [name, String(value)]));
