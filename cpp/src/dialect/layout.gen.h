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

}  // namespace godot_variant
