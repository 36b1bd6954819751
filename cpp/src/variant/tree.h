// The contents of a container as one row of Variants, whatever the container is.
#pragma once
#include "bytes/stack.h"
#include "godot_variant/path.h"

namespace godot_variant {

/// Variants at equal distances in memory.
struct Contents {
  const Variant* first = nullptr;
  std::size_t count = 0;
  /// Distance from one to the next, in Variants.
  std::size_t step = 1;

  const Variant& operator[](std::size_t index) const { return first[index * step]; }
};

static_assert(sizeof(Entry) == 2 * sizeof(Variant) && sizeof(Property) == 2 * sizeof(Variant));

inline Contents contents_of(const Variant* elements, std::size_t count) { return {elements, count, 1}; }
/// Keys and values, alternating.
inline Contents contents_of(const Entry* entries, std::size_t count) {
  return {reinterpret_cast<const Variant*>(entries), count * 2, 1};
}
inline Contents contents_of(const Property* properties, std::size_t count) {
  if (count == 0) return {};
  // The name takes the place of a Variant.
  return {reinterpret_cast<const Variant*>(properties) + 1, count, 2};
}
template <class T>
Contents contents_of(const List<T>& list) {
  return list.empty() ? Contents{} : contents_of(list.data(), list.size());
}

/// The Variants that a value holds; empty for other values.
inline Contents contents_in(const Variant& value) {
  // Not visit(), which calls a function through a table.
  switch (value.type()) {
    case Type::Array:
      return contents_of(value.get_if<Array>()->elements);
    case Type::Dictionary:
      return contents_of(value.get_if<Dictionary>()->entries);
    case Type::TypedArray:
      return contents_of(value.get_if<TypedArray>()->elements);
    case Type::PackedTypedArray:
      return contents_of(value.get_if<PackedTypedArray>()->elements);
    case Type::Object: {
      const auto* object = value.get_if<Object>();
      return object == nullptr ? Contents{} : contents_of(object->properties);
    }
    default:
      return {};
  }
}

/// An Array, a Dictionary or an Object whose contents are being visited.
struct OpenVariants {
  Contents contents;
  std::size_t next = 0;
  /// The Object, whose properties have names.
  const Object* object = nullptr;
  /// A key and its value belong together.
  bool pairs = false;
  /// How many values a sink that needs only a sample skips after each one or each pair.
  std::size_t skipped = 0;
  /// So many values follow this container that a text within it may be written as 16 bytes.
  bool followed = false;
};

/// The path to the value that is visited, in the containers around it.
Path path_in(const Stack<OpenVariants>& open);

/// True when the properties have the same names in the same order.
bool same_names(const List<Property>& a, const List<Property>& b);

}  // namespace godot_variant
