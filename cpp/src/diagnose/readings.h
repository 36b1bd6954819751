// Answers one question for every call that reads bytes without a named dialect: what may they be, and how
// plausible is it?
#pragma once
#include "wire/codec.h"

namespace godot_variant {

/// What stands around the value or the values of a reading.
enum class Wrapping : std::uint8_t {
  none,
  /// A length before each value, as store_var writes it.
  frames,
  /// Such a frame inside another one.
  framed_twice,
};

/// One way to read bytes to the end.
struct Reading {
  const Dialect* dialect = nullptr;
  Wrapping wrapping = Wrapping::none;
  /// Number of values.
  std::uint32_t count = 0;
  /// 0 to 100, as in Plausibility.
  std::uint32_t points = 0;
};

/// The common ways to read bytes to the end, the most plausible first. Implausible ones are left out.
std::vector<Reading> readings_of(const Input& input, const ReadRequest& request);

/// Sizes of inputs in bytes, from the first to the last one.
struct SizeRange {
  std::uint64_t first = UINT64_MAX;
  std::uint64_t last = 0;

  bool holds(std::uint64_t size) const { return first <= size && size <= last; }
  void add(const SizeRange& other) {
    first = std::min(first, other.first);
    last = std::max(last, other.last);
  }
};

/// Judges a value that was read in the default dialect because no dialect was named. When the bytes are more
/// plausible as something else, or something else explains bytes that the value leaves over, the result
/// becomes ambiguous_dialect. Warnings name the dialects in which the bytes are at least as plausible a value
/// of another type. Returns the sizes of inputs that are in doubt as well if they begin with the same two
/// words and are one value.
SizeRange doubt(const Input& input, const ReadRequest& request, ReadResult& result);

}  // namespace godot_variant
