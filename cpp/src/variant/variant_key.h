// Whether engines treat two Dictionary keys as equal (DIALECTS.md, "Which keys are equal"): values compare by
// value, String equals StringName, NaN equals NaN, 0.0 equals -0.0, 1 differs from 1.0, Objects compare by
// identity. Inside an Array or a Dictionary's values, String differs from StringName and a float NaN from
// itself.
#pragma once
#include <compare>
#include <string_view>
#include <vector>

#include "events/numbers.h"
#include "variant/tree.h"

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
class KeyOrder {
 public:
  explicit KeyOrder(KeyEquality equality) : equality_(equality) {}

  std::strong_ordering compare(const Variant& a, const Variant& b);

 private:
  /// Two containers whose contents are equal before `next`.
  struct Pair {
    Contents a;
    Contents b;
    /// Every other value is a key.
    bool keys = false;
    std::size_t next = 0;
  };

  std::strong_ordering compare_key(const Variant& a, const Variant& b);
  std::strong_ordering compare_content(const Variant& a, const Variant& b);
  std::strong_ordering compare_values(const Variant& a, const Variant& b);
  std::strong_ordering open(const Contents& a, const Contents& b, bool keys);

  KeyEquality equality_;
  std::vector<Pair> open_;
};

/// The components as encode writes them: what is not wide has 32 bits, also when it was set to another
/// number.
template <class T>
auto written_components(const T& value) {
  auto components = value.components;
  if constexpr (requires { value.wide; }) {
    if (value.wide) return components;
    for (double& component : components) component = static_cast<double>(bits_as<float>(narrow(component)));
  }
  return components;
}

/// Whether the value is a String or a StringName, whose text text_of() returns.
inline bool is_text_value(const Variant& value) { return value.is<String>() || value.is<StringName>(); }
inline std::string_view text_of(const Variant& value) {
  const auto* name = value.get_if<StringName>();
  return name != nullptr ? name->text.view() : value.get_if<String>()->view();
}

}  // namespace godot_variant
