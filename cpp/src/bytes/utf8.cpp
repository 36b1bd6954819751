#include "bytes/utf8.h"

#include <algorithm>
#include <array>
#include <bit>

namespace godot_variant {
namespace {

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Length of the sequence at the start of `text`; 0 when it is broken. Sets `surrogates` for a surrogate.
std::size_t sequence_length(Bytes text, bool& surrogates) {
  const std::uint8_t lead = text[0];
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length < 2) return length;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  const std::uint8_t second = text[1];
  if (lead == 0xE0 && second < 0xA0) return 0;
  if (lead == 0xF0 && second < 0x90) return 0;
  if (lead == 0xF4 && second > 0x8F) return 0;
  if (lead == 0xED && second > 0x9F) surrogates = true;
  return length;
}

/// Sizes of the same characters in UTF-8 and UTF-16.
struct Extent {
  std::size_t bytes = 0;
  std::size_t units = 0;
};

/// Eight bytes from `at` on, with zeros behind the end of the text.
[[gnu::always_inline]] inline std::uint64_t word_at(Bytes text, std::size_t at) {
  const std::size_t left = text.size() - at;
  if (left >= 8) return load<std::uint64_t>(text.data() + at);
  if (at >= 8 - left) return load<std::uint64_t>(text.data() + text.size() - 8) >> (8 - left) * 8;
  std::uint8_t bytes[8] = {};
  std::copy_n(text.data() + at, left, bytes);
  return load<std::uint64_t>(bytes);
}

/// Neither overlong nor a surrogate, by the bits that a sequence of three bytes has in common with these.
bool is_usual(std::uint64_t bits) { return bits != 0 && bits != 0x200D; }

std::uint32_t of_three_bytes(std::uint64_t word) {
  return static_cast<std::uint32_t>((word & 0xF) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 0x3F));
}

/// A factor that repeats 16 bits four times.
constexpr std::uint64_t fourfold = 0x0001000100010001;

/// Up to four characters of two bytes as UTF-16.
std::uint64_t of_two_bytes(std::uint64_t word) {
  return (word & 0x1F * fourfold) << 6 | (word >> 8 & 0x3F * fourfold);
}

/// The characters of two bytes at the beginning of a word; the first is one.
[[gnu::always_inline]] inline Extent run_of_two_bytes(std::uint64_t word) {
  const std::uint64_t others = (word & 0xC0E0 * fourfold) ^ 0x80C0 * fourfold;
  const std::uint64_t other = ((others & 0x7FFF * fourfold) + 0x7FFF * fourfold) | others;
  const std::uint64_t overlong = ~((word & 0x1E * fourfold) + 0x7FFE * fourfold);
  const std::uint64_t end = (other | overlong) & 0x8000 * fourfold;
  const std::size_t count = end == 0 ? 4 : static_cast<std::size_t>(std::countr_zero(end)) / 16;
  return {count * 2, count};
}

/// ASCII as UTF-16: four bytes in the lower half of a word.
std::uint64_t widened(std::uint64_t bytes) {
  bytes = (bytes | bytes << 16) & 0x0000FFFF0000FFFF;
  return (bytes | bytes << 8) & 0x00FF00FF00FF00FF;
}

void put(std::uint16_t* to, std::uint64_t units) { std::memcpy(to, &units, sizeof units); }

/// Writes the characters at the beginning of eight bytes; writes up to eight units, whatever their number.
/// Returns nothing where a NUL comes first, or what is not valid UTF-8.
[[gnu::always_inline]] inline Extent put_first(std::uint64_t word, std::uint16_t* to) {
  constexpr std::uint64_t second_bits = 0x00200F;
  // Most texts are runs of ASCII or of three-byte characters.
  if ((word & 0xC0C0F0) == 0x8080E0 && is_usual(word & second_bits)) {
    const bool two = (word & 0xC0C0F0000000) == 0x8080E0000000 && is_usual(word >> 24 & second_bits);
    put(to, of_three_bytes(word) | of_three_bytes(word >> 24) << 16);
    return two ? Extent{6, 2} : Extent{3, 1};
  }
  if (const std::uint64_t others = not_plain(word); (others & 0x80) == 0) {
    put(to, widened(word & 0xFFFFFFFF));
    put(to + 4, widened(word >> 32));
    const auto plain = others == 0 ? std::size_t{8} : static_cast<std::size_t>(std::countr_zero(others)) / 8;
    return {plain, plain};
  }
  if ((word & 0xC0E0) == 0x80C0 && (word & 0x1E) != 0) {
    put(to, of_two_bytes(word));
    // One accented letter stands alone, and the letters of other scripts come in runs.
    return (word & 0xC0E00000) == 0x80C00000 ? run_of_two_bytes(word) : Extent{2, 1};
  }
  if ((word & 0xC0C0C0F8) != 0x808080F0) return {};
  const auto code = static_cast<std::uint32_t>((word & 7) << 18 | (word << 4 & 0x3F000) |
                                               (word >> 10 & 0xFC0) | (word >> 24 & 0x3F));
  if (code < 0x10000 || code > 0x10FFFF) return {};
  put(to, (0xD7C0 + (code >> 10)) | (0xDC00 + (code & 0x3FF)) << 16);
  return {4, 2};
}

/// Writes the valid characters from `at` on to `to`. With `scratch` it writes all of them to the same place.
Extent put_valid(Bytes text, std::size_t at, std::uint16_t* const to, bool scratch) {
  Extent all;
  while (at + all.bytes < text.size()) {
    const Extent first = put_first(word_at(text, at + all.bytes), scratch ? to : to + all.units);
    if (first.bytes == 0) break;
    all.bytes += first.bytes;
    all.units += first.units;
  }
  return all;
}

/// What a text may go on with, as the place of six bits in a row of `transitions`.
enum State : std::uint8_t {
  /// With any character.
  whole = 0,
  /// With nothing that makes it valid.
  invalid = 6,
  /// With so many bytes from 80 to BF.
  one = 12,
  two = 18,
  three = 24,
  /// With a second byte that its first one restricts.
  after_e0 = 30,
  after_ed = 36,
  after_f0 = 42,
  after_f4 = 48,
};
constexpr State states[] = {whole, invalid, one, two, three, after_e0, after_ed, after_f0, after_f4};

constexpr State after_lead(unsigned byte) {
  if (byte < 0x80) return byte == 0 ? invalid : whole;
  if (byte < 0xE0) return byte < 0xC2 ? invalid : one;
  if (byte < 0xF0) return byte == 0xE0 ? after_e0 : byte == 0xED ? after_ed : two;
  return byte == 0xF0 ? after_f0 : byte < 0xF4 ? three : byte == 0xF4 ? after_f4 : invalid;
}

constexpr State after(State state, unsigned byte) {
  const auto next = [&](unsigned first, unsigned last, State then) {
    return byte >= first && byte <= last ? then : invalid;
  };
  switch (state) {
    case whole:
      return after_lead(byte);
    case invalid:
      return invalid;
    case one:
      return next(0x80, 0xBF, whole);
    case two:
      return next(0x80, 0xBF, one);
    case three:
      return next(0x80, 0xBF, two);
    case after_e0:
      return next(0xA0, 0xBF, one);
    case after_ed:
      return next(0x80, 0x9F, one);
    case after_f0:
      return next(0x90, 0xBF, two);
    case after_f4:
      return next(0x80, 0x8F, two);
  }
  return invalid;
}

/// For each byte, the states that follow all states: the next state takes one shift, and no branch that
/// depends on the text.
constexpr auto transitions = [] {
  std::array<std::uint64_t, 256> rows{};
  for (unsigned byte = 0; byte < rows.size(); ++byte) {
    for (const State state : states) rows[byte] |= std::uint64_t{after(state, byte)} << state;
  }
  return rows;
}();

}  // namespace

TextScan scan_text(Bytes text) {
  bool surrogates = false;
  std::size_t at = 0;
  std::size_t units = 0;
  while (true) {
    std::uint16_t scratch[utf16_slack];
    const Extent valid = put_valid(text, at, scratch, true);
    at += valid.bytes;
    units += valid.units;
    if (at == text.size() || text[at] == 0) break;
    const std::size_t length = sequence_length(text.subspan(at), surrogates);
    if (length == 0) {
      const auto nul = std::find(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), 0);
      return {static_cast<std::size_t>(nul - text.begin()), TextForm::broken, 0};
    }
    at += length;
    ++units;
  }
  return {at, surrogates ? TextForm::surrogates : TextForm::valid, units};
}

std::optional<std::size_t> to_utf16(Bytes text, std::uint16_t* to) {
  if (has_byte_order_mark(text)) return {};
  const Extent valid = put_valid(text, 0, to, false);
  if (valid.bytes < text.size()) return {};
  return valid.units;
}

bool is_plain_utf8(Bytes text) {
  std::uint64_t state = whole;
  for (const std::uint8_t byte : text) state = transitions[byte] >> (state & 63);
  return (state & 63) == whole && !has_byte_order_mark(text);
}

std::string replaced(Bytes text) {
  std::string result;
  while (!text.empty()) {
    bool surrogate = false;
    const std::size_t length = sequence_length(text, surrogate);
    if (length == 0 || surrogate) {
      result += "\xEF\xBF\xBD";
    } else {
      result.append(reinterpret_cast<const char*>(text.data()), length);
    }
    text = text.subspan(length == 0 || surrogate ? 1 : length);
  }
  return result;
}

}  // namespace godot_variant
