// Paths to values that encode refuses, and to what errors, warnings and losses are about. Those of errors in
// bytes are in errors_test.cpp.
#include "godot_variant/path.h"

#include <array>

#include "expect.h"

namespace godot_variant::tests {
namespace {

struct Refused {
  Variant value;
  const char* path;
  EncodeOptions options = {};
};

class RefusedValues : public testing::TestWithParam<Refused> {};

TEST_P(RefusedValues, HaveAPath) {
  const auto& [value, path, options] = GetParam();
  EXPECT_FALSE(encode(value, options));
  EXPECT_EQ(path_text(path_of_error(value, options)), path);
}

const char* const ill_formed = "\xFF";
const Variant long_name = "a name that needs memory of its own";
const EncodeOptions godot_3{.dialect = "godot-3"};
const EncodeOptions objects{.full_objects = true};
EncodeOptions with_limit(std::uint32_t depth) {
  EncodeOptions options;
  options.limits.depth = depth;
  return options;
}
EncodeOptions with_room(std::uint64_t bytes) {
  EncodeOptions options;
  options.limits.output_bytes = bytes;
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Places, RefusedValues,
    testing::Values(
        Refused{ill_formed, ""}, Refused{array({1, ill_formed}), "[1]"},
        Refused{array({1, array({}), array({array({1, 2}), ill_formed}), 3}), "[2][1]"},
        Refused{dictionary({{"a", 1}, {long_name, array({2, ill_formed})}}),
                "[\"a name that needs memory of its own\"][1]"},
        Refused{dictionary({{Vector2i(1, 2), 1}, {StringName{"b"}, ill_formed}}), "[&\"b\"]"},
        Refused{dictionary({{1, 1}, {1.0, dictionary({{"x", ill_formed}})}}), "[1.0][\"x\"]"},
        // In a key: the path of the Dictionary.
        Refused{array({dictionary({{"a", 1}, {ill_formed, 2}})}), "[0]"},
        Refused{array({dictionary({{"a", 1}, {array({ill_formed}), 2}})}), "[0]"},
        Refused{array({PackedStringArray{{"a", ill_formed}}}), "[0]"},
        Refused{array({NodePath{false, {"a"}, {ill_formed}}}), "[0]"},
        Refused{array({dictionary({{"a", StringName{"b"}}})}), "[0][\"a\"]", godot_3},
        // The container itself.
        Refused{array({1, TypedArray{array({2})}}), "[1]"},
        Refused{array({Object{"Node", {{"a", 1}}}}), "[0]"},
        Refused{array({Object{"Node", {{"a", 1}, {"b", array({ill_formed})}}}}), "[0][\"b\"][0]", objects},
        Refused{array({Object{"Node", {{"a", 1}, {"script", 5}}}}), "[0][\"script\"]", objects},
        Refused{array({1, array({array({1})})}), "[1][0][0]", with_limit(2)},
        Refused{array({1, std::string(100, 'x'), 2}), "[1]", with_room(60)},
        // Equal keys.
        Refused{array({dictionary({{"a", 1}, {"b", 2}, {"a", 3}})}), "[0][\"a\"]"},
        Refused{dictionary({{dictionary({{"a", 1}, {"a", 3}}), 1}}), ""},
        Refused{dictionary({{"save", dictionary({{RID{1}, 1}, {RID{2}, 2}})}}), "[\"save\"][RID()]", godot_3},
        Refused{dictionary({{NodePath{true, {}, {}}, 1}, {NodePath{}, 2}}), "[NodePath(\"\")]", godot_3}));

/// What godot-3 has no place for, in a value, and where that value stands.
struct Lost {
  Variant value;
  LossCode code;
};

class LossesOfEncode : public testing::TestWithParam<Lost> {};

TEST_P(LossesOfEncode, HaveAPlaceInTheResult) {
  const auto& [value, code] = GetParam();
  const Variant whole = array({1, dictionary({{"a", value}})});
  std::vector<Loss> losses{Loss{.offset = 7}};
  const EncodeOptions options{.dialect = "godot-3", .framing = Framing::store_var, .losses = &losses};
  const auto bytes = encode(whole, options);
  ASSERT_TRUE(bytes) << name_of(bytes.error().code);
  EXPECT_EQ(bytes.value(), encode(whole, {.dialect = "godot-3", .framing = Framing::store_var}).value());
  // Appended to what is there.
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_EQ(losses[0].offset, 7U);
  const Loss& loss = losses[1];
  EXPECT_EQ(name_of(loss.code), name_of(code));
  EXPECT_EQ(name_of(loss.from), name_of(value.type()));
  EXPECT_EQ(name_of(loss.to), name_of(value.type()));
  const Path path =
      path_at(bytes.value(), loss.offset, {.dialect = "godot-3", .framing = Framing::store_var});
  EXPECT_EQ(path_text(path), "[1][\"a\"]");
  const DecodeOptions from_there{.dialect = "godot-3", .allow_trailing = true};
  const auto part = decode(Bytes(bytes.value()).subspan(loss.offset), from_there);
  ASSERT_TRUE(part) << name_of(part.error().code);
  EXPECT_EQ(name_of(part.value().value.type()), name_of(value.type()));
  std::array<std::uint8_t, 256> target{};
  losses.clear();
  ASSERT_TRUE(encode_into(whole, target, options));
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(losses[0].offset, loss.offset);
}

Vector2 wide(double x) {
  Vector2 vector(x, 2);
  vector.wide = true;
  return vector;
}

INSTANTIATE_TEST_SUITE_P(
    Codes, LossesOfEncode,
    testing::Values(Lost{wide(0.1), LossCode::value_rounded}, Lost{wide(0.5), LossCode::width_dropped},
                    Lost{PackedVector3Array{std::vector<double>{0.5, 1, 2}}, LossCode::width_dropped},
                    Lost{Array{{1}, ContainerType{ContainerType::Kind::builtin, Type::Int, {}}},
                         LossCode::element_type_dropped},
                    Lost{RID{13}, LossCode::id_dropped},
                    Lost{NodePath{true, {}, {}}, LossCode::path_emptied}));

TEST(LossesOfEncode, NameAScriptThatGodot3Ignores) {
  const auto losses_of = [](std::string dialect, Variant script) {
    std::vector<Loss> losses;
    const Variant value = array({1, Object{"Node", {{"a", 1}, {"script", std::move(script)}}}});
    EXPECT_TRUE(encode(value, {.dialect = std::move(dialect), .full_objects = true, .losses = &losses}));
    return losses;
  };
  const std::vector<Loss> losses = losses_of("godot-3", "res://there.gd");
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(name_of(losses[0].code), "value-dropped");
  // Array, int, and of the Object its header, class, count, property, and the name of the next.
  EXPECT_EQ(losses[0].offset, 8U + 8 + 4 + 8 + 4 + 8 + 8 + 12);
  EXPECT_EQ(name_of(losses[0].from), "String");
  EXPECT_EQ(name_of(losses[0].to), "Nil");
  EXPECT_EQ(losses_of("godot-4.0", 5).size(), 1U);
  EXPECT_TRUE(losses_of("godot-3", {}).empty());
  EXPECT_TRUE(losses_of("godot-3", Object{"GDScript", {}}).empty());
  EXPECT_TRUE(losses_of("godot-4", "res://there.gd").empty());
}

TEST(LossesOfEncode, AreNotToldAfterAnError) {
  std::vector<Loss> losses;
  const EncodeOptions options{.dialect = "godot-3", .losses = &losses};
  EXPECT_FALSE(encode(array({RID{1}, StringName{"a"}}), options));
  EXPECT_FALSE(encode(array({dictionary({{RID{1}, 1}, {RID{2}, 2}})}), options));
  EXPECT_EQ(path_text(path_of_error(array({RID{1}, StringName{"a"}}), options)), "[1]");
  std::array<std::uint8_t, 8> small{};
  EXPECT_FALSE(encode_into(array({RID{1}}), small, options));
  EXPECT_TRUE(losses.empty());
}

TEST(LossesOfEncode, BeyondAThousandAreCounted) {
  std::vector<Loss> losses;
  const Variant value = array(std::vector<Variant>(1234, Variant(0.1)));
  ASSERT_TRUE(encode(value, {.dialect = "godot-2", .losses = &losses}));
  ASSERT_EQ(losses.size(), 1001U);
  EXPECT_EQ(losses[999].offset, 8U + 8 * 999);
  EXPECT_EQ(name_of(losses[1000].code), "more-losses");
  EXPECT_EQ(losses[1000].offset, 8U + 8 * 1000);
  EXPECT_EQ(losses[1000].count, 234U);
}

TEST(Paths, OfValuesThatEncodeWritesAreEmpty) {
  EXPECT_TRUE(path_of_error(array({1})).empty());
  EXPECT_TRUE(path_of_error(array({1}), {.dialect = "godot-9"}).empty());
}

/// Every header, and every key, of {"a": [1, {Vector2i(1, 2): true}]}.
TEST(Paths, OfEveryPosition) {
  const std::vector<std::uint8_t> bytes =
      encode(dictionary({{"a", array({1, dictionary({{Vector2i(1, 2), true}})})}})).value();
  const auto text = [&](std::size_t at) { return path_text(path_at(bytes, at)); };
  EXPECT_EQ(text(0), "");
  EXPECT_EQ(text(8), "[\"a\"]");
  EXPECT_EQ(text(20), "[\"a\"]");
  EXPECT_EQ(text(28), "[\"a\"][0]");
  EXPECT_EQ(text(36), "[\"a\"][1]");
  EXPECT_EQ(text(44), "[\"a\"][1][Vector2i(1, 2)]");
  EXPECT_EQ(text(56), "[\"a\"][1][Vector2i(1, 2)]");
  EXPECT_EQ(text(bytes.size()), "");
  EXPECT_EQ(path_text(path_at(bytes, 8, {.dialect = "godot-9"})), "");
}

/// The error is at the key, of which a part was read.
TEST(Paths, OfDamagedKeysEndAtTheDictionary) {
  const DecodeOptions options{.dialect = "godot-4", .allow_objects = true};
  const std::size_t key_at = 16;
  for (const Variant& key :
       {Variant(PackedStringArray{{"a", "b"}}), Variant(NodePath{true, {"a", "b"}, {}}), Variant("ab")}) {
    std::vector<std::uint8_t> bytes = encode(array({dictionary({{key, 1}})})).value();
    EXPECT_EQ(path_at(bytes, key_at, options).size(), 2U);
    // Leaves out the value, and the last part of the key.
    bytes.resize(bytes.size() - 12);
    EXPECT_EQ(decode(bytes, options).error(), (Error{ErrorCode::unexpected_end, key_at}));
    EXPECT_EQ(path_text(path_at(bytes, key_at, options)), "[0]");
  }
}

TEST(Paths, OfWarningsAndLosses) {
  const std::vector<std::uint8_t> twice =
      from_hex(encoded(Array{{Variant()}, {}, false}).substr(0, 16) + encoded_entries({{"a", 1}, {"a", 2}}));
  const Decoded read = decode(twice).value();
  ASSERT_EQ(read.warnings.size(), 1U);
  EXPECT_EQ(path_text(path_at(twice, read.warnings[0].offset)), "[0][\"a\"]");

  const std::vector<std::uint8_t> bytes = encode(array({1, array({StringName{"b"}})})).value();
  const Converted converted = convert(bytes, {.from = "godot-4", .to = "godot-3"}).value();
  ASSERT_EQ(converted.losses.size(), 1U);
  EXPECT_EQ(path_text(path_at(bytes, converted.losses[0].offset, {.dialect = "godot-4"})), "[1][0]");
}

TEST(Paths, OfPropertiesAndFrames) {
  const Object object{"Node", {{"a", 1}, {"b", array({2})}}};
  const std::vector<std::uint8_t> bytes =
      encode(object, {.full_objects = true, .framing = Framing::store_var}).value();
  const DecodeOptions options{.allow_objects = true, .framing = Framing::store_var};
  EXPECT_EQ(path_text(path_at(bytes, bytes.size() - 8, options)), "[\"b\"][0]");
}

/// As JSON and GDScript escape them.
TEST(Paths, StandOnOneLine) {
  EXPECT_EQ(path_text({"a\nb\t\x01\"\\\"\n"}), R"(["a\nb\t\u0001\"\\\"\n"])");
  EXPECT_EQ(path_text({StringName{"\b\f\r\v"}, NodePath{false, {"\x1f"}, {}}}),
            R"([&"\b\f\r\u000b"][NodePath("\u001f")])");
  EXPECT_EQ(path_text({dictionary({{"\n", 1}, {2, 3}})}), R"([{ "\n": 1, 2: 3 }])");
}

TEST(Paths, PrintTheTypeOfAKeyWithoutText) {
  EXPECT_EQ(path_text({PackedVector2Array{std::vector<float>(3)}, "a"}), "[PackedVector2Array][\"a\"]");
}

}  // namespace
}  // namespace godot_variant::tests
