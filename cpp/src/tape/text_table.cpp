#include "tape/text_table.h"

namespace godot_variant {
namespace {

constexpr std::size_t large_input = 1 << 16;
/// Of larger inputs, this part may be nothing but short texts.
constexpr std::size_t most_expected = 1 << 25;

std::int32_t mark_of(TextForm form) {
  if (form == TextForm::valid) return 0;
  return form == TextForm::broken ? tape::raw_text | tape::broken_text : tape::raw_text;
}

}  // namespace

void TextTable::start(std::size_t size, std::size_t words) {
  size_ = size;
  repeat_ = false;
  first_serial_ += static_cast<std::uint32_t>(units_.size());
  // No table has so many texts that its numbers overflow.
  if (first_serial_ > UINT32_MAX / 2) {
    known_.assign(known_texts, {});
    first_serial_ = 1;
  }
  if (texts_.capacity() > words) texts_ = {};
  if (units_.capacity() > words) units_ = {};
  if (ascii_.capacity() > words) ascii_ = {};
  if (utf16_.capacity() > words) utf16_ = {};
  texts_.clear();
  units_.clear();
  ascii_.clear();
  utf16_.clear();
  if (size >= large_input) reserve(std::min(size, most_expected));
}

/// As the buffers grow, they would leave gaps between each other, in all as much as they hold. Reserved
/// memory that is never written costs nothing.
void TextTable::reserve(std::size_t size) {
  ascii_.reserve(size / 8 * 5);
  texts_.reserve(size / 9);
  units_.reserve(size / 18);
}

/// Makes room for the texts that intern_ascii adds, because it never grows.
void TextTable::make_room() {
  if (has_room(max_pooled_size)) return;
  texts_.ensure(2);
  units_.ensure(1);
  ascii_.ensure(max_pooled_size + ShortText::most);
}

std::int32_t TextTable::intern(const Text& text) {
  make_room();
  const std::size_t size = text.bytes.size();
  const bool readable = size_ >= text.offset + size + ShortText::most;
  if (readable && text.form == TextForm::valid) {
    const std::int32_t number =
        text.units == size ? intern_ascii(text.bytes, text.offset) : intern_utf8(text.bytes, text.offset);
    if (number >= 0) return number;
  }
  return add(text.bytes, text.offset, mark_of(text.form), pooled(text));
}

std::int32_t TextTable::intern_longer_ascii(Bytes text, std::size_t offset) {
  if (text.size() > max_interned_size || (credit_ <= 0 && is_skipped())) return add_ascii(text, offset);
  const ShortText key{hash_of(text.data(), text.size()), in_ascii};
  Known& known = place_of(key);
  if (is_known(known, key) && is_ascii(known, text)) return found(known);
  --credit_;
  const auto pool_at = static_cast<std::uint32_t>(ascii_.size());
  const std::int32_t number = add_ascii(text, offset);
  known = {key, serial_of(number), pool_at};
  return number;
}

std::int32_t TextTable::intern_utf8(Bytes text, std::size_t offset) {
  // With a NUL at its end, a short text would have the key of the text without it.
  if (text.size() > max_utf16_size || text.back() == 0) return -1;
  if (text.size() > ShortText::most) return intern_longer_utf8(text, offset);
  return intern_short(short_text(text.data(), text.size()), [&] { return add_utf8(text, offset); });
}

std::int32_t TextTable::intern_longer_utf8(Bytes text, std::size_t offset) {
  if (text.size() > max_interned_size || (credit_ <= 0 && is_skipped())) return add_utf8(text, offset);
  const std::size_t pool_at = utf16_.size();
  const std::int32_t units = pooled_utf16(text);
  if (units < 0) return units;
  const ShortText key{hash_of(text.data(), text.size()), in_utf16};
  Known& known = place_of(key);
  if (is_known(known, key) && is_utf16(known, pool_at, units)) {
    utf16_.cut(pool_at);
    return found(known);
  }
  --credit_;
  const std::int32_t number = add(text, offset, 0, units);
  known = {key, serial_of(number), static_cast<std::uint32_t>(pool_at)};
  return number;
}

bool TextTable::is_ascii(const Known& known, Bytes text) const {
  const auto size = static_cast<std::size_t>(units_[static_cast<std::size_t>(number_of(known))]);
  return size == text.size() && equal(ascii_.data() + known.pool_at, text.data(), size);
}

/// The text is the one at `at` in the pool.
bool TextTable::is_utf16(const Known& known, std::size_t at, std::int32_t units) const {
  const std::size_t size = utf16_.size() - at;
  return units_[static_cast<std::size_t>(number_of(known))] == units &&
         std::memcmp(utf16_.data() + known.pool_at, utf16_.data() + at, size * sizeof(std::uint16_t)) == 0;
}

std::int32_t TextTable::add_utf8(Bytes text, std::size_t offset) {
  const std::int32_t units = pooled_utf16(text);
  return units < 0 ? units : add(text, offset, 0, units);
}

std::int32_t TextTable::add(Bytes text, std::size_t offset, std::int32_t mark, std::int32_t units) {
  const auto number = static_cast<std::int32_t>(units_.size());
  std::int32_t* at = texts_.grow(2);
  at[0] = text.empty() ? 0 : static_cast<std::int32_t>(offset);
  at[1] = static_cast<std::int32_t>(text.size()) | mark;
  *units_.grow(1) = units;
  return number;
}

/// Adds a text to a pool unless it is long, and returns its entry for units().
std::int32_t TextTable::pooled(const Text& text) {
  const std::size_t size = text.bytes.size();
  const bool ascii = text.units == size;
  if (size > (ascii ? max_pooled_size : max_utf16_size) || text.form != TextForm::valid) return -1;
  const auto units = static_cast<std::int32_t>(text.units);
  if (ascii) {
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
