// Short decimal digits that read back as the same float, as Godot 4.5 and later print them. This is not a
// library (nor std::to_chars) because the digits must equal the engine's one by one: its Grisu2 sometimes
// gives one more than necessary.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace godot_variant {

/// Maximum length of a printed number.
inline constexpr std::size_t longest_number = 32;

/// Writes a 64-bit integer; returns its end.
char* put_integer(char* to, std::int64_t value);

/// Powers of ten for the shortest digits, calculated when the first number needs them.
class PowersOfTen {
 public:
  static constexpr int first = -300;
  static constexpr int step = 8;
  static constexpr int count = 79;

  /// The upper 64 bits of 10^(first + step * index).
  std::uint64_t at(int index) {
    if (top_[0] == 0) fill();
    return top_[index];
  }

 private:
  void fill();

  std::uint64_t top_[count] = {};
};

/// Writes a finite number as Godot 4.6 does, `0.1` or `9.007199e+15`; returns its end. With `narrow`, `value`
/// must be a 32-bit float and gets only the digits that such a float needs.
/// `by_grisu` leaves out the shortcut for numbers with few digits; tests compare both.
char* put_shortest(char* to, double value, bool narrow, PowersOfTen& powers, bool by_grisu = false);

/// The only float, besides its negative, whose fewest digits give another one if they are read as 64-bit and
/// then rounded: 7.038531e-26.
inline bool reads_as_another(double narrow) { return std::fabs(narrow) == 0x1.5c87fap-84; }

}  // namespace godot_variant
