// Texts: which bytes are cut, skipped, replaced, rejected or kept.
#include "bytes/utf8.h"
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

/// The UTF-16 of a text by the table of well-formed byte sequences in the Unicode Standard (3-7), or nothing.
std::optional<std::u16string> utf16_by_table(const std::string& text) {
  struct Row {
    int first[2];
    int second[2];
    std::size_t size;
  };
  constexpr Row rows[] = {
      {{0x01, 0x7F}, {0x80, 0xBF}, 1}, {{0xC2, 0xDF}, {0x80, 0xBF}, 2}, {{0xE0, 0xE0}, {0xA0, 0xBF}, 3},
      {{0xE1, 0xEC}, {0x80, 0xBF}, 3}, {{0xED, 0xED}, {0x80, 0x9F}, 3}, {{0xEE, 0xEF}, {0x80, 0xBF}, 3},
      {{0xF0, 0xF0}, {0x90, 0xBF}, 4}, {{0xF1, 0xF3}, {0x80, 0xBF}, 4}, {{0xF4, 0xF4}, {0x80, 0x8F}, 4}};
  std::u16string units;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = [&](std::size_t i) { return at + i < text.size() ? text[at + i] & 0xFF : 0; };
    const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& one) {
      return byte(0) >= one.first[0] && byte(0) <= one.first[1];
    });
    if (row == std::end(rows)) return {};
    char32_t code = static_cast<char32_t>(row->size == 1 ? byte(0) : byte(0) & (0x7F >> row->size));
    for (std::size_t i = 1; i < row->size; ++i) {
      if (byte(i) < (i == 1 ? row->second[0] : 0x80) || byte(i) > (i == 1 ? row->second[1] : 0xBF)) return {};
      code = code << 6 | static_cast<char32_t>(byte(i) & 0x3F);
    }
    if (code > 0xFFFF) units += static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10));
    units += static_cast<char16_t>(code > 0xFFFF ? 0xDC00 + ((code - 0x10000) & 0x3FF) : code);
    at += row->size;
  }
  return units;
}

void expect_utf16_by_table(const std::string& text) {
  const auto expected = text.starts_with(mark) ? std::nullopt : utf16_by_table(text);
  // Memory of its own, so that a sanitizer notices reading past the end.
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  std::vector<std::uint16_t> to(text.size() + utf16_slack);
  const auto units = to_utf16(bytes, to.data());
  ASSERT_EQ(units.has_value(), expected.has_value()) << to_hex(bytes);
  EXPECT_EQ(is_plain_utf8(bytes), expected.has_value()) << to_hex(bytes);
  const TextScan scan = scan_text(bytes);
  EXPECT_EQ(scan.form == TextForm::valid && scan.size == bytes.size(), utf16_by_table(text).has_value())
      << to_hex(bytes);
  if (!expected) return;
  EXPECT_TRUE(std::equal(expected->begin(), expected->end(), to.begin(),
                         to.begin() + static_cast<std::ptrdiff_t>(*units)))
      << to_hex(bytes);
  EXPECT_EQ(scan.units, *units) << to_hex(bytes);
}

TEST(Texts, BecomeUtf16ByTheTableOfUnicode) {
  constexpr std::string_view borders =
      "\x01\x41\x7F\x80\x8F\x90\x9F\xA0\xBB\xBF\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5";
  const std::size_t count = borders.size();
  for (std::size_t number = 0; number < count * count * count * count; ++number) {
    std::string text;
    for (std::size_t rest = number, i = 0; i < 4; rest /= count, ++i) text += borders[rest % count];
    // Alone, and with characters of each size around it.
    const std::size_t place = number % 5;
    expect_utf16_by_table(place == 0
                              ? text
                              : std::string("aé村😀").substr(0, place < 4 ? place * (place + 1) / 2 : 10) +
                                    text + "村長");
  }
}

TEST(Texts, BecomeUtf16AtEveryPlace) {
  const std::string text = "Gruß an Ωmega: 村長は😀、 plain ASCII text and é ñ 漢字";
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    for (std::size_t size = 0; size <= text.size() - begin; ++size) {
      expect_utf16_by_table(text.substr(begin, size));
      std::string cut = text.substr(begin, size);
      if (size > 0) cut[size / 2] = '\0';
      expect_utf16_by_table(cut);
    }
  }
}

/// They are read four at a time.
TEST(Texts, OfTwoBytesPerCharacterBecomeUtf16) {
  const std::string text = "\u00e9\u044f\u03a9\u00f1\u0080\u07ff\u0436\u0434\u00bf";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string part = text.substr(0, size);
    expect_utf16_by_table(part);
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string changed = part;
        changed[at] = static_cast<char>(byte);
        expect_utf16_by_table(changed);
      }
    }
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
