// Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstdint>

namespace godot_variant {

/// The wire layout of a value; docs/FORMAT.md has one section per layout.
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
  typed_array,
  unsupported,
  unknown,
};

/// One number of a `numbers` or `packed` layout; the dialect or the header decides whether `real` has 32 or 64 bits.
enum class Element : std::uint8_t {
  none,
  real,
  i32,
  f32,
  u8,
  i64,
  f64,
};

/// The layout of every type whose dialect does not override it, and the numbers in one value or element.
inline constexpr Layout usual_layouts[] = {
    Layout::empty,
    Layout::boolean,
    Layout::integer,
    Layout::real,
    Layout::text,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::numbers,
    Layout::text,
    Layout::node_path,
    Layout::id,
    Layout::object,
    Layout::empty,
    Layout::signal,
    Layout::dictionary,
    Layout::array,
    Layout::packed,
    Layout::packed,
    Layout::packed,
    Layout::packed,
    Layout::packed,
    Layout::packed_texts,
    Layout::packed,
    Layout::packed,
    Layout::packed,
    Layout::packed,
    Layout::image,
    Layout::input_event,
    Layout::packed,
    Layout::packed,
    Layout::packed,
    Layout::typed_array,
    Layout::typed_array,
};
inline constexpr std::uint8_t usual_components[] = {0, 0, 0, 0, 0, 2, 2, 4, 4, 3, 3, 6, 4, 4, 4, 4, 6, 9, 12, 16, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 2, 3, 4, 4, 0, 0, 2, 3, 4, 0, 0};

}  // namespace godot_variant
