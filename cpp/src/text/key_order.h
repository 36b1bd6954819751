// Sorts Dictionary entries exactly as engines do. Their sort is unstable, and the order must match even for
// keys that are not comparable.
#pragma once
#include "dialect/dialect.h"
#include "events/numbers.h"

namespace godot_variant {

/// True when engines compare vectors of this type when they sort the keys of a Dictionary; other keys keep
/// their order. `old` means engines before Godot 4.
bool compares(Type type, bool old);

/// The keys of the Dictionaries being printed, as bytes that compare in the same way.
class TextKeyOrder {
 public:
  /// A Dictionary entry: its position in the text, and the position of its key in the key bytes.
  struct Entry {
    std::size_t text_at = 0;
    std::size_t text_end = 0;
    std::size_t key_at = 0;
  };

  /// `roughly` means that coordinates of vectors which are nearly equal count as equal, as in Godot 3.2.
  TextKeyOrder(bool old, bool roughly) : old_(old), roughly_(roughly) {}

  /// Keys are recorded only between enter() and leave().
  void enter() { ++keys_around_; }
  void leave() { --keys_around_; }
  void type(Type type) { byte(static_cast<std::uint32_t>(type) + 1); }
  void byte(std::uint32_t byte) {
    if (keys_around_ > 0) *keys_.grow(1) = static_cast<std::uint8_t>(byte);
  }
  void number(std::uint64_t value) {
    if (keys_around_ > 0) std::memcpy(keys_.grow(8), &value, 8);
  }
  void text(Bytes text) {
    if (keys_around_ == 0) return;
    keys_.append(text);
    *keys_.grow(1) = 0;
  }
  std::size_t size() const { return keys_.size(); }
  void cut(std::size_t size) { keys_.cut(size); }

  /// Returns false where engines would take quadratic time, which needs many keys that are not comparable.
  [[nodiscard]] bool sort(std::span<Entry> entries) const;

 private:
  bool precedes(const Entry& one, const Entry& other) const;
  int compare(const std::uint8_t*& a, const std::uint8_t*& b) const;
  std::size_t insert(Entry* entries, std::size_t at) const;
  void sort(Entry* entries, std::size_t count, std::uint32_t depth) const;
  void sort_as_heap(Entry* entries, std::size_t count) const;
  Entry median(const Entry& a, const Entry& b, const Entry& c) const;
  std::size_t partition(Entry* entries, std::size_t count, const Entry& pivot) const;

  bool old_;
  bool roughly_;
  std::uint32_t keys_around_ = 0;
  ByteBuffer keys_;
};

}  // namespace godot_variant
