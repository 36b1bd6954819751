// Which texts engines accept, and how they read them.
#pragma once
#include <optional>
#include <string>

#include "bytes/hash.h"

namespace godot_variant {

/// Whether the bytes of a text are UTF-8.
enum class TextForm : std::uint8_t {
  valid,
  /// Valid except for encoded surrogates (ED A0..BF xx).
  surrogates,
  broken,
};

/// A text up to its first NUL, where every engine cuts it.
struct TextScan {
  std::size_t size = 0;
  TextForm form = TextForm::valid;
  /// Length in UTF-16 code units, when it is valid.
  std::size_t units = 0;
};

/// Treats overlong forms and code points above U+10FFFF as broken.
TextScan scan_text(Bytes text);

inline constexpr std::uint64_t high_bits = 0x8080808080808080;
inline constexpr std::uint64_t low_bits = 0x0101010101010101;

/// Sets high bits if any of the eight bytes is a NUL or not ASCII.
constexpr std::uint64_t not_plain(std::uint64_t word) { return (word | (word - low_bits)) & high_bits; }

/// True when every byte is ASCII and not NUL. Such a text needs no further checks.
[[gnu::always_inline]] inline bool is_plain_ascii(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return not_plain(short_word(data, size) | (size > 0 ? low_bits << 24 : low_bits)) == 0;
  if (size < 8) return not_plain(short_word(data, size)) == 0;
  if ((not_plain(load<std::uint64_t>(data)) | not_plain(load<std::uint64_t>(data + size - 8))) != 0)
    return false;
  for (std::size_t at = 8; at + 8 < size; at += 8) {
    if (not_plain(load<std::uint64_t>(data + at)) != 0) return false;
  }
  return true;
}

/// The same for a text that `words` holds too.
[[gnu::always_inline]] inline bool is_plain_ascii(const ShortText& words, std::size_t size) {
  const ShortText& mask = short_masks[size];
  return (not_plain(words.first | (~mask.first & low_bits)) |
          not_plain(words.second | (~mask.second & low_bits))) == 0;
}

/// Units that to_utf16 may write behind its result, because it writes several at a time.
inline constexpr std::size_t utf16_slack = 8;

/// Writes UTF-8 as UTF-16, for which there must be room for a unit per byte and `utf16_slack` more. Returns
/// the number of units, or nothing where the text is not valid, or has a NUL or a byte order mark.
std::optional<std::size_t> to_utf16(Bytes text, std::uint16_t* to);

/// True for valid UTF-8 without a NUL and without a byte order mark at its start. Such a text needs no
/// further checks.
bool is_plain_utf8(Bytes text);

/// The text with U+FFFD in place of every byte that is not part of valid UTF-8.
std::string replaced(Bytes text);

/// True when the text starts with a UTF-8 byte order mark, which engines skip.
inline bool has_byte_order_mark(Bytes text) {
  return text.size() >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF;
}

}  // namespace godot_variant
