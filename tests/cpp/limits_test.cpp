// Hostile and huge inputs: every resource has a limit in both directions, and false counts cost nothing.
#include "allocations.h"
#include "expect.h"
#include "tape_trip.h"

namespace godot_variant::tests {
namespace {

Error read_error(const std::vector<std::uint8_t>& bytes, std::uint32_t depth) {
  DecodeOptions options;
  options.limits.depth = depth;
  return decode(bytes, options).error();
}

Error write_error(std::size_t levels, std::uint32_t depth) {
  EncodeOptions options;
  options.limits.depth = depth;
  return encode(nested_array_value(levels), options).error();
}

Error convert_error(const std::vector<std::uint8_t>& bytes, const Limits& limits) {
  ConvertOptions options;
  options.allow_objects = true;
  options.limits = limits;
  return convert(bytes, options).error();
}

TEST(Depth, Allows1024LevelsLikeTheEngine) {
  EXPECT_EQ(read_error(nested_arrays(1024), default_depth), Error{});
  EXPECT_EQ(read_error(nested_arrays(1025), default_depth), (Error{ErrorCode::too_deep, 1025 * 8}));
  EXPECT_EQ(write_error(1024, default_depth), Error{});
  EXPECT_EQ(write_error(1025, default_depth).code, ErrorCode::too_deep);
  EXPECT_EQ(convert_error(nested_arrays(1024), {}), Error{});
  EXPECT_EQ(convert_error(nested_arrays(1025), {}), (Error{ErrorCode::too_deep, 1025 * 8}));
}

TEST(Depth, IsAnOption) {
  EXPECT_EQ(read_error(nested_arrays(3), 3), Error{});
  EXPECT_EQ(read_error(nested_arrays(4), 3), (Error{ErrorCode::too_deep, 32}));
  EXPECT_EQ(read_error(nested_arrays(0), 0), Error{});
  EXPECT_EQ(write_error(3, 3), Error{});
  EXPECT_EQ(write_error(4, 3).code, ErrorCode::too_deep);
}

/// No function recurses on the C++ stack.
TEST(Depth, IsBoundedOnlyByTheOption) {
  constexpr std::size_t levels = 1'000'000;
  EXPECT_EQ(write_error(levels, 0xFFFFFFFF), Error{});
  EXPECT_EQ(write_error(levels, levels - 1).code, ErrorCode::too_deep);
  Limits limits;
  limits.depth = levels;
  EXPECT_EQ(convert_error(nested_arrays(levels), limits), Error{});
  EXPECT_EQ(convert_error(nested_arrays(levels + 1), limits), (Error{ErrorCode::too_deep, levels * 8 + 8}));
}

TEST(Depth, CountsKeysValuesAndPropertiesAlike) {
  DecodeOptions options;
  options.allow_objects = true;
  options.limits.depth = 1;
  EXPECT_EQ(error_of("1b000000 01000000 1c000000 00000000 00000000", options), Error{});
  EXPECT_EQ(error_of("1b000000 01000000 1c000000 01000000 00000000 00000000", options),
            (Error{ErrorCode::too_deep, 16}));
  EXPECT_EQ(error_of("1b000000 01000000 00000000 1c000000 01000000 00000000", options),
            (Error{ErrorCode::too_deep, 20}));
  EXPECT_EQ(
      error_of("18000000 01000000 41000000 01000000 01000000 62000000 1c000000 01000000 00000000", options),
      (Error{ErrorCode::too_deep, 32}));
}

struct Counted {
  const char* what;
  const char* bytes;
  std::uint64_t elements;
};

/// Values, keys, names and texts count.
TEST(Elements, AreCounted) {
  const Counted inputs[] = {
      {"Array of 3", "1c000000 03000000 00000000 00000000 00000000", 4},
      {"Dictionary of 1", "1b000000 01000000 00000000 00000000", 3},
      {"PackedStringArray of 2", "22000000 02000000 00000000 00000000", 3},
      {"NodePath of 2", "16000000 01000080 01000000 00000000 00000000 00000000", 3},
      {"Object with 1 property", "18000000 01000000 41000000 01000000 01000000 62000000 00000000", 3},
      {"PackedInt32Array of 2", "1e000000 02000000 00000000 00000000", 1},
  };
  for (const Counted& input : inputs) {
    DecodeOptions options;
    options.allow_objects = true;
    options.limits.elements = input.elements;
    EXPECT_EQ(error_of(input.bytes, options), Error{}) << input.what;
    EXPECT_EQ(convert_error(from_hex(input.bytes), options.limits), Error{}) << input.what;
    options.limits.elements = input.elements - 1;
    EXPECT_EQ(error_of(input.bytes, options).code, ErrorCode::too_large) << input.what;
    EXPECT_EQ(convert_error(from_hex(input.bytes), options.limits).code, ErrorCode::too_large) << input.what;
  }
}

/// The old form of a NodePath counts like the new one.
TEST(Elements, AreCountedInATextOfNames) {
  DecodeOptions options{.dialect = "godot-2"};
  const char* const path = "10000000 08000000 2f612f62 3a633a64";
  options.limits.elements = 5;
  EXPECT_EQ(error_of(path, options), Error{});
  options.limits.elements = 4;
  EXPECT_EQ(error_of(path, options), (Error{ErrorCode::too_large, 0}));
}

class OutputBytes : public testing::TestWithParam<Variant> {};

TEST_P(OutputBytes, EndWhatIsWritten) {
  EncodeOptions options;
  options.full_objects = true;
  options.limits.output_bytes = 10'000;
  EXPECT_EQ(encode(GetParam(), options).error(), Error{});
  options.limits.output_bytes = 900;
  EXPECT_EQ(encode(GetParam(), options).error().code, ErrorCode::too_large);
}

const std::string long_text(1000, 'x');

INSTANTIATE_TEST_SUITE_P(
    Kinds, OutputBytes,
    testing::Values(Variant(long_text), Variant(StringName{long_text}),
                    Variant(PackedByteArray{std::vector<std::uint8_t>(1000)}),
                    Variant(PackedStringArray{{long_text}}), Variant(NodePath{false, {long_text}, {}}),
                    Variant(Object{long_text, {}}), Variant(Object{"A", {{long_text, {}}}}),
                    Variant(Signal{long_text, 0}), Variant(PackedFloat64Array{std::vector<double>(125)}),
                    nested_array_value(200)));

TEST(OutputBytes, EndAConversionAtTheValue) {
  Limits limits;
  limits.output_bytes = 40;
  const auto bytes = from_hex(
      "1c000000 02000000 02000000 05000000 1d000000 14000000 00000000 00000000 00000000 00000000 00000000");
  EXPECT_EQ(convert_error(bytes, limits), (Error{ErrorCode::too_large, 16}));
}

/// Each level stands for others that are not heard when the size is estimated, so the estimate is as wrong as
/// it can be.
TEST(OutputBytes, AreNotReservedForAWrongEstimate) {
  Variant value;
  for (int level = 0; level < 60; ++level) {
    List<Variant> elements;
    elements.resize(100);
    elements[0] = std::move(value);
    value = Array{std::move(elements), {}, false};
  }
  EncodeOptions options;
  for (const std::uint64_t limit : {options.limits.output_bytes, ~std::uint64_t{0}}) {
    options.limits.output_bytes = limit;
    const std::size_t before = allocated_bytes();
    const auto bytes = encode(value, options);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes.value().size(), 60U * (8 + 99 * 4) + 4);
    EXPECT_LT(allocated_bytes() - before, 100'000'000U);
  }
}

/// Twelve bytes that claim two billion elements or none, for every type with a count.
class Claims : public testing::TestWithParam<std::uint32_t> {
 protected:
  /// The first tape of a process takes memory that is kept.
  static void SetUpTestSuite() { through_tape(from_hex("00000000"), {}, {}); }
};

TEST_P(Claims, CostNothing) {
  for (const std::uint32_t count :
       {0x7FFFFFFFU, 0x7FFFFFFEU, 0x40000000U, 0x10000000U, 0x80000000U, 0xFFFFFFFFU}) {
    std::vector<std::uint8_t> bytes(12);
    const std::uint32_t header = GetParam();
    std::memcpy(bytes.data(), &header, 4);
    std::memcpy(bytes.data() + 4, &count, 4);
    DecodeOptions options;
    options.dialect = "godot-4.4";
    options.allow_objects = options.allow_trailing = true;
    const std::size_t before = allocated_bytes();
    const auto result = decode(bytes, options);
    const TapeTrip trip = through_tape(bytes, options, {});
    EXPECT_LT(allocated_bytes() - before, 64U * 1024) << count;
    EXPECT_TRUE(!result || count >= 0x80000000) << count;
    EXPECT_TRUE(result || trip.error == result.error());
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, Claims,
                         testing::Values(4, 21, 22, 24, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
                                         0x10024, 0x1001B, 0x2001C, 0x2001B, 0x8001B));

/// A Dictionary whose `count` keys all have these bytes and the value null.
std::vector<std::uint8_t> with_keys(std::string_view header, std::string_view key, std::size_t count) {
  std::vector<std::uint8_t> bytes = from_hex(header);
  const auto number = static_cast<std::uint32_t>(count);
  bytes.resize(8);
  std::memcpy(bytes.data() + 4, &number, 4);
  std::vector<std::uint8_t> entry = from_hex(key);
  entry.resize(entry.size() + 4);
  for (std::size_t i = 0; i < count; ++i) bytes.insert(bytes.end(), entry.begin(), entry.end());
  return bytes;
}

/// Comparing every pair of such keys would take an hour.
TEST(Keys, ContainingNaNDifferWithoutQuadraticTime) {
  constexpr std::size_t count = 1'000'000;
  const auto bytes = with_keys("1b000000", "1c000000 01000000 03000100 00000000 0000f87f", count);
  const Result<Decoded> result = decode(bytes, {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result.value().value.get_if<Dictionary>()->entries.size(), count);
}

/// Keys chosen against a multiplicative hash without a secret. Comparing every pair would take hours.
TEST(Keys, ChosenToCollideTakeNoQuadraticTime) {
  constexpr std::uint32_t count = 1'000'000;
  std::vector<std::uint8_t> bytes = from_hex("1b000000 00000000");
  std::memcpy(bytes.data() + 4, &count, 4);
  bytes.reserve(8 + std::size_t{count} * 28);
  for (std::uint64_t first = 0; first < count; ++first) {
    std::uint64_t second = (2 ^ first) * 0x9E3779B97F4A7C15;
    second ^= second >> 29;
    std::array<std::uint32_t, 7> entry{31, 2};
    std::memcpy(&entry[2], &first, 8);
    std::memcpy(&entry[4], &second, 8);
    const auto* data = reinterpret_cast<const std::uint8_t*>(entry.data());
    bytes.insert(bytes.end(), data, data + sizeof entry);
  }
  const Result<Decoded> result = decode(bytes, {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result.value().value.get_if<Dictionary>()->entries.size(), count);
}

/// Two bytes of the old form are a name, which takes much more memory.
TEST(Elements, OfATextPathAreCountedBeforeTheyTakeMemory) {
  constexpr std::uint32_t names = 1'000'000;
  std::vector<std::uint8_t> bytes = from_hex("10000000 80841e00");
  for (std::uint32_t i = 0; i < names; ++i) bytes.insert(bytes.end(), {'/', 'a'});
  const std::size_t before = allocated_bytes();
  EXPECT_EQ(decode(bytes, {.dialect = "godot-2", .limits = {.elements = 11}}).error(),
            (Error{ErrorCode::too_large, 0}));
  EXPECT_LT(allocated_bytes() - before, 100'000U);
  const Variant whole =
      decode(bytes, {.dialect = "godot-2", .limits = {.elements = names + 1}}).value().value;
  EXPECT_EQ(whole.get_if<NodePath>()->names.size(), names);
}

TEST(Keys, NaNEqualsNaN) {
  const auto bytes = with_keys("1b000000", "03000100 00000000 0000f87f", 3);
  EXPECT_EQ(decode(bytes, {}).value().value.get_if<Dictionary>()->entries.size(), 1U);
}

/// Whether engines take two Arrays of one element for the same key, among as many others. The comparison
/// depends on how many there are.
bool are_same_key(const Variant& a, const Variant& b, int others) {
  Dictionary dictionary;
  for (int i = 0; i < others; ++i) dictionary.entries.emplace_back(Variant(i), Variant());
  for (const Variant& element : {a, b}) {
    Array key;
    key.elements.push_back(element);
    dictionary.entries.emplace_back(Variant(key), Variant());
  }
  return encode(dictionary).error().code == ErrorCode::unsupported_value;
}

TEST(Keys, ThatAreArraysCompareTheirElements) {
  Vector2 wide(0.0, 1);
  wide.wide = true;
  Array inner;
  inner.elements.emplace_back(1);
  for (const int others : {0, 10, 100}) {
    EXPECT_TRUE(are_same_key(0.0, -0.0, others));
    EXPECT_TRUE(are_same_key(Vector2(-0.0, 1), wide, others));
    EXPECT_TRUE(are_same_key(inner, inner, others));
    EXPECT_TRUE(
        are_same_key(PackedFloat32Array{std::vector{0.0F}}, PackedFloat32Array{std::vector{-0.0F}}, others));
    EXPECT_FALSE(are_same_key(1, 1.0, others));
    EXPECT_FALSE(are_same_key("a", StringName{"a"}, others));
    EXPECT_FALSE(are_same_key(std::nan(""), std::nan(""), others));
  }
}

TEST(Keys, ImagesCompareEveryNumber) {
  std::vector<std::uint8_t> bytes = from_hex("14000000 00000000");
  constexpr std::uint32_t count = 100'000;
  std::memcpy(bytes.data() + 4, &count, 4);
  for (std::uint32_t width = 0; width < count; ++width) {
    std::vector<std::uint8_t> entry =
        from_hex("0f000000 02000000 00000000 00000000 01000000 00000000 00000000");
    std::memcpy(entry.data() + 12, &width, 4);
    bytes.insert(bytes.end(), entry.begin(), entry.end());
  }
  DecodeOptions options;
  options.dialect = "godot-2";
  const Result<Decoded> result = decode(bytes, options);
  ASSERT_TRUE(result) << result.error().offset;
  EXPECT_EQ(result.value().value.get_if<Dictionary>()->entries.size(), count);
}

}  // namespace
}  // namespace godot_variant::tests
