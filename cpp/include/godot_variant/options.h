// Options that several functions share.
#pragma once
#include "godot_variant/generated.h"

namespace godot_variant {

/// Upper bounds that keep hostile input from costing unlimited time or memory.
struct Limits {
  /// Levels of nesting below the outermost value.
  std::uint32_t depth = default_depth;
  /// Values, keys, names and texts in one input, counted together. Not for encode and to_text, whose values
  /// are in memory already.
  std::uint64_t elements = default_elements;
  /// Bytes that encode, convert and to_text may produce.
  std::uint64_t output_bytes = default_output_bytes;
};

/// Width of vector components: 32 bits (`single`), 64 bits (`wide`), or as the value or its header says.
enum class FloatWidth : std::uint8_t { as_given, single, wide };

/// How the value is delimited.
enum class Framing : std::uint8_t {
  none,
  /// A u32 length precedes the value, as FileAccess.store_var and StreamPeer.put_var write it.
  store_var,
};

}  // namespace godot_variant
