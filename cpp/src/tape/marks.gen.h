// Generated from cpp/spec/boundary.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstdint>

/// Numbers with a meaning on a tape; see docs/INTERNALS.md, section "Tape".
namespace godot_variant::tape {

/// Bit of a tag: the numbers are 64-bit.
inline constexpr std::int32_t wide = 256;
/// Bit of a tag: at least one number is a NaN.
inline constexpr std::int32_t nan = 512;
/// Bit of a tag: an Object is written as its id.
inline constexpr std::int32_t as_id = 1024;
/// Bit of a tag: bit 31 of the container's count was set.
inline constexpr std::int32_t shared = 2048;
/// Position of the declared kind of keys, or of an Array's elements, in a tag.
inline constexpr std::int32_t key_kind_shift = 12;
/// Position of the declared kind of values in a tag.
inline constexpr std::int32_t value_kind_shift = 14;
/// A declared kind, once shifted.
inline constexpr std::int32_t kind_mask = 3;
/// Bit of a tag: a bool is true.
inline constexpr std::int32_t true_bit = 65536;
/// Flag of a NodePath: absolute.
inline constexpr std::int32_t path_absolute = 1;
/// Flag of a NodePath: the last subname is a property.
inline constexpr std::int32_t path_has_property = 2;
/// Flag of a NodePath: the dialect flags the property.
inline constexpr std::int32_t path_property_known = 4;
/// Number of a text: means `EncodedObjectAsID`.
inline constexpr std::int32_t any_class = -1;
/// Begins an entry of a Dictionary: the key follows as a value.
inline constexpr std::int32_t key_is_value = -1;
/// Begins an entry: this minus the number of the key's text. Other numbers are keys of the key tree.
inline constexpr std::int32_t first_key_text = -2;
/// Node of a Dictionary whose keys are not in the key tree.
inline constexpr std::int32_t no_node = -1;
/// Added to the length of a text in the UTF-16 pool.
inline constexpr std::int32_t utf16_units = 1073741824;
/// Bit of a text's length: the bytes are not valid UTF-8.
inline constexpr std::int32_t raw_text = -2147483647 - 1;
/// Second bit of such a length: every byte outside a valid sequence is read as U+FFFD; without it, only surrogates are encoded.
inline constexpr std::int32_t broken_text = 1073741824;
/// Tag of a run, which may stand before and after the entries of a tape for `encode`: the count of its words follows, then words as they stand in the output.
inline constexpr std::int32_t run = 255;
/// Tag before the entry of an Array or a Dictionary whose values do not belong to the entry: runs and other entries follow with them.
inline constexpr std::int32_t beginning = 254;
/// Bit of a header in a run: the number is 64-bit.
inline constexpr std::int32_t header_wide = 65536;
/// Bit that a run adds to the count of a NodePath's names.
inline constexpr std::int32_t path_names = -2147483647 - 1;
/// Offset of packed numbers that `encode` leaves a gap for.
inline constexpr std::int32_t gap = -1;

}  // namespace godot_variant::tape
