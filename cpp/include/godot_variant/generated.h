// Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.
#pragma once
#include <cstddef>
#include <cstdint>

namespace godot_variant {

/// Every type of any dialect. The numbers are this library's own; each dialect maps its wire ids to them.
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
  PackedVector2iArray,
  PackedVector3iArray,
  PackedVector4iArray,
  TypedArray,
  PackedTypedArray,
};
inline constexpr std::size_t type_count = 46;
inline constexpr std::size_t dialect_count = 13;

/// Why an input or a value is rejected.
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

/// Something that an engine does silently when it reads a value.
enum class WarningCode : std::uint8_t {
  wrong_element_type,
  class_name_ignored,
  text_after_nul,
  byte_order_mark,
  surrogates_in_text,
  unknown_flags,
  length_ignored,
  type_changed,
  ambiguous_dialect,
  more_warnings,
};

/// Something that a conversion could not keep.
enum class LossCode : std::uint8_t {
  type_changed,
  value_rounded,
  width_dropped,
  element_type_dropped,
  id_dropped,
  value_dropped,
  more_losses,
};

/// Bare values (`none`), a layer around values (`gcpf` to `base64`), or another kind of file, which is only identified.
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
  utf16,
};

/// How the values of a file follow each other.
enum class FileFraming : std::uint32_t {
  /// One value and nothing else.
  none,
  /// A u32 length before each value, as store_var, put_var and PacketPeerStream write it.
  store_var,
  /// Like store_var, with big-endian lengths.
  store_var_big_endian,
  /// store_var frames between other data.
  mixed,
  /// Names and values of project.binary.
  ecfg,
  /// Arguments of a call, in the compact form of Godot 4's multiplayer.
  rpc,
};

/// How the blocks of a compressed file are compressed; the file stores the same numbers.
enum class Compression : std::uint32_t {
  fastlz,
  deflate,
  zstd,
  gzip,
  brotli,
};

/// The text form that to_text prints.
enum class TextStyle : std::uint32_t {
  /// Godot 4's form with all digits, keys in their order, and the contents of Signals.
  lossless,
  /// Exactly Godot 4.6's text, with the digits that it keeps.
  godot_4_6,
  /// Exactly Godot 3.6's text.
  godot_3_6,
  /// Exactly Godot 3.2's text.
  godot_3_2,
};

/// Evidence for and against a candidate: bits of Candidate::reasons.
enum class Reason : std::uint32_t {
  /// The first bytes identify it.
  magic = 1,
  /// Every byte was read.
  whole = 2,
  /// Every frame ends where the next one begins.
  frames = 4,
  /// The value is a Dictionary or an Array.
  container = 8,
  /// Some numbers or texts are unlike those that engines write.
  odd = 16,
  /// All ints are 64 bits wide, as only Godot 3.0 wrote them.
  wide_ints = 32,
  /// The container around the bytes belongs to the engine generation of this dialect.
  layer = 64,
  /// Other dialects read every byte as well.
  others = 128,
  /// Only a part of the bytes was checked.
  partly = 256,
  /// The bytes between or after the frames look like a damaged or truncated frame.
  damaged = 512,
};

/// Default limits; see Limits.
inline constexpr std::uint32_t default_depth = 1024;
inline constexpr std::uint64_t default_elements = 50000000;
inline constexpr std::uint64_t default_output_bytes = 536870912;
inline constexpr std::uint64_t default_decompressed_bytes = 536870912;

}  // namespace godot_variant
