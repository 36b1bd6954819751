// Shared by the printer and the parser of Godot's text form.
#pragma once
#include <string_view>

#include "events/numbers.h"
#include "text/decimal.h"

namespace godot_variant {

/// Conversions that need large tables. The standard library has them; the WASM module asks JavaScript.
struct NumberText {
  /// The float nearest to a decimal number such as `-12.5e-3`.
  double (*read)(const char* text, std::size_t size);
  /// Writes a finite float like printf's %g with at most six digits; returns its length, at most
  /// longest_number.
  std::size_t (*write_six)(double value, char* to);
};

/// Maximum nesting of a text; the parser is recursive.
inline constexpr std::uint32_t deepest_text = 1'100;

[[gnu::always_inline]] inline bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// Engines read no other letters, nor a name that begins with a digit.
inline bool is_name(char character) {
  const auto lower = static_cast<char>(character | 0x20);
  return is_digit(character) || (lower >= 'a' && lower <= 'z') || character == '_';
}

/// True when the lossless style can print values of this type.
inline bool has_text_form(Type type) {
  const Layout layout = usual_layouts[static_cast<std::size_t>(type)];
  return layout != Layout::image && layout != Layout::input_event;
}

inline std::string_view chars(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// True for a printed float that looks like an int, and therefore gets `.0`.
inline bool reads_as_int(const Bytes& number) {
  return chars(number).find_first_of(".e") == std::string_view::npos;
}

}  // namespace godot_variant
