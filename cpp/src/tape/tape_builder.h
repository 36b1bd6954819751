// The tape: 32-bit words that cross the WASM boundary in both directions. TapeBuilder writes it, TapePlayer
// reads it. docs/INTERNALS.md, section "Tape", has the layout; js/wasm and js/codec are the other side.
#pragma once
#include "bytes/stack.h"
#include "tape/key_tree.h"
#include "tape/text_table.h"
#include "wire/codec.h"

namespace godot_variant {

/// The parts of a tape, wherever they are stored. Tapes that JavaScript wrote have no key tree.
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

/// A Sink that writes a tape. Texts and packed data are noted by their positions in the input.
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

  /// Writes what the decoder's lane reads.
  class Pen;

  std::uint32_t weight() const { return weight_of(words_.size(), containers_); }
  TapeView view() const { return {words_.view(), texts_.texts(), bytes_, &key_tree_}; }
  TextTable& texts() { return texts_; }
  /// Begins a new tape for an input, of which only the size counts unless somebody plays the tape. Keeps at
  /// most `words` words of the old tape's memory.
  void start(Bytes bytes, std::size_t words);

 private:
  /// An open container; the bottom of the stack surrounds the whole value.
  struct Open {
    bool dictionary = false;
    bool key_next = false;
    std::uint32_t home = KeyTree::root;
    KeyPath path;
    /// The word that receives the node of the last key.
    std::size_t node_at = 0;
  };

  /// The most words that the lane writes for a key and its value.
  static constexpr std::size_t most_entry_words = 2 + max_components;
  static_assert(most_entry_words >= 5 + most_lane_names);

  friend class Pen;
  std::int32_t* begin(Type type, std::int32_t bits, std::size_t words);
  void done() {
    Open& top = open_.top();
    top.key_next = top.dictionary && !top.key_next;
  }
  void open(std::optional<std::uint32_t> pairs = std::nullopt);
  void align();
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

/// Scalars that were read and written: where the next ones begin on the wire and on the tape.
struct Scalars {
  const std::uint8_t* at;
  std::int32_t* to;
  std::size_t count;
};
/// Writes up to `most` ints, floats or bools of the type `row`, which has the number `id`. Stops at other
/// values, at NaNs, infinities of 64 bits and numbers with more bits than they need, and near `end` and
/// `last`. Out of line, because its loop needs the registers of the lane.
Scalars write_scalars(const TypeRow& row, std::uint32_t id, Scalars next, const std::uint8_t* end,
                      std::size_t most, const std::int32_t* last);

class TapeBuilder::Pen {
 public:
  explicit Pen(TapeBuilder& tape) : tape_(tape) {}

  static constexpr bool is_usable() { return true; }
  [[gnu::always_inline]] void load(const Reader& in) {
    base_ = in.at(0);
    to_ = tape_.words_.data() + tape_.words_.size();
    last_ = tape_.words_.room_end();
    keys_ = tape_.key_tree_.view();
    load_container();
  }
  [[gnu::always_inline]] void save(bool key_next) {
    tape_.words_.cut(static_cast<std::size_t>(to_ - tape_.words_.data()));
    save_container(key_next);
  }

  [[gnu::always_inline]] bool has_room_for_entry() const {
    return last_ - to_ >= static_cast<std::ptrdiff_t>(most_entry_words);
  }

  [[gnu::always_inline]] Bytes expected_key() const { return path_.expected(keys_); }
  /// Records that the next key has the expected bytes.
  [[gnu::always_inline]] bool take_expected_key() { return put(path_.take_expected(keys_).key); }
  /// Expects another key that came here lately.
  [[gnu::always_inline]] bool expects_recent(Bytes ahead) {
    return path_.expects_recent(keys_, tape_.open_.top().home, ahead);
  }

  /// A String key. Those that the key tree holds, or could hold, are left to TapeBuilder.
  [[gnu::always_inline]] bool key(const std::uint8_t*, Bytes text) {
    if (path_.is_known() || !tape_.texts_.has_room(text.size())) return false;
    return put(tape::first_key_text - tape_.texts_.intern_ascii(text, offset_of(text)));
  }

  /// The same for a key that is not ASCII. Leaves what utf8() leaves.
  [[gnu::always_inline]] bool utf8_key(Bytes text) {
    if (path_.is_known()) return false;
    const std::int32_t number = tape_.texts_.intern_utf8(text, offset_of(text));
    return number >= 0 && put(tape::first_key_text - number);
  }

  /// The key that comes next is a value. cancel_key() takes that back.
  [[gnu::always_inline]] bool begin_other_key() {
    path_.leave();
    return put(tape::key_is_value);
  }
  [[gnu::always_inline]] void cancel_key() { --to_; }

  [[gnu::always_inline]] bool empty(Type type, const std::uint8_t*) { return put(tag_of(type)); }
  [[gnu::always_inline]] bool boolean(Type type, const std::uint8_t*, bool value) {
    return put(tag_of(type) | (value ? tape::true_bit : 0));
  }
  [[gnu::always_inline]] bool integer(Type type, const std::uint8_t*, std::int64_t value) {
    if (fits_int32(value)) return put(tag_of(type)) && put(static_cast<std::int32_t>(value));
    return put(tag_of(type) | tape::wide) && put64(static_cast<std::uint64_t>(value));
  }
  [[gnu::always_inline]] bool real(Type type, const std::uint8_t*, double value) {
    if (std::isnan(value)) return false;
    if (fits_float(value)) return put(tag_of(type)) && put(static_cast<std::int32_t>(narrow(value)));
    put(tag_of(type) | tape::wide);
    if ((to_ - tape_.words_.data()) % 2 == 1) put(0);
    return put64(bits_as<std::uint64_t>(value));
  }
  [[gnu::always_inline]] Scalars take_scalars(const TypeRow& row, std::uint32_t id, const std::uint8_t* at,
                                              const std::uint8_t* end, std::size_t most) {
    const Scalars taken = write_scalars(row, id, {at, to_, 0}, end, most, last_);
    to_ = taken.to;
    return taken;
  }
  [[gnu::always_inline]] bool text(Type type, const std::uint8_t*, Bytes text) {
    if (!tape_.texts_.has_room(text.size())) return false;
    return put(tag_of(type)) && put(tape_.texts_.intern_ascii(text, offset_of(text)));
  }
  /// A text that is not ASCII. Leaves what is not valid UTF-8, and other unusual texts.
  [[gnu::always_inline]] bool utf8(Type type, const std::uint8_t*, Bytes text) {
    const std::int32_t number = tape_.texts_.intern_utf8(text, offset_of(text));
    return number >= 0 && put(tag_of(type)) && put(number);
  }
  static constexpr bool has_room_for_path(std::uint32_t) { return true; }
  /// Writes a name of the NodePath that node_path() completes.
  [[gnu::always_inline]] bool name(std::uint32_t number, Bytes text) {
    if (!tape_.texts_.has_room(text.size())) return false;
    to_[4 + number] = tape_.texts_.intern_ascii(text, offset_of(text));
    return true;
  }
  [[gnu::always_inline]] bool utf8_name(std::uint32_t number, Bytes text) {
    to_[4 + number] = tape_.texts_.intern_utf8(text, offset_of(text));
    return to_[4 + number] >= 0;
  }
  [[gnu::always_inline]] bool node_path(Type type, const std::uint8_t*, bool absolute, bool property_known,
                                        std::uint32_t names) {
    ++tape_.containers_;
    put(tag_of(type));
    put((absolute ? tape::path_absolute : 0) | (property_known ? tape::path_property_known : 0));
    put(static_cast<std::int32_t>(names));
    put(0);
    to_ += names;
    return true;
  }
  /// Integers or 32-bit floats.
  [[gnu::always_inline]] bool numbers(Type type, const std::uint8_t*, const Numbers& numbers) {
    std::int32_t nan = 0;
    for (std::size_t i = 0; i < numbers.components; ++i) {
      const auto word = godot_variant::load<std::uint32_t>(numbers.data + i * 4);
      if (numbers.element == Element::f32 && is_nan_float(word)) nan = tape::nan;
      to_[1 + i] = static_cast<std::int32_t>(word);
    }
    *to_ = tag_of(type) | nan;
    to_ += 1 + numbers.components;
    return true;
  }
  [[gnu::always_inline]] bool empty_container(Type type, bool pairs) {
    ++tape_.containers_;
    return put(tag_of(type)) && put(0) && (!pairs || put(KeyTree::root));
  }
  [[gnu::always_inline]] bool container(Type type, const std::uint8_t*, std::uint32_t count, bool shared,
                                        bool pairs) {
    if (tape_.open_.is_full()) return false;
    put(tag_of(type) | (shared ? tape::shared : 0));
    put(static_cast<std::int32_t>(count));
    ++tape_.containers_;
    save_container(false);
    const std::uint32_t home = path_.home_inside(tape_.open_.top().home);
    Open& inner = tape_.open_.push();
    inner.home = home;
    inner.dictionary = pairs;
    inner.node_at = static_cast<std::size_t>(to_ - tape_.words_.data());
    path_ = {keys_, home, pairs, count};
    if (pairs) put(tape::no_node);
    return true;
  }
  [[gnu::always_inline]] bool end() {
    const Open& top = tape_.open_.top();
    if (top.dictionary) tape_.words_.data()[top.node_at] = static_cast<std::int32_t>(path_.node());
    tape_.open_.pop();
    load_container();
    return true;
  }

 private:
  [[gnu::always_inline]] std::size_t offset_of(Bytes text) const {
    return static_cast<std::size_t>(text.data() - base_);
  }
  [[gnu::always_inline]] static std::int32_t tag_of(Type type) { return static_cast<std::int32_t>(type); }
  /// Always true, so that a function can return with the word that it puts last.
  [[gnu::always_inline]] bool put(std::int32_t word) {
    *to_++ = word;
    return true;
  }
  [[gnu::always_inline]] bool put64(std::uint64_t bits) {
    std::memcpy(to_, &bits, sizeof bits);
    to_ += 2;
    return true;
  }
  [[gnu::always_inline]] void load_container() { path_.set(tape_.open_.top().path); }
  [[gnu::always_inline]] void save_container(bool key_next) {
    Open& top = tape_.open_.top();
    top.path.set(path_);
    top.key_next = key_next;
  }

  TapeBuilder& tape_;
  /// Where the input begins.
  const std::uint8_t* base_ = nullptr;
  std::int32_t* to_ = nullptr;
  std::int32_t* last_ = nullptr;
  KeyTree::View keys_;
  /// The path of the innermost container.
  KeyPath path_;
};

static_assert(Sink<TapeBuilder>);

/// Instantiated in tape_builder.cpp, so that the compiler inlines the events into the decoder.
extern template ReadResult read_value<TapeBuilder>(const Input&, const ReadRequest&, TapeBuilder&);

}  // namespace godot_variant
