// What the printer and the parser of Godot's text form share.
#pragma once
#include <string_view>

#include "events/numbers.h"
#include "text/decimal.h"

namespace godot_variant {

/// What needs tables that the standard library has natively, and JavaScript in the WASM module.
struct NumberText {
  /// The float that is nearest to a decimal number such as `-12.5e-3`.
  double (*read)(const char* text, std::size_t size);
  /// Writes a finite float as printf's %g does, with at most six digits; gives their count, up to
  /// longest_number.
  std::size_t (*write_six)(double value, char* to);
};

/// Containers may nest this deep: the parser calls itself for each.
inline constexpr std::uint32_t deepest_text = 1'100;

inline bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// Letters of other scripts, too: classes may have such names.
inline bool is_name(char character) {
  const auto lower = static_cast<char>(character | 0x20);
  return is_digit(character) || (lower >= 'a' && lower <= 'z') || character == '_' || character < 0;
}

/// Whether our own form says values of this type.
inline bool has_text_form(Type type) {
  const Layout layout = usual_layouts[static_cast<std::size_t>(type)];
  return layout != Layout::image && layout != Layout::input_event;
}

inline std::string_view chars(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace godot_variant
