// The value classes of a Variant, with Godot's names. All are plain values: copyable, comparable and
// independent of the engine. Equality compares bits, so a NaN equals itself and 0.0 differs from -0.0.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "godot_variant/generated.h"
#include "godot_variant/list.h"
#include "godot_variant/string.h"

namespace godot_variant {

class Variant;

/// One pair of a Dictionary, one property of an Object.
using Entry = std::pair<Variant, Variant>;
using Property = std::pair<String, Variant>;

/// Items that hold Variants of any depth.
template <class T>
struct TreeItems {
  static void destroy(T* items, std::size_t count);
  static void copy(const T* from, T* to, std::size_t count);
  static bool equal(const T* a, const T* b, std::size_t count);
};
template <>
struct Items<Variant> : TreeItems<Variant> {};
template <>
struct Items<Entry> : TreeItems<Entry> {};
template <>
struct Items<Property> : TreeItems<Property> {};

/// True when two numbers have the same bits.
template <class T>
bool same_bits(T a, T b) {
  std::array<unsigned char, sizeof(T)> bits_of_a{};
  std::array<unsigned char, sizeof(T)> bits_of_b{};
  std::memcpy(bits_of_a.data(), &a, sizeof a);
  std::memcpy(bits_of_b.data(), &b, sizeof b);
  return bits_of_a == bits_of_b;
}

/// `N` floating-point components in the engine's wire order, all 0 by default, also where the engine's
/// default is another value: Transform2D, Transform3D, Basis, Projection, Quaternion (identity) and Color
/// (alpha 1). `wide` is set when they were read as 64-bit numbers; encode then writes 64 bits where the
/// dialect allows it, and otherwise rounds to 32 bits.
template <std::size_t N>
struct Reals {
  std::array<double, N> components{};
  bool wide = false;

  bool operator==(const Reals& other) const {
    return wide == other.wide &&
           std::equal(components.begin(), components.end(), other.components.begin(), same_bits<double>);
  }

 protected:
  Reals() = default;
  explicit Reals(const std::array<double, N>& values) : components(values) {}
};

/// `N` 32-bit integer components.
template <std::size_t N>
struct Integers {
  std::array<std::int32_t, N> components{};
  bool operator==(const Integers&) const = default;

 protected:
  Integers() = default;
  explicit Integers(const std::array<std::int32_t, N>& values) : components(values) {}
};

struct Vector2 : Reals<2> {
  Vector2() = default;
  Vector2(double x, double y) : Reals({x, y}) {}
  double& x() { return components[0]; }
  double& y() { return components[1]; }
  double x() const { return components[0]; }
  double y() const { return components[1]; }
};

struct Vector3 : Reals<3> {
  Vector3() = default;
  Vector3(double x, double y, double z) : Reals({x, y, z}) {}
  double& x() { return components[0]; }
  double& y() { return components[1]; }
  double& z() { return components[2]; }
  double x() const { return components[0]; }
  double y() const { return components[1]; }
  double z() const { return components[2]; }
};

struct Vector4 : Reals<4> {
  Vector4() = default;
  Vector4(double x, double y, double z, double w) : Reals({x, y, z, w}) {}
  double& x() { return components[0]; }
  double& y() { return components[1]; }
  double& z() { return components[2]; }
  double& w() { return components[3]; }
  double x() const { return components[0]; }
  double y() const { return components[1]; }
  double z() const { return components[2]; }
  double w() const { return components[3]; }
};

struct Quaternion : Vector4 {
  using Vector4::Vector4;
};

struct Rect2 : Reals<4> {
  Rect2() = default;
  Rect2(double x, double y, double width, double height) : Reals({x, y, width, height}) {}
  Vector2 position() const { return {components[0], components[1]}; }
  Vector2 size() const { return {components[2], components[3]}; }
};

/// Column x, column y, then the origin.
struct Transform2D : Reals<6> {
  Transform2D() = default;
  Transform2D(const Vector2& x, const Vector2& y, const Vector2& origin)
      : Reals({x.x(), x.y(), y.x(), y.y(), origin.x(), origin.y()}) {}
  Vector2 x() const { return {components[0], components[1]}; }
  Vector2 y() const { return {components[2], components[3]}; }
  Vector2 origin() const { return {components[4], components[5]}; }
};

struct Plane : Reals<4> {
  Plane() = default;
  Plane(const Vector3& normal, double d) : Reals({normal.x(), normal.y(), normal.z(), d}) {}
  Vector3 normal() const { return {components[0], components[1], components[2]}; }
  double d() const { return components[3]; }
};

struct AABB : Reals<6> {
  AABB() = default;
  AABB(const Vector3& position, const Vector3& size)
      : Reals({position.x(), position.y(), position.z(), size.x(), size.y(), size.z()}) {}
  Vector3 position() const { return {components[0], components[1], components[2]}; }
  Vector3 size() const { return {components[3], components[4], components[5]}; }
};

/// Three axes, stored as rows: x.x y.x z.x, x.y y.y z.y, x.z y.z z.z.
struct Basis : Reals<9> {
  Basis() = default;
  Basis(const Vector3& x, const Vector3& y, const Vector3& z)
      : Reals({x.x(), y.x(), z.x(), x.y(), y.y(), z.y(), x.z(), y.z(), z.z()}) {}
  Vector3 x() const { return {components[0], components[3], components[6]}; }
  Vector3 y() const { return {components[1], components[4], components[7]}; }
  Vector3 z() const { return {components[2], components[5], components[8]}; }
};

/// The rows of a basis, then the origin.
struct Transform3D : Reals<12> {
  Transform3D() = default;
  Transform3D(const Basis& basis, const Vector3& origin) {
    std::memcpy(components.data(), basis.components.data(), sizeof basis.components);
    std::memcpy(components.data() + 9, origin.components.data(), sizeof origin.components);
  }
  Basis basis() const {
    Basis basis;
    std::memcpy(basis.components.data(), components.data(), sizeof basis.components);
    return basis;
  }
  Vector3 origin() const { return {components[9], components[10], components[11]}; }
};

/// Four columns.
struct Projection : Reals<16> {
  Projection() = default;
  Projection(const Vector4& x, const Vector4& y, const Vector4& z, const Vector4& w) {
    const Vector4* columns[] = {&x, &y, &z, &w};
    for (std::size_t i = 0; i < 4; ++i) {
      std::memcpy(components.data() + i * 4, columns[i]->components.data(), sizeof columns[i]->components);
    }
  }
  /// Column 0 (x) to 3 (w).
  Vector4 column(std::size_t index) const {
    return {components[index * 4], components[index * 4 + 1], components[index * 4 + 2],
            components[index * 4 + 3]};
  }
};

struct Color : Reals<4> {
  Color() = default;
  Color(double r, double g, double b, double a = 1) : Reals({r, g, b, a}) {}
  double r() const { return components[0]; }
  double g() const { return components[1]; }
  double b() const { return components[2]; }
  double a() const { return components[3]; }
};

struct Vector2i : Integers<2> {
  Vector2i() = default;
  Vector2i(std::int32_t x, std::int32_t y) : Integers({x, y}) {}
  std::int32_t x() const { return components[0]; }
  std::int32_t y() const { return components[1]; }
};

struct Vector3i : Integers<3> {
  Vector3i() = default;
  Vector3i(std::int32_t x, std::int32_t y, std::int32_t z) : Integers({x, y, z}) {}
  std::int32_t x() const { return components[0]; }
  std::int32_t y() const { return components[1]; }
  std::int32_t z() const { return components[2]; }
};

struct Vector4i : Integers<4> {
  Vector4i() = default;
  Vector4i(std::int32_t x, std::int32_t y, std::int32_t z, std::int32_t w) : Integers({x, y, z, w}) {}
  std::int32_t x() const { return components[0]; }
  std::int32_t y() const { return components[1]; }
  std::int32_t z() const { return components[2]; }
  std::int32_t w() const { return components[3]; }
};

struct Rect2i : Integers<4> {
  Rect2i() = default;
  Rect2i(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height)
      : Integers({x, y, width, height}) {}
  Vector2i position() const { return {components[0], components[1]}; }
  Vector2i size() const { return {components[2], components[3]}; }
};

/// An interned name, a type of its own since Godot 4.
struct StringName {
  String text;
  bool operator==(const StringName&) const = default;
};

/// A path to a node and, with subnames, to a property of it: /root/Player:position:x.
struct NodePath {
  /// Whether the path begins at the root.
  bool absolute = false;
  /// The names of the nodes.
  List<String> names;
  /// The names after colons.
  List<String> subnames;
  /// Whether the last subname is a property. Only Godot 2 writes this; for other dialects it is unknown.
  enum class Property : std::uint8_t { unknown, none, last_subname } property = Property::unknown;
  bool operator==(const NodePath&) const = default;
};

/// A resource handle of the engine that wrote it. Godot 3 and older do not write the id; it is then 0.
struct RID {
  std::uint64_t id = 0;
  bool operator==(const RID&) const = default;
};

/// An Object that was written as its instance id.
struct EncodedObjectAsID {
  std::uint64_t object_id = 0;
  bool operator==(const EncodedObjectAsID&) const = default;
};

/// A fully written Object, as inert data. An empty class name means the null object.
struct Object {
  String class_name;
  List<Property> properties;
  bool operator==(const Object& other) const;
};

/// Engines write only the type of a Callable.
struct Callable {
  bool operator==(const Callable&) const = default;
};

/// A signal of an object, which is known only by its id.
struct Signal {
  String name;
  std::uint64_t object_id = 0;
  bool operator==(const Signal&) const = default;
};

/// The declared type of a container's elements, keys or values.
struct ContainerType {
  enum class Kind : std::uint8_t { untyped, builtin, class_name, script };
  Kind kind = Kind::untyped;
  /// The type, for Kind::builtin.
  Type builtin = Type::Nil;
  /// The class name or the path of the script.
  String text;
  bool operator==(const ContainerType&) const = default;
};

/// A value on the heap. Copies are deep, comparison is by value, and a Box may be empty.
template <class T>
class Box {
 public:
  Box() = default;
  Box(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Box(const Box& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Box(Box&&) noexcept = default;
  Box& operator=(const Box& other) {
    if (this != &other) *this = Box(other);
    return *this;
  }
  Box& operator=(Box&&) noexcept = default;
  ~Box() = default;

  explicit operator bool() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  bool operator==(const Box& other) const {
    return value_ && other.value_ ? *value_ == *other.value_ : !value_ && !other.value_;
  }

 private:
  std::unique_ptr<T> value_;
};

/// Values in order, of one declared type or of any. To replace an Array with one inside it, copy or move that
/// one out first: `array = Array(*inner)`. A Variant needs no such care.
struct Array {
  List<Variant> elements;
  /// Empty for an untyped Array.
  Box<ContainerType> element_type;
  /// The shared bit of Godot 1 and 2; see docs/FORMAT.md, "array".
  bool shared = false;
  bool operator==(const Array& other) const;
};

/// A typed array of Pandemonium Engine. There, the element type Object without a class means
/// EncodedObjectAsID.
struct TypedArray : Array {};
/// Like TypedArray, but with a type id of its own.
struct PackedTypedArray : Array {};

/// The declared types of a typed Dictionary.
struct DictionaryTypes {
  ContainerType key;
  ContainerType value;
  bool operator==(const DictionaryTypes&) const = default;
};

/// Pairs in insertion order. decode never returns two keys that the engine considers equal, and encode
/// refuses them, because engines keep only one of them. To replace a Dictionary with one inside it, copy or
/// move that one out first, as with an Array.
struct Dictionary {
  List<Entry> entries;
  /// Empty for an untyped Dictionary.
  Box<DictionaryTypes> types;
  /// The shared bit of Godot 1 and 2; see docs/FORMAT.md, "dictionary".
  bool shared = false;
  bool operator==(const Dictionary& other) const;
  /// The value of the String or StringName key `name`, or a null pointer. Takes time in proportion to the
  /// number of entries.
  const Variant* find(std::string_view name) const;
  Variant* find(std::string_view name) { return const_cast<Variant*>(std::as_const(*this).find(name)); }
};

struct PackedByteArray {
  std::vector<std::uint8_t> data;
  bool operator==(const PackedByteArray&) const = default;
};
struct PackedInt32Array {
  std::vector<std::int32_t> data;
  bool operator==(const PackedInt32Array&) const = default;
};
struct PackedInt64Array {
  std::vector<std::int64_t> data;
  bool operator==(const PackedInt64Array&) const = default;
};
struct PackedStringArray {
  List<String> data;
  bool operator==(const PackedStringArray&) const = default;
};

/// Consecutive 32-bit integers, `N` per element.
template <Type T, std::size_t N>
struct PackedIntegers {
  std::vector<std::int32_t> data;

  std::size_t size() const { return data.size() / N; }
  bool operator==(const PackedIntegers&) const = default;
};
using PackedVector2iArray = PackedIntegers<Type::PackedVector2iArray, 2>;
using PackedVector3iArray = PackedIntegers<Type::PackedVector3iArray, 3>;
using PackedVector4iArray = PackedIntegers<Type::PackedVector4iArray, 4>;

/// Consecutive floats, `N` per element. Vectors and colors keep the width that they were read with; encode
/// writes PackedFloat32Array with 32 bits (it rounds doubles) and PackedFloat64Array with 64, whichever
/// numbers they hold.
template <Type T, std::size_t N>
struct PackedReals {
  std::variant<std::vector<float>, std::vector<double>> data;

  std::size_t size() const {
    return std::visit([](const auto& numbers) { return numbers.size() / N; }, data);
  }
  bool wide() const { return data.index() == 1; }
  bool operator==(const PackedReals& other) const {
    if (data.index() != other.data.index()) return false;
    return std::visit(
        [&](const auto& mine) {
          const auto& theirs = *std::get_if<std::decay_t<decltype(mine)>>(&other.data);
          using Number = typename std::decay_t<decltype(mine)>::value_type;
          return std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end(), same_bits<Number>);
        },
        data);
  }
};
using PackedFloat32Array = PackedReals<Type::PackedFloat32Array, 1>;
using PackedFloat64Array = PackedReals<Type::PackedFloat64Array, 1>;
using PackedVector2Array = PackedReals<Type::PackedVector2Array, 2>;
using PackedVector3Array = PackedReals<Type::PackedVector3Array, 3>;
using PackedVector4Array = PackedReals<Type::PackedVector4Array, 4>;
using PackedColorArray = PackedReals<Type::PackedColorArray, 4>;

/// An image of Godot 1 and 2. `format` is that engine's Image::Format, 0 to 22.
struct Image {
  std::uint32_t format = 0;
  std::uint32_t mipmaps = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> data;
  bool operator==(const Image&) const = default;
};

/// An input event of Godot 1 and 2. The meaning of `words` depends on `type`; see docs/FORMAT.md,
/// "input_event".
struct InputEvent {
  std::uint32_t type = 0;
  std::uint32_t device = 0;
  std::vector<std::uint32_t> words;
  bool operator==(const InputEvent&) const = default;
};

}  // namespace godot_variant
