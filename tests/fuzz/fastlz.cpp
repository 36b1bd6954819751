// Any bytes as FastLZ streams and as content: no crash, and content comes back.
#include <algorithm>

#include "godot_variant/containers.h"
#include "input.h"

namespace godot_variant::fuzz {
namespace {

void check(const Input& input) {
  const Bytes bytes = input.value;
  ByteVector stream;
  compress_fastlz(bytes, stream);
  ByteVector content(std::max<std::size_t>(bytes.size(), 16));
  expect(decompress_fastlz(stream, content) == content.size(), "content comes back whole");
  expect(std::equal(bytes.begin(), bytes.end(), content.begin()), "content comes back the same");
  ByteVector any(1 << 16);
  const std::optional<std::size_t> size = decompress_fastlz(bytes, any);
  if (!size) return;
  expect(*size <= any.size(), "the content fits");
  // With exact room there is no spare byte that could hide a write behind the content.
  ByteVector exact(*size);
  expect(decompress_fastlz(bytes, exact) == size, "the content fits exactly");
  expect(std::equal(exact.begin(), exact.end(), any.begin()), "the content does not depend on the room");
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
