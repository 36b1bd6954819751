// Variant: one value of any type.
#pragma once
#include <array>
#include <cstddef>
#include <new>
#include <type_traits>

#include "godot_variant/storage.gen.h"

namespace godot_variant {

/// How a Variant holds a class: as text or small value within its 16 bytes, or else boxed in memory of its
/// own.
template <class T>
inline constexpr bool is_text = std::is_same_v<T, String> || std::is_same_v<T, StringName>;
template <class T>
inline constexpr bool is_small = sizeof(T) <= 8 && std::is_trivially_copyable_v<T>;
template <class T>
inline constexpr bool holds_variants =
    std::derived_from<T, Array> || std::is_same_v<T, Dictionary> || std::is_same_v<T, Object>;

template <class... T>
constexpr std::uint64_t find_boxed(Classes<T...>) {
  return ((std::uint64_t{!is_text<T> && !is_small<T>} << index_of<T>) | ...);
}
/// One bit for each class.
inline constexpr std::uint64_t boxed_classes = find_boxed(ValueClasses{});

/// A value of any type in any dialect, in 16 bytes. Copying, comparing and destroying use no recursion, so
/// values may be nested without limit.
class Variant {
 public:
  using Nil = std::monostate;

  Variant() = default;
  Variant(const Variant& other) : Variant() {
    if (other.owns_memory()) {
      copy(other);
    } else {
      std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    }
  }
  /// Leaves `other` Nil.
  Variant(Variant&& other) noexcept : Variant() { take(other); }
  Variant& operator=(const Variant& other) {
    if (this != &other) *this = Variant(other);
    return *this;
  }
  Variant& operator=(Variant&& other) noexcept {
    // `other` may be inside this value, so the old value goes last.
    Variant old;
    old.take(*this);
    if (this == &other) {
      take(old);
    } else {
      take(other);
    }
    return *this;
  }
  ~Variant() {
    if (owns_memory()) destroy();
  }
  /// Only of a bool: a pointer would become one, too.
  template <std::same_as<bool> T>
  Variant(T value) {
    make<bool>(value);
  }
  Variant(std::int64_t value) { make<std::int64_t>(value); }
  /// A null pointer is not a text.
  Variant(std::nullptr_t) = delete;
  Variant(int value) { make<std::int64_t>(value); }
  /// Of any other integer type whose numbers all fit.
  template <std::integral T>
  requires(!std::same_as<T, bool> && (std::is_signed_v<T> || sizeof(T) < 8)) Variant(T value) {
    make<std::int64_t>(value);
  }
  Variant(double value) { make<double>(value); }
  Variant(const char* text) { make<String>(text); }
  Variant(const std::string& text) { make<String>(text); }
  Variant(std::string_view text) { make<String>(text); }
  /// A value of any class in values.h.
  template <class T>
  requires(index_of<T> < class_count && !std::same_as<T, bool>) Variant(T value) {
    make<T>(std::move(value));
  }

  /// Replaces the value with a T constructed from `arguments`, and returns the new value.
  template <class T, class... A>
  T& emplace(A&&... arguments) {
    // The arguments may refer to the old value.
    Variant made;
    made.make<T>(std::forward<A>(arguments)...);
    *this = std::move(made);
    return *get_if<T>();
  }

  Type type() const { return bytes_[0] < type_count ? static_cast<Type>(bytes_[0]) : Type::Object; }
  bool is_nil() const { return bytes_[0] == 0; }

  /// A pointer to the value if it is a T, otherwise null.
  template <class T>
  const T* get_if() const {
    return is<T>() ? &stored<T>() : nullptr;
  }
  template <class T>
  T* get_if() {
    auto* value = const_cast<T*>(static_cast<const Variant*>(this)->get_if<T>());
    if constexpr (holds_variants<T>) {
      if (value != nullptr) memory::touch(value);
    }
    return value;
  }
  template <class T>
  bool is() const {
    static_assert(index_of<T> < class_count, "not a class of values.h");
    return bytes_[0] == index_of<T>;
  }

  /// Calls `visitor` with the value; it must return the same type for every class.
  template <class V>
  decltype(auto) visit(V&& visitor) const {
    return visit_as(visitor, ValueClasses{});
  }

  bool operator==(const Variant& other) const;

 private:
  friend class Blocks;
  static constexpr std::size_t value_at = 8;

  /// Texts begin at byte 1, small values at byte 8; for all others there is a pointer at byte 8.
  template <class T>
  const T& stored() const {
    if constexpr (is_text<T>) {
      static_assert(sizeof(T) == sizeof bytes_ - 1);
      static_assert(alignof(T) == 1);
      return *std::launder(reinterpret_cast<const T*>(bytes_ + 1));
    } else if constexpr (is_small<T>) {
      return *std::launder(reinterpret_cast<const T*>(bytes_ + value_at));
    } else {
      return *static_cast<const T*>(block());
    }
  }
  void* block() const {
    void* block = nullptr;
    std::memcpy(&block, bytes_ + value_at, sizeof block);
    return block;
  }
  bool owns_memory() const {
    if ((boxed_classes >> bytes_[0] & 1) != 0) return true;
    return (bytes_[0] == index_of<String> || bytes_[0] == index_of<StringName>)&&bytes_[1] == String::outside;
  }

  /// Turns a Nil into a T; a large one goes into `block`, or into new memory when that is null.
  template <class T, class... A>
  T& make_in(void* block, A&&... arguments) {
    T* made = nullptr;
    if constexpr (is_text<T>) {
      made = construct(reinterpret_cast<T*>(bytes_ + 1), std::forward<A>(arguments)...);
    } else if constexpr (is_small<T>) {
      made = construct(reinterpret_cast<T*>(bytes_ + value_at), std::forward<A>(arguments)...);
    } else {
      static_assert(alignof(T) <= 8);
      if (block == nullptr) block = memory::allocate(sizeof(T));
      memory::NewBlock memory(block);
      made = construct(static_cast<T*>(block), std::forward<A>(arguments)...);
      std::memcpy(bytes_ + value_at, &block, sizeof block);
      memory.keep();
    }
    bytes_[0] = static_cast<unsigned char>(index_of<T>);
    return *made;
  }
  template <class T, class... A>
  static T* construct(T* place, A&&... arguments) {
    if constexpr (std::is_constructible_v<T, A...>) {
      return std::construct_at(place, std::forward<A>(arguments)...);
    } else {
      new (place) T{std::forward<A>(arguments)...};
      return place;
    }
  }
  template <class T, class... A>
  void make(A&&... arguments) {
    make_in<T>(nullptr, std::forward<A>(arguments)...);
  }
  void take(Variant& other) {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    other.bytes_[0] = 0;
  }
  /// Turns a Nil into a copy.
  void copy(const Variant& other);
  void destroy();

  template <class V, class... T>
  decltype(auto) visit_as(V& visitor, Classes<T...>) const {
    using Answer = std::invoke_result_t<V&, const Nil&>;
    using Call = Answer (*)(V&, const Variant&);
    static constexpr std::array<Call, sizeof...(T)> calls{
        [](V& visit, const Variant& value) -> Answer { return visit(value.stored<T>()); }...};
    return calls[bytes_[0]](visitor, *this);
  }

  /// The class by its place in ValueClasses, then the value.
  alignas(8) unsigned char bytes_[16] = {};
};

}  // namespace godot_variant
