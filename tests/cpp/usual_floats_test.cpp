// Programs that compute by other rules of floats get the same results: -ffast-math sets some for the whole
// program.
#include <cfenv>
#include <limits>

#include "expect.h"
#include "fixtures.h"
#include "godot_variant/containers.h"
#include "godot_variant/path.h"
#include "godot_variant/text.h"
#include "godot_variant/view.h"
#include "hex.h"
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace godot_variant::tests {
namespace {

/// Rounds up, and on x86 takes subnormal numbers for 0.
class StrangeFloats {
 public:
  StrangeFloats() {
    std::fesetround(FE_UPWARD);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
  }
  ~StrangeFloats() {
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() & ~0x8040U);
#endif
    std::fesetround(FE_TONEAREST);
  }
  StrangeFloats(const StrangeFloats&) = delete;
  StrangeFloats& operator=(const StrangeFloats&) = delete;
  StrangeFloats(StrangeFloats&&) = delete;
  StrangeFloats& operator=(StrangeFloats&&) = delete;

  /// Whether the rules are still those of the constructor.
  static bool stay() {
#if defined(__SSE2__)
    if ((_mm_getcsr() & 0x8040) != 0x8040) return false;
#endif
    return std::fegetround() == FE_UPWARD;
  }
};

/// The bits of all floats in a value that is read in place.
void add_reals(const View& view, std::string& results) {
  if (const auto real = view.get<double>()) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &*real, sizeof bits);
    results += std::to_string(bits) + ' ';
  }
  for (const View part : view) add_reals(part, results);
}

/// What the functions of the library make of some bytes.
std::string results_of(const std::vector<std::uint8_t>& bytes, const DecodeOptions& options) {
  std::string results;
  const auto decoded = decode(bytes, options);
  if (!decoded) return std::string(name_of(decoded.error().code));
  const Variant& value = decoded.value().value;
  for (const char* dialect : {"godot-4", "godot-3", "godot-2"}) {
    const EncodeOptions to{.dialect = dialect, .full_objects = true, .real = options.real};
    results += encoded(value, to);
    std::vector<std::uint8_t> memory(results.size());
    const auto written = encode_into(value, memory, to);
    if (written) results += to_hex(std::span(memory).first(written.value()));
    const auto converted = convert(bytes, {.from = options.dialect, .to = dialect, .allow_objects = true});
    results += converted ? to_hex(converted.value().bytes) : name_of(converted.error().code);
  }
  for (const TextStyle style : {TextStyle::lossless, TextStyle::godot_3_6}) {
    const auto text = to_text(value, {.style = style});
    if (!text) continue;
    results += text.value();
    const auto parsed = parse_text(text.value());
    if (parsed) results += encoded(parsed.value().value);
  }
  const auto viewed = view(bytes, options);
  if (viewed) {
    add_reals(viewed.value().root(), results);
    const auto whole = encode(viewed.value().root().value(), {.full_objects = true});
    if (whole) results += to_hex(whole.value());
  }
  results += path_text(path_at(bytes, bytes.size() - 4, options));
  if (const auto found = detect(bytes))
    for (const Candidate& candidate : found.value()) results += candidate.dialect;
  results += looks_decrypted(bytes) ? '+' : '-';
  std::vector<std::uint8_t> arguments{1};
  arguments.insert(arguments.end(), bytes.begin(), bytes.end());
  std::vector<std::uint8_t> expanded;
  const Error error = expand_arguments(arguments, options.dialect, options.allow_objects, expanded);
  results += error.code == ErrorCode::none ? to_hex(expanded) : name_of(error.code);
  return results;
}

void expect_same_results(const std::vector<std::uint8_t>& bytes, const DecodeOptions& options) {
  const std::string usual = results_of(bytes, options);
  const StrangeFloats floats;
  const std::string strange = results_of(bytes, options);
  EXPECT_EQ(strange, usual);
  EXPECT_TRUE(StrangeFloats::stay());
}

class AllRules : public testing::TestWithParam<Record> {
 protected:
  Record record = GetParam();
};

TEST_P(AllRules, HaveTheSameResults) {
  DecodeOptions options = record.decode_options();
  options.allow_objects = true;
  expect_same_results(record.bytes, options);
}

INSTANTIATE_TEST_SUITE_P(Values, AllRules, testing::ValuesIn(engine_records("values.jsonl")), id_of);

TEST(UsualFloats, KeepTheSmallestNumbers) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  constexpr double least_float = std::numeric_limits<float>::denorm_min();
  constexpr double normal = std::numeric_limits<double>::min();
  for (const double number :
       {least, -least, least_float, -least_float, normal / 2, normal, least_float * 3}) {
    const auto bytes = encode(array({number, Vector3(number, 1, number), number * 0.5}));
    ASSERT_TRUE(bytes);
    expect_same_results(bytes.value(), {.dialect = "godot-4"});
  }
}

}  // namespace
}  // namespace godot_variant::tests
