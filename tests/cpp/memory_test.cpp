// When memory runs out, at any allocation, std::bad_alloc passes through; nothing leaks, and every value is
// as before.
#include <functional>
#include <new>

#include "allocations.h"
#include "expect.h"
#include "godot_variant/text.h"
#include "godot_variant/view.h"

namespace godot_variant::tests {
namespace {

using Octets = std::vector<std::uint8_t>;

const std::string long_text = "a text that needs memory of its own";

/// Has every kind of value that allocates, several levels and pages.
Variant everything() {
  Array typed{{Variant(1), Variant(2)}, ContainerType{ContainerType::Kind::builtin, Type::Int, ""}};
  Dictionary typed_pairs{{{Variant(long_text), Variant(1)}},
                         DictionaryTypes{{ContainerType::Kind::builtin, Type::String, ""},
                                         {ContainerType::Kind::builtin, Type::Int, ""}}};
  Object object{"A class with a long name", {{"a property with a long name", Variant(long_text)}}};
  Array inner;
  for (int i = 0; i < 40; ++i) inner.elements.push_back(long_text + std::to_string(i));
  Dictionary all;
  all.entries.emplace_back("typed", typed);
  all.entries.emplace_back("typed pairs", typed_pairs);
  all.entries.emplace_back("object", object);
  all.entries.emplace_back("inner", inner);
  all.entries.emplace_back(StringName{long_text}, NodePath{true, {long_text, "b"}, {long_text}});
  all.entries.emplace_back("texts", PackedStringArray{{long_text, "short", long_text}});
  all.entries.emplace_back("bytes", PackedByteArray{Octets(100)});
  all.entries.emplace_back("points", PackedVector2Array{{std::vector<float>{1, 2, 3, 4}}});
  all.entries.emplace_back("signal", Signal{long_text, 3});
  all.entries.emplace_back(Vector2i(1, 2), Transform3D());
  for (int i = 0; i < 20; ++i) all.entries.emplace_back(i, i);
  return all;
}

Octets bytes_of(const Variant& value) {
  return encode(value, {.dialect = "godot-4", .full_objects = true}).value();
}

/// Calls `run` with each of its allocations failing once, until it needs none that fails.
void expect_safe(const std::function<void()>& run) {
  run();
  const std::ptrdiff_t before = blocks_in_use();
  for (std::size_t count = 0;; ++count) {
    bool thrown = false;
    fail_allocation_after(count);
    try {
      run();
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    const bool failed = stop_failing();
    ASSERT_EQ(blocks_in_use(), before) << "at allocation " << count;
    // Sorting does without memory that is refused.
    ASSERT_TRUE(failed || !thrown) << "at allocation " << count;
    if (!failed) return;
  }
}

TEST(NoMemory, Copy) {
  const Variant value = everything();
  expect_safe([&] { const Variant copy = value; });
  const Object object{long_text, {{long_text, value}, {"b", value}}};
  expect_safe([&] { const Object copy = object; });
  const List<Entry> entries{{value, value}, {Variant(long_text), Variant(1)}};
  expect_safe([&] { const List<Entry> copy = entries; });
  EXPECT_EQ(value, everything());
}

TEST(NoMemory, AssignmentKeepsTheOldValue) {
  const Variant value = everything();
  Variant target(long_text);
  for (std::size_t count = 0;; ++count) {
    fail_allocation_after(count);
    try {
      target = value;
    } catch (const std::bad_alloc&) {
    }
    if (!stop_failing()) break;
    ASSERT_EQ(target, Variant(long_text));
  }
  EXPECT_EQ(target, value);
}

/// The parts of an Array are copied one after the other, but moved without allocating.
TEST(NoMemory, AssignmentOfACopyKeepsTheOldParts) {
  const Array old{{Variant(1)}, ContainerType{ContainerType::Kind::class_name, Type::Object, long_text}};
  const Array other{{Variant(long_text)},
                    ContainerType{ContainerType::Kind::script, Type::Object, long_text + "2"}};
  Array target = old;
  for (std::size_t count = 0;; ++count) {
    fail_allocation_after(count);
    try {
      target = Array(other);
    } catch (const std::bad_alloc&) {
    }
    if (!stop_failing()) break;
    ASSERT_EQ(target, old);
  }
  EXPECT_EQ(target, other);
}

TEST(NoMemory, Emplace) {
  const PackedByteArray bytes{Octets(100)};
  expect_safe([&] {
    Variant value(long_text);
    value.emplace<PackedByteArray>(bytes);
  });
}

TEST(NoMemory, ListsKeepTheirItems) {
  for (std::size_t count = 0;; ++count) {
    List<Variant> list{Variant(1), Variant(long_text)};
    const List<Variant> old = list;
    const std::ptrdiff_t before = blocks_in_use();
    fail_allocation_after(count);
    try {
      list.emplace_back(long_text);
      list.emplace_back(PackedByteArray{Octets(10)});
    } catch (const std::bad_alloc&) {
    }
    const bool failed = stop_failing();
    ASSERT_TRUE(std::equal(old.begin(), old.end(), list.begin()));
    if (!failed) break;
    list.resize(2);
    list = old;
    ASSERT_EQ(blocks_in_use(), before);
  }
  expect_safe([&] { const List<String> made(std::vector<std::string>{long_text, long_text}); });
}

TEST(NoMemory, Decode) {
  const Octets bytes = bytes_of(everything());
  expect_safe([&] { EXPECT_TRUE(decode(bytes, {.dialect = "godot-4", .allow_objects = true})); });
}

/// Equal keys are merged, and reported by a search of its own.
TEST(NoMemory, DecodeOfEqualKeys) {
  List<Entry> pairs;
  for (int i = 0; i < 40; ++i)
    pairs.emplace_back(long_text + std::to_string(i % 30), PackedByteArray{Octets(3)});
  const Octets bytes = from_hex(encoded_entries(pairs));
  expect_safe([&] { EXPECT_EQ(decode(bytes).value().warnings.size(), 10U); });
}

TEST(NoMemory, DecodeOfDamagedBytes) {
  Octets bytes = bytes_of(everything());
  bytes.resize(bytes.size() / 2);
  expect_safe([&] { EXPECT_FALSE(decode(bytes, {.dialect = "godot-4", .allow_objects = true})); });
}

TEST(NoMemory, Encode) {
  const Variant value = everything();
  expect_safe([&] { EXPECT_TRUE(encode(value, {.full_objects = true})); });
  Octets target(bytes_of(value).size());
  expect_safe([&] { EXPECT_TRUE(encode_into(value, target, {.full_objects = true})); });
}

/// The lists of the caller get everything or nothing.
TEST(NoMemory, EncodeWithNotes) {
  Vector2 rounded(0.1, 0.2);
  rounded.wide = true;
  const Variant value =
      Array{{rounded, rounded}, ContainerType{ContainerType::Kind::builtin, Type::Int, ""}, false};
  Octets target(100);
  for (const bool into : {false, true}) {
    expect_safe([&] {
      std::vector<Loss> losses(1);
      std::vector<Warning> warnings(1);
      const EncodeOptions options{.real = FloatWidth::single, .losses = &losses, .warnings = &warnings};
      try {
        if (into) {
          EXPECT_TRUE(encode_into(value, target, options));
        } else {
          EXPECT_TRUE(encode(value, options));
        }
      } catch (const std::bad_alloc&) {
        EXPECT_EQ(losses.size(), 1U);
        EXPECT_EQ(warnings.size(), 1U);
        throw;
      }
      EXPECT_EQ(losses.size(), 3U);
      EXPECT_EQ(warnings.size(), 3U);
    });
  }
}

TEST(NoMemory, Convert) {
  const Octets bytes = bytes_of(everything());
  expect_safe(
      [&] { EXPECT_TRUE(convert(bytes, {.from = "godot-4", .to = "godot-3", .allow_objects = true})); });
}

TEST(NoMemory, View) {
  const Octets bytes = bytes_of(everything());
  expect_safe([&] {
    const auto viewed = view(bytes, {.dialect = "godot-4", .allow_objects = true});
    EXPECT_EQ(viewed.value().root().find("inner")->get<Array>()->elements.size(), 40U);
  });
}

TEST(NoMemory, Text) {
  const std::string text = to_text(everything()).value();
  expect_safe([&] { EXPECT_TRUE(parse_text(text)); });
  const Variant value = everything();
  expect_safe([&] { EXPECT_TRUE(to_text(value)); });
}

}  // namespace
}  // namespace godot_variant::tests
