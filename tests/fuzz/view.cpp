// Any bytes in every dialect: a View fails as decode does, and shows the same values.
#include "godot_variant/view.h"

#include "input.h"

namespace godot_variant::fuzz {
namespace {

void expect_same(const View& view, const Variant& value);

void expect_same_pairs(const View& view, const Dictionary& dictionary) {
  expect(view.size() >= dictionary.entries.size(), "all pairs are shown");
  // A View does not merge equal keys.
  if (view.size() != dictionary.entries.size()) return;
  for (std::size_t i = 0; i < view.size(); ++i) {
    const auto& [key, value] = dictionary.entries[i];
    expect(view[i].key() == key, "the key is the same");
    expect_same(view[i], value);
  }
}

void expect_same_properties(const View& view, const Object& object) {
  expect(view.size() == object.properties.size(), "all properties are shown");
  for (std::size_t i = 0; i < view.size(); ++i) {
    expect(view[i].key() == Variant(object.properties[i].first), "the name is the same");
    expect_same(view[i], object.properties[i].second);
  }
}

void expect_same_elements(const View& view, const Array& array) {
  expect(view.size() == array.elements.size(), "all elements are shown");
  for (std::size_t i = 0; i < view.size(); ++i) expect_same(view[i], array.elements[i]);
}

void expect_same_texts(const View& view, const PackedStringArray& texts) {
  expect(view.size() == texts.data.size(), "all texts are shown");
  for (std::size_t i = 0; i < view.size(); ++i) expect_same(view[i], texts.data[i]);
}

void expect_same_leaf(const View& view, const Variant& value) {
  expect(view.value() == value, "the value is the same");
  if (const auto number = view.get<std::int64_t>())
    expect(Variant(*number) == value, "the integer is the same");
  if (const auto number = view.get<double>()) expect(Variant(*number) == value, "the float is the same");
  if (const auto truth = view.get<bool>()) expect(Variant(*truth) == value, "the bool is the same");
  const auto text = view.get<std::string_view>();
  if (text && view.type() == Type::String) expect(Variant(*text) == value, "the text is the same");
}

void expect_same(const View& view, const Variant& value) {
  expect(view.type() == value.type(), "the type is the same");
  value.visit([&](const auto& stored) {
    using Class = std::decay_t<decltype(stored)>;
    if constexpr (std::derived_from<Class, Array>) {
      expect_same_elements(view, stored);
    } else if constexpr (std::is_same_v<Class, Dictionary>) {
      expect_same_pairs(view, stored);
    } else if constexpr (std::is_same_v<Class, Object>) {
      expect_same_properties(view, stored);
    } else if constexpr (std::is_same_v<Class, PackedStringArray>) {
      expect_same_texts(view, stored);
    } else {
      expect_same_leaf(view, value);
    }
  });
}

void check(const Input& input) {
  const DecodeOptions options = input.decode_options();
  const Result<Decoded> decoded = decode(input.value, options);
  const Result<Viewed> viewed = view(input.value, options);
  if (!decoded) return expect(viewed.error() == decoded.error(), "View and Variant fail alike");
  expect(static_cast<bool>(viewed), "what is decoded can be viewed");
  expect(viewed.value().bytes_read() == decoded.value().bytes_read, "View and Variant read alike");
  expect(viewed.value().root().value() == decoded.value().value, "the whole value is the same");
  expect_same(viewed.value().root(), decoded.value().value);
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
