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

/// Whether a Dictionary has two equal keys, anywhere in the value.
bool has_equal_keys(const Variant& value, KeyEquality equality);

}  // namespace godot_variant
