// START HERE. Reads and writes Godot's binary Variant format: what var_to_bytes, store_var and put_var write.
//
//   auto decoded = godot_variant::decode(bytes);
//   if (!decoded) { /* decoded.error().code, .offset */ }
//   const godot_variant::Variant& value = decoded.value().value;
//
// The library does not throw, print or abort, and keeps no state: every function may be called from any
// thread.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "godot_variant/error.h"
#include "godot_variant/options.h"
#include "godot_variant/variant.h"

namespace godot_variant {

/// Decides how bytes are read.
struct DecodeOptions {
  /// A name of dialect_names(), or an alias. Empty: the default, unless the bytes are as likely an older
  /// dialect's (ErrorCode::ambiguous_dialect).
  std::string_view dialect = {};
  /// Accept bytes after the value, as engines do.
  bool allow_trailing = false;
  /// Read Objects in full, as inert data.
  bool allow_objects = false;
  /// Broken UTF-8 becomes U+FFFD instead of ErrorCode::bad_utf8.
  bool replace_bad_utf8 = false;
  /// Width of vectors in the docs-* dialects, which have no flag for it.
  FloatWidth real = FloatWidth::as_given;
  Framing framing = Framing::none;
  Limits limits = {};
};

/// Decides how a value is written.
struct EncodeOptions {
  std::string_view dialect = {};
  /// Write Objects in full; without it they are ErrorCode::object_not_allowed.
  bool full_objects = false;
  FloatWidth real = FloatWidth::as_given;
  Framing framing = Framing::none;
  Limits limits = {};
};

/// Decides how bytes of one dialect become bytes of another.
struct ConvertOptions {
  std::string_view from = {};
  std::string_view to = {};
  bool allow_trailing = false;
  /// Read and write Objects in full.
  bool allow_objects = false;
  bool replace_bad_utf8 = false;
  FloatWidth real = FloatWidth::as_given;
  Framing framing = Framing::none;
  Limits limits = {};
};

struct Decoded {
  Variant value;
  /// Bytes that the value took. Engines count missing padding at the end of a PackedByteArray; so does this.
  std::size_t bytes_read = 0;
  std::vector<Warning> warnings;
};

struct Converted {
  std::vector<std::uint8_t> bytes;
  std::size_t bytes_read = 0;
  /// In the order of the input.
  std::vector<Loss> losses;
};

/// Reads one value. Errors: every ErrorCode that is about an input; `offset` is explained at Error.
Result<Decoded> decode(Bytes input, const DecodeOptions& options = {});

/// Writes one value. Errors: not_in_dialect, int_out_of_range, too_deep, too_large, object_not_allowed,
/// bad_utf8, unsupported_value (a text with a NUL), bad_script, bad_length, unknown_dialect.
Result<std::vector<std::uint8_t>> encode(const Variant& value, const EncodeOptions& options = {});

/// Turns bytes of one dialect into bytes of another without building the value. Errors: those of decode and
/// encode.
Result<Converted> convert(Bytes input, const ConvertOptions& options);

/// The names that `dialect` options take, without aliases.
std::vector<std::string_view> dialect_names();

}  // namespace godot_variant
