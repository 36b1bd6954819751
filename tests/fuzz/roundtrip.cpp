// Every value that decodes also encodes, then decodes to the same value and encodes to the same bytes.
#include <algorithm>

#include "input.h"

namespace godot_variant::fuzz {
namespace {

/// Memory of exactly the size of the output suffices, and less does not.
void expect_same_in_memory(const Variant& value, const EncodeOptions& options, Bytes expected) {
  std::vector<std::uint8_t> target(expected.size());
  const auto written = encode_into(value, target, options);
  expect(written && std::equal(expected.begin(), expected.end(), target.begin()),
         "encode_into writes the same");
  target.pop_back();
  expect(encode_into(value, target, options).error() == Error{ErrorCode::too_large, 0},
         "too little memory is an error");
}

void check(const Input& input) {
  const Result<Decoded> first = decode(input.value, input.decode_options());
  if (!first) return;
  const auto bytes = encode(first.value().value, input.encode_options());
  expect(static_cast<bool>(bytes), "what was decoded can be encoded");
  expect_same_in_memory(first.value().value, input.encode_options(), bytes.value());
  const Result<Decoded> second = decode(bytes.value(), input.decode_options());
  expect(static_cast<bool>(second), "what was encoded can be decoded");
  expect(second.value().bytes_read == bytes.value().size(), "all that was encoded is read");
  const auto again = encode(second.value().value, input.encode_options());
  expect(again && again.value() == bytes.value(), "the second encoding equals the first");
  if (input.real == FloatWidth::as_given)
    expect(second.value().value == first.value().value, "the value is the same");
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
