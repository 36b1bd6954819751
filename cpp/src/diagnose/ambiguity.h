#pragma once
#include "wire/codec.h"

namespace godot_variant {

/// True when the bytes, which are a value of the default dialect, are as likely a value of an older one: a
/// vector or color with denormal numbers whose bytes also parse whole as something of another layout
/// (DIALECTS.md, "Where this library differs from an engine").
bool is_ambiguous(const Input& input, const ReadRequest& request);

}  // namespace godot_variant
