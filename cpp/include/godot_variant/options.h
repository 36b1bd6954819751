// The options that several functions share.
#pragma once
#include "godot_variant/generated.h"

namespace godot_variant {

/// Upper bounds, so that hostile input can cost neither time nor memory without end.
struct Limits {
  /// Containers inside each other; the top value is at depth 0. At most 2 000: larger numbers count as that.
  std::uint32_t depth = default_depth;
  /// Values, keys, names and texts in one input.
  std::uint64_t elements = default_elements;
  /// Bytes that encode and convert may make.
  std::uint64_t output_bytes = default_output_bytes;
};

/// How wide vector components are: `single` and `wide` are 32 and 64 bits, `as_given` follows the value or
/// the header.
enum class FloatWidth : std::uint8_t { as_given, single, wide };

/// What stands around the value.
enum class Framing : std::uint8_t {
  none,
  /// The u32 length that FileAccess.store_var and StreamPeer.put_var write first.
  store_var,
};

}  // namespace godot_variant
