// The rules for reading, from the options of decode, convert or view.
#pragma once
#include "godot_variant/godot_variant.h"
#include "wire/codec.h"

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

}  // namespace godot_variant
