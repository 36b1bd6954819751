#include "tape.h"

#include <algorithm>

namespace godot_variant {
namespace {

constexpr std::size_t first_table_size = 256;
/// After this many other texts in its way a text is not looked for: hostile texts must not make the table
/// slow.
constexpr std::size_t max_probes = 8;
/// Longer texts are hardly ever repeated.
constexpr std::size_t max_interned_length = 64;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

std::uint64_t hash_of(Bytes text) {
  std::uint64_t hash = text.size();
  std::size_t at = 0;
  for (; text.size() - at >= 8; at += 8) hash = mix(hash, load<std::uint64_t>(text.data() + at));
  std::uint64_t rest = 0;
  if (at < text.size()) std::memcpy(&rest, text.data() + at, text.size() - at);
  return mix(hash, rest);
}

}  // namespace

TapeBuilder::TapeBuilder(Bytes bytes) : bytes_(bytes), table_(first_table_size) {}

void TapeBuilder::clear(Bytes bytes, std::size_t words) {
  bytes_ = bytes;
  if (words_.capacity() > words) std::vector<std::int32_t>().swap(words_);
  if (texts_.capacity() > words) std::vector<std::int32_t>().swap(texts_);
  words_.clear();
  texts_.clear();
  table_.assign(first_table_size, 0);
  interned_ = 0;
}

void TapeBuilder::pair(std::uint64_t value) {
  word(static_cast<std::uint32_t>(value));
  word(static_cast<std::uint32_t>(value >> 32));
}

void TapeBuilder::align() {
  if (words_.size() % 2 == 1) word(0);
}

void TapeBuilder::integer(Head head, std::int64_t value) {
  if (fits_int32(value)) {
    tag(head.type, 0);
    word(static_cast<std::int32_t>(value));
  } else {
    tag(head.type, tape::wide);
    pair(static_cast<std::uint64_t>(value));
  }
}

void TapeBuilder::real(Head head, double value) {
  constexpr std::uint64_t usual_nan = 0x7FF8000000000000;
  if (fits_float(value)) {
    tag(head.type, 0);
    word(narrow(value));
    return;
  }
  const std::uint64_t bits = bits_as<std::uint64_t>(value);
  tag(head.type, tape::wide | (std::isnan(value) && bits != usual_nan ? tape::nan : 0));
  align();
  pair(bits);
}

void TapeBuilder::text(Head head, const Text& text) {
  tag(head.type, 0);
  word(intern(text));
}

void TapeBuilder::numbers(Head head, const Numbers& numbers) {
  const bool reals = numbers.element != Element::i32;
  const bool wide = numbers.element == Element::f64;
  tag(head.type, (wide ? tape::wide : 0) | (reals && has_nan(numbers) ? tape::nan : 0));
  if (wide) align();
  const std::size_t count = numbers.total() * (wide ? 2 : 1);
  const std::size_t end = words_.size();
  words_.resize(end + count);
  std::memcpy(words_.data() + end, numbers.data, count * 4);
}

void TapeBuilder::id(Head head, std::uint64_t id) {
  tag(head.type, head.type == Type::Object ? tape::as_id : 0);
  pair(id);
}

void TapeBuilder::signal(Head head, const Text& name, std::uint64_t object) {
  tag(head.type, 0);
  word(intern(name));
  pair(object);
}

void TapeBuilder::packed(Head head, const Numbers& numbers) {
  const bool wide = numbers.element == Element::f64 && usual_row(head.type).element != Element::f64;
  tag(head.type, wide ? tape::wide : 0);
  word(numbers.count);
  word(offset_of(numbers.data));
}

void TapeBuilder::image(Head head, const ImageParts& image) {
  tag(head.type, 0);
  for (const std::uint32_t field : image.fields) word(field);
  word(static_cast<std::uint32_t>(image.data.size()));
  word(offset_of(image.data.data()));
}

void TapeBuilder::input_event(Head head, const InputEventParts& event) {
  tag(head.type, 0);
  word(event.type);
  word(event.device);
  word(static_cast<std::uint32_t>(event.words.size() / 4));
  for (std::size_t i = 0; i < event.words.size(); i += 4) word(load<std::uint32_t>(event.words.data() + i));
}

void TapeBuilder::node_path(Head head, const NodePathHead& path) {
  tag(head.type, 0);
  word((path.absolute ? 1U : 0U) | (path.property ? 2U : 0U) | (path.property_known ? 4U : 0U));
  // A count may claim more parts than the input holds; the decoder fails on the first missing one.
  word(path.names);
  word(path.subnames);
}

void TapeBuilder::object(Head head, const Text& class_name, std::uint32_t count) {
  tag(head.type, 0);
  word(intern(class_name));
  word(count);
}

void TapeBuilder::typing(const Typing& typing) {
  if (typing.kind == Kind::builtin) {
    word(static_cast<std::uint32_t>(typing.builtin));
  } else if (typing.kind != Kind::untyped) {
    const bool stands_for_all = typing.text.bytes.data() == encoded_object_text.bytes.data();
    word(stands_for_all ? -1 : intern(typing.text));
  }
}

void TapeBuilder::array(Head head, const Container& container) {
  tag(head.type, (container.shared ? tape::shared : 0) | static_cast<std::int32_t>(container.value.kind)
                                                             << tape::key_kind_shift);
  typing(container.value);
  word(container.count);
}

void TapeBuilder::dictionary(Head head, const Container& container) {
  tag(head.type, (container.shared ? tape::shared : 0) |
                     static_cast<std::int32_t>(container.key.kind) << tape::key_kind_shift |
                     static_cast<std::int32_t>(container.value.kind) << tape::value_kind_shift);
  typing(container.key);
  typing(container.value);
  word(container.count);
}

void TapeBuilder::packed_texts(Head head, std::uint32_t count) {
  tag(head.type, 0);
  word(count);
}

std::int32_t TapeBuilder::add_text(const Text& text) {
  const auto number = static_cast<std::int32_t>(texts_.size() / 2);
  const auto length = static_cast<std::int32_t>(text.bytes.size());
  texts_.push_back(text.bytes.empty() ? 0 : offset_of(text.bytes.data()));
  texts_.push_back(text.form == TextForm::valid ? length : length | tape::raw_text);
  return number;
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
    const Bytes known = text_bytes(table_[place] - 1);
    if (std::equal(known.begin(), known.end(), text.bytes.begin(), text.bytes.end())) {
      return static_cast<std::int32_t>(table_[place]) - 1;
    }
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

void play(const TapeView& tape, AnySink& sink) { TapePlayer<AnySink>(tape, sink).run(); }

}  // namespace godot_variant
