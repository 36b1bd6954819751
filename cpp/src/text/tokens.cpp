// Quotes, escapes, numbers and names: what TextParser reads a text's values from.
#include "text/parser.h"

namespace godot_variant {

bool TextParser::fail(ErrorCode code, std::size_t at) {
  if (going()) error_ = {code, at};
  return false;
}

bool TextParser::fail() {
  return fail(at_ < text_.size() ? ErrorCode::bad_text : ErrorCode::unexpected_end, at_);
}

bool TextParser::expect(char character) { return takes(character) || fail(); }

char TextParser::peek() const { return at_ < text_.size() ? static_cast<char>(text_[at_]) : '\0'; }

char TextParser::next() {
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == ';') {
      while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    } else if (text_[at_] > ' ' || text_[at_] == 0) {
      break;
    }
  }
  return peek();
}

bool TextParser::takes(char character) {
  if (next() != character) return false;
  ++at_;
  return true;
}

std::string_view TextParser::name() {
  next();
  const std::size_t from = at_;
  while (is_name(peek())) ++at_;
  return chars(text_.subspan(from, at_ - from));
}

/// Notes the name of a class. Where there is none, it stands in quotes, as we print what is no name.
void TextParser::class_text(const std::string_view& name) {
  const std::size_t from = bytes_.size();
  if (!name.empty()) return text_of(name);
  if (quoted() && bytes_.size() == from) fail();
  text_from(from);
}

/// Appends a text in quotes to bytes_, without its escapes.
bool TextParser::quoted() {
  const std::size_t start = at_;
  const std::size_t from = bytes_.size();
  if (peek() != '"') return fail();
  for (++at_; peek() != '"'; ++at_) {
    if (at_ == text_.size()) return fail();
    if (text_[at_] == '\\') {
      if (!escape()) return false;
    } else {
      byte(text_[at_]);
    }
  }
  ++at_;
  const Bytes text = bytes_.view().subspan(from);
  const TextScan scan = scan_text(text);
  if (scan.form != TextForm::valid) return fail(ErrorCode::bad_utf8, start);
  return scan.size == text.size() || fail(ErrorCode::bad_text, start);
}

/// What a backslash and what follows it stand for; most letters stand for themselves. Ends at the last of
/// them.
bool TextParser::escape() {
  ++at_;
  if (at_ == text_.size()) return fail();
  const char letter = peek();
  if (letter == 'u' || letter == 'U') {
    std::uint32_t character = hex(letter == 'u' ? 4 : 6);
    const bool high = (character & 0xFFFFFC00) == 0xD800;
    if (high && text_.size() - at_ > 2 && text_[at_ + 1] == '\\' && text_[at_ + 2] == 'u') {
      at_ += 2;
      const std::uint32_t low = hex(4);
      if ((low & 0xFFFFFC00) == 0xDC00) character = 0x10000 + ((character & 0x3FF) << 10) + (low & 0x3FF);
    }
    if (character == 0 || character > 0x10FFFF || (character & 0xFFFFF800) == 0xD800) return fail();
    put_utf8(character);
    return true;
  }
  // Engines print `\a` and `\v`, but read only the letters.
  constexpr std::string_view letters = "abfnrtv";
  const std::size_t known = letters.find(letter);
  byte(known < letters.size() ? static_cast<std::uint8_t>("\a\b\f\n\r\t\v"[known]) : text_[at_]);
  return true;
}

/// A number of hexadecimal digits after the letter at hand; ends at the last one. 0 when there are too few.
std::uint32_t TextParser::hex(std::uint32_t digits) {
  std::uint32_t value = 0;
  for (; digits > 0; --digits) {
    ++at_;
    const std::uint32_t digit = digit_of(peek());
    if (digit > 15) return 0;
    value = value << 4 | digit;
  }
  return value;
}

void TextParser::put_utf8(std::uint32_t character) {
  const std::uint32_t following = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  constexpr std::uint8_t leads[] = {0, 0xC0, 0xE0, 0xF0};
  byte(character >> (6 * following) | leads[following]);
  for (std::uint32_t left = following; left-- > 0;) byte((character >> (6 * left) & 0x3F) | 0x80);
}

}  // namespace godot_variant
