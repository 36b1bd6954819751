#include "tape/tape_builder.h"

namespace godot_variant {
namespace {

std::int32_t low(std::uint64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }
std::int32_t high(std::uint64_t value) { return low(value >> 32); }
std::int32_t word_of(std::uint32_t value) { return static_cast<std::int32_t>(value); }

/// Bytes before the data of a packed array (header and count) and of an Image (header, fields and size).
constexpr std::size_t packed_head = 8;
constexpr std::size_t image_head = 8 + sizeof(ImageParts::fields);

}  // namespace

void TapeBuilder::start(Bytes bytes, std::size_t words) {
  bytes_ = bytes;
  if (words_.capacity() > words) words_ = {};
  words_.clear();
  // A tape is rarely larger than its input. Reserved memory that is never written costs nothing, but growing
  // would need twice as much.
  if (!bytes.empty()) words_.reserve(bytes.size() / 4 + most_entry_words);
  texts_.start(bytes.size(), words);
  open_.clear();
  containers_ = 0;
}

/// Writes the tag of a value and returns room for `words` more.
std::int32_t* TapeBuilder::begin(Type type, std::int32_t bits, std::size_t words) {
  if (Open& top = open_.top(); top.key_next) {
    *words_.grow(1) = tape::key_is_value;
    top.path.leave();
  }
  std::int32_t* at = words_.grow(words + 1);
  *at = static_cast<std::int32_t>(type) | bits;
  return at + 1;
}

/// Enters the container that was just written; for a Dictionary, `pairs` is the count of its pairs.
void TapeBuilder::open(std::optional<std::uint32_t> pairs) {
  const Open& around = open_.top();
  // A key is read twice and has a text, by which it is found.
  containers_ += around.key_next ? 4 : 1;
  Open inner;
  inner.dictionary = inner.key_next = pairs.has_value();
  inner.home = around.path.home_inside(around.home);
  inner.path = {key_tree_, inner.home, pairs.has_value(), pairs.value_or(0)};
  inner.node_at = words_.size() - 1;
  open_.push(inner);
}

void TapeBuilder::end() {
  const Open& top = open_.top();
  if (top.dictionary) words_[top.node_at] = word_of(top.path.node());
  open_.pop();
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
  std::int32_t* at = words_.grow(2);
  at[0] = low(bits);
  at[1] = high(bits);
  done();
}

void TapeBuilder::text(Head head, const Text& text) {
  if (open_.top().key_next && head.type == Type::String) return key(text);
  *begin(head.type, 0, 1) = texts_.intern(text);
  done();
}

void TapeBuilder::key(const Text& text) {
  Open& top = open_.top();
  const bool followed = top.path.follow(key_tree_, top.home, text);
  *words_.grow(1) =
      followed ? key_tree_.node(top.path.node()).key : tape::first_key_text - texts_.intern(text);
  top.key_next = false;
}

void TapeBuilder::numbers(Head head, const Numbers& numbers) {
  const bool wide = numbers.element == Element::f64;
  std::int32_t* at = begin(head.type, wide ? tape::wide : 0, 0);
  if (wide) {
    if (has_nan(numbers)) at[-1] |= tape::nan;
    align();
    std::memcpy(words_.grow(numbers.total() * 2), numbers.data, numbers.total() * 8);
    return done();
  }
  const std::size_t tag = words_.size() - 1;
  std::int32_t* to = words_.grow(numbers.total());
  bool nan = false;
  for (std::size_t i = 0; i < numbers.total(); ++i) {
    const auto word = load<std::uint32_t>(numbers.data + i * 4);
    nan |= is_nan_float(word);
    to[i] = word_of(word);
  }
  if (nan && numbers.element == Element::f32) words_[tag] |= tape::nan;
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
  at[0] = texts_.intern(name);
  at[1] = low(object);
  at[2] = high(object);
  done();
}

void TapeBuilder::packed(Head head, const Numbers& numbers) {
  const bool wide = numbers.element == Element::f64 && usual_row(head.type).element != Element::f64;
  std::int32_t* at = begin(head.type, wide ? tape::wide : 0, 2);
  at[0] = word_of(numbers.count);
  at[1] = word_of(static_cast<std::uint32_t>(head.at + packed_head));
  ++containers_;
  done();
}

void TapeBuilder::image(Head head, const ImageParts& image) {
  std::int32_t* at = begin(head.type, 0, 6);
  for (const std::uint32_t field : image.fields) *at++ = word_of(field);
  at[0] = word_of(static_cast<std::uint32_t>(image.data.size()));
  at[1] = word_of(static_cast<std::uint32_t>(head.at + image_head));
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
  at[0] = (path.absolute ? tape::path_absolute : 0) | (path.property ? tape::path_has_property : 0) |
          (path.property_known ? tape::path_property_known : 0);
  // A count may claim more parts than the input holds; the decoder fails on the first missing one.
  at[1] = word_of(path.names);
  at[2] = word_of(path.subnames);
  open();
}

void TapeBuilder::object(Head head, const Text& class_name, std::uint32_t count) {
  std::int32_t* at = begin(head.type, 0, 2);
  at[0] = texts_.intern(class_name);
  at[1] = word_of(count);
  open();
}

void TapeBuilder::typing(const Typing& typing) {
  if (typing.kind == Kind::builtin) {
    *words_.grow(1) = static_cast<std::int32_t>(typing.builtin);
  } else if (typing.kind != Kind::untyped) {
    const bool stands_for_all = typing.text.bytes.data() == encoded_object_text.bytes.data();
    *words_.grow(1) = stands_for_all ? tape::any_class : texts_.intern(typing.text);
  }
}

void TapeBuilder::array(Head head, const Container& container) {
  const auto kind = static_cast<std::int32_t>(container.value.kind);
  begin(head.type, (container.shared ? tape::shared : 0) | kind << tape::key_kind_shift, 0);
  typing(container.value);
  *words_.grow(1) = word_of(container.count);
  open();
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
  *words_.grow(1) = tape::no_node;
  open(container.count);
}

void TapeBuilder::packed_texts(Head head, std::uint32_t count) {
  *begin(head.type, 0, 1) = word_of(count);
  open();
}

template ReadResult read_value<TapeBuilder>(const Input&, const ReadRequest&, TapeBuilder&);

Scalars write_scalars(const TypeRow& row, std::uint32_t id, Scalars next, const std::uint8_t* end,
                      std::size_t most, const std::int32_t* last) {
  const auto tag = static_cast<std::int32_t>(row.type);
  const std::uint32_t wide_id = id | (row.flags & flag_64);
  auto [at, to, count] = next;
  for (; count < most && end - at >= 12 && last - to >= 4; ++count) {
    const auto header = load<std::uint32_t>(at);
    if (header == id) {
      const auto word = load<std::uint32_t>(at + 4);
      if (row.layout == Layout::boolean) {
        *to++ = tag | (word != 0 ? tape::true_bit : 0);
      } else {
        if (row.layout == Layout::real && is_nan_float(word)) break;
        to[0] = tag;
        to[1] = word_of(word);
        to += 2;
      }
      at += 8;
      continue;
    }
    if (header != wide_id) break;
    const auto bits = load<std::uint64_t>(at + 4);
    if (row.layout == Layout::integer) {
      if (fits_int32(static_cast<std::int64_t>(bits))) break;
      *to++ = tag | tape::wide;
    } else {
      if ((bits >> 52 & 0x7FF) == 0x7FF || fits_float(load<double>(at + 4))) break;
      *to++ = tag | tape::wide;
      // Floats of 64 bits are aligned.
      if (reinterpret_cast<std::uintptr_t>(to) % 8 != 0) *to++ = 0;
    }
    std::memcpy(to, &bits, sizeof bits);
    to += 2;
    at += 12;
  }
  return {at, to, count};
}

}  // namespace godot_variant
