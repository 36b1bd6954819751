#pragma once
#include "wire/codec.h"

namespace godot_variant {

/// True when a value of the default dialect is just as likely a value of an older one: it has a vector or
/// color with denormal numbers, and its bytes also parse completely with an older layout (DIALECTS.md, "Where
/// this library differs from an engine").
bool is_ambiguous(const Input& input, const ReadRequest& request);

}  // namespace godot_variant
