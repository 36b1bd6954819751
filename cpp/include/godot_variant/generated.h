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
  /// No error.
  none,
  /// The input ends inside this value.
  unexpected_end,
  /// This dialect has no type with this id.
  unknown_type,
  /// This dialect names the type but does not define its bytes.
  unsupported_type,
  /// The text is not valid UTF-8.
  bad_utf8,
  /// The length or count cannot be right.
  bad_length,
  /// A NodePath of this form cannot be read.
  bad_node_path,
  /// The element type of the typed container does not exist.
  bad_container_type,
  /// A script must be null or a path that starts with res://.
  bad_script,
  /// The image format does not exist.
  bad_image,
  /// Values are nested deeper than the limit.
  too_deep,
  /// The data is larger than the limit.
  too_large,
  /// Full Objects are not allowed here.
  object_not_allowed,
  /// This dialect cannot hold a value of this type.
  not_in_dialect,
  /// Bytes are left over after the value.
  trailing_bytes,
  /// No Variant can hold this value.
  unsupported_value,
  /// The path is malformed, or it leads nowhere.
  bad_path,
  /// A value of this type does not fit here.
  wrong_type,
  /// The integer is out of range.
  int_out_of_range,
  /// The value contains itself.
  cyclic_value,
  /// The bytes may just as well be something else, in another dialect or framing.
  ambiguous_dialect,
  /// There is no dialect of this name.
  unknown_dialect,
  /// The file is damaged, or it is of a kind that cannot be read.
  bad_container,
  /// The content does not match its checksum.
  bad_checksum,
  /// The file is encrypted.
  password_required,
  /// The password or key is wrong, or the file is damaged.
  wrong_password,
  /// This compression is not available here.
  unsupported_compression,
  /// This encryption is not available here.
  unsupported_encryption,
  /// The text is not a value as Godot prints it.
  bad_text,
  /// The value does not match the schema.
  schema_mismatch,
  /// The WebAssembly module cannot be used here.
  wasm_unavailable,
};

/// Something that an engine does silently when it reads a value.
enum class WarningCode : std::uint8_t {
  /// An engine converts or drops this element of a typed container; here it is kept as written.
  wrong_element_type,
  /// Without full Objects, a container typed by a class is typed EncodedObjectAsID.
  class_name_ignored,
  /// The text continues after a NUL; an engine ignores the rest.
  text_after_nul,
  /// The byte order mark before the text is dropped, as in the engine.
  byte_order_mark,
  /// The text holds encoded surrogates, as Godot 3 on Windows wrote them.
  surrogates_in_text,
  /// Header bits that mean nothing for this type are ignored, as in the engine.
  unknown_flags,
  /// The length of the event does not fit its type; an engine ignores it.
  length_ignored,
  /// An earlier entry has an equal key; this entry replaces its value, as in the engine.
  repeated_key,
  /// The new value has another type than the old one.
  type_changed,
  /// In an older dialect, the bytes are as plausible a value of another type.
  ambiguous_dialect,
  /// The bytes between the values are not read: they are data of the game, or damaged values.
  bytes_between,
  /// The resource comes later in the file, or is not in it: an engine reads null.
  later_reference,
  /// Only the first 1000 warnings are listed; `count` says how many more there are.
  more_warnings,
};

/// Something that a conversion could not keep.
enum class LossCode : std::uint8_t {
  /// The dialect has no such type, so the nearest one was written.
  type_changed,
  /// The number was rounded to the width that the dialect writes.
  value_rounded,
  /// The dialect writes these vectors with 32 bits. The numbers fit, but the 64-bit width is lost.
  width_dropped,
  /// The dialect has no typed containers of this kind, so the element type was dropped.
  element_type_dropped,
  /// The dialect writes no id for this type.
  id_dropped,
  /// An earlier entry has an equal key in the new dialect; engines keep one of the two, with the value of this one.
  key_merged,
  /// Engines of the dialect read the NodePath `/` as an empty one.
  path_emptied,
  /// The dialect cannot hold this value: null was written, or engines read null in its place.
  value_dropped,
  /// Only the first 1000 losses are listed; `count` says how many more there are.
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
