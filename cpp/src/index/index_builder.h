// The index of a document: the position and the children of each value, so that a reader finds one value
// without reading the rest. docs/INTERNALS.md, section "Index", has the layout; js/document reads it.
#pragma once
#include "bytes/stack.h"
#include "wire/codec.h"

namespace godot_variant {

/// A Sink that builds the index. Values inside Dictionary keys are left out.
class IndexBuilder {
 public:
  /// Only positions are recorded, so packed arrays and images need not be loaded.
  static constexpr bool notes_places = true;

  void empty(Head head) { leaf(head); }
  void boolean(Head head, bool) { leaf(head); }
  void integer(Head head, std::int64_t) { leaf(head); }
  void real(Head head, double) { leaf(head); }
  void text(Head head, const Text& text) {
    Open& top = open_.top();
    if (top.place == Place::key && is_plain(head, text)) return key(top, head.at);
    leaf(head);
  }
  void numbers(Head head, const Numbers&) { leaf(head); }
  void id(Head head, std::uint64_t) { leaf(head); }
  void signal(Head head, const Text&, std::uint64_t) { leaf(head); }
  void packed(Head head, const Numbers& numbers);
  void image(Head head, const ImageParts&) { leaf(head); }
  void input_event(Head head, const InputEventParts&) { leaf(head); }
  void node_path(Head head, const NodePathHead&) {
    Open inner;
    inner.record = static_cast<std::uint32_t>(waiting_.size());
    leaf(head);
    open_.push(inner);
  }
  void object(Head head, const Text&, std::uint32_t) { open(head, Place::property); }
  void array(Head head, const Container&) { open(head, Place::element); }
  void dictionary(Head head, const Container&) { open(head, Place::key); }
  void packed_texts(Head head, std::uint32_t) { open(head, Place::text); }
  void part(const Text& text);
  void end();
  /// False when a key is too long for the index.
  bool ok() const { return !overflow_; }

  /// The bytes of the key at this place in the last Dictionary at this depth; empty without such a
  /// Dictionary.
  Bytes expected_key() const {
    const Open& top = open_.top();
    if (top.model == top.model_end) return {};
    const std::size_t size = std::size_t{word(top.model + 1) >> type_bits} * 4;
    return {bytes_.data() + (word(top.model) - size), size};
  }
  /// Records that the next key has the expected bytes.
  void take_expected_key() {
    Open& top = open_.top();
    top.key_bits = word(top.model + 1) & ~type_mask;
    top.model += record_words;
    top.place = Place::value_of_expected;
  }

  /// Begins a new index for `bytes`.
  void start(Bytes bytes);
  /// Writes the record of the whole value to the front.
  void finish();
  /// Finishes the index after an error: ends all open containers with the values that are complete, and
  /// returns how many there were.
  std::uint32_t finish_early();
  std::span<const std::int32_t> words() const { return words_.view(); }
  void release() {
    words_ = {};
    waiting_ = {};
  }

 private:
  /// The kind of the next item in an open container.
  enum class Place : std::uint8_t { hidden, element, key, value, value_of_expected, property, text };
  struct Open {
    Place place = Place::hidden;
    /// All keys are Strings in their ordinary form (see is_plain).
    bool plain = true;
    /// Start of the entry whose value comes next.
    std::size_t entry = 0;
    /// Size of the expected key, as the record of its value stores it.
    std::uint32_t key_bits = 0;
    /// First of the container's records among those that wait; the container's own record precedes it.
    std::uint32_t record = 0;
    /// Records of the Dictionary that predicts the keys.
    std::size_t model = 0;
    std::size_t model_end = 0;
  };
  static constexpr std::size_t record_words = 3;
  static constexpr std::uint32_t type_bits = 6;
  static constexpr std::uint32_t type_mask = (1 << type_bits) - 1;
  static_assert(type_count <= 1 << type_bits);
  static constexpr std::size_t modelled_depth = 32;

  static bool is_plain(Head head, const Text& text) {
    return head.type == Type::String && text.form == TextForm::valid && text.wire_size == text.bytes.size() &&
           load<std::uint32_t>(text.bytes.data() - 8) <= 0xFF;
  }
  std::uint32_t word(std::size_t at) const { return static_cast<std::uint32_t>(words_[at]); }

  void leaf(Head head) {
    Open& top = open_.top();
    switch (top.place) {
      case Place::element:
        return append(head, 0);
      case Place::value_of_expected:
        top.place = Place::key;
        return append(head, top.key_bits);
      case Place::key:
        top.plain = false;
        return key(top, head.at);
      case Place::value:
        top.place = Place::key;
        return append(head, key_bits_of(head.at - top.entry));
      case Place::property:
        return append(head, key_bits_of(head.at - top.entry));
      default:
        return;
    }
  }
  static void key(Open& top, std::size_t at) {
    top.entry = at;
    if (top.model != top.model_end) top.model += record_words;
    top.place = Place::value;
  }
  std::uint32_t key_bits_of(std::size_t size) {
    overflow_ |= size >> (32 - type_bits + 2) != 0;
    return static_cast<std::uint32_t>(size << (type_bits - 2));
  }
  void append(Head head, std::uint32_t key_bits) {
    std::int32_t* record = waiting_.grow(record_words);
    record[0] = static_cast<std::int32_t>(static_cast<std::uint32_t>(head.at));
    record[1] = static_cast<std::int32_t>(key_bits | static_cast<std::uint32_t>(head.type));
    record[2] = 0;
  }
  void open(Head head, Place first);

  Bytes bytes_;
  WordBuffer words_;
  /// Records of values in open containers.
  WordBuffer waiting_;
  Stack<Open> open_;
  /// For each depth, the records of the last Dictionary with plain keys.
  std::array<std::size_t, modelled_depth> models_{};
  bool overflow_ = false;
};

static_assert(Sink<IndexBuilder>);

/// Instantiated in index_builder.cpp, so that the compiler inlines the events into the decoder.
extern template ReadResult read_value<IndexBuilder>(const Input&, const ReadRequest&, IndexBuilder&);

}  // namespace godot_variant
