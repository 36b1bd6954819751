#include "bytes/base64.h"

namespace godot_variant {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::uint32_t base64_value(char character) {
  const auto code = static_cast<std::uint8_t>(character);
  if (code >= 'A' && code <= 'Z') return code - 'A';
  if (code >= 'a' && code <= 'z') return code - 'a' + 26U;
  if (code >= '0' && code <= '9') return code - '0' + 52U;
  return code == '+' ? 62 : code == '/' ? 63 : 64;
}

bool decode_base64(Bytes text, Writer& out) {
  while (!text.empty() && text.back() <= ' ') text = text.first(text.size() - 1);
  if (text.empty() || text.size() % 4 != 0) return false;
  std::size_t padding = 0;
  while (padding < 2 && text[text.size() - 1 - padding] == '=') ++padding;
  std::uint8_t* to = out.grow(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pad = i >= text.size() - padding;
    const std::uint32_t digit = pad ? 0 : base64_value(static_cast<char>(text[i]));
    if (digit > 63) return false;
    bits = bits << 6 | digit;
    if (i % 4 > 0) *to++ = static_cast<std::uint8_t>(bits >> (6 - i % 4 * 2));
  }
  out.shrink(padding);
  return true;
}

void encode_base64(Bytes bytes, Writer& out) {
  std::uint8_t* to = out.grow((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < count ? bytes[at + i] : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      *to++ = static_cast<std::uint8_t>(i > count ? '=' : digits[bits >> (18 - i * 6) & 63]);
  }
}

}  // namespace godot_variant
