// Base64, as Marshalls and text resources have it.
#pragma once
#include "bytes/cursor.h"

namespace godot_variant {

/// The value of a digit; 64 for any other character.
std::uint32_t base64_value(char character);

/// Returns false for anything but whole Base64. White space, control characters and NULs may follow it.
bool decode_base64(Bytes text, Writer& out);
void encode_base64(Bytes bytes, Writer& out);

}  // namespace godot_variant
