// What engines accept as text, and what they make of it.
#pragma once
#include <string>

#include "cursor.h"

namespace godot_variant {

/// How the bytes of a text read as UTF-8.
enum class TextForm : std::uint8_t {
  valid,
  /// Valid but for encoded surrogates (ED A0..BF xx).
  surrogates,
  broken,
};

/// Judges the whole of `text`. Overlong forms and code points above U+10FFFF are broken.
TextForm form_of(Bytes text);

/// True when every byte is ASCII and none is a NUL: then the text reads as it stands, and nothing else need
/// be asked.
inline bool is_plain_ascii(Bytes text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint8_t* data = text.data();
  std::size_t left = text.size();
  std::uint64_t seen = 0;
  for (; left >= 8; left -= 8, data += 8) {
    const std::uint64_t word = load<std::uint64_t>(data);
    seen |= word | (word - ones);
  }
  if (left >= 4) {
    const std::uint64_t word = load<std::uint32_t>(data);
    seen |= word | ((word | 0x0100000000) - 0x01010101);
    left -= 4;
    data += 4;
  }
  for (; left > 0; --left, ++data) seen |= *data | (*data - std::uint64_t{1});
  return (seen & high_bits) == 0;
}

/// The text with U+FFFD in place of every byte that is not part of valid UTF-8.
std::string replaced(Bytes text);

/// The bytes before the first NUL, where every engine ends a text.
Bytes until_nul(Bytes text);

/// True when the text starts with a UTF-8 byte order mark, which engines leave out when they read.
bool has_byte_order_mark(Bytes text);

}  // namespace godot_variant
