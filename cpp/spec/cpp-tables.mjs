// Writes the tables of types and dialects for C++.
import { publicEnums } from "./boundary.mjs";
import { dialects, elements, layouts, number, row, spec, typeNames } from "./dialects.mjs";
import { list, title } from "./table-text.mjs";

const snake = (code) => code.replaceAll("-", "_");
const enumName = (type) => type[0].toUpperCase() + type.slice(1);
const hex = (n) => `0x${(n >>> 0).toString(16).padStart(8, "0")}`;
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
        .root_path_is_empty = ${flag("root_path_is_empty")},
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
/// Not defined; its return type is the class at this place.
template <std::size_t Place, class... C>
std::tuple_element_t<Place, std::tuple<C...>> class_at(Classes<C...>);
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

/** The generated files by path. */
export const files = {
  "cpp/include/godot_variant/generated.h": publicHeader(),
  "cpp/include/godot_variant/storage.gen.h": storageHeader(),
  "cpp/src/dialect/layout.gen.h": layoutHeader(),
  "cpp/src/dialect/tables.gen.inc": cppTables(),
};

/** No sections of documents. */
export const sections = {};
