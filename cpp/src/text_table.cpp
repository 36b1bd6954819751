#include "text_table.h"

namespace godot_variant {
namespace {

/// Longer texts are worth a string of their own.
constexpr std::size_t max_pooled_size = 256;
/// A string that is a slice keeps its whole part of the pool alive.
constexpr std::size_t pool_part = 32'768;

}  // namespace

void TextTable::start(Bytes bytes, std::size_t words) {
  bytes_ = bytes;
  if (texts_.capacity() > words) texts_ = {};
  if (units_.capacity() > words) units_ = {};
  if (pool_.capacity() > words) pool_ = {};
  texts_.clear();
  units_.clear();
  pool_.clear();
  parts_.clear();
  part_begin_ = 0;
}

std::int32_t TextTable::add(const Text& text) {
  const auto number = static_cast<std::int32_t>(units_.size());
  const auto length = static_cast<std::int32_t>(text.bytes.size());
  std::int32_t* at = texts_.grow(2);
  at[0] = text.bytes.empty() ? 0 : static_cast<std::int32_t>(text.bytes.data() - bytes_.data());
  at[1] = text.form == TextForm::valid ? length : length | tape::raw_text;
  *units_.grow(1) = pooled(text, number);
  return number;
}

/// Puts a short text into the pool; gives what units() says of it.
std::int32_t TextTable::pooled(const Text& text, std::int32_t number) {
  if (text.bytes.size() > max_pooled_size || text.form != TextForm::valid) return -1;
  if (pool_.size() - part_begin_ + text.bytes.size() > pool_part) end_part(number);
  copy_short(pool_.grow(text.bytes.size()), text.bytes.data(), text.bytes.size());
  return static_cast<std::int32_t>(text.units);
}

void TextTable::end_part(std::int32_t next_text) {
  std::int32_t* part = parts_.grow(2);
  part[0] = static_cast<std::int32_t>(pool_.size());
  part[1] = next_text;
  part_begin_ = pool_.size();
}

std::span<const std::int32_t> TextTable::parts() {
  if (pool_.size() > part_begin_) end_part(static_cast<std::int32_t>(units_.size()));
  return parts_.view();
}

}  // namespace godot_variant
