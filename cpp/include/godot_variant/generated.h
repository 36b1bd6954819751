// Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstddef>
#include <cstdint>

namespace godot_variant {

/// Every type that some dialect can hold. The numbers are ours; each dialect maps its own ids to them.
enum class Type : std::uint8_t {
  Nil,
  Bool,
  Int,
  Float,
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
};
inline constexpr std::size_t type_count = 41;

/// What is wrong with an input or a value.
enum class ErrorCode : std::uint8_t {
  none,
  unexpected_end,
  unknown_type,
  unsupported_type,
  bad_utf8,
  bad_length,
  bad_node_path,
  bad_container_type,
  bad_script,
  bad_image,
  too_deep,
  too_large,
  object_not_allowed,
  not_in_dialect,
  trailing_bytes,
  unsupported_value,
  bad_path,
  wrong_type,
  int_out_of_range,
  cyclic_value,
  ambiguous_dialect,
  unknown_dialect,
  bad_container,
  bad_checksum,
  password_required,
  wrong_password,
  unsupported_compression,
  bad_text,
  schema_mismatch,
  wasm_unavailable,
};

/// What an engine does silently.
enum class WarningCode : std::uint8_t {
  wrong_element_type,
  class_name_ignored,
  text_after_nul,
  byte_order_mark,
  surrogates_in_text,
  unknown_flags,
};

/// What a conversion to another dialect could not keep.
enum class LossCode : std::uint8_t {
  type_changed,
  value_rounded,
  element_type_dropped,
  id_dropped,
  value_dropped,
};

/// What stands around values, or instead of them; the others than `none` up to `base64` are only named.
enum class FileKind : std::uint8_t {
  none,
  gcpf,
  gdec,
  gzip,
  zstd,
  zlib,
  fastlz,
  base64,
  rsrc,
  pck,
  gdscript,
  texture,
  patch,
  tscn,
  tres,
  project,
  zip,
  png,
  jpeg,
  riff,
  ogg,
  sqlite,
  program,
  json,
  config,
  text,
};

/// Default limits; see Limits.
inline constexpr std::uint32_t default_depth = 1024;
inline constexpr std::uint64_t default_elements = 50000000;
inline constexpr std::uint64_t default_output_bytes = 536870912;
inline constexpr std::uint64_t default_decompressed_bytes = 536870912;

}  // namespace godot_variant
