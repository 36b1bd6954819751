// The tape: 32-bit words that cross the WASM boundary in both directions. TapeBuilder (a Sink) writes one,
// TapePlayer reads one. The layout is docs/FORMAT.md, section "Tape"; js/materialize.ts and js/flatten.ts are
// the other side.
#pragma once
#include <vector>

#include "buffer.h"
#include "numbers.h"
#include "shapes.h"

namespace godot_variant {

/// The parts of a tape, wherever they are stored. `shapes` is needed only for tapes that a TapeBuilder made.
struct TapeView {
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> texts;
  Bytes bytes;
  const Shapes* shapes = nullptr;
};

/// How a Dictionary's entry begins on the tape, when not with the number of a key of Shapes.
inline constexpr std::int32_t key_is_value = -1;
inline constexpr std::int32_t first_key_text = -2;

/// Writes the tape of what it hears. All texts and packed data must point into `bytes`.
class TapeBuilder {
 public:
  explicit TapeBuilder(Shapes& shapes) : shapes_(shapes), table_(first_table_size) {}

  void empty(Head head) {
    begin(head.type, 0, 0);
    done();
  }
  void boolean(Head head, bool value) {
    begin(head.type, value ? 1 << 16 : 0, 0);
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
  void part(const Text& text) { *words_.grow(1) = intern(text); }
  void end();
  static constexpr bool ok() { return true; }

  /// The wire bytes of the String that was the next key last time; empty when nothing is foreseen.
  Bytes foreseen_key() const {
    return open_.back().node == Shapes::none ? Bytes{} : shapes_.foreseen(open_.back().node);
  }
  /// Takes the foreseen key, which was met.
  void take_foreseen_key() {
    Open& top = open_.back();
    top.node = shapes_.foreseen_node(top.node);
    *words_.grow(1) = shapes_.key_of(top.node);
    top.key_next = false;
  }

  TapeView view() const { return {words_.view(), texts_.view(), bytes_, &shapes_}; }
  /// Short texts one after the other, to be turned into strings together; and for each text its length in
  /// UTF-16 units, -1 for those that are not in the pool. `parts` has two words for each part of the pool:
  /// where in the pool it ends, and the number of the first text after it.
  Bytes pool() const { return pool_.view(); }
  std::span<const std::int32_t> units() const { return units_.view(); }
  std::span<const std::int32_t> parts();
  /// Begins a new tape; keeps up to `words` words of the old one's memory.
  void start(Bytes bytes, std::size_t words);

 private:
  /// An open container.
  struct Open {
    bool dictionary = false;
    bool key_next = false;
    /// The shape so far, and the word where the whole is noted.
    std::uint32_t node = Shapes::none;
    std::size_t shape_at = 0;
  };

  std::int32_t* begin(Type type, std::int32_t bits, std::size_t words);
  void done();
  void open(Open container) { open_.push_back(container); }
  void align();
  std::int32_t offset_of(const std::uint8_t* data) const {
    return static_cast<std::int32_t>(data - bytes_.data());
  }
  bool key(const Text& text);
  std::int32_t intern(const Text& text);
  std::int32_t add_text(const Text& text);
  std::int32_t pooled(const Text& text, std::int32_t number);
  void end_part(std::int32_t next_text);
  Bytes text_bytes(std::size_t number) const {
    const auto offset = static_cast<std::uint32_t>(texts_[number * 2]);
    return bytes_.subspan(offset, static_cast<std::uint32_t>(texts_[number * 2 + 1]) & 0x7FFFFFFF);
  }
  void typing(const Typing& typing);
  void grow_table();

  static constexpr std::size_t first_table_size = 256;

  Shapes& shapes_;
  Bytes bytes_;
  WordBuffer words_;
  WordBuffer texts_;
  ByteBuffer pool_;
  WordBuffer units_;
  WordBuffer parts_;
  std::size_t part_begin_ = 0;
  std::vector<Open> open_;
  /// Open addressing: number of a text plus one, 0 for a free place.
  std::vector<std::uint32_t> table_;
  std::size_t interned_ = 0;
};

static_assert(Sink<TapeBuilder>);

}  // namespace godot_variant
