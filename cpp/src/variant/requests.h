// The rules for reading and writing, from the options of the public functions.
#pragma once
#include <algorithm>

#include "godot_variant/godot_variant.h"
#include "wire/codec.h"
#include "wire/encoder.h"

namespace godot_variant {

template <class Options>
ReadRequest read_request(const Options& options, const Dialect* dialect) {
  ReadRequest request;
  request.settings.dialect = dialect;
  request.settings.allow_objects = options.allow_objects;
  request.settings.double_reals = options.real == FloatWidth::wide;
  request.settings.replace_bad_utf8 = options.replace_bad_utf8;
  request.settings.depth = options.limits.depth;
  request.settings.elements = options.limits.elements;
  request.allow_trailing = options.allow_trailing;
  request.framing = options.framing;
  return request;
}

/// How to read what was written with these options.
template <class Options>
ReadRequest target_request(const Options& options, const Dialect* dialect) {
  const DecodeOptions all{
      .allow_objects = true, .real = options.real, .framing = options.framing, .limits = options.limits};
  ReadRequest request = read_request(all, dialect);
  request.settings.elements = UINT64_MAX;
  return request;
}

template <class Options>
EncodeSettings encode_settings(const Options& options, const Dialect* dialect, bool full_objects) {
  // The length of a frame has 32 bits.
  const std::uint64_t most = options.framing == Framing::none ? UINT64_MAX : UINT32_MAX;
  const Limits& limits = options.limits;
  return {dialect, full_objects, options.real, limits.depth, std::min(limits.output_bytes, most)};
}

}  // namespace godot_variant
