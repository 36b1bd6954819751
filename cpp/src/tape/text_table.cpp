#include "tape/text_table.h"

namespace godot_variant {
namespace {

std::int32_t mark_of(TextForm form) {
  if (form == TextForm::valid) return 0;
  return form == TextForm::broken ? tape::raw_text | tape::broken_text : tape::raw_text;
}

}  // namespace

void TextTable::start(Bytes bytes, std::size_t words) {
  bytes_ = bytes;
  if (++table_ == 0) known_.assign(known_texts, {});
  if (texts_.capacity() > words) texts_ = {};
  if (units_.capacity() > words) units_ = {};
  if (ascii_.capacity() > words) ascii_ = {};
  if (utf16_.capacity() > words) utf16_ = {};
  texts_.clear();
  units_.clear();
  ascii_.clear();
  utf16_.clear();
}

/// Makes room for the texts that intern_ascii adds, because it never grows.
void TextTable::make_room() {
  if (has_room(max_pooled_size)) return;
  texts_.grow(2), texts_.shrink(2);
  units_.grow(1), units_.shrink(1);
  ascii_.grow(max_pooled_size + ShortText::most), ascii_.shrink(max_pooled_size + ShortText::most);
}

std::int32_t TextTable::intern(const Text& text) {
  make_room();
  if (text.bytes.size() > max_interned_size) return add(text);
  const auto left = static_cast<std::size_t>(bytes_.data() + bytes_.size() - text.bytes.data());
  const ShortText key = key_of(text.bytes, left >= ShortText::most);
  return intern(key, text.bytes, [&] { return add(text); });
}

std::int32_t TextTable::intern_longer_ascii(Bytes text) {
  if (text.size() > max_interned_size) return add_ascii(text);
  return intern(key_of(text, true), text, [&] { return add_ascii(text); });
}

std::int32_t TextTable::intern_utf8(Bytes text) {
  // With a NUL at its end, a short text would have the key of the text without it.
  if (text.size() > max_pooled_size || text.back() == 0) return -1;
  if (text.size() > max_interned_size) return add_utf8(text);
  return intern(key_of(text, true), text, [&] { return add_utf8(text); });
}

std::int32_t TextTable::add_utf8(Bytes text) {
  const std::int32_t units = pooled_utf16(text);
  return units < 0 ? units : add(text, 0, units);
}

std::int32_t TextTable::add(const Text& text) { return add(text.bytes, mark_of(text.form), pooled(text)); }

std::int32_t TextTable::add(Bytes text, std::int32_t mark, std::int32_t units) {
  const auto number = static_cast<std::int32_t>(units_.size());
  std::int32_t* at = texts_.grow(2);
  at[0] = text.empty() ? 0 : static_cast<std::int32_t>(text.data() - bytes_.data());
  at[1] = static_cast<std::int32_t>(text.size()) | mark;
  *units_.grow(1) = units;
  return number;
}

/// Adds a text to a pool unless it is long, and returns its entry for units().
std::int32_t TextTable::pooled(const Text& text) {
  const std::size_t size = text.bytes.size();
  if (size > max_pooled_size || text.form != TextForm::valid) return -1;
  const auto units = static_cast<std::int32_t>(text.units);
  if (text.units == size) {
    if (size > 0) std::memcpy(ascii_.grow(size), text.bytes.data(), size);
    return units;
  }
  return pooled_utf16(text.bytes);
}

/// Adds a text to the UTF-16 pool. Returns -1 if to_utf16 refuses it.
std::int32_t TextTable::pooled_utf16(Bytes text) {
  const std::size_t before = utf16_.size();
  const auto units = to_utf16(text, utf16_.grow(text.size() + utf16_slack));
  utf16_.cut(before + units.value_or(0));
  return units ? static_cast<std::int32_t>(*units) | tape::utf16_units : -1;
}

}  // namespace godot_variant
