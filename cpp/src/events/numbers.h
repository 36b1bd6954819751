// Conversions between 32-bit and 64-bit floats that keep the bits of a NaN, and between the row and column
// order of a basis. Functions that return a float are always inlined: 32-bit x86 would return it in a
// register that makes signalling NaNs quiet.
#pragma once
#include <cmath>
#include <limits>

#include "events/events.h"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || defined(_M_FP_FAST)
#error \
    "Fast math loses NaN and -0. Compile godot-variant without it; a program that uses the library may have it."
#endif

namespace godot_variant {

inline constexpr std::size_t max_components = 16;

template <class To, class From>
[[gnu::always_inline]] inline To bits_as(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

inline constexpr std::uint64_t quiet_bit = 0x0008000000000000;
inline constexpr std::uint32_t quiet_bit_32 = 0x00400000;

/// Widens a float given by its bits; a signalling NaN stays signalling.
[[gnu::always_inline]] inline double widen(std::uint32_t bits) {
  const std::uint32_t mantissa = bits & 0x007FFFFF;
  const bool nan = (bits & 0x7F800000) == 0x7F800000 && mantissa != 0;
  if (!nan) return static_cast<double>(bits_as<float>(bits));
  const std::uint64_t sign = static_cast<std::uint64_t>(bits >> 31) << 63;
  return bits_as<double>(sign | 0x7FF0000000000000 | static_cast<std::uint64_t>(mantissa) << 29);
}

/// The bits of the nearest float; a NaN keeps the payload bits that fit.
inline std::uint32_t narrow(double value) {
  if (!std::isnan(value)) {
    const bool overflows = std::fabs(value) > 3.4028235677973366e+38 && !std::isinf(value);
    if (overflows) return value < 0 ? 0xFF800000 : 0x7F800000;
    return bits_as<std::uint32_t>(static_cast<float>(value));
  }
  const std::uint64_t bits = bits_as<std::uint64_t>(value);
  const std::uint32_t mantissa = static_cast<std::uint32_t>(bits >> 29) & 0x007FFFFF;
  return static_cast<std::uint32_t>(bits >> 32 & 0x80000000) | 0x7F800000 |
         (mantissa != 0 ? mantissa : 0x00400000);
}

/// True when 32 bits hold the value exactly; false for a NaN, as in the engine.
inline bool fits_float(double value) { return static_cast<double>(bits_as<float>(narrow(value))) == value; }

/// Engines quiet a NaN when they widen it to the double in a Variant.
[[gnu::always_inline]] inline double quiet(double value) {
  return std::isnan(value) ? bits_as<double>(bits_as<std::uint64_t>(value) | quiet_bit) : value;
}
/// The bits of the nearest float; a NaN becomes quiet, as in the engine.
inline std::uint32_t narrow_quietly(double value) {
  return narrow(value) | (std::isnan(value) ? quiet_bit_32 : 0);
}

/// True when a float of these bits means the value and has all its bits, also those of a NaN.
inline bool same_bits(std::uint32_t bits, double value) {
  return bits_as<std::uint64_t>(widen(bits)) == bits_as<std::uint64_t>(value);
}

inline bool fits_int32(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() &&
         value <= std::numeric_limits<std::int32_t>::max();
}

inline bool is_nan_float(std::uint32_t bits) { return (bits & 0x7FFFFFFF) > 0x7F800000; }

/// Component `index` of f32 or f64 numbers as a double.
[[gnu::always_inline]] inline double real_at(const Numbers& numbers, std::size_t index) {
  if (numbers.element == Element::f64) return load<double>(numbers.data + index * 8);
  return widen(load<std::uint32_t>(numbers.data + index * 4));
}

/// Number `index` of any element type as a double.
[[gnu::always_inline]] inline double number_at(const Numbers& numbers, std::size_t index) {
  switch (numbers.element) {
    case Element::u8:
      return numbers.data[index];
    case Element::i32:
      return load<std::int32_t>(numbers.data + index * 4);
    case Element::i64:
      return static_cast<double>(load<std::int64_t>(numbers.data + index * 8));
    case Element::f32:
    case Element::f64:
    case Element::real:
    case Element::none:
      break;
  }
  return real_at(numbers, index);
}

inline bool has_nan(const Numbers& numbers) {
  if (numbers.element == Element::f32) {
    bool nan = false;
    for (std::size_t i = 0; i < numbers.total(); ++i)
      nan |= is_nan_float(load<std::uint32_t>(numbers.data + i * 4));
    return nan;
  }
  for (std::size_t i = 0; i < numbers.total(); ++i) {
    if (std::isnan(real_at(numbers, i))) return true;
  }
  return false;
}

/// Writes `numbers` as floats of `width` bytes.
inline void copy_reals(const Numbers& numbers, std::size_t width, std::uint8_t* to) {
  if (numbers.total() == 0) return;
  if (width == width_of(numbers.element)) {
    std::memcpy(to, numbers.data, numbers.total() * width);
    return;
  }
  for (std::size_t i = 0; i < numbers.total(); ++i) {
    const double value = real_at(numbers, i);
    const std::uint32_t bits = narrow_quietly(value);
    std::memcpy(to + i * width, width == 8 ? static_cast<const void*>(&value) : &bits, width);
  }
}

/// Position of component `index` when rows and columns of the first nine are exchanged.
constexpr std::size_t transposed(std::size_t index) { return index < 9 ? index % 3 * 3 + index / 3 : index; }

/// Copies `count` numbers and exchanges rows and columns of the first nine.
inline void transpose(const std::uint8_t* from, std::size_t count, std::size_t width, std::uint8_t* to) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(to + transposed(i) * width, from + i * width, width);
}

}  // namespace godot_variant
