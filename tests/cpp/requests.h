// Converts public options to the core's own, for tests with sinks that the public functions do not offer.
#pragma once
#include "godot_variant/godot_variant.h"
#include "wire/codec.h"
#include "wire/encoder.h"

namespace godot_variant::tests {

inline ReadRequest read_request(const DecodeOptions& options) {
  ReadRequest request;
  request.settings.dialect = find_dialect(options.dialect);
  request.settings.allow_objects = options.allow_objects;
  request.settings.double_reals = options.real == FloatWidth::wide;
  request.settings.replace_bad_utf8 = options.replace_bad_utf8;
  request.settings.depth = options.limits.depth;
  request.settings.elements = options.limits.elements;
  request.allow_trailing = options.allow_trailing;
  request.framing = options.framing;
  return request;
}

inline EncodeSettings encode_settings(const EncodeOptions& options) {
  return {find_dialect(options.dialect), options.full_objects, options.real, options.limits.depth,
          options.limits.output_bytes};
}

}  // namespace godot_variant::tests
