#include "hex.h"

#include <algorithm>

namespace godot_variant::tests {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

}  // namespace

std::vector<std::uint8_t> from_hex(std::string_view text) {
  std::string packed(text);
  std::erase(packed, ' ');
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = 0; at + 1 < packed.size(); at += 2) {
    bytes.push_back(static_cast<std::uint8_t>(digits.find(packed[at]) << 4 | digits.find(packed[at + 1])));
  }
  return bytes;
}

std::string to_hex(Bytes bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace godot_variant::tests
