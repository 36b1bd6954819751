// Every text that parses also prints, and parses to the same value again.
#include "godot_variant/text.h"

#include "input.h"

namespace godot_variant::fuzz {
namespace {

void check(const Input& input) {
  const std::string_view text{reinterpret_cast<const char*>(input.value.data()), input.value.size()};
  const Result<Parsed> first = parse_text(text, {.allow_trailing = input.trailing, .real = input.real});
  if (!first) return;
  const Result<std::string> printed = to_text(first.value().value);
  // In a text a script may be any value, but not in bytes.
  if (!printed) return;
  const Result<Parsed> second = parse_text(printed.value(), {.real = input.real});
  expect(static_cast<bool>(second), "what was printed can be read");
  const Result<std::string> again = to_text(second.value().value);
  expect(again && again.value() == printed.value(), "the second text equals the first");
  for (const TextStyle style : {TextStyle::godot_4_6, TextStyle::godot_3_6, TextStyle::godot_3_2}) {
    const Result<std::string> engine = to_text(first.value().value, {.style = style});
    expect(engine || style != TextStyle::godot_4_6, "Godot 4 has a text for it");
  }
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
