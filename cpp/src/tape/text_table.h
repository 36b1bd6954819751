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

  /// Begins a new table for an input of `size` bytes; keeps at most `words` words of memory.
  void start(std::size_t size, std::size_t words);

  /// Returns the number of a text of the input. A repeated text may get the same number.
  std::int32_t intern(const Text& text);

  /// True when an ASCII text of `size` bytes can be added without growing.
  bool has_room(std::size_t size) const {
    return texts_.room() >= 2 && units_.room() >= 1 && ascii_.room() >= size + ShortText::most;
  }
  /// Like intern, for an ASCII text at `offset`, for which there is room. 16 bytes behind it can be read.
  [[gnu::always_inline]] std::int32_t intern_ascii(Bytes text, std::size_t offset) {
    if (text.size() > ShortText::most) return intern_longer_ascii(text, offset);
    return intern_short(short_text(text.data(), text.size()), [&] { return add_ascii(text, offset); });
  }

  /// Like intern, for a text that is not ASCII: valid UTF-8 without a NUL or a byte order mark. Returns
  /// -1 for other texts, which it finds on the way, and for those of more than 1 MB.
  [[gnu::noinline]] std::int32_t intern_utf8(Bytes text, std::size_t offset);

  /// Offset and length of each text, as on the tape.
  std::span<const std::int32_t> texts() const { return texts_.view(); }
  /// The pools: short ASCII texts, and other texts of up to 1 MB as UTF-16.
  Bytes ascii() const { return ascii_.view(); }
  std::span<const std::uint16_t> utf16() const { return utf16_.view(); }
  /// The length of each text in its pool, marked with `utf16_units` for the second pool; -1 for texts in
  /// neither.
  std::span<const std::int32_t> units() const { return units_.view(); }
  /// Whether intern has returned a number for a second time.
  bool repeat() const { return repeat_; }

 private:
  /// A recent text.
  struct Known {
    /// A short text, or the hash of a long one and the pool that holds it.
    ShortText key;
    /// Its number, counted through all tables.
    std::uint32_t serial = 0;
    /// Where a long text begins in its pool. It is compared there, because the input may be gone.
    std::uint32_t pool_at = 0;
  };
  static constexpr std::size_t known_texts = 4096;
  /// Looking for a text costs about as much as `credit_of_hit` hits save.
  static constexpr std::int32_t credit_of_hit = 16;
  static constexpr std::int32_t most_credit = 256;
  static constexpr std::int32_t skipped_texts = 128;
  /// Longer texts are rarely repeated.
  static constexpr std::size_t max_interned_size = 64;
  /// Longer ASCII texts are worth a separate string.
  static constexpr std::size_t max_pooled_size = 256;
  /// JavaScript makes strings of UTF-16 faster than of UTF-8, but the pool takes memory.
  static constexpr std::size_t max_utf16_size = 1 << 20;
  /// No short text has these bytes, because no text has a NUL.
  static constexpr std::uint64_t in_ascii = 0x0100;
  static constexpr std::uint64_t in_utf16 = 0x0200;

  /// Every character counts for the high bits of the product, and only the first ones for the low bits.
  Known& place_of(const ShortText& key) {
    const auto place = mixed(key.first, key.second) >> (64 - std::countr_zero(known_texts));
    return known_[static_cast<std::size_t>(place)];
  }
  /// Whether the place holds a text of this table with this key.
  bool is_known(const Known& known, const ShortText& key) const {
    return known.key == key && known.serial >= first_serial_;
  }
  std::int32_t number_of(const Known& known) const {
    return static_cast<std::int32_t>(known.serial - first_serial_);
  }
  std::uint32_t serial_of(std::int32_t number) const {
    return first_serial_ + static_cast<std::uint32_t>(number);
  }
  template <class F>
  [[gnu::always_inline]] std::int32_t intern_short(const ShortText& key, F add) {
    if (credit_ <= 0 && is_skipped()) return add();
    Known& known = place_of(key);
    if (is_known(known, key)) return found(known);
    --credit_;
    const std::int32_t number = add();
    if (number >= 0) known = {key, serial_of(number), 0};
    return number;
  }
  std::int32_t found(const Known& known) {
    repeat_ = true;
    credit_ = std::min(credit_ + credit_of_hit, most_credit);
    return number_of(known);
  }
  /// Where few texts repeat, most are added without looking for them.
  bool is_skipped() {
    if (credit_-- > -skipped_texts) return true;
    credit_ = credit_of_hit;
    return false;
  }

  [[gnu::always_inline]] std::int32_t add_ascii(Bytes text, std::size_t offset) {
    const auto number = static_cast<std::int32_t>(units_.size());
    const std::size_t size = text.size();
    texts_.put(size == 0 ? 0 : static_cast<std::int32_t>(offset));
    texts_.put(static_cast<std::int32_t>(size));
    units_.put(size <= max_pooled_size ? static_cast<std::int32_t>(size) : -1);
    if (size > max_pooled_size) return number;
    // Copies more than the text, because copies of fixed size are faster.
    std::uint8_t* const to = ascii_.data() + ascii_.size();
    for (std::size_t at = 0; at < size; at += ShortText::most)
      std::memcpy(to + at, text.data() + at, ShortText::most);
    ascii_.cut(ascii_.size() + size);
    return number;
  }
  void reserve(std::size_t size);
  void make_room();
  /// Out of line, because most texts are short.
  [[gnu::noinline]] std::int32_t intern_longer_ascii(Bytes text, std::size_t offset);
  std::int32_t intern_longer_utf8(Bytes text, std::size_t offset);
  std::int32_t add(Bytes text, std::size_t offset, std::int32_t mark, std::int32_t units);
  std::int32_t add_utf8(Bytes text, std::size_t offset);
  std::int32_t pooled(const Text& text);
  std::int32_t pooled_utf16(Bytes text);
  /// Whether a text has the same characters as a known one with the same key.
  bool is_ascii(const Known& known, Bytes text) const;
  bool is_utf16(const Known& known, std::size_t at, std::int32_t units) const;

  /// Size of the input.
  std::size_t size_ = 0;
  WordBuffer texts_;
  ByteBuffer ascii_;
  Buffer<std::uint16_t> utf16_;
  WordBuffer units_;
  /// A cache indexed by hash; each slot holds the most recent text.
  std::vector<Known> known_;
  /// The serial number of the first text, which tells the texts of this table in the cache from those of
  /// earlier ones.
  std::uint32_t first_serial_ = 1;
  /// Falls with every text that is new; at 0, the next texts are not looked for.
  std::int32_t credit_ = most_credit;
  bool repeat_ = false;
};

}  // namespace godot_variant
