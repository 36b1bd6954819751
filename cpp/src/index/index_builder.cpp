#include "index/index_builder.h"

namespace godot_variant {
namespace {

constexpr std::size_t large_input = 1 << 16;
/// Whose index and waiting records usually fit into blocks of less than 1 KB.
constexpr std::size_t small_input = 240;
/// Typical for saves; containers of null and bool need more words.
constexpr std::size_t bytes_per_word = 9;
constexpr std::size_t most_reserved = 1 << 24;

}  // namespace

void IndexBuilder::start(std::size_t size) {
  words_.clear();
  waiting_.clear();
  open_.clear();
  open_.top().place = Place::element;
  overflow_ = false;
  // Growing step by step copies a large index three times. Reserved memory that is never written costs
  // nothing. Allocators are fastest at small blocks.
  if (size >= large_input) words_.reserve(std::min(size / bytes_per_word, most_reserved));
  if (size <= small_input) {
    words_.reserve(size + record_words);
    waiting_.reserve(size / 2 + record_words);
  }
  // Without a single value, this record is all that a reader sees.
  std::memset(words_.grow(record_words), 0, record_words * 4);
}

void IndexBuilder::finish() {
  if (waiting_.size() > 0) std::memcpy(words_.data(), waiting_.data(), record_words * 4);
}

std::uint32_t IndexBuilder::finish_early() {
  for (; open_.top().place == Place::hidden; open_.pop()) {
    // The NodePath was added before its parts were read, so its record must go.
    waiting_.cut(std::min<std::size_t>(waiting_.size(), open_.top().record));
  }
  const auto open = static_cast<std::uint32_t>(open_.size());
  while (open_.size() > 0) end();
  finish();
  return open;
}

void IndexBuilder::append(Head head, std::uint32_t key_bits) {
  std::uint32_t* record = waiting_.grow(record_words);
  record[0] = static_cast<std::uint32_t>(head.at);
  record[1] = key_bits | static_cast<std::uint32_t>(head.type);
}

void IndexBuilder::leaf(Head head) {
  Open& top = open_.top();
  switch (top.place) {
    case Place::element:
      return append(head, 0);
    case Place::value_of_expected:
      top.place = Place::key;
      return append(head, top.key_bits);
    case Place::key:
      top.path.leave();
      return key(head.at);
    case Place::value:
      top.place = Place::key;
      return append(head, key_bits_of(head.at - top.entry));
    case Place::property:
      return append(head, key_bits_of(head.at - top.entry));
    default:
      return;
  }
}

void IndexBuilder::text(Head head, const Text& text) {
  if (open_.top().place != Place::key || head.type != Type::String) return leaf(head);
  open_.top().path.follow(key_tree_, open_.top().home, text);
  key(head.at);
}

void IndexBuilder::key(std::size_t at) {
  Open& top = open_.top();
  top.entry = at;
  top.place = Place::value;
}

/// Enters a container. `count` is that of the pairs of a Dictionary.
void IndexBuilder::open(Head head, Place first, std::uint32_t count) {
  const Place place = open_.top().place;
  leaf(head);
  const Open& around = open_.top();
  Open inner;
  inner.place = place == Place::key || place == Place::hidden ? Place::hidden : first;
  inner.record = static_cast<std::uint32_t>(waiting_.size());
  inner.home = around.path.home_inside(around.home);
  inner.path = {key_tree_, inner.home, inner.place == Place::key, count};
  open_.push(inner);
}

void IndexBuilder::end() {
  if (open_.top().place != Place::hidden && !records().empty()) {
    words_.ensure(index_record::head_words + records().size());
    close(records());
    waiting_.cut(open_.top().record);
  }
  open_.pop();
}

void IndexBuilder::node_path(Head head, const NodePathHead&) {
  Open inner;
  inner.record = static_cast<std::uint32_t>(waiting_.size());
  leaf(head);
  open_.push(inner);
}

void IndexBuilder::part(const Text& text) {
  Open& top = open_.top();
  if (top.place == Place::property) top.entry = text.at;
  if (top.place == Place::text) append({Type::String, text.at}, 0);
}

/// Elements of equal size need no records.
void IndexBuilder::packed(Head head, const Numbers& numbers) {
  const Place place = open_.top().place;
  leaf(head);
  if (place == Place::key || place == Place::hidden || numbers.count == 0) return;
  const std::size_t stride = std::size_t{numbers.components} * width_of(numbers.element);
  std::uint32_t* const record = waiting_.data() + waiting_.size() - record_words;
  words_.ensure(index_record::head_words);
  add_list(record, head.at + index_record::packed_head, numbers.count, ~stride + 1);
}

template ReadResult read_value<IndexBuilder>(const Input&, const ReadRequest&, IndexBuilder&);

}  // namespace godot_variant
