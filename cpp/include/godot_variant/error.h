// Types that every function of the library takes and returns: bytes, results and errors.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "godot_variant/generated.h"

namespace godot_variant {

/// The caller's bytes. The library reads them during the call and does not keep them; only view() returns
/// something that refers to them.
using Bytes = std::span<const std::uint8_t>;

/// Why decoding or encoding stopped, and where.
struct Error {
  ErrorCode code = ErrorCode::none;
  /// Byte offset in the input: the header of the innermost value that cannot be read, or the end of the input
  /// when the header itself is missing. 0 for encode and to_text. path.h has the paths of decode and encode.
  std::size_t offset = 0;

  friend bool operator==(const Error&, const Error&) = default;
};

/// Something that an engine does silently when it reads the value at byte `offset` of the input.
struct Warning {
  WarningCode code = {};
  std::size_t offset = 0;
  /// Only with WarningCode::ambiguous_dialect: the type that the value has in other dialects, and a bit for
  /// each of them, in the order of dialect_names().
  Type type = Type::Nil;
  std::uint16_t dialects = 0;
  /// With WarningCode::more_warnings, how many warnings are not listed; the first of them is at `offset`.
  std::uint32_t count = 1;
};

/// A change that convert or encode had to make: a value changed its type or lost information.
struct Loss {
  LossCode code = {};
  /// Of the value: in the input of convert, in the result of encode.
  std::size_t offset = 0;
  Type from = Type::Nil;
  Type to = Type::Nil;
  /// With LossCode::more_losses, how many losses are not listed; the first of them is at `offset`.
  std::uint32_t count = 1;
};

/// The stable name of a code, such as "unexpected-end".
std::string_view name_of(ErrorCode code);
std::string_view name_of(WarningCode code);
std::string_view name_of(LossCode code);
/// Godot's name of a type, such as "PackedByteArray".
std::string_view name_of(Type type);

/// A T or an Error. Replaces std::expected, which our oldest compilers lack.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, error) {}

  /// True when it holds a value.
  explicit operator bool() const { return state_.index() == 0; }
  /// The value; undefined behaviour unless the result holds one.
  const T& value() const& { return *std::get_if<0>(&state_); }
  T& value() & { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  /// The error; its code is ErrorCode::none when the result holds a value.
  Error error() const {
    const Error* error = std::get_if<1>(&state_);
    return error ? *error : Error{};
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace godot_variant
