#include "tape/text_table.h"

namespace godot_variant {
namespace {

/// Longer texts are worth a separate string.
constexpr std::size_t max_pooled_size = 256;

std::int32_t mark_of(TextForm form) {
  if (form == TextForm::valid) return 0;
  return form == TextForm::broken ? tape::raw_text | tape::broken_text : tape::raw_text;
}

}  // namespace

void TextTable::start(Bytes bytes, std::size_t words) {
  bytes_ = bytes;
  if (texts_.capacity() > words) texts_ = {};
  if (units_.capacity() > words) units_ = {};
  if (ascii_.capacity() > words) ascii_ = {};
  if (utf16_.capacity() > words) utf16_ = {};
  texts_.clear();
  units_.clear();
  ascii_.clear();
  utf16_.clear();
}

std::int32_t TextTable::add(const Text& text) {
  const auto number = static_cast<std::int32_t>(units_.size());
  const auto length = static_cast<std::int32_t>(text.bytes.size());
  std::int32_t* at = texts_.grow(2);
  at[0] = text.bytes.empty() ? 0 : static_cast<std::int32_t>(text.bytes.data() - bytes_.data());
  at[1] = length | mark_of(text.form);
  *units_.grow(1) = pooled(text);
  return number;
}

/// Adds a short text to a pool and returns its entry for units().
std::int32_t TextTable::pooled(const Text& text) {
  const std::size_t size = text.bytes.size();
  if (size > max_pooled_size || text.form != TextForm::valid) return -1;
  const auto units = static_cast<std::int32_t>(text.units);
  if (text.units == size) {
    copy_short(ascii_.grow(size), text.bytes.data(), size);
    return units;
  }
  to_utf16(text.bytes, utf16_.grow(text.units));
  return units | tape::utf16_units;
}

}  // namespace godot_variant
