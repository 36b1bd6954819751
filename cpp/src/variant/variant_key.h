// Whether engines treat two Dictionary keys as equal (DIALECTS.md, "Which keys are equal"): values compare by
// value, String equals StringName, NaN equals NaN, 0.0 equals -0.0, 1 differs from 1.0, Objects compare by
// identity. Inside an Array or a Dictionary's values, String differs from StringName and a float NaN from
// itself.
#pragma once
#include <compare>
#include <span>

#include "godot_variant/variant.h"

namespace godot_variant {

/// Which keys are equal.
enum class KeyEquality : std::uint8_t {
  godot_4,
  /// A Dictionary that is a key, or inside one, differs from all others.
  dictionaries_apart,
  /// The same; and NaN equals NaN inside Arrays too, float arrays compare by their bits, and the NodePath "/"
  /// is an empty one.
  godot_3,
};

/// An order of keys in which engines' equal keys, and only they, are equal. What differs from everything,
/// such as an Object, is ordered by its address. Takes time in proportion to the smaller key.
std::strong_ordering compare_keys(const Variant& a, const Variant& b, KeyEquality equality);

/// Merges pairs with equal keys in a row of keys and values: the last value is kept, in the place of the
/// first key. Returns how many Variants are left; those behind them are Nil. Takes n log n time at worst.
std::size_t merge_duplicates(std::span<Variant> pairs, KeyEquality equality);

}  // namespace godot_variant
