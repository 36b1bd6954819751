// Variant: one value of any type.
#pragma once
#include "godot_variant/storage.gen.h"

namespace godot_variant {

template <class T, class V>
inline constexpr bool is_alternative = false;
template <class T, class... A>
inline constexpr bool is_alternative<T, std::variant<A...>> = (std::is_same_v<T, A> || ...);

/// A value of any type in any dialect.
class Variant {
 public:
  using Nil = std::monostate;
  using Storage = godot_variant::Storage;
  static_assert(std::variant_size_v<Storage> == type_count + 1);

  Variant() = default;
  Variant(const Variant&) = default;
  /// Leaves `other` Nil.
  Variant(Variant&& other) noexcept : storage_(std::move(other.storage_)) { other.storage_.emplace<0>(); }
  Variant& operator=(const Variant&) = default;
  Variant& operator=(Variant&& other) noexcept {
    storage_ = std::exchange(other.storage_, Storage{});
    return *this;
  }
  ~Variant() = default;
  Variant(bool value) : storage_(value) {}
  Variant(std::int64_t value) : storage_(value) {}
  Variant(int value) : storage_(static_cast<std::int64_t>(value)) {}
  Variant(double value) : storage_(value) {}
  Variant(const char* text) : storage_(std::string(text)) {}
  Variant(std::string text) : storage_(std::move(text)) {}
  /// A value of any class in values.h.
  template <class T>
  requires is_alternative<Stored<T>, Storage> Variant(T value)
      : storage_(std::in_place_type<Stored<T>>, std::move(value)) {}

  /// Replaces the value with a T constructed from `arguments`, and returns the new value.
  template <class T, class... A>
  T& emplace(A&&... arguments) {
    // A Nil needs no destructor; finding out which one to call takes longer than most destructors.
    if (!is_nil()) storage_.template emplace<0>();
    if constexpr (is_alternative<T, Storage> && std::is_constructible_v<T, A...>) {
      std::construct_at(&storage_, std::in_place_type<Stored<T>>, std::forward<A>(arguments)...);
    } else {
      std::construct_at(&storage_, std::in_place_type<Stored<T>>, T{std::forward<A>(arguments)...});
    }
    return *get_if<T>();
  }

  Type type() const {
    return storage_.index() < type_count ? static_cast<Type>(storage_.index()) : Type::Object;
  }
  bool is_nil() const { return storage_.index() == 0; }

  /// A pointer to the value if it is a T, otherwise null.
  template <class T>
  const T* get_if() const {
    if constexpr (is_alternative<T, Storage>) {
      return std::get_if<T>(&storage_);
    } else {
      const Box<T>* box = std::get_if<Box<T>>(&storage_);
      return box != nullptr ? &**box : nullptr;
    }
  }
  template <class T>
  T* get_if() {
    return const_cast<T*>(static_cast<const Variant*>(this)->get_if<T>());
  }
  template <class T>
  bool is() const {
    return get_if<T>() != nullptr;
  }

  /// Calls `visitor` with the stored value, never with a Box.
  template <class V>
  decltype(auto) visit(V&& visitor) const {
    return std::visit([&](const auto& value) -> decltype(auto) { return visitor(unboxed(value)); }, storage_);
  }

  bool operator==(const Variant& other) const;

 private:
  template <class T>
  static const T& unboxed(const T& value) {
    return value;
  }
  template <class T>
  static const T& unboxed(const Box<T>& box) {
    return *box;
  }

  Storage storage_;
};

}  // namespace godot_variant
