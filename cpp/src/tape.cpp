#include "tape.h"

#include "hash.h"

namespace godot_variant {
namespace {

/// After this many other texts in its way a text is not looked for: hostile texts must not make the table
/// slow.
constexpr std::size_t max_probes = 8;
/// Longer texts are hardly ever repeated.
constexpr std::size_t max_interned_length = 64;
/// Longer texts are worth a string of their own.
constexpr std::size_t max_pooled_length = 256;
/// A string that is a slice keeps its whole part of the pool alive.
constexpr std::size_t pool_part = 32'768;

std::int32_t low(std::uint64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }
std::int32_t high(std::uint64_t value) { return low(value >> 32); }
std::int32_t word_of(std::uint32_t value) { return static_cast<std::int32_t>(value); }

}  // namespace

void TapeBuilder::start(Bytes bytes, std::size_t words) {
  bytes_ = bytes;
  if (words_.capacity() > words) words_ = {};
  if (texts_.capacity() > words) texts_ = {};
  if (units_.capacity() > words) units_ = {};
  if (pool_.capacity() > words) pool_ = {};
  words_.clear();
  words_.reserve(bytes.size() / 8);
  texts_.clear();
  units_.clear();
  pool_.clear();
  parts_.clear();
  part_begin_ = 0;
  open_.clear();
  if (interned_ > 0) table_.assign(first_table_size, 0);
  interned_ = 0;
}

/// The tag of a value and room for `words` more, which are returned.
std::int32_t* TapeBuilder::begin(Type type, std::int32_t bits, std::size_t words) {
  if (!open_.empty() && open_.back().key_next) *words_.grow(1) = key_is_value;
  std::int32_t* at = words_.grow(words + 1);
  *at = static_cast<std::int32_t>(type) | bits;
  return at + 1;
}

/// A value ended that may be a key or a Dictionary's value.
void TapeBuilder::done() {
  if (open_.empty() || !open_.back().dictionary) return;
  Open& top = open_.back();
  if (top.key_next) top.node = Shapes::none;
  top.key_next = !top.key_next;
}

void TapeBuilder::end() {
  const Open& top = open_.back();
  if (top.dictionary) words_[top.shape_at] = word_of(top.node);
  open_.pop_back();
  done();
}

void TapeBuilder::align() {
  if (words_.size() % 2 == 1) *words_.grow(1) = 0;
}

void TapeBuilder::integer(Head head, std::int64_t value) {
  if (fits_int32(value)) {
    *begin(head.type, 0, 1) = static_cast<std::int32_t>(value);
  } else {
    std::int32_t* at = begin(head.type, tape::wide, 2);
    at[0] = low(static_cast<std::uint64_t>(value));
    at[1] = high(static_cast<std::uint64_t>(value));
  }
  done();
}

void TapeBuilder::real(Head head, double value) {
  constexpr std::uint64_t usual_nan = 0x7FF8000000000000;
  if (fits_float(value)) {
    *begin(head.type, 0, 1) = word_of(narrow(value));
    return done();
  }
  const std::uint64_t bits = bits_as<std::uint64_t>(value);
  begin(head.type, tape::wide | (std::isnan(value) && bits != usual_nan ? tape::nan : 0), 0);
  align();
  std::memcpy(words_.grow(2), &bits, sizeof bits);
  done();
}

void TapeBuilder::text(Head head, const Text& text) {
  const bool is_key = !open_.empty() && open_.back().key_next && head.type == Type::String;
  if (is_key && key(text)) return;
  *begin(head.type, 0, 1) = intern(text);
  done();
}

/// Writes a String key; false when it must be written as a value.
bool TapeBuilder::key(const Text& text) {
  Open& top = open_.back();
  const bool plain = text.form == TextForm::valid && text.wire_size == text.bytes.size() &&
                     load<std::uint32_t>(text.bytes.data() - 8) <= 0xFF;
  if (plain && top.node != Shapes::none) {
    const std::size_t raw_size = 8 + text.bytes.size() + padding_of(text.bytes.size());
    top.node = shapes_.advance(top.node, {text.bytes.data() - 8, raw_size}, text.bytes.size());
  } else {
    top.node = Shapes::none;
  }
  *words_.grow(1) = top.node == Shapes::none ? first_key_text - intern(text) : shapes_.key_of(top.node);
  top.key_next = false;
  return true;
}

void TapeBuilder::numbers(Head head, const Numbers& numbers) {
  const bool reals = numbers.element != Element::i32;
  const bool wide = numbers.element == Element::f64;
  begin(head.type, (wide ? tape::wide : 0) | (reals && has_nan(numbers) ? tape::nan : 0), 0);
  if (wide) align();
  const std::size_t count = numbers.total() * (wide ? 2 : 1);
  std::memcpy(words_.grow(count), numbers.data, count * 4);
  done();
}

void TapeBuilder::id(Head head, std::uint64_t id) {
  std::int32_t* at = begin(head.type, head.type == Type::Object ? tape::as_id : 0, 2);
  at[0] = low(id);
  at[1] = high(id);
  done();
}

void TapeBuilder::signal(Head head, const Text& name, std::uint64_t object) {
  std::int32_t* at = begin(head.type, 0, 3);
  at[0] = intern(name);
  at[1] = low(object);
  at[2] = high(object);
  done();
}

void TapeBuilder::packed(Head head, const Numbers& numbers) {
  const bool wide = numbers.element == Element::f64 && usual_row(head.type).element != Element::f64;
  std::int32_t* at = begin(head.type, wide ? tape::wide : 0, 2);
  at[0] = word_of(numbers.count);
  at[1] = offset_of(numbers.data);
  done();
}

void TapeBuilder::image(Head head, const ImageParts& image) {
  std::int32_t* at = begin(head.type, 0, 6);
  for (const std::uint32_t field : image.fields) *at++ = word_of(field);
  at[0] = word_of(static_cast<std::uint32_t>(image.data.size()));
  at[1] = offset_of(image.data.data());
  done();
}

void TapeBuilder::input_event(Head head, const InputEventParts& event) {
  const std::size_t count = event.words.size() / 4;
  std::int32_t* at = begin(head.type, 0, 3 + count);
  at[0] = word_of(event.type);
  at[1] = word_of(event.device);
  at[2] = word_of(static_cast<std::uint32_t>(count));
  if (count > 0) std::memcpy(at + 3, event.words.data(), event.words.size());
  done();
}

void TapeBuilder::node_path(Head head, const NodePathHead& path) {
  std::int32_t* at = begin(head.type, 0, 3);
  at[0] = (path.absolute ? 1 : 0) | (path.property ? 2 : 0) | (path.property_known ? 4 : 0);
  // A count may claim more parts than the input holds; the decoder fails on the first missing one.
  at[1] = word_of(path.names);
  at[2] = word_of(path.subnames);
  open({});
}

void TapeBuilder::object(Head head, const Text& class_name, std::uint32_t count) {
  std::int32_t* at = begin(head.type, 0, 2);
  at[0] = intern(class_name);
  at[1] = word_of(count);
  open({});
}

void TapeBuilder::typing(const Typing& typing) {
  if (typing.kind == Kind::builtin) {
    *words_.grow(1) = static_cast<std::int32_t>(typing.builtin);
  } else if (typing.kind != Kind::untyped) {
    const bool stands_for_all = typing.text.bytes.data() == encoded_object_text.bytes.data();
    *words_.grow(1) = stands_for_all ? -1 : intern(typing.text);
  }
}

void TapeBuilder::array(Head head, const Container& container) {
  const auto kind = static_cast<std::int32_t>(container.value.kind);
  begin(head.type, (container.shared ? tape::shared : 0) | kind << tape::key_kind_shift, 0);
  typing(container.value);
  *words_.grow(1) = word_of(container.count);
  open({});
}

void TapeBuilder::dictionary(Head head, const Container& container) {
  const auto key = static_cast<std::int32_t>(container.key.kind);
  const auto value = static_cast<std::int32_t>(container.value.kind);
  begin(head.type,
        (container.shared ? tape::shared : 0) | key << tape::key_kind_shift | value << tape::value_kind_shift,
        0);
  typing(container.key);
  typing(container.value);
  *words_.grow(1) = word_of(container.count);
  open({true, true, Shapes::root, words_.size()});
  words_.grow(1);
}

void TapeBuilder::packed_texts(Head head, std::uint32_t count) {
  *begin(head.type, 0, 1) = word_of(count);
  open({});
}

std::int32_t TapeBuilder::add_text(const Text& text) {
  const auto number = static_cast<std::int32_t>(texts_.size() / 2);
  const auto length = static_cast<std::int32_t>(text.bytes.size());
  std::int32_t* at = texts_.grow(2);
  at[0] = text.bytes.empty() ? 0 : offset_of(text.bytes.data());
  at[1] = text.form == TextForm::valid ? length : length | tape::raw_text;
  *units_.grow(1) = pooled(text, number);
  return number;
}

/// Puts a short text into the pool; gives what units() says of it.
std::int32_t TapeBuilder::pooled(const Text& text, std::int32_t number) {
  if (text.bytes.size() > max_pooled_length || text.form != TextForm::valid) return -1;
  if (pool_.size() - part_begin_ + text.bytes.size() > pool_part) end_part(number);
  std::uint8_t* to = pool_.grow(text.bytes.size());
  std::int32_t units = 0;
  for (const std::uint8_t byte : text.bytes) {
    *to++ = byte;
    // Continuation bytes are no units; what takes four bytes is two.
    units += ((byte & 0xC0) != 0x80 ? 1 : 0) + (byte >= 0xF0 ? 1 : 0);
  }
  return units;
}

void TapeBuilder::end_part(std::int32_t next_text) {
  std::int32_t* part = parts_.grow(2);
  part[0] = static_cast<std::int32_t>(pool_.size());
  part[1] = next_text;
  part_begin_ = pool_.size();
}

std::span<const std::int32_t> TapeBuilder::parts() {
  if (pool_.size() > part_begin_) end_part(static_cast<std::int32_t>(units_.size()));
  return parts_.view();
}

/// The number of a text: the same for the same bytes where that is cheap to know.
std::int32_t TapeBuilder::intern(const Text& text) {
  if (text.bytes.size() > max_interned_length) return add_text(text);
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash_of(text.bytes) & mask;
  for (std::size_t probe = 0; probe < max_probes; ++probe, place = (place + 1) & mask) {
    if (table_[place] == 0) {
      const std::int32_t number = add_text(text);
      table_[place] = static_cast<std::uint32_t>(number) + 1;
      if (++interned_ * 2 > table_.size()) grow_table();
      return number;
    }
    if (equal(text_bytes(table_[place] - 1), text.bytes)) return static_cast<std::int32_t>(table_[place]) - 1;
  }
  return add_text(text);
}

void TapeBuilder::grow_table() {
  const std::vector<std::uint32_t> old = std::move(table_);
  table_.assign(old.size() * 4, 0);
  const std::size_t mask = table_.size() - 1;
  for (const std::uint32_t entry : old) {
    if (entry == 0) continue;
    std::size_t place = hash_of(text_bytes(entry - 1)) & mask;
    while (table_[place] != 0) place = (place + 1) & mask;
    table_[place] = entry;
  }
}

}  // namespace godot_variant
