// Godot's text form of values, as var_to_str and str_to_var (var2str and str2var) print and read it.
#pragma once
#include <string>
#include <string_view>

#include "godot_variant/godot_variant.h"

namespace godot_variant {

/// How to_text prints a value.
struct TextOptions {
  TextStyle style = TextStyle::lossless;
  /// Bytes of a PackedByteArray are base64, as in text resources of format 4, and not numbers.
  bool base64 = false;
  /// Texts have at most 1 100 levels, whatever `depth` says.
  Limits limits = {};
};

/// How parse_text reads text.
struct ParseOptions {
  /// Accept text after the value, as engines do.
  bool allow_trailing = false;
  /// FloatWidth::wide reads vectors as 64-bit, since the text does not state their width.
  FloatWidth real = FloatWidth::as_given;
  /// Colors are `#aarrggbb` and `#argb`, and a `U` behind a backslash is a letter, as Godot 3 reads them.
  bool as_godot_3 = false;
  /// Texts have at most 1 100 levels, whatever `depth` says. A level takes up to 256 bytes of the stack, and
  /// 1 KB in a library that was compiled without optimization: set a lower `depth` in threads with less than
  /// 1 MB, such as those of musl.
  Limits limits = {};
};

/// The result of parse_text.
struct Parsed {
  Variant value;
  /// Bytes of the text that the value occupies, including white space after it.
  std::size_t bytes_read = 0;
  /// Values of another type than their container declares, where `offset` counts bytes of the text; and one
  /// repeated_key, at offset 0, if Dictionaries or Objects have equal keys.
  std::vector<Warning> warnings;
};

/// Prints a value. Errors: not_in_dialect (the engine lacks a type), too_deep, too_large, bad_utf8,
/// unsupported_value (an Object without a class that has properties, a packed array whose last element is
/// incomplete).
Result<std::string> to_text(const Variant& value, const TextOptions& options = {});

/// Reads UTF-8 text as any engine prints it. Errors: bad_text, bad_utf8, bad_length (wrong number of
/// components), bad_node_path, unknown_type, int_out_of_range, bad_script, too_deep, too_large,
/// unexpected_end, trailing_bytes; `offset` counts bytes of the text.
Result<Parsed> parse_text(std::string_view text, const ParseOptions& options = {});

}  // namespace godot_variant
