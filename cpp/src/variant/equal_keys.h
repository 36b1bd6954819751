// Which keys of a Dictionary are equal: those that a reader merges, and that an encoder must not write.
#pragma once
#include <span>
#include <vector>

#include "dialect/dialect.h"
#include "variant/variant_key.h"

namespace godot_variant {

/// How decode compares the keys of a dialect.
inline KeyEquality key_equality(const Dialect& dialect) {
  return dialect.dictionary_keys_by_identity ? KeyEquality::dictionaries_apart : KeyEquality::godot_4;
}

/// A key that equals an earlier one, by their places.
struct EqualKey {
  std::size_t first;
  std::size_t later;
};

/// Every key that equals an earlier one, with the first such key. Of several that equal one, the last stands
/// last. Takes n log n time at worst.
std::vector<EqualKey> equal_keys(const Contents& keys, KeyEquality equality);

/// Merges pairs with equal keys in a row of keys and values: the last value is kept, in the place of the
/// first key. Returns how many Variants are left; those behind them are Nil.
std::size_t merge_duplicates(std::span<Variant> pairs, KeyEquality equality);

/// Looks for a Dictionary with two equal keys, anywhere in a value.
class EqualKeySearch {
 public:
  explicit EqualKeySearch(KeyEquality equality) : equality_(equality) {}

  /// Whether there is one.
  bool run(const Variant& value);
  /// The path to the value of the key that equals an earlier one.
  Path path() const { return path_in(open_); }

 private:
  static constexpr std::size_t foreseen_depth = 32;

  bool enter(const Variant& value);
  bool all_differ(const Contents& keys);

  KeyEquality equality_;
  Stack<OpenVariants> open_;
  /// The keys of the last Dictionary at each depth from 1 on, which all differ.
  std::vector<Contents> last_;
};

}  // namespace godot_variant
