// Converts public options to the core's own, for tests with sinks that the public functions do not offer.
#pragma once
#include "variant/requests.h"

namespace godot_variant::tests {

inline ReadRequest read_request(const DecodeOptions& options) {
  return godot_variant::read_request(options, find_dialect(options.dialect));
}

inline EncodeSettings encode_settings(const EncodeOptions& options) {
  return godot_variant::encode_settings(options, find_dialect(options.dialect), options.full_objects);
}

}  // namespace godot_variant::tests
