// What a search looks for, as JavaScript describes it.
#pragma once
#include <array>

#include "bytes/cursor.h"

namespace godot_variant {

/// A text to look for. Each of its characters may have several forms, such as `k`, `K` and the Kelvin sign.
class Needle {
 public:
  Needle() = default;
  /// `forms` holds for each character the count of its forms, then the size and the UTF-8 bytes of each. It
  /// must outlive the needle.
  explicit Needle(Bytes forms) : forms_(forms) {
    for (std::size_t form = 0, at = 1; !forms.empty() && form < forms[0];
         ++form, at += 1 + std::size_t{forms[at]})
      begins_[forms[at + 1]] = true;
  }

  /// An empty needle is in every text.
  bool is_in(Bytes text) const {
    if (forms_.empty()) return true;
    for (const std::uint8_t *at = text.data(), *end = at + text.size(); at != end; ++at) {
      if (begins_[*at] && is_at(at, end)) return true;
    }
    return false;
  }

 private:
  bool is_at(const std::uint8_t* at, const std::uint8_t* end) const;

  Bytes forms_;
  /// The bytes with which a match begins.
  std::array<bool, 256> begins_{};
};

/// The criteria, as JavaScript writes them. A value matches when its type is among `types` and its key or the
/// value itself meets one of the others.
struct Query {
  /// A bit for each type.
  std::uint64_t types = 0;
  /// Types whose values meet the criteria, as do containers that declare one of them or a class with the
  /// text.
  std::uint64_t named = 0;
  /// The range for integers and the range for other numbers, both ends included.
  std::int64_t integer_from = 0;
  std::int64_t integer_to = 0;
  double real_from = 0;
  double real_to = 0;
  // What follows is 0 or 1.
  /// The input begins with a key, and keys and values take turns.
  std::uint32_t pairs = 0;
  /// Looks for the text in keys, in texts, and in the text of numbers and other small values.
  std::uint32_t keys = 0;
  std::uint32_t texts = 0;
  std::uint32_t numbers = 0;
  /// Does not compare, but collects all these texts.
  std::uint32_t collects = 0;
  /// Looks for numbers in the ranges.
  std::uint32_t in_range = 0;
  /// Every value meets the criteria.
  std::uint32_t all = 0;
};

}  // namespace godot_variant
