#include <algorithm>

#include "godot_variant/containers.h"

namespace godot_variant {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

ByteVector decode_base64(Bytes text) {
  while (!text.empty() && text.back() <= ' ') text = text.first(text.size() - 1);
  if (text.empty() || text.size() % 4 != 0) return {};
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  ByteVector bytes;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit =
        i < text.size() - padding ? digits.find(static_cast<char>(text[i])) : std::size_t{0};
    if (digit > 63) return {};
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (i % 4 != 3) continue;
    for (const std::uint32_t shift : {16U, 8U, 0U}) bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
  }
  for (; padding > 0; --padding) bytes.pop_back();
  return bytes;
}

ByteVector encode_base64(Bytes bytes) {
  ByteVector text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const Bytes group = bytes.subspan(at, std::min<std::size_t>(3, bytes.size() - at));
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < group.size() ? group[i] : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text.push_back(static_cast<std::uint8_t>(i > group.size() ? '=' : digits[bits >> (18 - i * 6) & 63]));
  }
  return text;
}

}  // namespace godot_variant
