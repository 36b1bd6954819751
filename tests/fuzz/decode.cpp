// Any bytes in every dialect: no crash, and a Variant and a tape agree on the contents.
#include "../cpp/tape_trip.h"
#include "input.h"

namespace godot_variant::fuzz {
namespace {

/// Everything was read, except missing padding, or trailing bytes were allowed.
void expect_sane_size(const Input& input, std::size_t bytes_read) {
  expect(bytes_read <= input.value.size() + 3, "bytes_read is at most the input and its missing padding");
  expect(input.trailing || bytes_read >= input.value.size(), "nothing is left over");
}

void check(const Input& input) {
  const DecodeOptions options = input.decode_options();
  const Result<Decoded> result = decode(input.value, options);

  const tests::TapeTrip trip = tests::through_tape(input.value, options, input.encode_options());
  if (!result) return expect(trip.error == result.error(), "tape and Variant fail alike");
  expect_sane_size(input, result.value().bytes_read);
  expect(trip.bytes_read == result.value().bytes_read, "tape and Variant read alike");
  // A tape keeps broken texts unchanged, because JavaScript replaces them.
  expect(input.replace || trip.value == result.value().value, "tape and Variant hold the same");
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
