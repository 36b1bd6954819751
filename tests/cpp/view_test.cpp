// A View reads the same as decode, for every fixture, and fails alike.
#include "godot_variant/view.h"

#include "fixtures.h"
#include "hex.h"
#include "variant/equal_keys.h"

namespace godot_variant::tests {
namespace {

/// Builds the tree by walking the view. Leaves, and what a view does not show (declared types, the shared
/// bit, class names), come from value().
Variant walked(const View& view) {
  Variant value = view.value();
  if (auto* dictionary = value.get_if<Dictionary>()) {
    std::vector<Variant> pairs;
    for (const View inside : view) {
      pairs.push_back(inside.key());
      pairs.push_back(walked(inside));
    }
    const std::size_t count = merge_duplicates(pairs, KeyEquality::godot_4);
    // In Godot 3, and for keys that compare by identity, merging after the fact finds the same pairs.
    if (count != dictionary->entries.size() * 2) return value;
    dictionary->entries.clear();
    for (std::size_t i = 0; i < count; i += 2) dictionary->entries.emplace_back(pairs[i], pairs[i + 1]);
  } else if (auto* object = value.get_if<Object>()) {
    object->properties.clear();
    for (const View inside : view) {
      object->properties.emplace_back(*inside.key().get_if<String>(), walked(inside));
    }
  } else if (auto* texts = value.get_if<PackedStringArray>()) {
    texts->data.clear();
    for (const View inside : view) texts->data.push_back(*inside.value().get_if<String>());
  } else if (auto* array = value.get_if<Array>()) {
    array->elements.clear();
    for (const View inside : view) array->elements.push_back(walked(inside));
  }
  return value;
}

/// Every way to read a scalar, a text or a packed array agrees with the decoded value.
void expect_typed(const View& view) {
  const Variant value = view.value();
  EXPECT_EQ(view.type(), value.type());
  EXPECT_EQ(view.get<bool>().has_value(), value.is<bool>());
  EXPECT_EQ(view.get<std::int64_t>().has_value(), value.is<std::int64_t>());
  EXPECT_EQ(view.get<double>().has_value(), value.is<double>());
  if (value.is<bool>()) {
    EXPECT_EQ(*view.get<bool>(), *value.get_if<bool>());
  }
  if (value.is<std::int64_t>()) {
    EXPECT_EQ(*view.get<std::int64_t>(), *value.get_if<std::int64_t>());
  }
  if (value.is<double>()) {
    EXPECT_TRUE(same_bits(*view.get<double>(), *value.get_if<double>()));
  }
  const auto* name = value.get_if<StringName>();
  const auto* text = name != nullptr ? &name->text : value.get_if<String>();
  if (text != nullptr) {
    EXPECT_EQ(view.get<std::string_view>(), text->view());
  }
  const auto expect_numbers = [&](const auto& numbers) {
    using Number = typename std::decay_t<decltype(numbers)>::value_type;
    const auto viewed = view.numbers<Number>();
    ASSERT_TRUE(viewed);
    ASSERT_EQ(viewed->size(), numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_TRUE(same_bits((*viewed)[i], numbers[i]));
  };
  value.visit([&](const auto& packed) {
    if constexpr (requires {
                    packed.wide();
                    packed.data.index();
                  }) {
      std::visit(expect_numbers, packed.data);
    } else if constexpr (requires { packed.data.reserve(0); }) {
      using Class = std::decay_t<decltype(packed)>;
      if constexpr (!std::is_same_v<Class, PackedStringArray> && !std::is_same_v<Class, Image>) {
        expect_numbers(packed.data);
      }
    }
  });
  for (const View inside : view) expect_typed(inside);
}

void expect_same(const Record& record, bool trailing) {
  DecodeOptions options = record.decode_options();
  options.allow_trailing = trailing;
  const Result<Decoded> decoded = decode(record.bytes, options);
  const Result<Viewed> viewed = view(record.bytes, options);
  ASSERT_EQ(viewed.error().code, decoded.error().code);
  ASSERT_EQ(viewed.error().offset, decoded.error().offset);
  if (!decoded) return;
  EXPECT_EQ(viewed.value().bytes_read(), decoded.value().bytes_read);
  const auto& warnings = decoded.value().warnings;
  const auto merged = std::count_if(warnings.begin(), warnings.end(), [](const Warning& warning) {
    return warning.code == WarningCode::repeated_key;
  });
  EXPECT_EQ(viewed.value().warnings().size() + static_cast<std::size_t>(merged), warnings.size());
  EXPECT_TRUE(viewed.value().root().value() == decoded.value().value);
  EXPECT_TRUE(walked(viewed.value().root()) == decoded.value().value);
  expect_typed(viewed.value().root());
}

class Viewing : public testing::TestWithParam<std::string> {};

TEST_P(Viewing, AgreesWithDecoding) {
  for (const Record& record : engine_records(GetParam())) {
    SCOPED_TRACE(record.id);
    expect_same(record, GetParam() != "values.jsonl");
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Viewing,
                         testing::Values("values.jsonl", "mutated.jsonl", "crafted.jsonl"));

TEST(View, AgreesWithDecodingForSaves) {
  for (const Record& record : save_records()) {
    SCOPED_TRACE(record.id);
    expect_same(record, false);
  }
}

/// { "players": [{ "name": "Ann", "health": 12 }], "scores": PackedInt32Array(7, 8), "name": 1, "name": 2 }
std::vector<std::uint8_t> example() {
  return from_hex(
      "1b000000 04000000"
      "04000000 07000000 706c617965727300 1c000000 01000000"
      "1b000000 02000000 04000000 04000000 6e616d65 04000000 03000000 416e6e00"
      "04000000 06000000 6865616c74680000 02000000 0c000000"
      "04000000 06000000 73636f7265730000 1e000000 02000000 07000000 08000000"
      "04000000 04000000 6e616d65 02000000 01000000"
      "04000000 04000000 6e616d65 02000000 02000000");
}

TEST(View, FollowsPaths) {
  const auto bytes = example();
  const Result<Viewed> viewed = view(bytes, {.dialect = "godot-4"});
  ASSERT_TRUE(viewed);
  const View root = viewed.value().root();
  EXPECT_EQ(root.at("players", 0, "health")->get<std::int64_t>(), 12);
  EXPECT_EQ(root.at("players", 0, "name")->get<std::string_view>(), "Ann");
  EXPECT_EQ(root.at("players", 0, "name")->key_text(), "name");
  EXPECT_FALSE(root.at("players", 1));
  EXPECT_FALSE(root.at("players", -1, "name"));
  EXPECT_FALSE(root.at("nobody", 0));
  EXPECT_FALSE(root.at("scores", 0)) << "a number of a packed array is no value";
  EXPECT_EQ(root.at("name")->get<std::int64_t>(), 2) << "the last of equal keys";
  EXPECT_EQ(root.size(), 4U) << "pairs as written";
}

/// What refers to bytes or to an index that are gone does not compile.
template <class T>
concept CanView = requires(T&& bytes) {
  view(std::forward<T>(bytes));
};
static_assert(CanView<std::vector<std::uint8_t>&> && CanView<const std::vector<std::uint8_t>&>);
static_assert(CanView<Bytes> && CanView<std::span<std::uint8_t>>);
static_assert(!CanView<std::vector<std::uint8_t>> && !CanView<const std::vector<std::uint8_t>>);
static_assert(!CanView<std::array<std::uint8_t, 4>>);
template <class T>
concept HasRoot = requires(T&& viewed) {
  std::forward<T>(viewed).root();
};
static_assert(HasRoot<Viewed&> && HasRoot<const Viewed&> && !HasRoot<Viewed> && !HasRoot<const Viewed>);

TEST(View, FindsKeysWithReplacedBytes) {
  Dictionary dictionary;
  dictionary.entries.emplace_back("a?", 1);
  dictionary.entries.emplace_back(StringName{"b?"}, 2);
  std::vector<std::uint8_t> bytes = encode(dictionary).value();
  for (std::uint8_t& byte : bytes)
    if (byte == '?') byte = 0xFF;
  const Result<Viewed> viewed = view(bytes, {.dialect = "godot-4", .replace_bad_utf8 = true});
  ASSERT_TRUE(viewed);
  const View root = viewed.value().root();
  EXPECT_EQ(root.at("a\uFFFD")->get<std::int64_t>(), 1);
  EXPECT_EQ(root.at("b\uFFFD")->get<std::int64_t>(), 2);
  EXPECT_FALSE(root.at("\uFFFD"));
}

TEST(View, IteratorsOutliveTheView) {
  const auto bytes = example();
  const Result<Viewed> viewed = view(bytes, {.dialect = "godot-4"});
  const auto inside = [&](const char* key) { return *viewed.value().root().find(key); };
  std::size_t fields = 0;
  for (auto at = inside("players").begin(); at != inside("players").end(); ++at) fields += (*at).size();
  EXPECT_EQ(fields, inside("players")[0].size());
}

static_assert(std::ranges::forward_range<View>);
static_assert(std::ranges::forward_range<ViewedNumbers<float>>);

TEST(View, IsARange) {
  const auto bytes = example();
  const Result<Viewed> viewed = view(bytes, {.dialect = "godot-4"});
  const View root = viewed.value().root();
  const auto is_integer = [](const View& value) { return value.type() == Type::Int; };
  EXPECT_EQ(std::ranges::count_if(root, is_integer), 2);
}

TEST(View, ReadsPackedNumbersInPlace) {
  const auto bytes = example();
  const Result<Viewed> viewed = view(bytes, {.dialect = "godot-4"});
  const View scores = *viewed.value().root().at("scores");
  EXPECT_EQ(scores.size(), 2U);
  const auto numbers = scores.numbers<std::int32_t>();
  ASSERT_TRUE(numbers);
  EXPECT_EQ((*numbers)[1], 8);
  EXPECT_EQ(std::vector(numbers->begin(), numbers->end()), (std::vector{(*numbers)[0], 8}));
  EXPECT_EQ(std::ranges::count(*numbers, 8), 1);
  const auto span = numbers->span();
  ASSERT_TRUE(span);
  EXPECT_GE(reinterpret_cast<const std::uint8_t*>(span->data()), bytes.data());
  EXPECT_FALSE(scores.numbers<float>());
  EXPECT_FALSE(scores.numbers<std::int64_t>());
  EXPECT_FALSE(scores.numbers<std::uint8_t>());
}

TEST(View, FailsAsDecodeDoes) {
  auto bytes = example();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Bytes part = Bytes(bytes).first(size);
    EXPECT_EQ(view(part, {.dialect = "godot-4"}).error(), decode(part, {.dialect = "godot-4"}).error());
  }
  EXPECT_EQ(view(bytes, {.dialect = "no-dialect"}).error().code, ErrorCode::unknown_dialect);
}

}  // namespace
}  // namespace godot_variant::tests
