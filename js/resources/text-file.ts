// Text resource files: `.tres` and `.tscn`.
import { limitsOf } from "../base/options.js";
import { decode, type Variant, VariantError } from "../index.js";
import type { ReadFile } from "./resource-types.js";
import { externalClass } from "./stored-format.js";
import { readSections, type TextSection, wireIn } from "./text-reader.js";
import { restructured } from "./text-structure.js";
import { editText } from "./text-writer.js";
import type { ValueOptions } from "./value-changes.js";

/** The version of the format that Godot 3 writes. */
const oldFormat = 2;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a text resource or scene. */
export function readTextFile(bytes: Uint8Array<ArrayBuffer>, options: ValueOptions): ReadFile {
  const text = textOf(bytes);
  const sections = readSections(text);
  const header = sections[0] as TextSection;
  const isOld = Number(header.attributes.get("format")) === oldFormat;
  const references = new Map<object, string | number>();
  const sectionsOf = new Map<object, TextSection>();
  const remember = <T extends object>(made: T, section: TextSection): T => {
    sectionsOf.set(made, section);
    references.set(made, (section.attributes.get("id") as string | number | undefined) ?? "");
    return Object.freeze(made);
  };
  const externals = sections
    .filter(({ tag }) => tag === "ext_resource")
    .map((section) => {
      const { id, type, path, uid } = textsOf(section);
      return remember({ id: id ?? "", type: type ?? "", path: path ?? "", ...(uid && { uid }) }, section);
    });
  const owners = sections.filter(({ tag }) => ["sub_resource", "resource", "node"].includes(tag));
  const blocks = owners.map(({ properties }) => {
    const old = new Map(properties.map((property) => [property.name, wireIn(text, property)]));
    return { properties: new Map([...old].map(([name, wire]) => [name, valueIn(wire, options)])), old };
  });
  const mapOf = (section: TextSection) => blocks[owners.indexOf(section)]?.properties as Map<string, Variant>;
  const { type = "PackedScene", script_class: scriptClass, uid } = textsOf(header);
  const resources = owners
    .filter(({ tag }) => tag !== "node")
    .map((section) => {
      const own = textsOf(section);
      const made = { id: own.id ?? "", type: own.type ?? type, properties: mapOf(section) };
      return section.tag === "sub_resource" ? remember(made, section) : Object.freeze(made);
    });
  const nodes = owners
    .filter(({ tag }) => tag === "node")
    .map((section) => {
      const { name = "", type, parent } = textsOf(section);
      return Object.freeze({
        name,
        ...(type && { type }),
        ...(parent && { parent }),
        properties: mapOf(section),
      });
    });
  const isSub = (one: object) => references.has(one);
  const externalIds = idsOf(externals);
  const internalIds = idsOf(resources.filter(isSub));
  return {
    about: {
      kind: "text",
      engine: Object.freeze({ major: isOld ? 3 : 4 }),
      format: Number(header.attributes.get("format")),
      bigEndian: false,
      compressed: false,
      type,
      ...(scriptClass && { scriptClass }),
      ...(uid && { uid }),
      externals: Object.freeze(externals),
      resources: Object.freeze(resources),
      nodes: Object.freeze(nodes),
    },
    references,
    blocks,
    headers: sections.flatMap(({ attributes }) => [...attributes.values()]),
    edit(changes, structure) {
      const listed = structure && {
        externals: idsOf(structure.externals),
        internals: idsOf(structure.resources),
      };
      const { externals: ext, internals } = listed ?? { externals: externalIds, internals: internalIds };
      const lists = (className: string, id: string) =>
        (className === externalClass ? ext : internals).has(id);
      const format = { isOld, lists };
      const edited =
        structure === undefined
          ? editText(text, owners, changes, format)
          : restructured(text, sections, sectionsOf, owners, changes, structure, format);
      const result = new TextEncoder().encode(edited);
      if (result.length > limitsOf(options.limits).outputBytes) throw new VariantError("too-large");
      return result;
    },
  };
}

/** Throws if two have the same id, because a reference could mean either. */
function idsOf(list: readonly { readonly id: string }[]): ReadonlySet<string> {
  const ids = new Set(list.map(({ id }) => id));
  if (ids.size < list.length) throw new VariantError("bad-container");
  return ids;
}

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new VariantError("bad-utf8");
  }
}

const valueIn = (wire: Uint8Array, { mode, dictionaries, limits }: ValueOptions): Variant =>
  decode(wire, { mode, dictionaries, limits, allowObjects: true });

/** The attributes of a section as texts. */
const textsOf = ({ attributes }: TextSection): Record<string, string | undefined> =>
  Object.fromEntries([...attributes].map(([name, value]) => [name, String(value)]));
