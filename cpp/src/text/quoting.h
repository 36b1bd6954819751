// Quotes and escapes of the text form.
#pragma once
#include "bytes/hash.h"
#include "bytes/utf8.h"

namespace godot_variant {

/// Which characters an engine escapes besides the quote and the backslash.
struct Escapes {
  /// Control characters and the apostrophe.
  bool all = false;
  bool question_mark = false;
};

/// The letter after the backslash in an escape; 0 for characters that need no escape.
inline char escape_of(std::uint8_t character, Escapes escapes) {
  if (character == '"' || character == '\\') return static_cast<char>(character);
  if (!escapes.all) return 0;
  if (character >= 7 && character <= 13) return "abtnvfr"[character - 7];
  return character == '\'' || (escapes.question_mark && character == '?') ? static_cast<char>(character)
                                                                          : '\0';
}

/// True when any of the eight bytes is a quote or a backslash.
constexpr bool has_quote(std::uint64_t word) {
  const std::uint64_t quote = word ^ low_bits * '"';
  const std::uint64_t backslash = word ^ low_bits * '\\';
  return ((((quote - low_bits) & ~quote) | ((backslash - low_bits) & ~backslash)) & high_bits) != 0;
}

/// Copies a text if it has no quote and no backslash.
[[gnu::noinline]] inline bool copy_unquoted(const std::uint8_t* from, std::size_t size, std::uint8_t* to) {
  if (size < 8) {
    if (has_quote(short_word(from, size))) return false;
    copy_short(to, from, size);
    return true;
  }
  for (std::size_t at = 0; at + 8 <= size; at += 8) {
    const auto word = load<std::uint64_t>(from + at);
    if (has_quote(word)) return false;
    std::memcpy(to + at, &word, 8);
  }
  const auto last = load<std::uint64_t>(from + size - 8);
  std::memcpy(to + size - 8, &last, 8);
  return !has_quote(last);
}

/// Appends a text with its escapes.
inline void put_escaped(Writer& out, Bytes text, Escapes escapes) {
  // In parts, because room is needed for a text of which every character is escaped.
  constexpr std::size_t part_size = 1024;
  while (!text.empty()) {
    const std::size_t size = std::min(text.size(), part_size);
    std::uint8_t* const begin = out.grow(size * 2);
    std::uint8_t* to = begin;
    if (!escapes.all && copy_unquoted(text.data(), size, to)) {
      to += size;
    } else {
      for (const std::uint8_t byte : text.first(size)) {
        const char letter = escape_of(byte, escapes);
        if (letter != 0) *to++ = '\\';
        *to++ = letter != 0 ? static_cast<std::uint8_t>(letter) : byte;
      }
    }
    out.shrink(size * 2 - static_cast<std::size_t>(to - begin));
    text = text.subspan(size);
  }
}

}  // namespace godot_variant
