// The texts of a new tape. Repeated texts are stored once where that is cheap to detect; short texts are
// collected in pools, which JavaScript turns into strings all at once.
#pragma once
#include <vector>

#include "bytes/buffer.h"
#include "events/events.h"
#include "tape/marks.gen.h"

namespace godot_variant {
namespace tape {

/// The length of a text without the bits that mark its form.
inline std::size_t length_of_text(std::int32_t marked) {
  return static_cast<std::size_t>(marked < 0 ? marked & ~(raw_text | broken_text) : marked);
}

inline TextForm form_of_text(std::int32_t marked) {
  if (marked >= 0) return TextForm::valid;
  return (marked & broken_text) != 0 ? TextForm::broken : TextForm::surrogates;
}

}  // namespace tape

class TextTable {
 public:
  TextTable() : known_(known_texts) {}

  /// Begins a new table; keeps at most `words` words of memory.
  void start(Bytes bytes, std::size_t words);

  /// Returns the number of a text, which must point into the bytes. A repeated text may get the same number.
  std::int32_t intern(const Text& text) {
    const std::size_t size = text.bytes.size();
    if (size > max_interned_size) return add(text);
    const std::uint64_t hash = hash_of(text.bytes.data(), size);
    Known& known = known_[hash % known_texts];
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    if (known.tag == tag && known.number < units_.size() && is(known.number, text.bytes.data(), size))
      return static_cast<std::int32_t>(known.number);
    const std::int32_t number = add(text);
    known = {tag, static_cast<std::uint32_t>(number)};
    return number;
  }

  /// Offset and length of each text, as on the tape.
  std::span<const std::int32_t> texts() const { return texts_.view(); }
  /// The pools: short ASCII texts, and other short texts as UTF-16.
  Bytes ascii() const { return ascii_.view(); }
  std::span<const std::uint16_t> utf16() const { return utf16_.view(); }
  /// The length of each text in its pool, marked with `utf16_units` for the second pool; -1 for texts in
  /// neither.
  std::span<const std::int32_t> units() const { return units_.view(); }

 private:
  /// A recent text. It may belong to an earlier tape, so the number is only a hint.
  struct Known {
    std::uint32_t tag = 0;
    std::uint32_t number = 0;
  };
  static constexpr std::size_t known_texts = 4096;
  /// Longer texts are rarely repeated.
  static constexpr std::size_t max_interned_size = 64;

  std::int32_t add(const Text& text);
  std::int32_t pooled(const Text& text);
  bool is(std::size_t number, const std::uint8_t* data, std::size_t size) const {
    const auto offset = static_cast<std::uint32_t>(texts_[number * 2]);
    return tape::length_of_text(texts_[number * 2 + 1]) == size && equal(bytes_.data() + offset, data, size);
  }

  Bytes bytes_;
  WordBuffer texts_;
  ByteBuffer ascii_;
  Buffer<std::uint16_t> utf16_;
  WordBuffer units_;
  /// A cache indexed by hash; each slot holds the most recent text.
  std::vector<Known> known_;
};

}  // namespace godot_variant
