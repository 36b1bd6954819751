#include "index/index_builder.h"

namespace godot_variant {
namespace {

constexpr std::size_t large_input = 1 << 16;
/// Typical for saves; containers of null and bool need more words.
constexpr std::size_t bytes_per_word = 6;
constexpr std::size_t most_reserved = 1 << 24;

std::int32_t word_of(std::size_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

}  // namespace

void IndexBuilder::start(Bytes bytes) {
  bytes_ = bytes;
  words_.clear();
  waiting_.clear();
  open_.clear();
  open_.top().place = Place::element;
  models_ = {};
  overflow_ = false;
  // Growing step by step copies a large index three times. Reserved memory that is never written costs
  // nothing.
  if (bytes.size() >= large_input) words_.reserve(std::min(bytes.size() / bytes_per_word, most_reserved));
  // Without a single value, this record is all that a reader sees.
  std::memset(words_.grow(record_words), 0, record_words * 4);
}

void IndexBuilder::finish() {
  if (waiting_.size() > 0) std::memcpy(words_.data(), waiting_.data(), record_words * 4);
}

std::uint32_t IndexBuilder::finish_early() {
  for (; open_.top().place == Place::hidden; open_.pop()) {
    // The NodePath was added before its parts were read, so its record must go.
    waiting_.shrink(waiting_.size() - std::min<std::size_t>(waiting_.size(), open_.top().record));
  }
  const auto open = static_cast<std::uint32_t>(open_.size());
  while (open_.size() > 0) end();
  finish();
  return open;
}

void IndexBuilder::part(const Text& text) {
  Open& top = open_.top();
  if (top.place == Place::property) top.entry = text.at;
  if (top.place == Place::text) append({Type::String, text.at}, 0);
}

void IndexBuilder::open(Head head, Place first) {
  const Place place = open_.top().place;
  leaf(head);
  Open inner;
  inner.place = place == Place::key || place == Place::hidden ? Place::hidden : first;
  inner.record = static_cast<std::uint32_t>(waiting_.size());
  const std::size_t depth = open_.size();
  if (inner.place == Place::key && depth < modelled_depth && models_[depth] != 0) {
    inner.model = models_[depth] + record_words;
    inner.model_end = inner.model + word(models_[depth] + 1) * record_words;
  }
  open_.push(inner);
}

/// Moves the records of a finished container to the index, where they are consecutive.
void IndexBuilder::end() {
  const Open& top = open_.top();
  const std::size_t count = waiting_.size() - top.record;
  if (count > 0 && top.place != Place::hidden) {
    const std::size_t at = words_.size();
    const std::int32_t* from = &waiting_[top.record];
    waiting_[top.record - 1] = word_of(at);
    std::int32_t* to = words_.grow(record_words + count);
    const std::uint32_t key_size = static_cast<std::uint32_t>(from[1]) >> type_bits << 2;
    *to++ = word_of(static_cast<std::uint32_t>(from[0]) - key_size);
    *to++ = word_of(count / record_words);
    *to++ = 0;
    for (const std::int32_t* end = from + count; from != end;) *to++ = *from++;
    waiting_.shrink(count);
    const std::size_t depth = open_.size() - 1;
    if (top.place == Place::key && depth < modelled_depth) models_[depth] = top.plain ? at : 0;
  }
  open_.pop();
}

/// Elements of equal size need no records.
void IndexBuilder::packed(Head head, const Numbers& numbers) {
  const Place place = open_.top().place;
  leaf(head);
  if (place == Place::key || place == Place::hidden || numbers.count == 0) return;
  waiting_[waiting_.size() - 1] = word_of(words_.size());
  std::int32_t* to = words_.grow(record_words);
  to[0] = word_of(static_cast<std::size_t>(numbers.data - bytes_.data()));
  to[1] = word_of(numbers.count);
  to[2] = word_of(std::size_t{numbers.components} * width_of(numbers.element));
}

template ReadResult read_value<IndexBuilder>(const Input&, const ReadRequest&, IndexBuilder&);

}  // namespace godot_variant
