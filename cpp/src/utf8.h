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

/// The text with U+FFFD in place of every byte that is not part of valid UTF-8.
std::string replaced(Bytes text);

/// The bytes before the first NUL, where every engine ends a text.
Bytes until_nul(Bytes text);

/// True when the text starts with a UTF-8 byte order mark, which engines leave out when they read.
bool has_byte_order_mark(Bytes text);

}  // namespace godot_variant
