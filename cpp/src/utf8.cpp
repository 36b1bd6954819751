#include "utf8.h"

namespace godot_variant {
namespace {

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Length of the sequence that `text` starts with, 0 when it is broken; marks surrogates.
std::size_t sequence_length(Bytes text, bool& surrogates) {
  const std::uint8_t lead = text[0];
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length < 2) return length;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  const std::uint8_t second = text[1];
  if (lead == 0xE0 && second < 0xA0) return 0;
  if (lead == 0xF0 && second < 0x90) return 0;
  if (lead == 0xF4 && second > 0x8F) return 0;
  if (lead == 0xED && second > 0x9F) surrogates = true;
  return length;
}

}  // namespace

TextForm form_of(Bytes text) {
  bool surrogates = false;
  std::size_t at = 0;
  while (at < text.size()) {
    while (text.size() - at >= 8 && (load<std::uint64_t>(text.data() + at) & 0x8080808080808080) == 0)
      at += 8;
    if (at == text.size()) break;
    const std::size_t length = sequence_length(text.subspan(at), surrogates);
    if (length == 0) return TextForm::broken;
    at += length;
  }
  return surrogates ? TextForm::surrogates : TextForm::valid;
}

std::string replaced(Bytes text) {
  std::string result;
  while (!text.empty()) {
    bool surrogate = false;
    const std::size_t length = sequence_length(text, surrogate);
    if (length == 0 || surrogate) {
      result += "\xEF\xBF\xBD";
    } else {
      result.append(reinterpret_cast<const char*>(text.data()), length);
    }
    text = text.subspan(length == 0 || surrogate ? 1 : length);
  }
  return result;
}

Bytes until_nul(Bytes text) {
  if (text.empty()) return text;
  const void* nul = std::memchr(text.data(), 0, text.size());
  return nul ? text.first(static_cast<std::size_t>(static_cast<const std::uint8_t*>(nul) - text.data()))
             : text;
}

bool has_byte_order_mark(Bytes text) {
  return text.size() >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF;
}

}  // namespace godot_variant
