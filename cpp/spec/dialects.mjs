// Resolves what variant.json says of types and dialects.
import { readFileSync } from "node:fs";

export const spec = JSON.parse(readFileSync(new URL("variant.json", import.meta.url), "utf8"));
export const typeNames = Object.keys(spec.types);

/** The fields that a dialect does not inherit. */
const ownFields = [
  "aliases",
  "detected",
  "guessed_from_hints",
  "with_object_scripts",
  "with_wide_ints",
  "unflagged_doubles",
];

/** The dialect with everything it inherits, and one row per wire id; unused ids are null in `types`. */
function resolve(name) {
  const own = spec.dialects[name];
  const base = own.extends ? resolve(own.extends) : { layouts: {}, elements: {}, columns: [] };
  const inherited = Object.entries(base).filter(([field]) => !ownFields.includes(field));
  const merged = { ...Object.fromEntries(inherited), ...own, name };
  for (const key of ["layouts", "elements"]) merged[key] = { ...base[key], ...own[key] };
  merged.aliases = own.aliases ?? [];
  merged.types = [...(own.types ?? base.types), ...(own.add ?? [])];
  merged.rows = merged.types.map((type) => (type === null ? hole : row(type, merged)));
  const isTyped = merged.rows.some(({ layout }) => layout === "typed_array");
  if (isTyped && !merged.types.includes("StringName"))
    throw new Error(
      `variant.json: ${name} has typed arrays, whose classes are StringNames, but no StringName`,
    );
  return merged;
}

/** The row of a wire id without a type. */
const hole = {
  type: "Nil",
  layout: "unknown",
  element: "none",
  components: 0,
  columns: false,
  by_option: false,
  flags: 0,
};

/** What a dialect says of a type. */
export function row(type, dialect) {
  const base = spec.types[type];
  if (!base) throw new Error(`variant.json: ${dialect.name} names the unknown type ${type}`);
  const layout = dialect.layouts[type] ?? base.layout;
  const element = dialect.elements[type] ?? base.element ?? "none";
  return {
    type,
    layout,
    element,
    components: base.components ?? 0,
    columns: dialect.columns.includes(type),
    by_option:
      (element === "real" && dialect.reals === "by_option") ||
      (dialect.unflagged_doubles ?? []).includes(type),
    flags: headerFlags(layout, element, dialect),
  };
}

/** Header bits above the type id that have a meaning for this type. */
function headerFlags(layout, element, dialect) {
  const bit64 = 0x10000;
  if (layout === "integer") return ["narrowest", "flagged_64"].includes(dialect.integers) ? bit64 : 0;
  if (layout === "real") return dialect.floats === "narrowest" ? bit64 : 0;
  if (layout === "object" || layout === "typed_array") return bit64;
  if (layout === "array") return dialect.typed_arrays ? 0x30000 : 0;
  if (layout === "dictionary") return dialect.typed_dictionaries ? 0xf0000 : 0;
  return element === "real" && dialect.reals === "by_flag" ? bit64 : 0;
}

export const dialects = Object.keys(spec.dialects).map(resolve);
/** The number of a dialect, by name or alias. */
export const number = (name) => dialects.findIndex((d) => d.name === name || d.aliases.includes(name));
const unique = (values) => [...new Set(values)];
export const layouts = unique([
  ...typeNames.map((t) => spec.types[t].layout),
  ...dialects.flatMap((d) => d.rows.map((r) => r.layout)),
  hole.layout,
]);
export const elements = unique(["none", ...typeNames.map((t) => spec.types[t].element ?? "none")]);
