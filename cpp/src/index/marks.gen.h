// Generated from cpp/spec/boundary.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstdint>

/// Sizes and bits of the words of an index; see docs/INTERNALS.md, section "Index".
namespace godot_variant::index_record {

/// Words of a record.
inline constexpr std::uint32_t record_words = 2;
/// Words of a list before its first record.
inline constexpr std::uint32_t head_words = 3;
/// Bits of a record's second word: the type.
inline constexpr std::uint32_t type_mask = 63;
/// Bit of that word: the first word is the number of a list.
inline constexpr std::uint32_t has_list = 64;
/// Position of the size of the key in that word, in words.
inline constexpr std::uint32_t key_shift = 7;
/// Size in bytes of the header and the count of every packed array of numbers.
inline constexpr std::uint32_t packed_head = 8;

}  // namespace godot_variant::index_record
