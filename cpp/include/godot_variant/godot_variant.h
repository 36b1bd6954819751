// START HERE. Reads and writes Godot's binary Variant format, as var_to_bytes, store_var and put_var write
// it.
//
//   auto decoded = godot_variant::decode(bytes);
//   if (!decoded) { /* decoded.error().code, .offset */ }
//   const godot_variant::Variant& value = decoded.value().value;
//
// The library reports errors as values; it throws nothing of its own and prints nothing. When memory runs
// out, std::bad_alloc passes through: nothing leaks, and values that were to change are as before. Only a
// failed copy to a class of several members, such as an Array, may leave some of them changed; a Variant, or
// `array = Array(other)`, changes as a whole. The library keeps no state, so any thread may call any
// function. Several threads may read one value; while one changes it, no other may use it.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "godot_variant/error.h"
#include "godot_variant/options.h"
#include "godot_variant/variant.h"

namespace godot_variant {

/// How decode reads bytes.
struct DecodeOptions {
  /// A name from dialect_names(), or an alias. Empty selects the default dialect; bytes that are more likely
  /// to be something else then raise ErrorCode::ambiguous_dialect, and bytes that are as likely to be a value
  /// of another type in an older dialect give the warning of that name.
  std::string_view dialect = {};
  /// Accept bytes after the value, as engines do.
  bool allow_trailing = false;
  /// Read fully written Objects as inert data.
  bool allow_objects = false;
  /// Replace ill-formed UTF-8 with U+FFFD instead of raising ErrorCode::bad_utf8.
  bool replace_bad_utf8 = false;
  /// Width of vectors where nothing in the bytes says it: in docs-000, -001, -002 and -004, and in godot-4.0
  /// for Vector4 and Projection of double-precision builds.
  FloatWidth real = FloatWidth::as_given;
  Framing framing = Framing::none;
  Limits limits = {};
};

/// How encode writes a value.
struct EncodeOptions {
  /// A name from dialect_names(), or an alias. Empty selects the default dialect.
  std::string_view dialect = {};
  /// Write Objects in full; otherwise they raise ErrorCode::object_not_allowed.
  bool full_objects = false;
  /// Width of vectors, instead of the one that they have.
  FloatWidth real = FloatWidth::as_given;
  Framing framing = Framing::none;
  Limits limits = {};
  /// Where to append what the dialect has no place for: rounded numbers, widths, declared types, ids. Their
  /// offsets are those of the values in the result, so path_at(result, ...) has the paths. Nothing is
  /// appended after an error.
  std::vector<Loss>* losses = nullptr;
  /// Where to append WarningCode::wrong_element_type for each entry that an engine would convert or drop,
  /// because its container declares another type, and more_warnings after a thousand. The offsets are those
  /// in the result. Costs a reading of the result. Nothing is appended after an error.
  std::vector<Warning>* warnings = nullptr;
};

/// How convert reads and writes bytes. `from` and `to` are dialects, as in DecodeOptions.
struct ConvertOptions {
  std::string_view from = {};
  std::string_view to = {};
  /// Accept bytes after the value, which are not converted.
  bool allow_trailing = false;
  /// Read and write fully written Objects.
  bool allow_objects = false;
  /// Write U+FFFD for ill-formed UTF-8 instead of raising ErrorCode::bad_utf8.
  bool replace_bad_utf8 = false;
  FloatWidth real = FloatWidth::as_given;
  Framing framing = Framing::none;
  Limits limits = {};
};

/// The result of decode.
struct Decoded {
  /// The value, which does not refer to the bytes.
  Variant value;
  /// Bytes that the value occupies. Like the engine, this counts padding that is missing at the end of a
  /// PackedByteArray.
  std::size_t bytes_read = 0;
  /// What an engine would do silently, in input order.
  std::vector<Warning> warnings;
};

/// The result of convert.
struct Converted {
  std::vector<std::uint8_t> bytes;
  /// Bytes of the input that the value occupies.
  std::size_t bytes_read = 0;
  /// The losses: contents that the target dialect could not hold, in input order.
  std::vector<Loss> losses;
  /// The warnings of decode about the input, except repeated_key: convert keeps all entries.
  std::vector<Warning> warnings;
};

/// Reads one value. Errors: every ErrorCode about input; Error describes `offset`.
Result<Decoded> decode(Bytes input, const DecodeOptions& options = {});

/// Writes one value. Of types that the dialect has, it keeps what there is a place for;
/// EncodeOptions::losses takes the rest. Errors: not_in_dialect, int_out_of_range, too_deep,
/// too_large, object_not_allowed, bad_utf8, unsupported_value (a text with a NUL, a packed array whose last
/// element is incomplete, a Dictionary with keys that engines take for equal or that the dialect writes
/// alike), bad_script, bad_length (an InputEvent whose words do not fit its type), bad_image (an unknown
/// format), unknown_dialect.
Result<std::vector<std::uint8_t>> encode(const Variant& value, const EncodeOptions& options = {});

/// Writes one value to the start of `target`, without allocating memory for the bytes; returns their number.
/// `target` must not be memory of the value. Errors: as encode; too_large also when `target` is too small.
/// After an error, the first bytes of `target` may be overwritten. Bytes beyond the returned number are never
/// touched.
Result<std::size_t> encode_into(const Variant& value, std::span<std::uint8_t> target,
                                const EncodeOptions& options = {});

/// Converts bytes from one dialect to another without building the value. Errors: as decode and encode.
Result<Converted> convert(Bytes input, const ConvertOptions& options);

/// The names that the `dialect` options accept, without aliases.
std::vector<std::string_view> dialect_names();

}  // namespace godot_variant
