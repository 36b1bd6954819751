// encode_into: the same bytes and errors as encode, in memory of the caller.
#include "expect.h"
#include "fixtures.h"

namespace godot_variant::tests {
namespace {

constexpr std::uint8_t untouched = 0xA5;

/// Writes into `size` bytes that others follow, and checks that these stay as they are.
Result<std::size_t> written(const Variant& value, std::vector<std::uint8_t>& target, std::size_t size,
                            const EncodeOptions& options) {
  target.assign(size + 64, untouched);
  const auto result = encode_into(value, std::span(target).first(size), options);
  const std::size_t end = result ? result.value() : size;
  for (std::size_t i = end; i < target.size(); ++i) EXPECT_EQ(target[i], untouched) << i << " of " << size;
  return result;
}

class EncodeInto : public testing::TestWithParam<Record> {};

TEST_P(EncodeInto, WritesWhatEncodeReturns) {
  const Result<Decoded> decoded = decode(GetParam().bytes, GetParam().decode_options());
  ASSERT_TRUE(decoded);
  const Variant& value = decoded.value().value;
  for (const Framing framing : {Framing::none, Framing::store_var}) {
    EncodeOptions options = GetParam().encode_options();
    options.framing = framing;
    const auto bytes = encode(value, options);
    ASSERT_TRUE(bytes);
    const std::size_t size = bytes.value().size();
    std::vector<std::uint8_t> target;
    for (const std::size_t more : {0U, 1U, 50U}) {
      const auto result = written(value, target, size + more, options);
      ASSERT_TRUE(result);
      EXPECT_EQ(result.value(), size);
      EXPECT_TRUE(std::equal(bytes.value().begin(), bytes.value().end(), target.begin()));
    }
    for (std::size_t room = size < 100 ? 0 : size - 100; room < size; ++room)
      EXPECT_EQ(written(value, target, room, options).error(), (Error{ErrorCode::too_large, 0})) << room;
  }
}

INSTANTIATE_TEST_SUITE_P(Values, EncodeInto, testing::ValuesIn(engine_records("values.jsonl")), id_of);

TEST(EncodeInto, NamesTheErrorsOfEncode) {
  std::vector<std::uint8_t> target(100);
  EXPECT_EQ(encode_into("\xFF", target).error(), (Error{ErrorCode::bad_utf8, 0}));
  EXPECT_EQ(encode_into(Image{}, target).error(), (Error{ErrorCode::not_in_dialect, 0}));
  EXPECT_EQ(encode_into(1, target, {.dialect = "none"}).error(), (Error{ErrorCode::unknown_dialect, 0}));
  EncodeOptions options;
  options.limits.output_bytes = 7;
  EXPECT_EQ(encode_into(1, target, options).error(), (Error{ErrorCode::too_large, 0}));
}

TEST(EncodeInto, NeedsNoTargetToFail) {
  EXPECT_EQ(encode_into(1, {}).error(), (Error{ErrorCode::too_large, 0}));
  EXPECT_EQ(encode_into(1, {}, {.framing = Framing::store_var}).error(), (Error{ErrorCode::too_large, 0}));
}

}  // namespace
}  // namespace godot_variant::tests
