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

/// encode and convert collect about 1 KB on the stack before they allocate memory for more.
TEST(EncodeInto, WritesWhatEncodeReturnsWhereThatNeedsMoreMemory) {
  std::vector<std::uint8_t> target(40'000);
  const EncodeOptions options{.dialect = "godot-4"};
  for (std::size_t size = 900; size < 1100; ++size) {
    const std::string text(size, 'a');
    Array ints;
    for (std::size_t i = 0; i < size / 8; ++i) ints.elements.push_back(static_cast<std::int64_t>(i));
    for (const Variant& first :
         {Variant(1), Variant(text), Variant(ints), Variant(PackedByteArray{{1, 2}})}) {
      for (const Variant& last :
           {Variant(text), Variant(ints), Variant(PackedByteArray{std::vector<std::uint8_t>(size)})}) {
        Array value;
        value.elements = {first, last, Variant(text + text), Variant("end")};
        const auto into = encode_into(value, target, options);
        ASSERT_TRUE(into);
        const std::vector<std::uint8_t> expected(target.begin(),
                                                 target.begin() + static_cast<std::ptrdiff_t>(into.value()));
        const auto bytes = encode(value, options);
        ASSERT_TRUE(bytes);
        EXPECT_EQ(bytes.value(), expected) << size;
        const auto converted = convert(expected, {.from = "godot-4", .to = "godot-4"});
        ASSERT_TRUE(converted);
        EXPECT_EQ(converted.value().bytes, expected) << size;
      }
    }
  }
}

/// Texts of every size around those that need no memory of their own, as the format says and not a byte
/// behind.
TEST(EncodeInto, WritesShortTexts) {
  for (const std::string& piece : {std::string("a"), std::string("é"), std::string("村")}) {
    for (std::size_t count = 0; count * piece.size() <= 24; ++count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      std::vector<std::uint8_t> expected;
      const auto add = [&](std::size_t word) {
        for (const std::size_t byte : {word, std::size_t{0}, std::size_t{0}, std::size_t{0}})
          expected.push_back(static_cast<std::uint8_t>(byte));
      };
      const auto add_text = [&] {
        add(text.size());
        expected.insert(expected.end(), text.begin(), text.end());
        while (expected.size() % 4 != 0) expected.push_back(0);
      };
      add(28), add(3);
      add(4), add_text();
      add(22), add(1), expected.back() = 0x80, add(0), add(0), add_text();
      add(21), add_text();
      NodePath path;
      path.names = {text};
      Array value;
      for (const Variant& element : {Variant(text), Variant(path), Variant(StringName{text})})
        value.elements.push_back(element);
      std::vector<std::uint8_t> target;
      for (const std::size_t more : {0U, 1U, 3U, 4U, 30U}) {
        const auto result = written(value, target, expected.size() + more, {.dialect = "godot-4"});
        ASSERT_TRUE(result) << text;
        EXPECT_EQ(result.value(), expected.size());
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), target.begin())) << text;
      }
    }
  }
}

TEST(EncodeInto, RefusesShortTextsWithANul) {
  std::vector<std::uint8_t> target(100);
  for (std::size_t at = 0; at < 14; ++at) {
    std::string text(14, 'a');
    text[at] = 0;
    EXPECT_EQ(encode_into(text, target).error(), (Error{ErrorCode::unsupported_value, 0}));
    EXPECT_EQ(encode_into(StringName{text}, target).error(), (Error{ErrorCode::unsupported_value, 0}));
    NodePath path;
    path.names = {text};
    EXPECT_EQ(encode_into(path, target).error(), (Error{ErrorCode::unsupported_value, 0}));
  }
}

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
