// Reading values where they stand in their bytes, without building a tree.
//
//   auto viewed = godot_variant::view(bytes, {.dialect = "godot-4"});
//   if (!viewed) { /* viewed.error() */ }
//   const auto health = viewed.value().root().at("players", 0, "health");
//   if (health) use(health->get<std::int64_t>());
#pragma once
#include <concepts>
#include <cstring>
#include <optional>
#include <ranges>
#include <type_traits>

#include "godot_variant/godot_variant.h"

namespace godot_variant {

class Viewed;
struct Dialect;

/// Iterates over what operator[] of a View or of its numbers returns.
template <class Around>
class IndexIterator {
 public:
  using value_type = std::remove_cvref_t<decltype(std::declval<const Around&>()[std::size_t{}])>;
  using difference_type = std::ptrdiff_t;
  /// Refers to nothing. The algorithms of std::ranges demand it.
  IndexIterator() = default;
  value_type operator*() const { return around_[index_]; }
  IndexIterator& operator++() {
    ++index_;
    return *this;
  }
  IndexIterator operator++(int) {
    IndexIterator old = *this;
    ++index_;
    return old;
  }
  bool operator==(const IndexIterator& other) const { return index_ == other.index_; }

 private:
  friend Around;
  IndexIterator(const Around& around, std::size_t index) : around_(around), index_(index) {}
  Around around_ = Around();
  std::size_t index_ = 0;
};

/// The numbers of a packed array in the bytes, which need not be aligned.
template <class T>
class ViewedNumbers {
 public:
  ViewedNumbers() = default;
  explicit ViewedNumbers(Bytes bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size() / sizeof(T); }
  T operator[](std::size_t index) const {
    T number;
    std::memcpy(&number, bytes_.data() + index * sizeof(T), sizeof number);
    return number;
  }
  using Iterator = IndexIterator<ViewedNumbers>;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }
  Bytes bytes() const { return bytes_; }
  /// The numbers themselves, if they are aligned for T. In bytes that begin at a multiple of 4, 32-bit
  /// numbers always are; 64-bit ones may be.
  std::optional<std::span<const T>> span() const {
    if (reinterpret_cast<std::uintptr_t>(bytes_.data()) % alignof(T) != 0) return std::nullopt;
    return std::span<const T>(reinterpret_cast<const T*>(bytes_.data()), size());
  }

 private:
  Bytes bytes_{};
};

/// One value. Like a std::string_view, it is valid as long as its Viewed and the bytes are; it is small and
/// meant to be copied.
class View {
 public:
  Type type() const;
  /// Position of its header in the bytes. A text in a PackedStringArray has no header; there, the position of
  /// its length.
  std::size_t offset() const;

  /// The value as a T: bool, std::int64_t, double, std::string_view (of a String or StringName, without
  /// copying), or any class of values.h, which is decoded with all its contents. Empty for other types, and
  /// for a std::string_view of ill-formed UTF-8, of which decode makes a new text.
  template <class T>
  std::optional<T> get() const {
    if constexpr (std::is_same_v<T, bool>) {
      return boolean();
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      return integer();
    } else if constexpr (std::is_same_v<T, double>) {
      return real();
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      return text();
    } else {
      Variant decoded = value();
      T* found = decoded.get_if<T>();
      return found != nullptr ? std::optional<T>(std::move(*found)) : std::nullopt;
    }
  }
  /// The value with its contents, as decode returns it.
  Variant value() const;
  /// The numbers of a packed array, without copying: T is std::uint8_t, std::int32_t, std::int64_t, float or
  /// double, and all components of all elements follow each other. Empty for arrays of other numbers.
  template <class T>
  std::optional<ViewedNumbers<T>> numbers() const {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    const std::optional<Bytes> bytes = number_bytes(sizeof(T), std::is_floating_point_v<T>);
    return bytes ? std::optional(ViewedNumbers<T>(*bytes)) : std::nullopt;
  }

  /// Number of elements, pairs, properties or texts; 0 for values that contain nothing. Pairs are counted as
  /// written, even if the engine takes two keys for equal.
  std::size_t size() const;
  /// The element, text, or value of the pair or property at the place `index`, which must be below size().
  /// Not for packed arrays of numbers.
  View operator[](std::size_t index) const;
  /// The key of this value in its Dictionary, or the name of this property; Nil for other values.
  Variant key() const;
  /// The same as text, without copying; empty for keys that are not texts, and for ill-formed UTF-8.
  std::optional<std::string_view> key_text() const;
  /// The value of a String or StringName key, or of a property. Of equal keys the last one counts, as in
  /// decode. Takes time in proportion to size().
  std::optional<View> find(std::string_view name) const;
  /// Follows a path of keys (texts) and places (integers); empty where there is no such value.
  template <class First, class... Rest>
  std::optional<View> at(const First& first, const Rest&... rest) const {
    std::optional<View> inside;
    if constexpr (std::integral<First>) {
      if (std::cmp_less(first, children()) && !std::cmp_less(first, 0)) {
        inside = (*this)[static_cast<std::size_t>(first)];
      }
    } else {
      inside = find(first);
    }
    if constexpr (sizeof...(rest) > 0) {
      return inside ? inside->at(rest...) : std::nullopt;
    } else {
      return inside;
    }
  }

  using Iterator = IndexIterator<View>;
  /// Iterates over what operator[] returns. Iterators stay valid when this View is gone.
  Iterator begin() const;
  Iterator end() const;

 private:
  friend class Viewed;
  friend Iterator;
  View() = default;
  View(const Viewed* viewed, std::size_t record, Type parent)
      : viewed_(viewed), record_(record), parent_(parent) {}

  const std::uint32_t* record() const;
  const std::uint32_t* list() const;
  std::size_t children() const;
  std::optional<bool> boolean() const;
  std::optional<std::int64_t> integer() const;
  std::optional<double> real() const;
  std::optional<std::string_view> text() const;
  std::optional<Bytes> number_bytes(std::size_t width, bool real) const;
  std::size_t key_offset() const;

  const Viewed* viewed_ = nullptr;
  /// The place of its record in the index.
  std::size_t record_ = 0;
  /// Type of the container around it; Nil for the whole value.
  Type parent_ = Type::Nil;
};
inline View::Iterator View::begin() const { return {*this, 0}; }
inline View::Iterator View::end() const { return {*this, children()}; }

/// Checked bytes and where each value stands in them (docs/INTERNALS.md, "Index"). The bytes must stay.
class Viewed {
 public:
  // -Weffc++ of GCC asks for these, because there is a pointer among the members.
  Viewed(const Viewed&) = default;
  Viewed& operator=(const Viewed&) = default;
  Viewed(Viewed&&) = default;
  Viewed& operator=(Viewed&&) = default;
  ~Viewed() = default;

  /// Views refer to this object, so it must stay where it is.
  View root() const& { return {this, 0, Type::Nil}; }
  View root() const&& = delete;
  /// Bytes that the value occupies, as in Decoded.
  std::size_t bytes_read() const { return bytes_read_; }
  const std::vector<Warning>& warnings() const { return warnings_; }
  /// Memory of the index in bytes.
  std::size_t index_size() const { return words_.size() * sizeof(std::uint32_t); }

 private:
  friend class View;
  friend Result<Viewed> view(Bytes input, const DecodeOptions& options);
  Viewed() = default;

  Bytes bytes_;
  const Dialect* dialect_ = nullptr;
  /// Only for decoding single values. The name in `dialect` may be gone.
  DecodeOptions options_;
  std::vector<std::uint32_t> words_;
  std::size_t bytes_read_ = 0;
  std::vector<Warning> warnings_;
};

/// Checks one value as decode does, with the same errors and warnings, and notes where its parts stand. Only
/// WarningCode::repeated_key is missing, because a View keeps all pairs. Besides, inputs over 2 GiB raise
/// too_large.
Result<Viewed> view(Bytes input, const DecodeOptions& options = {});
/// Not for containers that are gone after the call.
template <class T>
requires(!std::is_lvalue_reference_v<T> && !std::ranges::borrowed_range<T> &&
         std::constructible_from<Bytes, T>) Result<Viewed> view(T&& input, const DecodeOptions& options = {})
= delete;

}  // namespace godot_variant
