// Dialects as data: the type ids and the byte layouts of each one. The tables are generated from
// cpp/spec/variant.json.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "dialect/layout.gen.h"
#include "godot_variant/generated.h"

namespace godot_variant {

/// Header bit 16: 64-bit numbers, or an Object written as its id.
inline constexpr std::uint32_t flag_64 = 0x10000;

enum class IntegerRule : std::uint8_t { narrowest, flagged_64, always_32, always_64 };
enum class FloatRule : std::uint8_t { narrowest, always_32, always_64 };
/// The source of the width of vector components: the header, the format, or the caller.
enum class RealRule : std::uint8_t { by_flag, always_32, by_option };

/// What flag bit 1 of a NodePath announces: nothing, one more subname, or a property to be kept apart.
enum class PropertyRule : std::uint8_t { ignored, subname, kept };

/// Whether detection tries this dialect: among the first, only when none of those fits, or never.
enum class Detected : std::uint8_t { never, last, first };

/// How one dialect lays out one type.
struct TypeRow {
  Type type;
  Layout layout;
  Element element;
  std::uint8_t components;
  /// The first nine components are columns; other dialects write rows.
  bool columns;
  /// The caller may say that the numbers are 64-bit; no flag marks them.
  bool by_option;
  /// Header bits above the id that have a meaning for this type.
  std::uint32_t flags;
};

inline bool is_container(const TypeRow& row) {
  return row.layout == Layout::dictionary || row.layout == Layout::array || row.layout == Layout::typed_array;
}

struct Dialect {
  std::string_view name;
  /// Header bits that hold the type id.
  std::uint32_t type_mask;
  IntegerRule integers;
  FloatRule floats;
  RealRule reals;
  /// An engine writes this dialect; only such dialects are guessed.
  bool engine;
  /// The generation of Godot whose containers (GDEC, GCPF) the engine writes; 0 for none.
  std::uint8_t generation;
  Detected detected;
  /// The number of the dialect to use instead when scripts are written as Objects, or when every int is
  /// 64-bit.
  std::uint8_t with_object_scripts;
  std::uint8_t with_wide_ints;
  /// Entries of PackedStringArray end with a NUL that their length includes.
  bool nul_in_packed_texts;
  /// UTF-8 encoded surrogates are accepted.
  bool surrogates_in_texts;
  /// Bit 31 of a container's count is a flag to keep, as in Godot 1 and 2.
  bool shared_bit;
  /// A NodePath may be written as text.
  bool text_node_paths;
  PropertyRule node_path_property;
  /// The property `script` of an Object is null or a path.
  bool script_paths;
  /// Dictionaries with equal contents are different keys.
  bool dictionary_keys_by_identity;
  /// The NodePath "/", which is absolute and has no names, is read as an empty one.
  bool root_path_is_empty;
  std::span<const TypeRow> rows;
  /// Wire id of each Type; 255 for types that the dialect lacks. Ids without a type have Layout::unknown.
  std::array<std::uint8_t, type_count> ids;

  /// The row of a type, or null when the dialect cannot hold it.
  const TypeRow* row_of(Type type) const {
    const std::size_t id = ids[static_cast<std::size_t>(type)];
    return id < rows.size() && rows[id].layout != Layout::unsupported ? &rows[id] : nullptr;
  }
};

/// All dialects, in the order of variant.json.
std::span<const Dialect> all_dialects();
/// Finds a dialect by name or alias. An empty name gives the default dialect, an unknown name null.
const Dialect* find_dialect(std::string_view name);
/// The row of a type whose dialect does not override it.
const TypeRow& usual_row(Type type);
/// The type that a conversion writes when the target lacks `type`; `type` itself when no fallback exists.
Type fallback_of(Type type);
/// The name of a type in the text form of Godot 3.
std::string_view old_name_of(Type type);
/// Finds a type by its name in the text form of any engine.
std::optional<Type> find_type(std::string_view name);

}  // namespace godot_variant
