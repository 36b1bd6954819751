// Between any two dialects: the target can read the result, converting to the same dialect loses nothing, and
// what comes back without a loss is what it was.
#include "input.h"

namespace godot_variant::fuzz {
namespace {

void expect_same_again(const Input& input, const Converted& there) {
  ConvertOptions options = input.convert_options();
  options.allow_trailing = false;
  options.allow_objects = true;
  std::swap(options.from, options.to);
  const Result<Converted> back = convert(there.bytes, options);
  if (!back || !back.value().losses.empty()) return;
  std::swap(options.from, options.to);
  const Result<Converted> twice = convert(back.value().bytes, options);
  expect(static_cast<bool>(twice), "what came back can be converted");
  expect(twice.value().bytes == there.bytes, "what came back without a loss is the same");
}

void check(const Input& input) {
  const ConvertOptions options = input.convert_options();
  const Result<Converted> converted = convert(input.value, options);
  if (!converted) return;
  DecodeOptions target = input.decode_options();
  target.dialect = input.target;
  target.allow_objects = true;
  target.allow_trailing = false;
  const Result<Decoded> there = decode(converted.value().bytes, target);
  expect(static_cast<bool>(there), "what was converted can be decoded");
  expect(there.value().bytes_read == converted.value().bytes.size(), "all that was converted is read");
  const bool narrowed = input.real != FloatWidth::as_given;
  if (converted.value().losses.empty() && !narrowed) expect_same_again(input, converted.value());
  if (input.dialect != input.target || narrowed) return;
  expect(converted.value().losses.empty(), "a dialect holds what it holds");
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
