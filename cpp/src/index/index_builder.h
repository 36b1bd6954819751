// The index of a document: the position and the children of each value, so that a reader finds one value
// without reading the rest. docs/INTERNALS.md, section "Index", has the layout; js/document reads it.
#pragma once
#include "bytes/stack.h"
#include "index/record.h"
#include "tape/key_tree.h"
#include "wire/codec.h"

namespace godot_variant {

/// A Sink that builds the index. Values inside Dictionary keys are left out.
class IndexBuilder {
 public:
  /// Only positions are recorded, so packed arrays and images need not be loaded.
  static constexpr bool notes_places = true;
  /// Writes what the decoder's lane reads.
  class Pen;

  explicit IndexBuilder(KeyTree& key_tree) : key_tree_(key_tree) {}

  void empty(Head head) { leaf(head); }
  void boolean(Head head, bool) { leaf(head); }
  void integer(Head head, std::int64_t) { leaf(head); }
  void real(Head head, double) { leaf(head); }
  void text(Head head, const Text& text);
  void numbers(Head head, const Numbers&) { leaf(head); }
  void id(Head head, std::uint64_t) { leaf(head); }
  void signal(Head head, const Text&, std::uint64_t) { leaf(head); }
  void packed(Head head, const Numbers& numbers);
  void image(Head head, const ImageParts&) { leaf(head); }
  void input_event(Head head, const InputEventParts&) { leaf(head); }
  void node_path(Head head, const NodePathHead& path);
  void object(Head head, const Text&, std::uint32_t) { open(head, Place::property); }
  void array(Head head, const Container&) { open(head, Place::element); }
  void dictionary(Head head, const Container& container) { open(head, Place::key, container.count); }
  void packed_texts(Head head, std::uint32_t) { open(head, Place::text); }
  void part(const Text& text);
  void end();
  /// False when a key is too long for the index.
  bool ok() const { return !overflow_; }

  /// Begins a new index for an input of `size` bytes.
  void start(std::size_t size);
  /// Writes the record of the whole value to the front.
  void finish();
  /// Finishes the index after an error: ends all open containers with the values that are complete, and
  /// returns how many there were.
  std::uint32_t finish_early();
  std::span<const std::uint32_t> words() const { return words_.view(); }
  void release() {
    words_ = {};
    waiting_ = {};
  }

 private:
  /// The kind of the next item in an open container.
  enum class Place : std::uint8_t { hidden, element, key, value, value_of_expected, property, text };
  struct Open {
    Place place = Place::hidden;
    std::uint32_t home = KeyTree::root;
    KeyPath path;
    /// Size of the expected key, as the record of its value stores it.
    std::uint32_t key_bits = 0;
    /// Start of the entry whose value comes next.
    std::size_t entry = 0;
    /// First of the container's records among those that wait; the container's own record precedes it. For a
    /// NodePath, its own record.
    std::uint32_t record = 0;
  };
  static constexpr std::size_t record_words = index_record::record_words;
  static_assert(type_count <= index_record::type_mask + 1);

  void leaf(Head head);
  void key(std::size_t at);
  void append(Head head, std::uint32_t key_bits);
  void open(Head head, Place first, std::uint32_t count = 0);
  /// The records of the innermost container.
  std::span<std::uint32_t> records() {
    return {waiting_.data() + open_.top().record, waiting_.size() - open_.top().record};
  }
  /// Moves the records of the innermost container, which is complete, to the index, where they are
  /// consecutive. There must be room.
  [[gnu::always_inline]] void close(std::span<std::uint32_t> records) {
    const std::size_t first =
        index_record::position(words_.data(), records.data()) - index_record::key_size(records.data());
    std::uint32_t* const own = records.data() - record_words;
    const std::size_t head_size = first - own[0];
    overflow_ |= head_size > INT32_MAX;
    std::uint32_t* to = add_list(own, first, records.size() / record_words, head_size);
    for (const std::uint32_t *from = own + record_words, *end = from + records.size(); from != end;) {
      std::memcpy(to, from, record_words * sizeof *to);
      from += record_words;
      to += record_words;
#ifdef __wasm__
      // Keeps the compiler from making this loop of the lane a call.
      asm volatile("");
#endif
    }
    words_.cut(static_cast<std::size_t>(to - words_.data()));
  }
  /// Writes the head of a list and returns where the records follow.
  [[gnu::always_inline]] std::uint32_t* add_list(std::uint32_t* record, std::size_t first, std::size_t count,
                                                 std::size_t size) {
    const std::size_t at = words_.size();
    record[0] = static_cast<std::uint32_t>(at);
    record[1] |= index_record::has_list;
    std::uint32_t* const head = words_.data() + at;
    head[0] = static_cast<std::uint32_t>(first);
    head[1] = static_cast<std::uint32_t>(count);
    head[2] = static_cast<std::uint32_t>(size);
    words_.cut(at + index_record::head_words);
    return head + index_record::head_words;
  }
  /// The size of a key in bytes, as a record stores it.
  std::uint32_t key_bits_of(std::size_t size) {
    overflow_ |= size >> (32 - index_record::key_shift + 2) != 0;
    return static_cast<std::uint32_t>(size / 4) << index_record::key_shift;
  }

  KeyTree& key_tree_;
  Buffer<std::uint32_t> words_;
  /// Records of values in open containers.
  Buffer<std::uint32_t> waiting_;
  Stack<Open> open_;
  bool overflow_ = false;
};

class IndexBuilder::Pen {
 public:
  explicit Pen(IndexBuilder& index) : index_(index) {}

  /// Not in a key, and not where a text comes next.
  [[gnu::always_inline]] bool is_usable() const {
    const Place place = index_.open_.top().place;
    return place != Place::hidden && place != Place::property && place != Place::text;
  }
  [[gnu::always_inline]] void load(const Reader& in) {
    base_ = in.at(0);
    to_ = index_.waiting_.data() + index_.waiting_.size();
    last_ = to_ + index_.waiting_.room() / record_words * record_words;
    keys_ = index_.key_tree_.view();
    load_container();
    Open& top = index_.open_.top();
    if (top.place == Place::value) key_bits_ = index_.key_bits_of(in.position() - top.entry);
    // The lane completes the entry, or save() says that it did not.
    if (top.place != Place::element) top.place = Place::key;
  }
  [[gnu::always_inline]] void save(bool key_next) {
    index_.waiting_.cut(static_cast<std::size_t>(to_ - index_.waiting_.data()));
    save_container();
    Open& top = index_.open_.top();
    top.key_bits = key_bits_;
    // The lane may have ended the last container inside an Object, which goes on elsewhere.
    if (!key_next && top.place != Place::element && top.place != Place::property)
      top.place = Place::value_of_expected;
  }

  /// Room for the record of a value.
  [[gnu::always_inline]] bool has_room_for_entry() const { return to_ != last_; }

  [[gnu::always_inline]] Bytes expected_key() const { return path_.expected(keys_); }
  /// Records that the next key has the expected bytes.
  [[gnu::always_inline]] bool take_expected_key() {
    key_bits_ = bits_of(path_.take_expected(keys_).raw_size);
    return true;
  }
  /// Expects another key that came here lately.
  [[gnu::always_inline]] bool expects_recent(Bytes ahead) {
    return path_.expects_recent(keys_, index_.open_.top().home, ahead);
  }
  void use_rules(const Dialect& dialect, bool double_reals) {
    index_.key_tree_.use_rules(&dialect, double_reals);
    keys_ = index_.key_tree_.view();
  }
  /// Passes entries from `at` on as long as their keys and values look as they did last time, and the next
  /// key if only its value does not. Returns where they end. `remaining` counts their keys and values.
  [[gnu::always_inline]] const std::uint8_t* pass_expected(const std::uint8_t* at, const std::uint8_t* end,
                                                           std::uint64_t& remaining) {
    while (remaining > 0 && has_room_for_entry()) {
      const KeyTree::Node& node = path_.expected_node(keys_);
      const std::size_t key_size = node.raw_size;
      const std::size_t size = key_size + node.value_size;
      if (key_size == 0 || static_cast<std::size_t>(end - at) < size + 4) break;
      if (!equal_values(keys_.raw(node), at, key_size)) break;
      const std::uint8_t* const value = at + key_size;
      path_.take_expected(keys_);
      if (node.value_size == 0 || godot_variant::load<std::uint32_t>(value) != node.value_header) {
        key_bits_ = bits_of(node.raw_size);
        --remaining;
        return value;
      }
      put(bits_of(node.raw_size), node.value_type, value);
      at += size;
      remaining -= 2;
    }
    return at;
  }
  /// Expects that the value of the last key comes again.
  [[gnu::always_inline]] void note_value(Type type, std::uint32_t header, std::size_t size) {
    if (!path_.is_known()) return;
    KeyTree::Node& node = keys_.node(path_.node());
    node.value_header = header;
    static_assert(4 + max_components * 4 <= UINT8_MAX);
    node.value_size = static_cast<std::uint8_t>(size);
    node.value_type = type;
  }
  /// A String key. Those that the key tree holds, or could hold, are left to IndexBuilder.
  [[gnu::always_inline]] bool key(const std::uint8_t*, Bytes text) {
    if (path_.is_known() || text.size() >= std::size_t{1} << 16) return false;
    key_bits_ = bits_of(static_cast<std::uint32_t>(8 + text.size() + padding_of(text.size())));
    return true;
  }

  [[gnu::always_inline]] bool empty(Type type, const std::uint8_t* at) { return record(type, at); }
  [[gnu::always_inline]] bool boolean(Type type, const std::uint8_t* at, bool) { return record(type, at); }
  [[gnu::always_inline]] bool integer(Type type, const std::uint8_t* at, std::int64_t) {
    return record(type, at);
  }
  [[gnu::always_inline]] bool real(Type type, const std::uint8_t* at, double) { return record(type, at); }
  [[gnu::always_inline]] bool text(Type type, const std::uint8_t* at, Bytes) { return record(type, at); }
  static constexpr bool has_room_for_path(std::uint32_t) { return true; }
  [[gnu::always_inline]] static bool name(std::uint32_t, Bytes) { return true; }
  [[gnu::always_inline]] bool node_path(Type type, const std::uint8_t* at, bool, bool, std::uint32_t) {
    return record(type, at);
  }
  [[gnu::always_inline]] bool numbers(Type type, const std::uint8_t* at, const Numbers&) {
    return record(type, at);
  }
  [[gnu::always_inline]] bool container(Type type, const std::uint8_t* at, std::uint32_t count, bool,
                                        bool pairs) {
    if (index_.open_.is_full() || !record(type, at)) return false;
    save_container();
    const std::uint32_t home = path_.home_inside(index_.open_.top().home);
    Open& inner = index_.open_.push();
    inner.home = home;
    inner.place = pairs ? Place::key : Place::element;
    inner.record = static_cast<std::uint32_t>(to_ - index_.waiting_.data());
    key_bits_ = 0;
    path_ = {keys_, home, pairs, count};
    return true;
  }
  [[gnu::always_inline]] bool end() {
    std::uint32_t* const records = index_.waiting_.data() + index_.open_.top().record;
    if (to_ != records) {
      if (index_.words_.room() < index_record::head_words + static_cast<std::size_t>(to_ - records))
        return false;
      index_.close({records, to_});
      to_ = records;
    }
    index_.open_.pop();
    load_container();
    return true;
  }

 private:
  /// A size of whole words, as a record stores it.
  [[gnu::always_inline]] static std::uint32_t bits_of(std::uint32_t size) {
    return size << (index_record::key_shift - 2);
  }
  [[gnu::always_inline]] std::size_t position_of(const std::uint8_t* at) const {
    return static_cast<std::size_t>(at - base_);
  }
  [[gnu::always_inline]] bool record(Type type, const std::uint8_t* at) {
    put(key_bits_, type, at);
    return true;
  }
  [[gnu::always_inline]] void put(std::uint32_t key_bits, Type type, const std::uint8_t* at) {
    // One store, as close() reads both words at once, which would wait for two.
    const std::uint64_t words = static_cast<std::uint32_t>(position_of(at)) |
                                std::uint64_t{key_bits | static_cast<std::uint32_t>(type)} << 32;
    std::memcpy(to_, &words, sizeof words);
    to_ += record_words;
  }
  [[gnu::always_inline]] void load_container() {
    path_.set(index_.open_.top().path);
    // Of an element; keys change it.
    key_bits_ = 0;
  }
  [[gnu::always_inline]] void save_container() { index_.open_.top().path.set(path_); }

  IndexBuilder& index_;
  /// Where the input begins.
  const std::uint8_t* base_ = nullptr;
  std::uint32_t* to_ = nullptr;
  std::uint32_t* last_ = nullptr;
  KeyTree::View keys_;
  /// The path of the innermost container.
  KeyPath path_;
  std::uint32_t key_bits_ = 0;
};

static_assert(Sink<IndexBuilder>);

/// Instantiated in index_builder.cpp, so that the compiler inlines the events into the decoder.
extern template ReadResult read_value<IndexBuilder>(const Input&, const ReadRequest&, IndexBuilder&);

}  // namespace godot_variant
