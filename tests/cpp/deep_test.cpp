// Values of any depth: nothing that reads, copies, compares or destroys them recurses on the C++ stack.
#include <pthread.h>

#include <functional>

#include "expect.h"
#include "variant/variant_key.h"

namespace godot_variant::tests {
namespace {

constexpr std::size_t levels = 100'000;

/// Runs `test` in a thread whose stack has the size in bytes; recursion over so many levels takes far more.
void with_stack(std::size_t size, const std::function<void()>& test) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, size), 0);
  pthread_t thread;
  const auto run = [](void* function) -> void* {
    (*static_cast<const std::function<void()>*>(function))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&test)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

/// ARM allows no less.
constexpr std::size_t small_stack = 128 * 1024;

/// Each level is around the value before it.
template <class Around>
Variant nested(const Variant& innermost, Around around) {
  Variant value = innermost;
  for (std::size_t i = 0; i < levels; ++i) value = around(std::move(value));
  return value;
}

Variant in_array(Variant value) {
  Array array;
  array.elements.push_back(std::move(value));
  return array;
}
Variant in_value(Variant value) {
  Dictionary dictionary;
  dictionary.entries.emplace_back("key", std::move(value));
  return dictionary;
}
Variant in_key(Variant value) {
  Dictionary dictionary;
  dictionary.entries.emplace_back(std::move(value), 1);
  return dictionary;
}
Variant in_object(Variant value) {
  Object object{"Node", {}};
  object.properties.emplace_back("a property with a long name", std::move(value));
  return object;
}

class Deep : public testing::TestWithParam<Variant (*)(Variant)> {};

TEST_P(Deep, IsCopiedComparedAndDestroyed) {
  with_stack(small_stack, [] {
    Variant value = nested(1, GetParam());
    Variant copy = value;
    EXPECT_TRUE(copy == value);
    EXPECT_FALSE(copy == nested(2, GetParam()));
    copy = Variant();
    // A list and a container can be destroyed on their own, too.
    Variant kept = std::move(value);
    value = kept;
    EXPECT_TRUE(value == kept);
  });
}

TEST_P(Deep, IsAKey) {
  with_stack(small_stack, [] {
    const Variant value = nested("x", GetParam());
    const Variant other = nested("y", GetParam());
    KeyOrder keys(KeyEquality::godot_4);
    const auto order = keys.compare(value, other);
    EXPECT_TRUE(order != 0);
    EXPECT_TRUE(keys.compare(other, value) == 0 <=> order);
    if (value.is<Object>()) return;
    EXPECT_TRUE(keys.compare(value, Variant(value)) == 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Containers, Deep, testing::Values(in_array, in_value, in_key, in_object));

TEST(DeepBytes, AreDecoded) {
  with_stack(small_stack, [] {
    const auto bytes = nested_arrays(levels);
    DecodeOptions options;
    options.dialect = "godot-4";
    options.limits.depth = 0xFFFFFFFF;
    const Result<Decoded> result = decode(bytes, options);
    ASSERT_TRUE(result) << result.error().offset;
    EXPECT_TRUE(result.value().value == nested(Variant(), in_array));
    options.limits.depth = levels - 1;
    EXPECT_EQ(decode(bytes, options).error(), (Error{ErrorCode::too_deep, levels * 8}));
  });
}

/// A Dictionary with two keys, a Dictionary like it and an empty one. Looking for equal keys at every level
/// must not read all levels inside it again.
TEST(DeepBytes, TakeLinearTimeAsKeys) {
  const auto open = from_hex("1b000000 02000000");
  const auto close = from_hex("00000000 1b000000 00000000 00000000");
  std::vector<std::uint8_t> bytes;
  constexpr std::size_t keys = 100'000;
  for (std::size_t i = 0; i < keys; ++i) bytes.insert(bytes.end(), open.begin(), open.end());
  bytes.resize(bytes.size() + 4);
  for (std::size_t i = 0; i < keys; ++i) bytes.insert(bytes.end(), close.begin(), close.end());
  DecodeOptions options;
  options.dialect = "godot-4";
  options.limits.depth = 0xFFFFFFFF;
  const Result<Decoded> result = decode(bytes, options);
  ASSERT_TRUE(result) << name_of(result.error().code) << result.error().offset;
  EXPECT_EQ(result.value().value.get_if<Dictionary>()->entries.size(), 2U);
}

}  // namespace
}  // namespace godot_variant::tests
