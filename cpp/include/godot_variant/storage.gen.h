// Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <variant>

#include "godot_variant/values.h"

namespace godot_variant {

template <class... T>
struct Classes {};

/// The value classes in the order of Type, then EncodedObjectAsID, the other form of Object.
using ValueClasses = Classes<
    std::monostate,
    bool,
    std::int64_t,
    double,
    String,
    Vector2,
    Vector2i,
    Rect2,
    Rect2i,
    Vector3,
    Vector3i,
    Transform2D,
    Vector4,
    Vector4i,
    Plane,
    Quaternion,
    AABB,
    Basis,
    Transform3D,
    Projection,
    Color,
    StringName,
    NodePath,
    RID,
    Object,
    Callable,
    Signal,
    Dictionary,
    Array,
    PackedByteArray,
    PackedInt32Array,
    PackedInt64Array,
    PackedFloat32Array,
    PackedFloat64Array,
    PackedStringArray,
    PackedVector2Array,
    PackedVector3Array,
    PackedColorArray,
    PackedVector4Array,
    Image,
    InputEvent,
    PackedVector2iArray,
    PackedVector3iArray,
    PackedVector4iArray,
    TypedArray,
    PackedTypedArray,
    EncodedObjectAsID>;
inline constexpr std::size_t class_count = type_count + 1;

template <class T, class... C>
constexpr std::size_t find_class(Classes<C...>) {
  constexpr bool found[] = {std::is_same_v<T, C>...};
  std::size_t index = 0;
  while (index < sizeof...(C) && !found[index]) ++index;
  return index;
}
/// The place of T, or class_count when it is not among the classes.
template <class T>
inline constexpr std::size_t index_of = find_class<T>(ValueClasses{});
/// Not defined; its return type is the class at this place.
template <std::size_t Place, class... C>
std::tuple_element_t<Place, std::tuple<C...>> class_at(Classes<C...>);
static_assert(index_of<EncodedObjectAsID> == type_count);

}  // namespace godot_variant
