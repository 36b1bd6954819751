// The tape: 32-bit words that cross the WASM boundary in both directions. TapeBuilder writes it, TapePlayer
// reads it. docs/INTERNALS.md, section "Tape", has the layout; js/codec is the other side.
#pragma once
#include "bytes/stack.h"
#include "tape/key_tree.h"
#include "tape/text_table.h"
#include "wire/codec.h"

namespace godot_variant {

/// The parts of a tape, wherever they are stored. Only tapes of a TapeBuilder have a key tree.
struct TapeView {
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> texts;
  Bytes bytes;
  const KeyTree* key_tree = nullptr;
};

/// About how many times 16 bytes a value takes in JavaScript, where an empty container takes much more than
/// its words.
inline std::uint32_t weight_of(std::uint64_t words, std::uint64_t containers) {
  return static_cast<std::uint32_t>((words * 12 + containers * 224) >> 4);
}

/// A Sink that writes a tape. All texts and packed data must point into `bytes`.
class TapeBuilder {
 public:
  /// The tape holds only the positions of packed arrays and images, so these need not be loaded.
  static constexpr bool notes_places = true;

  explicit TapeBuilder(KeyTree& key_tree) : key_tree_(key_tree) {}

  void empty(Head head) {
    begin(head.type, 0, 0);
    done();
  }
  void boolean(Head head, bool value) {
    begin(head.type, value ? tape::true_bit : 0, 0);
    done();
  }
  void integer(Head head, std::int64_t value);
  void real(Head head, double value);
  void text(Head head, const Text& text);
  void numbers(Head head, const Numbers& numbers);
  void id(Head head, std::uint64_t id);
  void signal(Head head, const Text& name, std::uint64_t object);
  void packed(Head head, const Numbers& numbers);
  void image(Head head, const ImageParts& image);
  void input_event(Head head, const InputEventParts& event);
  void node_path(Head head, const NodePathHead& path);
  void object(Head head, const Text& class_name, std::uint32_t count);
  void array(Head head, const Container& container);
  void dictionary(Head head, const Container& container);
  void packed_texts(Head head, std::uint32_t count);
  void part(const Text& text) { *words_.grow(1) = texts_.intern(text); }
  void end();
  static constexpr bool ok() { return true; }

  /// The wire bytes of the String key that came next last time; empty without a prediction.
  Bytes expected_key() const {
    return {key_tree_.raw(open_.top().next), key_tree_.node(open_.top().next).raw_size};
  }
  /// Records that the next key has the expected bytes.
  void take_expected_key() { follow(open_.top().next); }

  std::uint32_t weight() const { return weight_of(words_.size(), containers_); }
  TapeView view() const { return {words_.view(), texts_.texts(), bytes_, &key_tree_}; }
  TextTable& texts() { return texts_; }
  /// Begins a new tape; keeps at most `words` words of the old tape's memory.
  void start(Bytes bytes, std::size_t words);

 private:
  /// An open container; the bottom of the stack surrounds the whole value.
  struct Open {
    bool dictionary = false;
    bool key_next = false;
    /// The current node, the predicted next one, and the word that receives the last node.
    std::uint32_t node = KeyTree::none;
    std::uint32_t next = 0;
    std::size_t node_at = 0;
    /// The node under whose key this container is, directly or in an array.
    std::uint32_t home = KeyTree::root;
  };

  std::int32_t* begin(Type type, std::int32_t bits, std::size_t words);
  void done() {
    Open& top = open_.top();
    top.key_next = top.dictionary && !top.key_next;
  }
  Open& open();
  void follow(std::uint32_t number);
  void align();
  std::int32_t offset_of(const std::uint8_t* data) const {
    return static_cast<std::int32_t>(data - bytes_.data());
  }
  void key(const Text& text);
  void typing(const Typing& typing);

  KeyTree& key_tree_;
  Bytes bytes_;
  WordBuffer words_;
  TextTable texts_;
  Stack<Open> open_;
  /// Containers and packed arrays, each an object of its own.
  std::size_t containers_ = 0;
};

static_assert(Sink<TapeBuilder>);

/// Instantiated in tape_builder.cpp, so that the compiler inlines the events into the decoder.
extern template ReadResult read_value<TapeBuilder>(const Input&, const ReadRequest&, TapeBuilder&);

}  // namespace godot_variant
