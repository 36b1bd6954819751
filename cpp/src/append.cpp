#include "append.h"

namespace godot_variant {

void append(std::vector<std::uint8_t>& out, Bytes bytes) {
  if (bytes.empty()) return;
  const std::size_t at = out.size();
  out.resize(at + bytes.size());
  std::memcpy(out.data() + at, bytes.data(), bytes.size());
}

void append(std::vector<std::uint8_t>& out, std::uint32_t value) {
  append(out, Bytes(reinterpret_cast<const std::uint8_t*>(&value), sizeof value));
}

void append(std::vector<std::uint8_t>& out, std::uint8_t value) { out.push_back(value); }

}  // namespace godot_variant
