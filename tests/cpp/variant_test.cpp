// Variant and the value classes in user code.
#include "events/numbers.h"
#include "expect.h"

namespace godot_variant::tests {
namespace {

TEST(ValueClasses, HaveGodotsNames) {
  const Vector3 x(1, 2, 3), y(4, 5, 6), z(7, 8, 9);
  const Basis basis(x, y, z);
  EXPECT_EQ(basis.components, (std::array<double, 9>{1, 4, 7, 2, 5, 8, 3, 6, 9})) << "rows, as on the wire";
  EXPECT_EQ(basis.x(), x);
  EXPECT_EQ(basis.y(), y);
  EXPECT_EQ(basis.z(), z);
  const Transform3D transform(basis, Vector3(10, 11, 12));
  EXPECT_EQ(transform.basis(), basis);
  EXPECT_EQ(transform.origin(), Vector3(10, 11, 12));
  const Transform2D flat(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6));
  EXPECT_EQ(flat.components, (std::array<double, 6>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(flat.y(), Vector2(3, 4));
  EXPECT_EQ(flat.origin(), Vector2(5, 6));
  const Projection projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12),
                              Vector4(13, 14, 15, 16));
  EXPECT_EQ(projection.column(2), Vector4(9, 10, 11, 12));
}

TEST(ValueClasses, GiveTheirComponentsByName) {
  Vector3 place;
  place.x() = 1, place.y() = 2, place.z() = 3;
  EXPECT_EQ(place, Vector3(1, 2, 3));
  Vector4 four;
  four.x() = 1, four.y() = 2, four.z() = 3, four.w() = 4;
  const Vector4 same = four;
  EXPECT_EQ(std::vector({same.x(), same.y(), same.z(), same.w()}), std::vector({1.0, 2.0, 3.0, 4.0}));
  EXPECT_EQ(Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)).x(), Vector2(1, 2));
  const Color color(0.25, 0.5, 0.75);
  EXPECT_EQ(std::vector({color.r(), color.g(), color.b(), color.a()}), std::vector({0.25, 0.5, 0.75, 1.0}));
  const Vector2i two(1, -2);
  EXPECT_EQ(std::vector({two.x(), two.y()}), std::vector({1, -2}));
  const Vector3i three(1, -2, 3);
  EXPECT_EQ(std::vector({three.x(), three.y(), three.z()}), std::vector({1, -2, 3}));
  const Vector4i more(1, -2, 3, -4);
  EXPECT_EQ(std::vector({more.x(), more.y(), more.z(), more.w()}), std::vector({1, -2, 3, -4}));
}

TEST(ValueClasses, HaveParts) {
  const AABB box(Vector3(1, 2, 3), Vector3(4, 5, 6));
  EXPECT_EQ(box.position(), Vector3(1, 2, 3));
  EXPECT_EQ(box.size(), Vector3(4, 5, 6));
  EXPECT_EQ(Rect2(1, 2, 3, 4).position(), Vector2(1, 2));
  EXPECT_EQ(Rect2(1, 2, 3, 4).size(), Vector2(3, 4));
  EXPECT_EQ(Rect2i(1, 2, 3, 4).position(), Vector2i(1, 2));
  EXPECT_EQ(Rect2i(1, 2, 3, 4).size(), Vector2i(3, 4));
  EXPECT_EQ(Plane(Vector3(1, 2, 3), 4).normal(), Vector3(1, 2, 3));
  EXPECT_EQ(Plane(Vector3(1, 2, 3), 4).d(), 4);
  EXPECT_EQ(Color(1, 2, 3).a(), 1);
  Vector2 vector;
  vector.x() = 3;
  vector.y() = 4;
  EXPECT_EQ(vector, Vector2(3, 4));
}

TEST(Variant, KnowsItsType) {
  EXPECT_EQ(Variant().type(), Type::Nil);
  EXPECT_TRUE(Variant().is_nil());
  EXPECT_EQ(Variant(true).type(), Type::Bool);
  EXPECT_EQ(Variant(1).type(), Type::Int);
  EXPECT_EQ(Variant(1.0).type(), Type::Float);
  EXPECT_EQ(Variant("a").type(), Type::String);
  EXPECT_EQ(Variant(Quaternion(0, 0, 0, 1)).type(), Type::Quaternion);
  EXPECT_EQ(Variant(Vector4(0, 0, 0, 1)).type(), Type::Vector4);
  EXPECT_EQ(Variant(Projection()).type(), Type::Projection);
  EXPECT_EQ(Variant(Object{}).type(), Type::Object);
  EXPECT_EQ(Variant(EncodedObjectAsID{}).type(), Type::Object);
  EXPECT_EQ(Variant(PackedColorArray{}).type(), Type::PackedColorArray);
  EXPECT_EQ(Variant(InputEvent{}).type(), Type::InputEvent);
}

TEST(Variant, TakesIntegersThatFit) {
  EXPECT_EQ(Variant(5LL), Variant(5));
  EXPECT_EQ(Variant(-5L), Variant(-5));
  EXPECT_EQ(Variant(std::uint32_t{0xFFFFFFFF}), Variant(std::int64_t{0xFFFFFFFF}));
  EXPECT_EQ(Variant(std::int8_t{-1}), Variant(-1));
  EXPECT_TRUE(Variant(true).is<bool>());
  static_assert(!std::is_constructible_v<Variant, std::uint64_t>);
  static_assert(!std::is_constructible_v<Variant, const void*>);
}

TEST(Variant, ReturnsTheStoredValue) {
  Variant value = Basis(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1));
  EXPECT_TRUE(value.is<Basis>());
  EXPECT_EQ(value.get_if<Transform3D>(), nullptr);
  value.get_if<Basis>()->components[0] = 5;
  EXPECT_EQ(value.get_if<Basis>()->x(), Vector3(5, 0, 0));
  EXPECT_FALSE(Variant(1).is<double>());
  EXPECT_EQ(*Variant(1).get_if<std::int64_t>(), 1);
}

TEST(Variant, VisitsTheValueClass) {
  const auto is_basis = [](const auto& value) {
    return std::is_same_v<std::decay_t<decltype(value)>, Basis>;
  };
  EXPECT_TRUE(Variant(Basis()).visit(is_basis));
  EXPECT_FALSE(Variant(Vector2()).visit(is_basis));
}

TEST(Variant, ComparesByBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(Variant(nan) == Variant(nan));
  EXPECT_FALSE(Variant(nan) == Variant(bits_as<double>(0x7FF8000000000001)));
  EXPECT_FALSE(Variant(0.0) == Variant(-0.0));
  EXPECT_TRUE(Variant(Vector2(nan, 0)) == Variant(Vector2(nan, 0)));
  EXPECT_FALSE(Variant(Vector2(0, 0)) == Variant(Vector2(-0.0, 0)));
  EXPECT_FALSE(Variant(1) == Variant(1.0));
  EXPECT_FALSE(Variant("a") == Variant(StringName{"a"}));
  Vector2 wide(1, 2);
  wide.wide = true;
  EXPECT_FALSE(Variant(wide) == Variant(Vector2(1, 2)));
  const PackedFloat32Array one{std::vector<float>{1}}, two{std::vector<float>{1, 2}};
  EXPECT_TRUE(one == PackedFloat32Array{std::vector<float>{1}});
  EXPECT_FALSE(one == two);
  EXPECT_FALSE(one == PackedFloat32Array{std::vector<double>{1}});
  const PackedVector2Array whole{std::vector<float>(4)}, incomplete{std::vector<float>(5)};
  EXPECT_FALSE(incomplete == whole);
  EXPECT_FALSE(whole == incomplete);
  EXPECT_TRUE(Variant(Object{}) == Variant(Object{}));
}

TEST(Variant, CopiesDeeply) {
  const Variant original = Dictionary{{{"a", Array{{1, Transform3D()}, {}, false}}}, {}, false};
  Variant copy = original;
  EXPECT_TRUE(copy == original);
  copy.get_if<Dictionary>()->entries[0].second.get_if<Array>()->elements[0] = 2;
  EXPECT_FALSE(copy == original);
  EXPECT_TRUE(original.get_if<Dictionary>()->entries[0].second.get_if<Array>()->elements[0] == 1);
}

TEST(Box, HoldsAValueOrNothing) {
  Box<ContainerType> empty, full = ContainerType{ContainerType::Kind::class_name, Type::Nil, "Node"};
  EXPECT_FALSE(empty);
  EXPECT_TRUE(full);
  EXPECT_TRUE(empty == Box<ContainerType>());
  EXPECT_FALSE(empty == full);
  Box<ContainerType> copy = full;
  EXPECT_TRUE(copy == full);
  copy->text = "Node2D";
  EXPECT_FALSE(copy == full);
  copy = full;
  EXPECT_EQ(copy->text, "Node");
  copy = Box<ContainerType>();
  EXPECT_FALSE(copy);
}

TEST(Dictionary, FindsTextKeys) {
  const Dictionary dictionary{{{StringName{"a"}, 1}, {"b", 2}, {3, 4}}, {}, false};
  ASSERT_NE(dictionary.find("a"), nullptr);
  EXPECT_TRUE(*dictionary.find("a") == 1);
  EXPECT_TRUE(*dictionary.find("b") == 2);
  EXPECT_EQ(dictionary.find("3"), nullptr);
}

TEST(Dictionary, ChangesAValueInATreeThatWasDecoded) {
  Variant root =
      decode(
          encode(Dictionary{{{"a", Dictionary{{{"b", "a text with its own memory"}}, {}, false}}}, {}, false})
              .value())
          .value()
          .value;
  Variant* const inner = root.get_if<Dictionary>()->find("a");
  ASSERT_NE(inner, nullptr);
  *inner->get_if<Dictionary>()->find("b") = "another text with its own memory";
  const Dictionary expected{{{"b", "another text with its own memory"}}, {}, false};
  EXPECT_EQ(root, Variant(Dictionary{{{"a", expected}}, {}, false}));
}

TEST(Packed, CountElements) {
  EXPECT_EQ((PackedVector3Array{std::vector<float>(6)}).size(), 2U);
  EXPECT_FALSE((PackedVector3Array{std::vector<float>(6)}).wide());
  EXPECT_EQ((PackedColorArray{std::vector<float>(8)}).size(), 2U);
  EXPECT_TRUE((PackedVector2Array{std::vector<double>(2)}).wide());
}

TEST(List, KeepsItemsWhenNothingIsErased) {
  List<String> texts{"short", "longer than fifteen bytes"};
  const List<String> same = texts;
  EXPECT_EQ(texts.erase(texts.begin(), texts.begin()), texts.begin());
  EXPECT_EQ(texts, same);
  List<Property> properties;
  properties.emplace_back("name", 1);
  properties.erase(properties.begin(), properties.begin());
  EXPECT_EQ(properties[0].first, "name");
}

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> value = 5;
  EXPECT_TRUE(value);
  EXPECT_EQ(value.value(), 5);
  EXPECT_EQ(value.error(), Error{});
  const Result<int> error = Error{ErrorCode::bad_utf8, 7};
  EXPECT_FALSE(error);
  EXPECT_EQ(error.error(), (Error{ErrorCode::bad_utf8, 7}));
}

TEST(Moved, ToItselfKeepsTheValue) {
  for (const std::string_view text : {"short", "a text that needs memory of its own"}) {
    String string = text;
    String& same = string;
    string = std::move(same);
    EXPECT_EQ(string, text);
    Variant value = StringName{text};
    Variant& again = value;
    value = std::move(again);
    EXPECT_TRUE(value == Variant(StringName{text}));
    List<String> list{text};
    List<String>& items = list;
    list = std::move(items);
    EXPECT_EQ(list.front(), text);
  }
}

TEST(Moved, LeavesNil) {
  Variant boxed(Basis{});
  const Variant taken = std::move(boxed);
  EXPECT_TRUE(boxed.is_nil());  // NOLINT(bugprone-use-after-move): a moved-from Variant is Nil
  boxed = Variant(NodePath{});
  Variant other;
  other = std::move(boxed);
  EXPECT_TRUE(boxed.is_nil());  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(taken.is<Basis>());
  EXPECT_TRUE(other.is<NodePath>());
}

TEST(Emplaced, ReplacesTheOldValue) {
  Variant value("text");
  value.emplace<Basis>().components[0] = 2;
  EXPECT_EQ(value.get_if<Basis>()->components[0], 2);
  EXPECT_EQ(value.emplace<String>("ab"), "ab");
  EXPECT_EQ(value, Variant("ab"));
}

/// A pointer converts to bool, and would be true.
static_assert(std::is_constructible_v<Variant, bool> && !std::is_constructible_v<Variant, int*>);
static_assert(!std::is_constructible_v<Variant, const void*>);

}  // namespace
}  // namespace godot_variant::tests
