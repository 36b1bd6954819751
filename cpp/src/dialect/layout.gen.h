// Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstdint>

namespace godot_variant {

/// The shape of a value on the wire; docs/FORMAT.md has one section per layout.
enum class Layout : std::uint8_t {
  empty,
  boolean,
  integer,
  real,
  text,
  numbers,
  node_path,
  id,
  object,
  signal,
  dictionary,
  array,
  packed,
  packed_texts,
  image,
  input_event,
  unsupported,
  unknown,
};

/// One number of a `numbers` or `packed` layout; `real` is 32 or 64 bits wide, as the dialect or the header says.
enum class Element : std::uint8_t {
  none,
  real,
  i32,
  f32,
  u8,
  i64,
  f64,
};

/// Bits of a tape tag; docs/INTERNALS.md, section "Tape".
namespace tape {
inline constexpr std::int32_t wide = 256;
inline constexpr std::int32_t nan = 512;
inline constexpr std::int32_t as_id = 1024;
inline constexpr std::int32_t shared = 2048;
inline constexpr std::int32_t key_kind_shift = 12;
inline constexpr std::int32_t value_kind_shift = 14;
inline constexpr std::int32_t raw_text = -2147483647 - 1;
}  // namespace tape

}  // namespace godot_variant
