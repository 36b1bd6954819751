// Bytes as hexadecimal text, for golden vectors and failure messages.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "godot_variant/error.h"

namespace godot_variant::tests {

/// Parses pairs of hexadecimal digits; ignores spaces.
std::vector<std::uint8_t> from_hex(std::string_view text);
std::string to_hex(Bytes bytes);

}  // namespace godot_variant::tests
