// Dictionaries with equal keys, typed containers, objects, and warnings.
#include <array>

#include "diagnose/path.h"
#include "expect.h"
#include "godot_variant/path.h"
#include "requests.h"

namespace godot_variant::tests {
namespace {

using Kind = ContainerType::Kind;

struct Keys {
  Variant first;
  Variant second;
  bool same;
};

class EqualKeys : public testing::TestWithParam<Keys> {};

/// Engines keep the last value in the place of the first key.
TEST_P(EqualKeys, AreOneEntry) {
  const auto& [first, second, same] = GetParam();
  const Dictionary all = dictionary({{first, 1}, {99, 2}, {second, 3}});
  const std::string bytes = encoded_entries(all.entries);
  const Variant expected =
      same ? dictionary({{first, 3}, {99, 2}}) : dictionary({{first, 1}, {99, 2}, {second, 3}});
  EXPECT_TRUE(decoded(bytes).value == expected) << bytes;
  EXPECT_EQ(encoded(all), same ? "unsupported-value" : bytes);
  EXPECT_EQ(encoded(Array{{1, dictionary({{all, 1}})}, {}, false}).size() > 64, !same);
}

/// Many keys are compared by their hashes first.
TEST_P(EqualKeys, AreOneEntryAmongMany) {
  const auto& [first, second, same] = GetParam();
  for (const int others : {10, 100}) {
    Dictionary dictionary;
    dictionary.entries.emplace_back(first, 1);
    for (int i = 0; i < others; ++i) dictionary.entries.emplace_back(Vector3i(i, i * i, 0), i);
    dictionary.entries.emplace_back(second, 3);
    const std::string bytes = encoded_entries(dictionary.entries);
    const Decoded result = decoded(bytes);
    const auto& entries = result.value.get_if<Dictionary>()->entries;
    EXPECT_EQ(entries.size(), static_cast<std::size_t>(others) + (same ? 1 : 2));
    EXPECT_EQ(entries[0].second, same ? 3 : 1);
    EXPECT_EQ(encoded(dictionary), same ? "unsupported-value" : bytes);
  }
}

const double nan = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    Kinds, EqualKeys,
    testing::Values(
        Keys{"a", "a", true}, Keys{"a", StringName{"a"}, true}, Keys{1, 1.0, false}, Keys{1, true, false},
        Keys{0.0, -0.0, true}, Keys{nan, -nan, true}, Keys{Vector2(0, 1), Vector2(-0.0, 1), true},
        Keys{Vector2(nan, 1), Vector2(nan, 1), true}, Keys{Vector2(1, 2), Vector2i(1, 2), false},
        Keys{Variant(), Variant(), true}, Keys{array({1, "a"}), array({1, "a"}), true},
        Keys{array({1}), array({1.0}), false}, Keys{array({}), PackedByteArray{}, false},
        Keys{"a", NodePath{false, {"a"}, {}}, false}, Keys{StringName{"a"}, StringName{"a"}, true},
        Keys{StringName{"a"}, StringName{"b"}, false},
        Keys{NodePath{false, {"a"}, {"x"}}, NodePath{false, {"a"}, {"x"}}, true},
        Keys{NodePath{false, {"a"}, {}}, NodePath{true, {"a"}, {}}, false},
        Keys{NodePath{false, {"a"}, {}}, NodePath{false, {}, {"a"}}, false}, Keys{RID{7}, RID{7}, true},
        Keys{EncodedObjectAsID{5}, EncodedObjectAsID{5}, false},
        Keys{PackedFloat32Array{std::vector<float>{0}}, PackedFloat32Array{std::vector<float>{-0.0F}}, true},
        Keys{PackedVector2Array{std::vector<float>{1, 2}}, PackedVector2Array{std::vector<double>{1, 2}},
             true},
        Keys{PackedVector2Array{std::vector<float>{1, 2}}, PackedVector2Array{std::vector<double>{1, 3}},
             false},
        // Written with 32 bits, both numbers are the same.
        Keys{Vector2(0.1F, 1), Vector2(0.1, 1), true}, Keys{dictionary({{1, 2}}), dictionary({{1, 2}}), true},
        Keys{Signal{"x", 5}, Signal{"x", 6}, false}));

TEST(EqualKeys, OfManyEntriesAreMerged) {
  Dictionary twice;
  for (int i = 0; i < 2000; ++i) twice.entries.emplace_back(i % 1000, i);
  EXPECT_EQ(encoded(twice), "unsupported-value");
  const Decoded result = decoded(encoded_entries(twice.entries));
  const auto& entries = result.value.get_if<Dictionary>()->entries;
  ASSERT_EQ(entries.size(), 1000U);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(entries[static_cast<std::size_t>(i)] == std::make_pair(Variant(i), Variant(i + 1000)));
  }
}

/// Keys that only one of two dialects takes for equal.
TEST(EqualKeys, DependOnTheDialectThatIsWritten) {
  for (const Dictionary& key : {dictionary({{"a", 1}}), Dictionary()}) {
    const Dictionary twice = dictionary({{key, 1}, {key, 2}});
    EXPECT_EQ(encoded(twice, "godot-4"), "unsupported-value");
    const std::string bytes = encoded(twice, "godot-3");
    const Decoded read = decoded(bytes, "godot-3");
    EXPECT_EQ(encoded(read.value, "godot-3"), bytes);
    EXPECT_EQ(encoded(read.value, "godot-4"), "unsupported-value");
    const Array in_array{{key}, {}, false};
    const Decoded deeper = decoded(encoded(dictionary({{in_array, 1}, {in_array, 2}}), "godot-3"), "godot-3");
    EXPECT_EQ(encoded(deeper.value, "godot-4"), "unsupported-value");
  }
}

/// Keys that differ until they are written.
TEST(EqualKeys, ThatTheDialectRoundsAreRefused) {
  const auto wide = [](double x) {
    Vector2 vector(x, 2);
    vector.wide = true;
    return vector;
  };
  const struct {
    Variant first, second;
    const char* dialect;
  } all[] = {{RID{1}, RID{2}, "godot-3"},
             {array({RID{1}}), array({RID{2}}), "godot-2"},
             {wide(0.1), wide(0.1 + 1e-12), "godot-3"},
             {0.1, static_cast<double>(0.1F), "godot-2"}};
  for (const auto& [first, second, dialect] : all) {
    const Variant value = array({dictionary({{first, 1}, {second, 2}})});
    EXPECT_EQ(encoded(value, dialect), "unsupported-value");
    EXPECT_EQ(encoded(value, EncodeOptions{.dialect = dialect, .framing = Framing::store_var}),
              "unsupported-value");
    std::array<std::uint8_t, 1000> target{};
    EXPECT_EQ(encode_into(value, target, {.dialect = dialect}).error().code, ErrorCode::unsupported_value);
    // Read as Godot 4, the tree is as decode made it.
    EXPECT_EQ(encoded(decoded(encoded(value)).value, dialect), "unsupported-value");
    EXPECT_GT(encoded(dictionary({{first, 1}, {5, 2}}), dialect).size(), 32U);
  }
}

/// Keys that decode keeps are written again: the NodePaths / and (empty), which engines read alike.
TEST(EqualKeys, ThatDecodeKeepsAreWritten) {
  const std::string bytes = encoded_entries({{NodePath{true, {}, {}}, 1}, {NodePath{}, 2}});
  EXPECT_EQ(encoded(decoded(bytes).value), bytes);
}

struct Typed {
  const char* bytes;
  bool objects;
  ContainerType type;
};

class TypedArrays : public testing::TestWithParam<Typed> {};

TEST_P(TypedArrays, DeclareTheirElements) {
  const auto& [bytes, objects, type] = GetParam();
  const Decoded result = decoded(bytes, DecodeOptions{.dialect = "godot-4.4", .allow_objects = objects});
  Array expected;
  expected.element_type = type;
  EXPECT_TRUE(result.value == expected);
  const auto again =
      decoded(encoded(result.value), DecodeOptions{.dialect = "godot-4.4", .allow_objects = objects});
  EXPECT_TRUE(again.value == result.value);
}

const ContainerType any_object{Kind::class_name, Type::Nil, "EncodedObjectAsID"};

INSTANTIATE_TEST_SUITE_P(
    Kinds, TypedArrays,
    testing::Values(
        Typed{"1c000100 02000000 00000000", false, {Kind::builtin, Type::Int, ""}},
        Typed{"1c000100 18000000 00000000", false, any_object},
        Typed{"1c000100 18000000 00000000", true, {Kind::builtin, Type::Object, ""}},
        Typed{"1c000200 04000000 4e6f6465 00000000", false, any_object},
        Typed{"1c000200 04000000 4e6f6465 00000000", true, {Kind::class_name, Type::Nil, "Node"}},
        Typed{"1c000300 04000000 4e6f6465 00000000", false, any_object},
        Typed{"1c000300 08000000 7265733a2f2f2e61 00000000", true, {Kind::script, Type::Nil, "res://.a"}}));

TEST(TypedDictionaries, DeclareKeysAndValues) {
  Dictionary expected = dictionary({{1, "x"}});
  expected.types = DictionaryTypes{{Kind::builtin, Type::Int, ""}, {Kind::builtin, Type::String, ""}};
  const char* bytes = "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 78000000";
  EXPECT_TRUE(decoded(bytes).value == expected);
  EXPECT_EQ(encoded(expected), to_hex(from_hex(bytes)));
  expected.types->key = {};
  EXPECT_EQ(encoded(expected).substr(0, 24), "1b0004000400000001000000");
  EXPECT_EQ(encoded(expected, "godot-4.3").substr(0, 16), "1b00000001000000")
      << "older engines cannot say it";
}

struct Warned {
  const char* bytes;
  const char* dialect;
  WarningCode code;
  std::size_t offset;
};

class Warnings : public testing::TestWithParam<Warned> {};

TEST_P(Warnings, HaveCodeAndOffset) {
  const auto& [bytes, dialect, code, offset] = GetParam();
  const Decoded result = decoded(bytes, dialect);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].code, code) << name_of(result.warnings[0].code);
  EXPECT_EQ(result.warnings[0].offset, offset);
}

INSTANTIATE_TEST_SUITE_P(
    Codes, Warnings,
    testing::Values(
        Warned{"1c000100 02000000 02000000 02000000 05000000 00000000", "godot-4.4",
               WarningCode::wrong_element_type, 20},
        Warned{"1b000500 02000000 02000000 01000000 00000000 02000000 01000000", "godot-4.4",
               WarningCode::wrong_element_type, 16},
        Warned{"1b000500 02000000 02000000 01000000 02000000 01000000 00000000", "godot-4.4",
               WarningCode::wrong_element_type, 24},
        Warned{"1c000000 01000000 1c000200 01000000 41000000 00000000", "godot-4.4",
               WarningCode::class_name_ignored, 8},
        Warned{"1c000000 01000000 04000000 03000000 61006200", "godot-4.4", WarningCode::text_after_nul, 8},
        Warned{"22000000 01000000 03000000 61000000", "godot-4.4", WarningCode::text_after_nul, 0},
        Warned{"04000000 03000000 efbbbf00", "godot-4.4", WarningCode::byte_order_mark, 0},
        Warned{"04000000 03000000 eda08000", "godot-3", WarningCode::surrogates_in_text, 0},
        Warned{"13000000 01000000 00000100", "godot-3", WarningCode::unknown_flags, 8},
        Warned{"15000000 01000000 13000000 02000000 00000000 00000000", "godot-2",
               WarningCode::length_ignored, 8},
        Warned{"1c000000 01000000 01000200 01000000", "godot-4.4", WarningCode::unknown_flags, 8}));

TEST(Warnings, AreNotGivenForFittingValues) {
  for (const char* bytes :
       {"1c000100 02000000 01000000 02000000 05000000", "1c000100 18000000 01000000 00000000",
        "22000000 01000000 02000000 61000000", "22000000 01000000 01000000 61000000"}) {
    const Decoded result = decoded(bytes, DecodeOptions{.dialect = "godot-4.4", .allow_objects = true});
    EXPECT_TRUE(result.warnings.empty()) << bytes;
  }
}

TEST(Warnings, OfEncodeNameWhatDoesNotFit) {
  const auto typed = [](std::vector<Variant> elements) {
    return Array{std::move(elements), ContainerType{Kind::builtin, Type::Int, {}}};
  };
  std::vector<Warning> warnings{Warning{.offset = 7}};
  const EncodeOptions options{.framing = Framing::store_var, .warnings = &warnings};
  // A text with a byte order mark is a warning only for readers.
  const Variant value = array({"\xEF\xBB\xBF", typed({1, Variant(), "x", 2})});
  const auto bytes = encode(value, options);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes.value(), encode(value, {.framing = Framing::store_var}).value());
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_EQ(warnings[0].offset, 7U);
  // Length, Array, text, and of the typed Array its beginning and an int.
  const std::size_t first = 4 + 8 + 16 + 12 + 8;
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(name_of(warnings[i].code), "wrong-element-type");
    EXPECT_EQ(warnings[i].offset, first + (i - 1) * 4);
  }
  const Path path = path_at(bytes.value(), warnings[2].offset, {.framing = Framing::store_var});
  EXPECT_EQ(path_text(path), "[1][2]");

  std::array<std::uint8_t, 100> target{};
  warnings.clear();
  ASSERT_TRUE(encode_into(value, target, options));
  EXPECT_EQ(warnings.size(), 2U);
  warnings.clear();
  EXPECT_FALSE(encode(array({typed({"x"}), Object{"Node", {}}}), options));
  EXPECT_TRUE(encode(array({typed({1, 2}), array({"x"})}), options));
  EXPECT_TRUE(warnings.empty());
  EXPECT_TRUE(encode(typed(std::vector<Variant>(1234, Variant("x"))), options));
  ASSERT_EQ(warnings.size(), 1001U);
  EXPECT_EQ(name_of(warnings[1000].code), "more-warnings");
  EXPECT_EQ(warnings[1000].count, 234U);
  // Texts that are a warning for readers do not count.
  warnings.clear();
  std::vector<Variant> marked(1001, Variant("\xEF\xBB\xBF"));
  marked.emplace_back(typed({"x"}));
  EXPECT_TRUE(encode(array(marked), options));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(name_of(warnings[0].code), "wrong-element-type");
}

/// Dictionary {"a": Array[int] [1, null]}: the path to the null is the key, then the index.
TEST(Warnings, HaveAPath) {
  const auto bytes = from_hex(
      "1b000000 01000000 04000000 01000000 61000000 1c000100 02000000 02000000 02000000 01000000 00000000");
  const std::size_t targets[] = {decode(bytes).value().warnings.at(0).offset};
  PathTracker tracker(targets);
  read_value(Bytes(bytes), read_request({}), tracker);
  ASSERT_EQ(tracker.found().size(), 1U);
  const std::vector<Segment>& path = tracker.found()[0];
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0].kind, Segment::Kind::key);
  EXPECT_EQ(path[0].at, 8U);
  EXPECT_EQ(path[1].kind, Segment::Kind::index);
  EXPECT_EQ(path[1].at, 1U);
}

TEST(Objects, NeedPermissionBothWays) {
  const Object object{"Resource", {{"resource_name", "hey"}, {"script", Variant()}}};
  EXPECT_EQ(encoded(object), "object-not-allowed");
  const std::string bytes = encoded(object, EncodeOptions{.full_objects = true});
  EXPECT_EQ(error_of(bytes), (Error{ErrorCode::object_not_allowed, 0}));
  EXPECT_TRUE(decoded(bytes, DecodeOptions{.allow_objects = true}).value == object);
}

TEST(Objects, HaveAnIdWithoutPermission) {
  EXPECT_TRUE(decoded("18000100 05000406 00008000").value == EncodedObjectAsID{0x0080000006040005});
  EXPECT_EQ(encoded(EncodedObjectAsID{5}), "180001000500000000000000");
}

TEST(Shared, IsKeptWhereGodot2WroteIt) {
  Array shared;
  shared.shared = true;
  EXPECT_TRUE(decoded("15000000 00000080", "godot-2").value == shared);
  EXPECT_EQ(encoded(shared, "godot-2"), "1500000000000080");
  EXPECT_EQ(encoded(shared, "godot-3"), "1300000000000000");
  EXPECT_TRUE(decoded("13000000 00000080", "godot-3").value == Array{});
}

}  // namespace
}  // namespace godot_variant::tests
