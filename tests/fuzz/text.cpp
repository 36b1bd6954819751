// Every text that parses also prints, and parses to the same value again.
#include "godot_variant/text.h"

#include <cmath>

#include "input.h"

namespace godot_variant::fuzz {
namespace {

/// Numbers are read as the C library reads them.
void check_number(std::string_view text, const Variant& value) {
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return;
  const std::string copy(text);
  char* end = nullptr;
  const double expected = std::strtod(copy.c_str(), &end);
  if (*end != 0) return;
  if (const double* real = value.get_if<double>())
    expect(same_bits(*real, expected), "a float is correctly rounded");
  if (const auto* whole = value.get_if<std::int64_t>())
    expect(static_cast<double>(*whole) == expected, "an int has its value");
}

void check(const Input& input) {
  const std::string_view text{reinterpret_cast<const char*>(input.value.data()), input.value.size()};
  const Result<Parsed> first = parse_text(text, {.allow_trailing = input.trailing, .real = input.real});
  if (!first) return;
  check_number(text, first.value().value);
  const Result<std::string> printed = to_text(first.value().value);
  // In a text a script may be any value, but not in bytes.
  if (!printed) return;
  const Result<Parsed> second = parse_text(printed.value(), {.real = input.real});
  expect(static_cast<bool>(second), "what was printed can be read");
  if (input.real == FloatWidth::as_given)
    expect(second.value().value == first.value().value, "the value is the same");
  const Result<std::string> again = to_text(second.value().value);
  expect(again && again.value() == printed.value(), "the second text equals the first");
  const Result<std::string> base64 = to_text(second.value().value, {.base64 = true});
  expect(base64 && parse_text(base64.value(), {.real = input.real}).value().value == second.value().value,
         "bytes are read from base64");
  for (const TextStyle style : {TextStyle::godot_4_6, TextStyle::godot_3_6, TextStyle::godot_3_2}) {
    const Result<std::string> engine = to_text(first.value().value, {.style = style});
    // Only the packed arrays of Pandemonium are unknown to Godot 4.
    expect(engine || style != TextStyle::godot_4_6 || engine.error().code == ErrorCode::not_in_dialect,
           "Godot 4 has a text for it");
    // Not all that engines print can be read.
    if (engine) static_cast<void>(parse_text(engine.value(), {.as_godot_3 = style != TextStyle::godot_4_6}));
  }
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
