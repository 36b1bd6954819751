// Trees that decode returned: while nobody could change them, their memory is freed without a look at the
// values. The sanitizers find what is freed twice or never.
#include "expect.h"

namespace godot_variant::tests {
namespace {

/// Has memory of every kind: in pages, in large blocks, and outside of both.
Variant sample() {
  const std::string path = "res://scripts/a_path_longer_than_a_string_holds.gd";
  Array typed{{Variant(), Variant()}, ContainerType{ContainerType::Kind::script, Type::Object, path}};
  Dictionary types{{},
                   DictionaryTypes{{ContainerType::Kind::builtin, Type::String, ""},
                                   {ContainerType::Kind::class_name, Type::Object, "Node"}}};
  Array many;
  for (int i = 0; i < 3000; ++i) many.elements.push_back("a text longer than a Variant " + std::to_string(i));
  Dictionary all;
  all.entries.push_back({"typed", typed});
  all.entries.push_back({"types", types});
  all.entries.push_back({"many", many});
  all.entries.push_back({"bytes", PackedByteArray{std::vector<std::uint8_t>(100'000)}});
  all.entries.push_back({"points", PackedVector2Array{{std::vector<float>{1, 2, 3, 4}}}});
  all.entries.push_back({"texts", PackedStringArray{{path, "short"}}});
  all.entries.push_back({"path", NodePath{true, {"a name longer than a Variant", "b"}, {}}});
  return all;
}

std::vector<std::uint8_t> bytes_of(const Variant& value) {
  auto bytes = encode(value, {.dialect = "godot-4", .full_objects = true});
  EXPECT_TRUE(bytes);
  return std::move(bytes).value();
}

Variant decoded_sample() {
  auto result = decode(bytes_of(sample()), {.dialect = "godot-4", .allow_objects = true});
  EXPECT_TRUE(result);
  return std::move(result).value().value;
}

TEST(Untouched, AreFreedAsAWhole) {
  const Variant value = decoded_sample();
  EXPECT_EQ(bytes_of(value), bytes_of(sample()));
  EXPECT_EQ(value.get_if<Dictionary>()->find("texts")->type(), Type::PackedStringArray);
}

TEST(Untouched, AreFreedInsideOfOthers) {
  Array around;
  around.elements.push_back(decoded_sample());
  around.elements.push_back(decoded_sample());
  around.elements[0].get_if<Dictionary>()->entries.pop_back();
  const Variant whole(std::move(around));
  EXPECT_EQ(bytes_of(whole.get_if<Array>()->elements[1]), bytes_of(sample()));
}

TEST(Untouched, MayLoseParts) {
  Variant value = decoded_sample();
  Variant part = std::move(value.get_if<Dictionary>()->entries[2].second);
  value = {};
  EXPECT_EQ(part.get_if<Array>()->elements.back(), Variant("a text longer than a Variant 2999"));
}

TEST(Untouched, MayGetParts) {
  Variant value = decoded_sample();
  value.get_if<Dictionary>()->entries.push_back({"own", decoded_sample()});
  value.get_if<Dictionary>()->entries.push_back({"text", std::string(100, 'x')});
  EXPECT_EQ(bytes_of(*value.get_if<Dictionary>()->find("own")), bytes_of(sample()));
}

TEST(Untouched, MayLeaveTheirVariant) {
  Variant value = decoded_sample();
  const Dictionary own = std::move(*value.get_if<Dictionary>());
  value = 1;
  EXPECT_EQ(bytes_of(own), bytes_of(sample()));
}

}  // namespace
}  // namespace godot_variant::tests
