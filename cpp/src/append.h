// Adds to a vector of bytes what the format has there.
#pragma once
#include <vector>

#include "cursor.h"

namespace godot_variant {

void append(std::vector<std::uint8_t>& out, Bytes bytes);
void append(std::vector<std::uint8_t>& out, std::uint32_t value);
void append(std::vector<std::uint8_t>& out, std::uint8_t value);

}  // namespace godot_variant
