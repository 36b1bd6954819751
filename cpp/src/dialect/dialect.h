// Dialects as data: which types have which ids, and how their bytes are laid out. Filled from
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
/// What decides the width of vector components: the header, nothing, or the caller.
enum class RealRule : std::uint8_t { by_flag, always_32, by_option };

/// When bytes are taken for this dialect though nobody named it: as one of the first, only where none of
/// these fits, or never.
enum class Detected : std::uint8_t { never, last, first };

/// How one dialect lays out one type.
struct TypeRow {
  Type type;
  Layout layout;
  Element element;
  std::uint8_t components;
  /// The first nine components are columns where engines write rows.
  bool columns;
  /// Header bits above the id that mean something on this type.
  std::uint32_t flags;
};

struct Dialect {
  std::string_view name;
  /// Header bits that are the type id.
  std::uint32_t type_mask;
  IntegerRule integers;
  FloatRule floats;
  RealRule reals;
  /// Some engine writes this; only such dialects are ever guessed.
  bool engine;
  /// The generation of Godot whose containers (GDEC, GCPF) the engine writes; 0 when it writes none.
  std::uint8_t generation;
  Detected detected;
  /// The number of the dialect that it is instead where scripts are Objects, or where every int is 64-bit
  /// wide.
  std::uint8_t with_object_scripts;
  std::uint8_t with_wide_ints;
  /// Entries of PackedStringArray end with a NUL that their length counts.
  bool nul_in_packed_texts;
  /// UTF-8 encoded surrogates are accepted.
  bool surrogates_in_texts;
  /// Bit 31 of a container's count is kept.
  bool shared_bit;
  /// A NodePath may be a text.
  bool text_node_paths;
  /// A NodePath keeps its property apart from its subnames.
  bool node_path_property;
  /// The property `script` of an Object is null or a path.
  bool script_paths;
  /// Equal Dictionaries are different keys.
  bool dictionary_keys_by_identity;
  std::span<const TypeRow> rows;
  /// Wire id of each Type; 255 where the dialect lacks it. Ids without a type have Layout::unknown.
  std::array<std::uint8_t, type_count> ids;

  /// The row of a type, or null when the dialect cannot hold it.
  const TypeRow* row_of(Type type) const {
    const std::size_t id = ids[static_cast<std::size_t>(type)];
    return id < rows.size() && rows[id].layout != Layout::unsupported ? &rows[id] : nullptr;
  }
};

/// All dialects, in the order of variant.json.
std::span<const Dialect> all_dialects();
/// The dialect of this name or alias; the default one for an empty name; null for an unknown name.
const Dialect* find_dialect(std::string_view name);
/// What a type looks like where its dialect says nothing else.
const TypeRow& usual_row(Type type);
/// The type that a conversion writes where a dialect lacks `type`; `type` itself when there is none.
Type fallback_of(Type type);
/// The name of a type in the text form of Godot 3.
std::string_view old_name_of(Type type);
/// The type of a name in the text form of any engine.
std::optional<Type> find_type(std::string_view name);

}  // namespace godot_variant
