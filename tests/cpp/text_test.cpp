// Godot's text form: prints exactly the texts of the engines, and reads every printed text back.
#include "godot_variant/text.h"

#include <gtest/gtest.h>

#include "expect.h"
#include "fixtures.h"

namespace godot_variant::tests {
namespace {

class Texts : public testing::TestWithParam<Record> {};

std::string printed(const Variant& value, TextStyle style = TextStyle::lossless) {
  const Result<std::string> text = to_text(value, {.style = style});
  return text ? text.value() : std::string(name_of(text.error().code));
}

TEST_P(Texts, ArePrintedAndReadAsTheEngineDoes) {
  const Record& record = GetParam();
  const Result<Decoded> decoded = decode(record.bytes, record.decode_options());
  ASSERT_TRUE(decoded);
  const Variant& value = decoded.value().value;
  const bool old = record.dialect == "godot-3";
  const TextStyle old_style =
      record.id.find("godot_3_2") != record.id.npos ? TextStyle::godot_3_2 : TextStyle::godot_3_6;
  EXPECT_EQ(printed(value, old ? old_style : TextStyle::godot_4_6), record.line["text"].get<std::string>());
  const std::string lossless = printed(value);
  const bool wide = record.id.find("double") != record.id.npos;
  const Result<Parsed> parsed =
      parse_text(lossless, {.real = wide ? FloatWidth::wide : FloatWidth::as_given});
  ASSERT_TRUE(parsed) << name_of(parsed.error().code) << " at " << parsed.error().offset << " of "
                      << lossless;
  EXPECT_EQ(printed(parsed.value().value), lossless);
  EXPECT_EQ(parsed.value().bytes_read, lossless.size());
}

std::vector<Record> printed_records() {
  std::vector<Record> records = engine_records("values.jsonl");
  std::erase_if(records, [](const Record& record) { return !record.line.contains("text"); });
  return records;
}
INSTANTIATE_TEST_SUITE_P(Values, Texts, testing::ValuesIn(printed_records()), id_of);

TEST(Text, HasALimitForItsLastValueToo) {
  TextOptions options;
  options.limits.output_bytes = 1002;
  EXPECT_EQ(to_text(std::string(1000, 'x'), options).error(), Error{});
  EXPECT_EQ(to_text(std::string(1001, 'x'), options).error().code, ErrorCode::too_large);
}

TEST(Text, NumbersAreReadExactly) {
  const auto real = [](std::string_view text) {
    const Result<Parsed> parsed = parse_text(text);
    const double* value = parsed ? parsed.value().value.get_if<double>() : nullptr;
    return value != nullptr ? *value : -1;
  };
  EXPECT_EQ(real("0.30000000000000004"), 0.1 + 0.2);
  EXPECT_EQ(real("5e-324"), 5e-324);
  EXPECT_EQ(real("1.7976931348623157e+308"), 1.7976931348623157e+308);
  EXPECT_EQ(real("1e400"), HUGE_VAL);
  std::string small = "0.1";
  small.insert(2, 400, '0');
  EXPECT_EQ(real(small), 0);
  std::string large = "1.0";
  large.insert(1, 400, '0');
  EXPECT_EQ(real(large), HUGE_VAL);
  EXPECT_EQ(real("-7.2e+2147483647"), -HUGE_VAL);
  EXPECT_EQ(real("7.2e-2147483647"), 0);
  EXPECT_EQ(real("1e-0000000000000000000001"), 0.1);
  const std::string zeros(100'000, '0');
  EXPECT_EQ(real("0." + zeros + "1e100001"), 1);
  EXPECT_EQ(printed(Variant(9007199254740993.0)), "9.007199254740992e+15");
}

// Godot 4.6.3 reads these as other numbers, or not at all.
TEST(Text, FarExponentsAndOtherNamesAreErrors) {
  for (const char* text :
       {"1e2147483648", "1e4294967297", "-7.2e+9223372036854775807", "7.2e-99999999999999999999",
        "Array[0x1F]([])", "Array[1a]([])", "Array[\u00e9]([])", "Array[a\u00e9]([])",
        "Dictionary[int, \u00e9]({})", "Object(0x1F)", "Object(\u00e9,\"a\":1)"}) {
    EXPECT_EQ(parse_text(text).error().code, ErrorCode::bad_text) << text;
  }
  EXPECT_EQ(printed(parse_text("Array[_a1]([])").value().value), "Array[_a1]([])");
  EXPECT_EQ(printed(parse_text("Array[Transform]([])").value().value), "Array[\"Transform\"]([])");
}

// Godot 4.6.3 reads none of these either.
TEST(Text, CutBase64AndTwoSignsAreErrors) {
  for (const char* text :
       {R"(PackedByteArray("AQ"))", R"(PackedByteArray("AQ="))", R"(PackedByteArray("AQI"))",
        R"(PackedByteArray("AQIDB"))", R"(PackedByteArray("AQ==="))", "PackedByteArray(\"AQID;\")\n\")",
        "-inf_neg", "Vector2(-inf_neg, 1)"}) {
    EXPECT_EQ(parse_text(text).error().code, ErrorCode::bad_text) << text;
  }
  EXPECT_EQ(printed(parse_text(R"(PackedByteArray("AQ=="))").value().value), "PackedByteArray(1)");
  EXPECT_EQ(printed(parse_text(R"(PackedByteArray("AQI="))").value().value), "PackedByteArray(1, 2)");
}

// What Godot 4.6 reads although var_to_str does not write it: the engine was asked.
TEST(Text, FormsOfResourceFilesAreRead) {
  const std::pair<const char*, const char*> read[] = {
      {"[#ff0000, #f008]", "[Color(1, 0, 0, 1), Color(1, 0, 0, 0.53333336)]"},
      {"PackedByteArray(\"AQID\")", "PackedByteArray(1, 2, 3)"},
      {R"("\u0041\u00e9\u20ac\U01f600")", "\"A\u00e9\u20ac\U0001f600\""},
      {"Resource(\"res://a.tres\")", "Resource(\"res://a.tres\")"},
      {R"(Resource("uid://b", "res://a.tres"))", "Resource(\"res://a.tres\")"},
      {R"(Array[Resource("uid://b","res://a.gd")]([]))", "Array[Resource(\"res://a.gd\")]([])"},
      {R"(Resource("uid://b"))", "Resource(\"uid://b\")"},
      {"ExtResource(1)", "ExtResource(1)"},
      {"Object(EncodedObjectAsID,\"object_id\":7,\"script\":null)",
       "Object(EncodedObjectAsID,\"object_id\":7,\"script\":null)\n"},
  };
  for (const auto& [text, again] : read) {
    const Result<Parsed> parsed = parse_text(text);
    ASSERT_TRUE(parsed) << text << ": " << name_of(parsed.error().code);
    EXPECT_EQ(printed(parsed.value().value), again);
  }
  for (const char* bad :
       {"#f80", "#ff880080", "#f", "#12345", "#fffffffff", "PackedByteArray(\"A\")", "Resource(",
        R"(Resource("res://b", "res://a"))", R"(Resource("uid://b",))", "Object(EncodedObjectAsID)"})
    EXPECT_FALSE(parse_text(bad)) << bad;
}

// Godot 3.6 and 3.2.3 read the alpha of a color first, and no long escapes.
TEST(Text, IsReadAsGodot3) {
  const auto read = [](const char* text) {
    ParseOptions options;
    options.as_godot_3 = true;
    return printed(parse_text(text, options).value().value);
  };
  EXPECT_EQ(read("[#ff8800cc, #f80c]"), "[Color(0.53333336, 0, 0.8, 1), Color(0.53333336, 0, 0.8, 1)]");
  EXPECT_EQ(read("[#ff8800, #f80]"), "[Color(1, 0.53333336, 0, 1), Color(1, 0.53333336, 0, 1)]");
  EXPECT_EQ(read(R"("\u0041\U000041\U")"), "\"AU000041U\"");
}

TEST(Text, BytesAreBase64OnDemand) {
  const Variant value = parse_text(R"text({
"b": PackedByteArray(1, 2, 3),
PackedByteArray(4): PackedByteArray(),
"a": [PackedByteArray(9, 8), "PackedByteArray(1, 2)"]
})text")
                            .value()
                            .value;
  const auto base64 = [&](TextStyle style) {
    return to_text(value, {.style = style, .base64 = true}).value();
  };
  // As Godot 4.6.3 saves it in a text resource of format 4.
  EXPECT_EQ(base64(TextStyle::godot_4_6), R"text({
"a": [PackedByteArray("CQg="), "PackedByteArray(1, 2)"],
"b": PackedByteArray("AQID"),
PackedByteArray("BA=="): PackedByteArray()
})text");
  EXPECT_EQ(base64(TextStyle::lossless), R"text({
"b": PackedByteArray("AQID"),
PackedByteArray("BA=="): PackedByteArray(),
"a": [PackedByteArray("CQg="), "PackedByteArray(1, 2)"]
})text");
}

TEST(Text, KeysOfGodot3AreSortedWhateverTheirOrder) {
  const auto text_of = [](auto key_at) {
    Dictionary dictionary;
    for (std::int64_t i = 0; i < 500; ++i) dictionary.entries.emplace_back(key_at(i), std::int64_t{0});
    return printed(Variant(dictionary), TextStyle::godot_3_6);
  };
  const std::string sorted = text_of([](std::int64_t i) { return i; });
  EXPECT_EQ(sorted, text_of([](std::int64_t i) { return 499 - i; }));
  EXPECT_EQ(sorted, text_of([](std::int64_t i) { return i * 7919 % 500; }));
  EXPECT_EQ(sorted, text_of([](std::int64_t i) { return i < 250 ? 2 * i : 999 - 2 * i; }));
}

TEST(Text, MisfitsOfDeclaredTypesAreWarnings) {
  const Result<Parsed> parsed =
      parse_text("[Array[int]([1, 2.5]), Dictionary[String, int]({ 3: 4, \"a\": null })]");
  ASSERT_TRUE(parsed);
  std::vector<std::size_t> offsets;
  for (const Warning& warning : parsed.value().warnings) {
    EXPECT_EQ(warning.code, WarningCode::wrong_element_type);
    offsets.push_back(warning.offset);
  }
  EXPECT_EQ(offsets, (std::vector<std::size_t>{16, 49, 60}));
}

TEST(Text, NodePathsWithAnEmptySubnameAreRefused) {
  EXPECT_EQ(parse_text("[NodePath(\"a::d\")]").error(), (Error{ErrorCode::bad_node_path, 10}));
  EXPECT_TRUE(parse_text("NodePath(\"a:d:\")"));
}

TEST(Text, EqualKeysAreAWarning) {
  for (const char* text :
       {"{ 1: 2, 1: 3 }", "[Object(A,\"x\":1,\"x\":2)]", "{ { \"a\": 1, \"a\": 2 }: 3 }"}) {
    const Result<Parsed> parsed = parse_text(text);
    ASSERT_TRUE(parsed) << text;
    ASSERT_EQ(parsed.value().warnings.size(), 1U) << text;
    EXPECT_EQ(parsed.value().warnings[0].code, WarningCode::repeated_key);
    EXPECT_EQ(parsed.value().warnings[0].offset, 0U);
  }
  EXPECT_TRUE(parse_text("{ 1: 2, 1.0: 3, \"1\": 4 }").value().warnings.empty());
}

/// Text in, text out: the same limits as for bytes.
Error text_error(std::string_view text, std::uint32_t depth, std::uint64_t elements = default_elements) {
  ParseOptions options;
  options.limits.depth = depth;
  options.limits.elements = elements;
  return parse_text(text, options).error();
}

TEST(Text, EnginesReadObjectsWithoutProperties) {
  const Result<Parsed> parsed = parse_text("[Object(Node)]");
  ASSERT_TRUE(parsed);
  for (const TextStyle style : {TextStyle::lossless, TextStyle::godot_3_6, TextStyle::godot_4_6}) {
    const Result<std::string> text = to_text(parsed.value().value, {.style = style});
    ASSERT_TRUE(text);
    EXPECT_NE(text.value().find("Object(Node,)"), std::string::npos) << text.value();
  }
}

void expect_lossless(const Variant& value) {
  const std::string text = printed(value);
  const Result<Parsed> parsed = parse_text(text);
  ASSERT_TRUE(parsed) << text;
  EXPECT_EQ(parsed.value().value, value) << text;
}

/// Its fewest digits, rounded to 64 bits and then to 32, are the next float.
TEST(Text, IsLosslessForTheFloatThatRoundsTwice) {
  const float number = 0x1.5c87fap-84F;
  const Variant values[] = {Vector2(number, -number), PackedFloat32Array{std::vector{number, -number}},
                            PackedVector2Array{std::vector{number, -number}}};
  for (const Variant& value : values) expect_lossless(value);
  EXPECT_EQ(printed(values[0], TextStyle::godot_4_6), "Vector2(7.038531e-26, -7.038531e-26)");
}

/// Values whose short form would read as another one.
TEST(Text, IsLosslessWhereFormsAreAlike) {
  const Object resource{"Resource", {{"resource_path", "res://a.gd"}}};
  const Variant values[] = {Object{"A", {{"script", resource}}}, Object{"A", {{"script", "res://a.gd"}}},
                            Object{"A", {{"scripts", resource}}},
                            Array{{}, ContainerType{ContainerType::Kind::class_name, Type::Nil, ""}, false}};
  for (const Variant& value : values) expect_lossless(value);
  EXPECT_EQ(printed(values[0], TextStyle::godot_4_6), "Object(A,\"script\":Resource(\"res://a.gd\"))\n");
}

TEST(Text, DepthCountsWhatHoldsValues) {
  for (const char* text :
       {"[1]", "{ 1: 2 }", "Resource(\"a\")", "ExtResource(1)", "Object(A,\"x\":1)", "Array[int]([1])"}) {
    EXPECT_EQ(text_error(text, 1), Error{}) << text;
    EXPECT_EQ(text_error(text, 0).code, ErrorCode::too_deep) << text;
  }
  for (const char* text :
       {"[]", "{}", "Object(A)", "PackedStringArray(\"a\")", "NodePath(\"a/b\")", "PackedInt32Array(1, 2)"})
    EXPECT_EQ(text_error(text, 0), Error{}) << text;
  std::string references;
  for (int i = 0; i < 1024; ++i) references += "Resource(";
  EXPECT_EQ(text_error(references + "1" + std::string(1024, ')'), default_depth), Error{});
  EXPECT_EQ(text_error("[" + references + "1" + std::string(1024, ')') + "]", default_depth),
            (Error{ErrorCode::too_deep, references.size() + 1}));
  for (int i = 0; i < 100'000; ++i) references += "Resource(";
  EXPECT_EQ(text_error(references, UINT32_MAX).code, ErrorCode::too_deep);
}

/// Engines sort such keys in quadratic time: a NaN between two halves hides that the first one is larger.
TEST(Text, KeysThatAreNotComparableAreLimited) {
  const auto printed_keys = [](int count, TextStyle style) {
    Dictionary keys;
    const auto add = [&](double x) { keys.entries.emplace_back(Vector2(x, 0), Variant()); };
    add(1e9);
    for (int i = 1; i < count / 2; ++i) add(i);
    add(std::numeric_limits<double>::quiet_NaN());
    for (int i = 1; i < count / 2; ++i) add(1e6 + i);
    add(-1);
    return to_text(Variant(std::move(keys)), {.style = style}).error().code;
  };
  for (const TextStyle style : {TextStyle::godot_4_6, TextStyle::godot_3_6, TextStyle::godot_3_2}) {
    EXPECT_EQ(printed_keys(1000, style), ErrorCode::none);
    EXPECT_EQ(printed_keys(20'000, style), ErrorCode::too_large);
  }
  EXPECT_EQ(printed_keys(20'000, TextStyle::lossless), ErrorCode::none);
}

TEST(Text, ElementsAreCountedAsInBytes) {
  const std::pair<const char*, std::uint64_t> texts[] = {
      {"[null, null, null]", 4},
      {"{ 1: 2 }", 3},
      {"PackedStringArray(\"a\", \"b\")", 3},
      {"NodePath(\"a:b\")", 3},
      {"Object(A,\"b\":null)", 3},
      {"Resource(\"a\")", 3},
      {"PackedInt32Array(1, 2)", 1},
  };
  for (const auto& [text, elements] : texts) {
    const Result<Parsed> parsed = parse_text(text);
    ASSERT_TRUE(parsed) << text;
    DecodeOptions options;
    options.allow_objects = true;
    options.limits.elements = elements;
    const std::vector<std::uint8_t> bytes = encode(parsed.value().value, {.full_objects = true}).value();
    EXPECT_TRUE(decode(bytes, options)) << text;
    EXPECT_EQ(text_error(text, default_depth, elements), Error{}) << text;
    options.limits.elements = elements - 1;
    EXPECT_EQ(decode(bytes, options).error().code, ErrorCode::too_large) << text;
    EXPECT_EQ(text_error(text, default_depth, elements - 1).code, ErrorCode::too_large) << text;
  }
}

TEST(Text, FloatsOfA64BitArrayHave64Bits) {
  const Variant value = PackedFloat64Array{std::vector<float>{0.1F}};
  EXPECT_EQ(printed(value), "PackedFloat64Array(0.10000000149011612)");
  EXPECT_EQ(encode(parse_text(printed(value)).value().value).value(), encode(value).value());
}

TEST(Text, AnObjectWithoutAClassHasNoProperties) {
  EXPECT_EQ(printed(Object{"", {{"x", 7}}}), "unsupported-value");
  EXPECT_EQ(printed(Object{"", {}}), "null");
}

TEST(Text, HasNoSurrogates) {
  const std::string half = "\xED\xA0\x80";
  const ContainerType node{ContainerType::Kind::class_name, Type::Object, half};
  const ContainerType script{ContainerType::Kind::script, Type::Object, half};
  TypedArray declared;
  declared.element_type = node;
  const Variant values[] = {half,
                            StringName{half},
                            Signal{half, 1},
                            NodePath{false, {half}, {}},
                            PackedStringArray{{half}},
                            Object{half, {}},
                            Object{"Node", {{half, 1}}},
                            Array{{}, node},
                            Array{{}, script},
                            declared,
                            Dictionary{{}, DictionaryTypes{node, {}}},
                            Dictionary{{}, DictionaryTypes{{}, script}}};
  for (const Variant& value : values) EXPECT_EQ(printed(value), "bad-utf8") << name_of(value.type());
}

TEST(Text, ErrorsHaveAnOffset) {
  EXPECT_EQ(parse_text("[1,,2]").error(), (Error{ErrorCode::bad_text, 3}));
  EXPECT_EQ(parse_text("[\"\xFF\"]").error(), (Error{ErrorCode::bad_utf8, 1}));
  EXPECT_EQ(parse_text(std::string(3000, '[')).error().code, ErrorCode::too_deep);
  EXPECT_EQ(to_text(Variant(Image{})).error().code, ErrorCode::not_in_dialect);
  EXPECT_EQ(to_text(Variant(StringName{"a"}), {.style = TextStyle::godot_3_6}).error().code,
            ErrorCode::not_in_dialect);
  // Parsing stops at a key that fails.
  const Variant by_place = Dictionary{{{Vector2i{-2, 1}, 3}}, {}, false};
  EXPECT_EQ(to_text(by_place, {.style = TextStyle::godot_3_6}).error().code, ErrorCode::not_in_dialect);
}

}  // namespace
}  // namespace godot_variant::tests
