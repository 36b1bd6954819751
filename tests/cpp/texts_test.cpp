// Texts: which bytes are cut, skipped, replaced, rejected or kept.
#include "expect.h"
#include "tape_trip.h"

namespace godot_variant::tests {
namespace {

const std::string mark = "\xEF\xBB\xBF";
const std::string replacement = "\xEF\xBF\xBD";

std::string text_bytes(const std::string& text, std::uint32_t header = 4) {
  std::vector<std::uint8_t> bytes(8);
  const auto length = static_cast<std::uint32_t>(text.size());
  std::memcpy(bytes.data(), &header, 4);
  std::memcpy(bytes.data() + 4, &length, 4);
  bytes.insert(bytes.end(), text.begin(), text.end());
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return to_hex(bytes);
}

TEST(Texts, AreWrittenWithLengthAndPadding) {
  EXPECT_EQ(encoded(""), text_bytes(""));
  EXPECT_EQ(encoded("abc"), "040000000300000061626300");
  EXPECT_EQ(encoded(StringName{"abcd"}), text_bytes("abcd", 21));
  EXPECT_EQ(encoded(PackedStringArray{{"", "abc"}}),
            "22000000020000000100000000000000"
            "0400000061626300");
  EXPECT_EQ(encoded(PackedStringArray{{"", "abc"}}, "docs-002"),
            "17000000020000000000000003000000"
            "61626300");
}

class Marked : public testing::TestWithParam<Variant> {};

TEST_P(Marked, TextsKeepTheirByteOrderMark) {
  const std::string bytes = encoded(GetParam(), EncodeOptions{.full_objects = true});
  EXPECT_TRUE(decoded(bytes, DecodeOptions{.dialect = "godot-4.4", .allow_objects = true}).value ==
              GetParam())
      << bytes;
}

INSTANTIATE_TEST_SUITE_P(Kinds, Marked,
                         testing::Values(Variant(mark), Variant(mark + "a"), Variant(mark + mark + "a"),
                                         Variant("a" + mark), Variant(StringName{mark}),
                                         Variant(PackedStringArray{{mark + "b"}}),
                                         Variant(NodePath{false, {mark + "c"}, {mark}}),
                                         Variant(Signal{mark + "d", 1}),
                                         Variant(Object{mark + "A", {{mark + "b", mark}}})));

TEST(Texts, SkipOneByteOrderMark) {
  EXPECT_TRUE(decoded(text_bytes(mark + "a")).value == "a");
  EXPECT_TRUE(decoded(text_bytes(mark)).value == "");
  EXPECT_TRUE(decoded(text_bytes(mark + mark + "a")).value == Variant(mark + "a"));
}

TEST(Texts, EndAtTheFirstNul) {
  using namespace std::string_literals;
  EXPECT_TRUE(decoded(text_bytes("ab\0cd"s)).value == "ab");
  EXPECT_TRUE(decoded(text_bytes("ab\0\xFF"s)).value == "ab") << "the rest is not looked at";
  EXPECT_TRUE(decoded(text_bytes("\0"s)).value == "");
}

TEST(Texts, WithANulCannotBeWritten) {
  const std::string text("a\0b", 3);
  const Variant values[] = {text,
                            StringName{text},
                            PackedStringArray{{text}},
                            NodePath{false, {text}, {}},
                            Signal{text, 0},
                            Object{text, {}},
                            Object{"A", {{text, {}}}}};
  for (const Variant& value : values) {
    EXPECT_EQ(encoded(value, EncodeOptions{.full_objects = true}), "unsupported-value")
        << name_of(value.type());
  }
}

/// Invalid UTF-8, and its replacement on request.
struct Broken {
  const char* text;
  std::string replaced;
};

class BadUtf8 : public testing::TestWithParam<Broken> {};

TEST_P(BadUtf8, IsRefusedOrReplacedByteByByte) {
  const auto& [text, replaced] = GetParam();
  EXPECT_EQ(error_of(text_bytes(text)), (Error{ErrorCode::bad_utf8, 0}));
  const Decoded result = decoded(text_bytes(text), DecodeOptions{.replace_bad_utf8 = true});
  EXPECT_TRUE(result.value == Variant(replaced));
  EXPECT_EQ(encoded(Variant(text)), "bad-utf8");
}

INSTANTIATE_TEST_SUITE_P(
    Forms, BadUtf8,
    testing::Values(Broken{"\xFF", replacement}, Broken{"a\x80z", "a" + replacement + "z"},
                    Broken{"\xC3", replacement}, Broken{"\xC0\x80", replacement + replacement},
                    Broken{"\xE2\x82", replacement + replacement},
                    Broken{"\xE0\x80\x80", replacement + replacement + replacement},
                    Broken{"\xF0\x9F\x98", replacement + replacement + replacement},
                    Broken{"\xF4\x90\x80\x80", replacement + replacement + replacement + replacement},
                    Broken{"12345678\xFF"
                           "12345678",
                           "12345678" + replacement + "12345678"}));

TEST(BadUtf8, IsRejectedInAConversion) {
  const auto bytes = from_hex(text_bytes("\xFF"));
  EXPECT_EQ(convert(bytes, {}).error(), (Error{ErrorCode::bad_utf8, 0}));
}

TEST(BadUtf8, IsReplacedInAConversionAndInTypesToo) {
  const ConvertOptions conversion{.allow_objects = true, .replace_bad_utf8 = true};
  EXPECT_EQ(to_hex(convert(from_hex(text_bytes("\xFF")), conversion).value().bytes), text_bytes(replacement));
  const DecodeOptions options{.dialect = "godot-4.4", .allow_objects = true, .replace_bad_utf8 = true};
  const Decoded typed = decoded("1c000200 01000000 ff000000 00000000", options);
  ASSERT_TRUE(typed.value.is<Array>());
  EXPECT_EQ(typed.value.get_if<Array>()->element_type->text, replacement);
}

TEST(BadUtf8, IsReplacedOnTheWayThroughATape) {
  const std::vector<std::uint8_t> bytes = from_hex(text_bytes("\xF0\x9F\x98"));
  const DecodeOptions options{.dialect = "godot-3", .replace_bad_utf8 = true};
  const TapeTrip trip = through_tape(bytes, options, {.dialect = "godot-3"});
  EXPECT_EQ(to_hex(trip.bytes), text_bytes(replacement + replacement + replacement));
}

TEST(Surrogates, AreKeptInGodot3AndRejectedInGodot4) {
  const std::string pair = "\xED\xA0\xBD\xED\xB8\x80";
  EXPECT_TRUE(decoded(text_bytes(pair), "godot-3").value == Variant(pair));
  EXPECT_EQ(encoded(Variant(pair), "godot-3"), text_bytes(pair));
  EXPECT_EQ(error_of(text_bytes(pair)), (Error{ErrorCode::bad_utf8, 0}));
}

/// Counts wrap at 32 bits: 2^32 - 1 subnames and the property add up to 0.
TEST(NodePaths, HaveNoPropertyWithoutSubnames) {
  const Decoded path = decoded("10000000 00000080 ffffffff 02000000", "godot-2");
  EXPECT_TRUE(path.value == (NodePath{false, {}, {}, NodePath::Property::none}));
}

TEST(Texts, HoldEveryCharacter) {
  for (const char* text :
       {"\xF0\x9F\x98\x80", "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF", "\xC2\x80", "\r\n\t\x01", "\x7F"}) {
    EXPECT_EQ(encoded(text), text_bytes(text));
    EXPECT_TRUE(decoded(text_bytes(text)).value == text);
  }
}

}  // namespace
}  // namespace godot_variant::tests
