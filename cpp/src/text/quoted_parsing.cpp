// Parses texts in quotes, and the keys of Dictionaries among them.
#include "text/parser.h"
#include "text/quoting.h"

namespace godot_variant {
namespace {

/// Bytes of a String before its characters.
constexpr std::size_t string_head = 8;

/// Whether a text stands in quotes as it is.
bool is_unquoted(Bytes text) {
  std::uint8_t copy[KeyTree::max_key_size];
  return copy_unquoted(text.data(), text.size(), copy);
}

}  // namespace

/// Reads a class name, which to_text quotes when it is not an identifier.
void TextParser::class_text(const std::string_view& name) {
  name.empty() ? void(quoted_text()) : text_of(name);
}

bool TextParser::quoted_text() {
  const std::size_t from = bytes_.size();
  next();
  if (!quoted()) return false;
  text_from(from);
  return true;
}

/// Appends a quoted text to bytes_ and resolves its escapes.
bool TextParser::quoted() {
  const std::size_t start = at_;
  const std::size_t from = bytes_.size();
  if (peek() != '"') return fail();
  for (++at_;; ++at_) {
    const std::size_t plain = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\') ++at_;
    bytes_.append(text_.subspan(plain, at_ - plain));
    if (at_ == text_.size()) return fail();
    if (text_[at_] == '"') break;
    if (!escape()) return false;
  }
  ++at_;
  const Bytes text = bytes_.view().subspan(from);
  const TextScan scan = scan_text(text);
  if (scan.form != TextForm::valid) return fail(ErrorCode::bad_utf8, start);
  return scan.size == text.size() || fail(ErrorCode::bad_text, start);
}

/// Resolves an escape; most letters mean themselves. Stops at its last character.
bool TextParser::escape() {
  ++at_;
  if (at_ == text_.size()) return fail();
  const char letter = peek();
  if (letter == 'u' || (letter == 'U' && !settings_.as_godot_3)) {
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
  // Engines print `\a` and `\v`, but read back only the letters.
  constexpr std::string_view letters = "abfnrtv";
  const std::size_t known = letters.find(letter);
  byte(known < letters.size() ? static_cast<std::uint8_t>("\a\b\f\n\r\t\v"[known]) : text_[at_]);
  return true;
}

/// Reads that many hexadecimal digits after the current letter and stops at the last one. Returns 0 if some
/// are missing.
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

void TextParser::byte(std::uint32_t value) { *bytes_.grow(1) = static_cast<std::uint8_t>(value); }

std::int32_t TextParser::add_text(std::size_t from, std::size_t size) {
  std::int32_t* entry = texts_.grow(2);
  entry[0] = static_cast<std::int32_t>(from);
  entry[1] = static_cast<std::int32_t>(size);
  return static_cast<std::int32_t>(texts_.size() / 2 - 1);
}

void TextParser::text_from(std::size_t from) {
  word(static_cast<std::uint32_t>(add_text(from, bytes_.size() - from)));
}

void TextParser::text_of(const std::string_view& text) {
  const std::size_t from = bytes_.size();
  bytes_.append({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  text_from(from);
}

void TextParser::key(const Slot& slot, std::uint32_t home, KeyPath& path) {
  const std::size_t at = words_.size();
  if (next() != '"') {
    word(static_cast<std::uint32_t>(tape::key_is_value));
    path.leave();
    return value_of(slot, at);
  }
  due_at_ = at_;
  if (!count_element() || !(expected_key(path) || other_key(home, path))) return;
  if (!slot.fits(Type::String)) misfit(at);
}

/// Takes the key that came next last time, which was checked then, if it comes again.
bool TextParser::expected_key(KeyPath& path) {
  const KeyTree::View tree = keys_.view();
  const KeyTree::Node& node = path.expected_node(tree);
  if (node.key < 0) return false;
  const Bytes text{tree.raw(node) + string_head, keys_.keys()[static_cast<std::size_t>(node.key)].text_size};
  const std::size_t end = at_ + 1 + text.size();
  if (end >= text_.size() || text_[end] != '"') return false;
  if (!std::equal(text.begin(), text.end(), text_.begin() + static_cast<std::ptrdiff_t>(at_ + 1)) ||
      !is_unquoted(text))
    return false;
  at_ = end + 1;
  word(static_cast<std::uint32_t>(path.take_expected(tree).key));
  return true;
}

/// Reads a key, which the tree takes if it can.
bool TextParser::other_key(std::uint32_t home, KeyPath& path) {
  const std::size_t from = bytes_.size();
  const std::size_t start = from + (path.is_known() ? string_head : 0);
  bytes_.grow(start - from);
  if (!quoted()) return false;
  const std::size_t size = bytes_.size() - start;
  if (path.is_known() && enters_tree(start, size, home, path)) {
    bytes_.cut(from);
    word(static_cast<std::uint32_t>(keys_.node(path.node()).key));
  } else {
    path.leave();
    word(static_cast<std::uint32_t>(tape::first_key_text - add_text(start, size)));
  }
  return true;
}

/// Whether the tree takes the key at `start`, before which there is room for the head of a String.
bool TextParser::enters_tree(std::size_t start, std::size_t size, std::uint32_t home, KeyPath& path) {
  const std::uint32_t head[] = {static_cast<std::uint32_t>(Type::String), static_cast<std::uint32_t>(size)};
  std::memcpy(bytes_.data() + start - string_head, head, sizeof head);
  std::memset(bytes_.grow(padding_of(size)), 0, padding_of(size));
  const Bytes text = bytes_.view().subspan(start, size);
  // Decoding reads a key without its first byte order mark.
  return !has_byte_order_mark(text) && path.follow(keys_, home, {text, 0, TextForm::valid, size});
}

}  // namespace godot_variant
