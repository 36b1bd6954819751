// The digits of floats: numbers with few digits have a shortcut, which must print what Grisu2 prints.
#include "text/decimal.h"

#include <gtest/gtest.h>

#include <random>

#include "events/numbers.h"

namespace godot_variant::tests {
namespace {

std::string digits_of(double value, bool narrow, bool by_grisu) {
  static PowersOfTen powers;
  char text[longest_number];
  return {text, put_shortest(text, value, narrow, powers, by_grisu)};
}

void compare(double value) {
  if (!std::isfinite(value) || value == 0) return;
  EXPECT_EQ(digits_of(value, false, false), digits_of(value, false, true));
  const double single = widen(narrow(value));
  if (!std::isfinite(single) || single == 0) return;
  EXPECT_EQ(digits_of(single, true, false), digits_of(single, true, true));
}

/// The float and its neighbours, which have the same few digits only by mistake.
void compare_around(double value) {
  compare(value);
  compare(std::nextafter(value, HUGE_VAL));
  compare(std::nextafter(value, -HUGE_VAL));
  const auto single = static_cast<float>(value);
  compare(static_cast<double>(std::nextafterf(single, HUGE_VALF)));
  compare(static_cast<double>(std::nextafterf(single, -HUGE_VALF)));
}

TEST(Decimal, NumbersWithFewDigitsPrintWhatGrisuPrints) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200'000; ++i) {
    // Whole parts of every size, and up to eight places.
    const auto whole = static_cast<double>(random() >> (random() % 64));
    compare_around((random() % 2 != 0 ? whole : -whole) / std::pow(10, random() % 9));
  }
}

TEST(Decimal, AnyBitsPrintWhatGrisuPrints) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 200'000; ++i) {
    compare(bits_as<double>(random()));
    compare(widen(static_cast<std::uint32_t>(random())));
  }
  for (int exponent = -1074; exponent < 1024; ++exponent) compare_around(std::ldexp(1.0, exponent));
}

}  // namespace
}  // namespace godot_variant::tests
