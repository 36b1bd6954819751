// Any bytes of unknown origin: no crash, and a value that detection names for the whole input can be decoded.
#include "../cpp/requests.h"
#include "diagnose/readings.h"
#include "godot_variant/containers.h"
#include "input.h"

namespace godot_variant::fuzz {
namespace {

void check_candidates(Bytes bytes, const DetectOptions& options) {
  const Result<std::vector<Candidate>> candidates = detect(bytes, options);
  expect(candidates.error() == Error{}, "the dialect is known");
  for (const Candidate& candidate : candidates.value()) {
    expect(candidate.score <= 100, "scores are at most 100");
    if (candidate.container != FileKind::none || candidate.framing != FileFraming::none) continue;
    constexpr auto not_whole =
        static_cast<std::uint32_t>(Reason::partly) | static_cast<std::uint32_t>(Reason::damaged);
    const bool partly = (candidate.reasons & not_whole) != 0;
    const DecodeOptions decoding{.dialect = candidate.dialect, .allow_objects = true};
    expect(partly || decode(bytes, decoding), "a detected value can be decoded");
  }
}

void check(const Input& input) {
  const Bytes bytes = input.value;
  check_candidates(bytes, {});
  check_candidates(bytes, {.dialect = input.dialect, .depth = 8});
  check_candidates(bytes, {.generation = input.replace ? 4U : 3U, .elements = 16});
  looks_decrypted(bytes);
  DecodeOptions unnamed = input.decode_options();
  unnamed.dialect = {};
  for (const Reading& reading : readings_of({bytes}, tests::read_request(unnamed)))
    expect(reading.points <= 100, "points are at most 100");
  // Without a named dialect, decode looks for other readings.
  static_cast<void>(decode(bytes, unnamed));
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
