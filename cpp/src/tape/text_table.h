// The texts of a tape that is made: every text once where that is cheap to know, and the short ones one after
// the other, to be turned into strings together.
#pragma once
#include <vector>

#include "bytes/buffer.h"
#include "events/events.h"
#include "tape/marks.gen.h"

namespace godot_variant {

class TextTable {
 public:
  TextTable() : known_(known_texts) {}

  /// Begins anew; keeps up to `words` words of memory.
  void start(Bytes bytes, std::size_t words);

  /// The number of a text, which must point into the bytes: the same for the same text, or a new one.
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

  /// Offset and length of each, as on the tape.
  std::span<const std::int32_t> texts() const { return texts_.view(); }
  /// The pools: short texts that are ASCII, and others.
  Bytes ascii() const { return ascii_.view(); }
  std::span<const std::uint16_t> utf16() const { return utf16_.view(); }
  /// For each text its length in units of its pool, with `utf16_units` for the second; -1 for those in none.
  std::span<const std::int32_t> units() const { return units_.view(); }

 private:
  /// A text that was interned. It may be of an earlier tape, so a number only says where to look.
  struct Known {
    std::uint32_t tag = 0;
    std::uint32_t number = 0;
  };
  static constexpr std::size_t known_texts = 4096;
  /// Longer texts are hardly ever repeated.
  static constexpr std::size_t max_interned_size = 64;

  std::int32_t add(const Text& text);
  std::int32_t pooled(const Text& text);
  bool is(std::size_t number, const std::uint8_t* data, std::size_t size) const {
    const auto offset = static_cast<std::uint32_t>(texts_[number * 2]);
    const auto length = static_cast<std::uint32_t>(texts_[number * 2 + 1]) & 0x7FFFFFFF;
    return length == size && equal(bytes_.data() + offset, data, size);
  }

  Bytes bytes_;
  WordBuffer texts_;
  ByteBuffer ascii_;
  Buffer<std::uint16_t> utf16_;
  WordBuffer units_;
  /// One place for each remainder of a hash, taken by the text that came last.
  std::vector<Known> known_;
};

}  // namespace godot_variant
