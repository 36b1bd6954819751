// Writes the tables of types and dialects for C++ and TypeScript from variant.json.
import { readFileSync } from "node:fs";
import { publicEnums } from "./boundary.mjs";

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

/** The dialect with everything it inherits, and one row per wire id; unused ids are null in \`types\`. */
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

function row(type, dialect) {
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
const number = (name) => dialects.findIndex((d) => d.name === name || d.aliases.includes(name));
const unique = (values) => [...new Set(values)];
const layouts = unique([
  ...typeNames.map((t) => spec.types[t].layout),
  ...dialects.flatMap((d) => d.rows.map((r) => r.layout)),
  hole.layout,
]);
const elements = unique(["none", ...typeNames.map((t) => spec.types[t].element ?? "none")]);
const snake = (code) => code.replaceAll("-", "_");
const enumName = (type) => type[0].toUpperCase() + type.slice(1);
const title = "Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.";
const hex = (n) => `0x${(n >>> 0).toString(16).padStart(8, "0")}`;
const list = (items, indent, render = (x) => x) => items.map((x) => `${indent}${render(x)},`).join("\n");
/** Constants of C++ with their sentences. */
const documented = (sentences) =>
  Object.entries(sentences)
    .map(([code, sentence]) => `  /// ${sentence}\n  ${snake(code)},`)
    .join("\n");

function publicHeader() {
  return `// ${title}
#pragma once
#include <cstddef>
#include <cstdint>

namespace godot_variant {

/// Every type of any dialect. The numbers are this library's own; each dialect maps its wire ids to them.
enum class Type : std::uint8_t {
${list(typeNames, "  ", enumName)}
};
inline constexpr std::size_t type_count = ${typeNames.length};
inline constexpr std::size_t dialect_count = ${dialects.length};

/// Why an input or a value is rejected.
enum class ErrorCode : std::uint8_t {
  /// No error.
  none,
${documented(spec.errors)}
};

/// Something that an engine does silently when it reads a value.
enum class WarningCode : std::uint8_t {
${documented(spec.warnings)}
};

/// Something that a conversion could not keep.
enum class LossCode : std::uint8_t {
${documented(spec.losses)}
};

/// Bare values (\`none\`), a layer around values (\`gcpf\` to \`base64\`), or another kind of file, which is only identified.
enum class FileKind : std::uint8_t {
${list(Object.keys(spec.containers), "  ")}
};

${publicEnums}
/// Default limits; see Limits.
inline constexpr std::uint32_t default_depth = ${spec.limits.depth};
inline constexpr std::uint64_t default_elements = ${spec.limits.elements};
inline constexpr std::uint64_t default_output_bytes = ${spec.limits.outputBytes};
inline constexpr std::uint64_t default_decompressed_bytes = ${spec.limits.decompressedBytes};

}  // namespace godot_variant
`;
}

/** Every magic word with its container, as a C++ literal and its length; hexadecimal words are bytes. */
const magics = Object.entries(spec.containers).flatMap(([name, { magic = [] }]) =>
  [magic].flat().map((word) => [name, /^([0-9a-f]{2})+$/.test(word) ? hexLiteral(word) : textLiteral(word)]),
);

function hexLiteral(word) {
  const bytes = word.match(/../g).map((byte) => `\\x${byte}`);
  return `"${bytes.join('""')}", ${bytes.length}`;
}

function textLiteral(word) {
  return `"${word}", ${word.length}`;
}

function cppRow(r) {
  return `{Type::${enumName(r.type)}, Layout::${r.layout}, Element::${r.element}, ${r.components}, ${r.columns}, ${r.by_option}, ${hex(r.flags)}}`;
}

function cppDialect(d) {
  const flag = (key) => (d[key] ? "true" : "false");
  const ids = typeNames.map((t) => (d.types.includes(t) ? d.types.indexOf(t) : 255));
  return `    {
        .name = "${d.name}",
        .type_mask = ${d.type_mask},
        .integers = IntegerRule::${d.integers},
        .floats = FloatRule::${d.floats},
        .reals = RealRule::${d.reals},
        .engine = ${flag("engine")},
        .generation = ${d.generation ?? 0},
        .detected = Detected::${d.detected ?? "never"},
        .with_object_scripts = ${number(d.with_object_scripts ?? d.name)},
        .with_wide_ints = ${number(d.with_wide_ints ?? d.name)},
        .nul_in_packed_texts = ${flag("nul_in_packed_texts")},
        .surrogates_in_texts = ${flag("surrogates_in_texts")},
        .shared_bit = ${flag("shared_bit")},
        .text_node_paths = ${flag("text_node_paths")},
        .node_path_property = PropertyRule::${d.node_path_property ?? "subname"},
        .script_paths = ${flag("script_paths")},
        .dictionary_keys_by_identity = ${flag("dictionary_keys_by_identity")},
        .rows = rows_of_${snake(d.name).replaceAll(".", "_")},
        .ids = {${ids.join(", ")}},
    },`;
}

function cppTables() {
  const rowArrays = dialects.map(
    (d) =>
      `constexpr TypeRow rows_of_${snake(d.name).replaceAll(".", "_")}[] = {\n${list(d.rows, "    ", cppRow)}\n};`,
  );
  const oldNames = typeNames.flatMap((t) =>
    (spec.types[t].old_names ?? []).map((name) => [name, enumName(t)]),
  );
  const aliases = dialects.flatMap((d) => d.aliases.map((alias) => `{"${alias}", ${number(d.name)}}`));
  return `// ${title}

constexpr std::string_view type_names[type_count] = {
${list(typeNames, "    ", (t) => `"${t}"`)}
};

/// The row of every type whose dialect does not override it.
constexpr TypeRow usual_rows[type_count] = {
${list(typeNames, "    ", (t) => cppRow(row(t, { layouts: {}, elements: {}, columns: [] })))}
};

constexpr Type fallbacks[type_count] = {
${list(typeNames, "    ", (t) => `Type::${enumName(spec.types[t].fallback ?? t)}`)}
};

struct OldName {
  std::string_view name;
  Type type;
};
/// Type names in the text form of engines before 4; for each type, the name that Godot 3 prints comes first.
constexpr OldName old_names[] = {
${list(oldNames, "    ", ([name, type]) => `{"${name}", Type::${type}}`)}
};

constexpr std::string_view error_names[] = {
    "none",
${list(Object.keys(spec.errors), "    ", (c) => `"${c}"`)}
};

constexpr std::string_view warning_names[] = {
${list(Object.keys(spec.warnings), "    ", (c) => `"${c}"`)}
};

constexpr std::string_view loss_names[] = {
${list(Object.keys(spec.losses), "    ", (c) => `"${c}"`)}
};

constexpr std::string_view container_names[] = {
${list(Object.keys(spec.containers), "    ", (c) => `"${c}"`)}
};

/// The first bytes of a kind of file.
struct Magic {
  FileKind container;
  std::string_view bytes;
};
constexpr Magic magics[] = {
${list(magics, "    ", ([name, bytes]) => `{FileKind::${name}, {${bytes}}}`)}
};

${rowArrays.join("\n\n")}

constexpr Dialect dialects[] = {
${dialects.map(cppDialect).join("\n")}
};

constexpr std::size_t default_dialect = ${number(spec.default_dialect)};

struct Alias {
  std::string_view name;
  std::size_t dialect;
};
constexpr Alias aliases[] = {${aliases.join(", ")}};
`;
}

/** The C++ classes whose names differ from their type's. */
const cppClasses = {
  Nil: "std::monostate",
  bool: "bool",
  int: "std::int64_t",
  float: "double",
  String: "String",
};

function storageHeader() {
  return `// ${title}
#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <variant>

#include "godot_variant/values.h"

namespace godot_variant {

template <class... T>
struct Classes {};

/// The value classes in the order of Type, then EncodedObjectAsID, the other form of Object.
using ValueClasses = Classes<
${typeNames.map((t) => `    ${cppClasses[t] ?? t},`).join("\n")}
    EncodedObjectAsID>;
inline constexpr std::size_t class_count = type_count + 1;

template <class T, class... C>
constexpr std::size_t find_class(Classes<C...>) {
  constexpr bool found[] = {std::is_same_v<T, C>...};
  std::size_t index = 0;
  while (index < sizeof...(C) && !found[index]) ++index;
  return index;
}
/// The place of T, or class_count when it is not among the classes.
template <class T>
inline constexpr std::size_t index_of = find_class<T>(ValueClasses{});
/// Not defined; its return type is the class at the place I.
template <std::size_t I, class... C>
std::tuple_element_t<I, std::tuple<C...>> class_at(Classes<C...>);
static_assert(index_of<EncodedObjectAsID> == type_count);

}  // namespace godot_variant
`;
}

function layoutHeader() {
  return `// ${title}
#pragma once
#include <cstdint>

namespace godot_variant {

/// The wire layout of a value; docs/FORMAT.md has one section per layout.
enum class Layout : std::uint8_t {
${list(layouts, "  ")}
};

/// One number of a \`numbers\` or \`packed\` layout; the dialect or the header decides whether \`real\` has 32 or 64 bits.
enum class Element : std::uint8_t {
${list(elements, "  ")}
};

/// The layout of every type whose dialect does not override it, and the numbers in one value or element.
inline constexpr Layout usual_layouts[] = {
${list(typeNames, "    ", (t) => `Layout::${spec.types[t].layout}`)}
};
inline constexpr std::uint8_t usual_components[] = {${typeNames.map((t) => spec.types[t].components ?? 0).join(", ")}};

}  // namespace godot_variant
`;
}

function typescript() {
  const dialectNames = dialects.flatMap((d) => [d.name, ...d.aliases]);
  const union = (names) => names.map((n) => `  | ${JSON.stringify(n)}`).join("\n");
  const record = (entries) => entries.map(([k, v]) => `  ${JSON.stringify(k)}: ${v},`).join("\n");
  return `// ${title}

/** Godot's name of a type. */
export type TypeName =
${union(typeNames)};

/** @internal Tape type numbers by name. */
export const Type = {
${record(typeNames.map((t, i) => [t, i]))}
} as const;

/** @internal Type names by tape type number. */
export const typeNames = /* @__PURE__ */ Object.keys(Type) as readonly TypeName[];

/** @internal The wire layout of a value; docs/FORMAT.md has one section per layout. */
export type Layout =
${union(layouts.filter((layout) => typeNames.some((t) => spec.types[t].layout === layout)))};

/** @internal The kind of number in a vector or packed array; the dialect or the header decides the width of \`real\`. */
export type Element =
${union(elements)};

/** @internal Layouts by tape type number. */
export const layouts: readonly Layout[] = [
${list(typeNames, "  ", (t) => JSON.stringify(spec.types[t].layout))}
];

/** @internal Element kinds by tape type number. */
export const elements: readonly Element[] = [
${list(typeNames, "  ", (t) => JSON.stringify(spec.types[t].element ?? "none"))}
];

/** @internal Numbers in a value of a vector type or in an element of a packed array; 0 for other types. */
export const components: readonly number[] = [${typeNames.map((t) => spec.types[t].components ?? 0).join(", ")}];

/** The name of a dialect or of an alias. */
export type DialectName =
${union(dialectNames)};

/** @internal Dialect numbers of the codec, by name and alias. */
export const dialectNumbers: Readonly<Record<DialectName, number>> = {
${record(dialectNames.map((n) => [n, number(n)]))}
};

/** @internal The wire id of a String, by dialect number. */
export const stringIds: readonly number[] = [${dialects.map(({ types }) => types.indexOf("String")).join(", ")}];

/** @internal What distinguishes the dialects, by number: their descriptions without the texts for people. */
export const dialectTraits: readonly {
  name: DialectName;
  engine: boolean;
  generation: number;
  rare: boolean;
  dictionaryKeysByIdentity: boolean;
}[] = [
${list(dialects, "  ", (d) => JSON.stringify({ name: d.name, engine: Boolean(d.engine), generation: d.generation ?? 0, rare: d.detected === "last", dictionaryKeysByIdentity: Boolean(d.dictionary_keys_by_identity) }))}
];

const dialectTexts = [
${list(dialects, "  ", (d) => JSON.stringify({ about: d.about, label: d.label }))}
] as const;

/**
 * The description of each dialect, without aliases.
 */
export const dialectDescriptions: readonly {
  /** Its name in options. */
  name: DialectName;
  /** What writes it, for people. */
  about: string;
  /** A short name for people: \`Godot 4.4\`. */
  label: string;
  /** Whether an engine writes it; the others stand only in documentation. */
  engine: boolean;
  /** The generation of the engine, by which encrypted and compressed files differ; 0 for dialects of documentation. */
  generation: number;
  /** Guessed only when no other fits. */
  rare: boolean;
  /** Whether its engine takes two Dictionaries with the same content for different keys. */
  dictionaryKeysByIdentity: boolean;
}[] = /* @__PURE__ */ dialectTexts.map((texts, number) => ({
  ...(dialectTraits[number] as (typeof dialectTraits)[number]),
  ...texts,
}));

/** @internal The dialects that are tried on damaged bytes when nothing identifies them. */
export const guessedFromHints: readonly DialectName[] = ${JSON.stringify(dialects.filter((d) => d.guessed_from_hints).map((d) => d.name))};

/** @internal The dialect of calls that name none. */
export const defaultDialect: DialectName = ${JSON.stringify(spec.default_dialect)};

/** @internal The types that the default dialect, the newest Godot, lacks. */
export const typesOfOthers = ${JSON.stringify(typeNames.filter((t) => !dialects[number(spec.default_dialect)].types.includes(t)))} as const;

/** A sentence for every error code. */
export const errorSentences = {
${record(Object.entries(spec.errors).map(([k, v]) => [k, JSON.stringify(v)]))}
} as const;

/** @internal Error codes in the order of the codec's numbers; number 0 is "no error". */
export const errorCodes = /* @__PURE__ */ Object.keys(errorSentences) as (keyof typeof errorSentences)[];

/** A sentence for every warning code. */
export const warningSentences = {
${record(Object.entries(spec.warnings).map(([k, v]) => [k, JSON.stringify(v)]))}
} as const;

/** @internal Warning codes in the order of the codec's numbers. */
export const warningCodes = /* @__PURE__ */ Object.keys(warningSentences) as (keyof typeof warningSentences)[];

/** A sentence for every loss of a conversion. */
export const lossSentences = {
${record(Object.entries(spec.losses).map(([k, v]) => [k, JSON.stringify(v)]))}
} as const;

/** @internal Loss codes in the order of the codec's numbers. */
export const lossCodes = /* @__PURE__ */ Object.keys(lossSentences) as (keyof typeof lossSentences)[];

/** Bare values (\`none\`), a layer around values (\`gcpf\` to \`base64\`), or another kind of file, which is only identified. */
export type ContainerName =
${union(Object.keys(spec.containers))};

/** @internal Descriptions of containers, by number; empty for containers that the library reads. */
export const containers: readonly (readonly [ContainerName, string])[] = [
${list(Object.entries(spec.containers), "  ", ([name, { about = "" }]) => JSON.stringify([name, about]))}
];

/** @internal Default limits. */
export const defaultLimits = ${JSON.stringify(spec.limits)} as const;
`;
}

/** The generated files by path. */
export const files = {
  "cpp/include/godot_variant/generated.h": publicHeader(),
  "cpp/include/godot_variant/storage.gen.h": storageHeader(),
  "cpp/src/dialect/layout.gen.h": layoutHeader(),
  "cpp/src/dialect/tables.gen.inc": cppTables(),
  "js/table/table.gen.ts": typescript(),
};

/** Generated tables: for each document, the text of its sections by name. */
export const sections = {};
