#include "bytes/utf8.h"

#include <algorithm>

namespace godot_variant {
namespace {

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Length of the sequence at the start of `text`; 0 when it is broken. Sets `surrogates` for a surrogate.
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

/// True when a word begins with two three-byte sequences that are neither overlong nor surrogates.
bool two_of_three_bytes(std::uint64_t word) {
  constexpr std::uint64_t second_bits = 0x00200F;
  if ((word & 0xC0C0F0C0C0F0) != 0x8080E08080E0) return false;
  const std::uint64_t first = word & second_bits;
  const std::uint64_t other = word >> 24 & second_bits;
  return first != 0 && first != 0x200D && other != 0 && other != 0x200D;
}

}  // namespace

TextScan scan_text(Bytes text) {
  bool surrogates = false;
  std::size_t at = 0;
  std::size_t units = 0;
  while (at < text.size()) {
    // Most texts are runs of ASCII or of three-byte characters.
    while (text.size() - at >= 8) {
      const std::uint64_t word = load<std::uint64_t>(text.data() + at);
      if (two_of_three_bytes(word)) {
        at += 6;
        units += 2;
      } else if (not_plain(word) == 0) {
        at += 8;
        units += 8;
      } else {
        break;
      }
    }
    if (at == text.size() || text[at] == 0) break;
    const std::size_t length = sequence_length(text.subspan(at), surrogates);
    if (length == 0) {
      const auto nul = std::find(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), 0);
      return {static_cast<std::size_t>(nul - text.begin()), TextForm::broken, 0};
    }
    at += length;
    units += length == 4 ? 2 : 1;
  }
  return {at, surrogates ? TextForm::surrogates : TextForm::valid, units};
}

void to_utf16(Bytes text, std::uint16_t* to) {
  const std::uint8_t* at = text.data();
  const std::uint8_t* const end = at + text.size();
  const auto rest = [&at](int i) { return static_cast<std::uint32_t>(at[i] & 0x3F); };
  while (at != end) {
    const std::uint32_t lead = *at;
    if (lead < 0x80) {
      *to++ = static_cast<std::uint16_t>(lead);
      at += 1;
    } else if (lead < 0xE0) {
      *to++ = static_cast<std::uint16_t>((lead & 0x1F) << 6 | rest(1));
      at += 2;
    } else if (lead < 0xF0) {
      *to++ = static_cast<std::uint16_t>((lead & 0xF) << 12 | rest(1) << 6 | rest(2));
      at += 3;
    } else {
      const std::uint32_t code = (lead & 7) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3);
      *to++ = static_cast<std::uint16_t>(0xD7C0 + (code >> 10));
      *to++ = static_cast<std::uint16_t>(0xDC00 + (code & 0x3FF));
      at += 4;
    }
  }
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

}  // namespace godot_variant
