// Adds to a vector of bytes what the format has there.
#pragma once
#include <vector>

#include "cursor.h"

namespace godot_variant {

inline void append(std::vector<std::uint8_t>& out, Bytes bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

inline void append(std::vector<std::uint8_t>& out, std::uint32_t value) {
  append(out, Bytes(reinterpret_cast<const std::uint8_t*>(&value), sizeof value));
}

}  // namespace godot_variant
