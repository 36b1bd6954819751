#include "variant/variant_key.h"

#include <cmath>
#include <functional>

namespace godot_variant {
namespace {

using Order = std::strong_ordering;

Order compare_addresses(const void* a, const void* b) {
  const std::less<> before;
  return before(a, b) ? Order::less : before(b, a) ? Order::greater : Order::equal;
}

Order compare_texts(std::string_view a, std::string_view b) { return a.compare(b) <=> 0; }

template <class A, class B>
Order compare_all(const A& a, const B& b);

/// The order of the values in Variants, without the contents of containers.
template <class T>
Order compare_leaves(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) <=> std::isnan(b);
    return a < b ? Order::less : a > b ? Order::greater : Order::equal;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return a <=> b;
  } else if constexpr (std::is_same_v<T, String>) {
    return compare_texts(a, b);
  } else if constexpr (requires { a.components; }) {
    return compare_all(written_components(a), written_components(b));
  } else if constexpr (requires { a.data.index(); }) {
    // Numbers of 32 and of 64 bits, too.
    return std::visit([](const auto& mine, const auto& others) { return compare_all(mine, others); }, a.data,
                      b.data);
  } else if constexpr (std::is_same_v<T, Image>) {
    const auto head = [](const Image& image) {
      return std::array{image.format, image.mipmaps, image.width, image.height};
    };
    const Order order = compare_all(head(a), head(b));
    return order != Order::equal ? order : compare_all(a.data, b.data);
  } else if constexpr (requires { a.data; }) {
    return compare_all(a.data, b.data);
  } else if constexpr (std::is_same_v<T, StringName>) {
    return compare_leaves(a.text, b.text);
  } else if constexpr (std::is_same_v<T, NodePath>) {
    if (a.absolute != b.absolute) return a.absolute <=> b.absolute;
    const Order order = compare_all(a.names, b.names);
    return order != Order::equal ? order : compare_all(a.subnames, b.subnames);
  } else if constexpr (std::is_same_v<T, RID>) {
    return a.id <=> b.id;
  } else if constexpr (std::is_same_v<T, Signal>) {
    const Order order = compare_leaves(a.name, b.name);
    return order != Order::equal ? order : a.object_id <=> b.object_id;
  } else if constexpr (std::is_same_v<T, EncodedObjectAsID>) {
    if (a.object_id == 0 || b.object_id == 0) return (a.object_id != 0) <=> (b.object_id != 0);
    return compare_addresses(&a, &b);
  } else if constexpr (std::is_same_v<T, Object> || std::is_same_v<T, InputEvent>) {
    return compare_addresses(&a, &b);
  } else {
    static_assert(std::is_empty_v<T> || std::derived_from<T, Array> || std::is_same_v<T, Dictionary>);
    return Order::equal;
  }
}

template <class A, class B>
Order compare_all(const A& a, const B& b) {
  using Item = std::common_type_t<std::decay_t<decltype(a[0])>, std::decay_t<decltype(b[0])>>;
  if (a.size() != b.size()) return a.size() <=> b.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Order order = compare_leaves<Item>(a[i], b[i]);
    if (order != Order::equal) return order;
  }
  return Order::equal;
}

template <class T>
Order compare_bits(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return (a.empty() ? 0 : std::memcmp(a.data(), b.data(), a.size() * sizeof(T))) <=> 0;
}

NodePath read_in_godot_3(NodePath path) {
  path.absolute = path.absolute && path.names.size() + path.subnames.size() > 0;
  return path;
}

template <class T>
Order compare_leaves_in_godot_3(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, PackedFloat32Array> || std::is_same_v<T, PackedFloat64Array>) {
    const auto* floats = std::get_if<std::vector<float>>(&a.data);
    const auto* others = std::get_if<std::vector<float>>(&b.data);
    if (floats != nullptr && others != nullptr) return compare_bits(*floats, *others);
    if (floats == nullptr && others == nullptr)
      return compare_bits(std::get<std::vector<double>>(a.data), std::get<std::vector<double>>(b.data));
  }
  if constexpr (std::is_same_v<T, NodePath>)
    return compare_leaves(read_in_godot_3(a), read_in_godot_3(b));
  else
    return compare_leaves(a, b);
}

}  // namespace

Order KeyOrder::compare(const Variant& a, const Variant& b) {
  open_.clear();
  Order order = compare_key(a, b);
  while (order == Order::equal && !open_.empty()) {
    Pair& pair = open_.back();
    if (pair.next == pair.a.count) {
      open_.pop_back();
      continue;
    }
    const bool is_key = pair.keys && pair.next % 2 == 0;
    const std::size_t at = pair.next++;
    // Comparing may open containers, which moves `pair`.
    order = is_key ? compare_key(pair.a[at], pair.b[at]) : compare_content(pair.a[at], pair.b[at]);
  }
  return order;
}

Order KeyOrder::compare_key(const Variant& a, const Variant& b) {
  if (is_text_value(a) && is_text_value(b)) return compare_texts(text_of(a), text_of(b));
  // Where a String is a key, it takes the place of a StringName.
  const Type type = is_text_value(a) ? Type::String : a.type();
  const Type other = is_text_value(b) ? Type::String : b.type();
  return type != other ? type <=> other : compare_values(a, b);
}

Order KeyOrder::compare_content(const Variant& a, const Variant& b) {
  if (a.type() != b.type()) return a.type() <=> b.type();
  const double* number = a.get_if<double>();
  const double* other = b.get_if<double>();
  const bool differs = number != nullptr && std::isnan(*number) && std::isnan(*other);
  if (differs && equality_ != KeyEquality::godot_3) return compare_addresses(&a, &b);
  return compare_values(a, b);
}

Order KeyOrder::compare_values(const Variant& a, const Variant& b) {
  return a.visit([&](const auto& mine) {
    using Class = std::decay_t<decltype(mine)>;
    const auto* theirs = b.get_if<Class>();
    // An Object and an id, which have the same type.
    if (theirs == nullptr) return Order{a.is<Object>() ? Order::less : Order::greater};
    if constexpr (std::derived_from<Class, Array>) {
      return open(contents_of(mine.elements), contents_of(theirs->elements), false);
    } else if constexpr (std::is_same_v<Class, Dictionary>) {
      if (equality_ != KeyEquality::godot_4) return compare_addresses(&a, &b);
      return open(contents_of(mine.entries), contents_of(theirs->entries), true);
    } else if (equality_ == KeyEquality::godot_3) {
      return compare_leaves_in_godot_3(mine, *theirs);
    } else {
      return compare_leaves(mine, *theirs);
    }
  });
}

Order KeyOrder::open(const Contents& a, const Contents& b, bool keys) {
  if (a.count != b.count) return a.count <=> b.count;
  open_.push_back({a, b, keys});
  return Order::equal;
}

}  // namespace godot_variant
