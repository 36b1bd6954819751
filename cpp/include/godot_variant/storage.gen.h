// Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstdint>
#include <string>
#include <variant>

#include "godot_variant/values.h"

namespace godot_variant {

/// The value classes in the order of Type, then EncodedObjectAsID, the other form of Object. Large classes are boxed.
using Storage = std::variant<
    Stored<std::monostate>,
    Stored<bool>,
    Stored<std::int64_t>,
    Stored<double>,
    Stored<std::string>,
    Stored<Vector2>,
    Stored<Vector2i>,
    Stored<Rect2>,
    Stored<Rect2i>,
    Stored<Vector3>,
    Stored<Vector3i>,
    Stored<Transform2D>,
    Stored<Vector4>,
    Stored<Vector4i>,
    Stored<Plane>,
    Stored<Quaternion>,
    Stored<AABB>,
    Stored<Basis>,
    Stored<Transform3D>,
    Stored<Projection>,
    Stored<Color>,
    Stored<StringName>,
    Stored<NodePath>,
    Stored<RID>,
    Stored<Object>,
    Stored<Callable>,
    Stored<Signal>,
    Stored<Dictionary>,
    Stored<Array>,
    Stored<PackedByteArray>,
    Stored<PackedInt32Array>,
    Stored<PackedInt64Array>,
    Stored<PackedFloat32Array>,
    Stored<PackedFloat64Array>,
    Stored<PackedStringArray>,
    Stored<PackedVector2Array>,
    Stored<PackedVector3Array>,
    Stored<PackedColorArray>,
    Stored<PackedVector4Array>,
    Stored<Image>,
    Stored<InputEvent>,
    Stored<PackedVector2iArray>,
    Stored<PackedVector3iArray>,
    Stored<PackedVector4iArray>,
    Stored<TypedArray>,
    Stored<PackedTypedArray>,
    EncodedObjectAsID>;

}  // namespace godot_variant
