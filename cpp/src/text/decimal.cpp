#include "text/decimal.h"

#include <bit>
#include <cstring>

#include "events/numbers.h"

namespace godot_variant {
namespace {

/// f * 2^e.
struct Scaled {
  std::uint64_t f;
  int e;
};

/// The digits of the number digits * 10^exponent.
struct Digits {
  char text[18];
  int count = 0;
  int exponent = 0;
};

Scaled normalized(Scaled number) {
  const int shift = std::countl_zero(number.f);
  return {number.f << shift, number.e - shift};
}

/// The upper half of the product, rounded.
std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t low = 0xFFFFFFFF;
  const std::uint64_t high_low = (a >> 32) * (b & low);
  const std::uint64_t low_high = (a & low) * (b >> 32);
  const std::uint64_t middle =
      ((a & low) * (b & low) >> 32) + (high_low & low) + (low_high & low) + (std::uint64_t{1} << 31);
  return (a >> 32) * (b >> 32) + (high_low >> 32) + (low_high >> 32) + (middle >> 32);
}

/// Moves the last digit towards the exact number while the result still reads back as that number.
void approach(Digits& digits, std::uint64_t distance, std::uint64_t span, std::uint64_t rest,
              std::uint64_t unit) {
  char& last = digits.text[digits.count - 1];
  while (rest < distance && span - rest >= unit &&
         (rest + unit < distance || distance - rest > rest + unit - distance)) {
    --last;
    rest += unit;
  }
}

/// Generates the fewest digits of a number between `high - span` and `high`, close to `high - distance`.
void generate(Digits& digits, Scaled high, std::uint64_t span, std::uint64_t distance) {
  const int shift = -high.e;
  const std::uint64_t one = std::uint64_t{1} << shift;
  auto whole = static_cast<std::uint32_t>(high.f >> shift);
  std::uint64_t part = high.f & (one - 1);
  std::uint32_t power = 1;
  int left = 1;
  while (whole / power >= 10) {
    power *= 10;
    ++left;
  }
  while (left > 0) {
    digits.text[digits.count++] = static_cast<char>('0' + whole / power);
    whole %= power;
    --left;
    const std::uint64_t rest = (std::uint64_t{whole} << shift) + part;
    if (rest <= span) {
      digits.exponent += left;
      return approach(digits, distance, span, rest, std::uint64_t{power} << shift);
    }
    power /= 10;
  }
  do {
    part *= 10;
    span *= 10;
    distance *= 10;
    digits.text[digits.count++] = static_cast<char>('0' + (part >> shift));
    part &= one - 1;
    --digits.exponent;
  } while (part > span);
  approach(digits, distance, span, part, one);
}

/// Generates the digits of a number with few of them behind the point, as Grisu2 would but with whole
/// numbers. Leaves all doubtful cases to it: returns false.
bool generate_short(Digits& digits, std::uint64_t fraction, int exponent, int width) {
  const int shift = (width == 24 ? 150 : 1075) - exponent;
  // A power of two has a closer neighbour below; the smallest numbers are not normal, the largest have no
  // places.
  if (fraction == 0 || exponent == 0 || shift < 1 || shift > 63) return false;
  const std::uint64_t one = std::uint64_t{1} << shift;
  std::uint64_t scaled = fraction | std::uint64_t{1} << (width - 1);
  std::uint64_t power = 1;
  // The product has less than 64 bits: 24 or 53, and at most 20 or 10 more.
  const int most = width == 24 ? 6 : 3;
  for (int places = 1; places <= most; ++places) {
    scaled *= 10;
    power *= 10;
    // Numbers with this many places must be much further apart than floats.
    if (one < power * 4) return false;
    const std::uint64_t nearest = (scaled + one / 2) >> shift;
    const std::uint64_t product = nearest << shift;
    const std::uint64_t distance = scaled > product ? scaled - product : product - scaled;
    // In these units half the gap between floats is power / 2. Grisu's own bounds are a little narrower.
    if (distance > power * 15 / 32) continue;
    digits.count =
        static_cast<int>(put_integer(digits.text, static_cast<std::int64_t>(nearest)) - digits.text);
    digits.exponent = -places;
    return true;
  }
  return false;
}

/// Loitsch's Grisu2 ("Printing Floating-Point Numbers Quickly and Accurately with Integers", 2010). It
/// sometimes gives one digit more than necessary, and engines print that digit too.
Digits shortest(std::uint64_t fraction, int exponent, int width, PowersOfTen& powers, bool by_grisu) {
  Digits digits;
  if (!by_grisu && generate_short(digits, fraction, exponent, width)) return digits;
  const std::uint64_t hidden = std::uint64_t{1} << (width - 1);
  const bool closer_below = fraction == 0 && exponent > 1;
  const Scaled number{exponent > 0 ? fraction | hidden : fraction,
                      (exponent > 0 ? exponent : 1) - (width == 24 ? 150 : 1075)};
  const Scaled above = normalized({number.f * 2 + 1, number.e - 1});
  Scaled below{number.f * 2 - 1, number.e - 1};
  if (closer_below) below = {number.f * 4 - 1, number.e - 2};
  const int wanted = -61 - above.e;
  const int power = wanted * 78913 / (1 << 18) + (wanted > 0 ? 1 : 0);
  const int index = (power - PowersOfTen::first + PowersOfTen::step - 1) / PowersOfTen::step;
  const int ten = PowersOfTen::first + index * PowersOfTen::step;
  const std::uint64_t factor = powers.at(index);
  const int scale = ((ten * 217706) >> 16) - 63;
  const std::uint64_t middle = upper_product(normalized(number).f, factor);
  const std::uint64_t high = upper_product(above.f, factor) - 1;
  const std::uint64_t low = upper_product(below.f << (below.e - above.e), factor) + 1;
  digits.exponent = -ten;
  generate(digits, {high, above.e + scale + 64}, high - low, high - middle);
  return digits;
}

char* put(char* to, const char* from, int count) {
  std::memcpy(to, from, static_cast<std::size_t>(count));
  return to + count;
}

char* put_zeros(char* to, int count) {
  std::memset(to, '0', static_cast<std::size_t>(count));
  return to + count;
}

char* put_exponent(char* to, int exponent) {
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  if (exponent < 0) exponent = -exponent;
  if (exponent < 10) *to++ = '0';
  return put_integer(to, exponent);
}

/// Like engines, prints numbers from 0.0001 up to fifteen digits before the point without an exponent.
char* put_digits(char* to, const Digits& digits) {
  const int point = digits.count + digits.exponent;
  if (point <= -4 || point > 15) {
    to = put(to, digits.text, 1);
    if (digits.count > 1) {
      *to++ = '.';
      to = put(to, digits.text + 1, digits.count - 1);
    }
    return put_exponent(to, point - 1);
  }
  if (point <= 0) {
    to = put(to, "0.", 2);
    to = put_zeros(to, -point);
    return put(to, digits.text, digits.count);
  }
  if (digits.exponent >= 0) return put_zeros(put(to, digits.text, digits.count), digits.exponent);
  to = put(to, digits.text, point);
  *to++ = '.';
  return put(to, digits.text + point, digits.count - point);
}

}  // namespace

char* put_integer(char* to, std::int64_t value) {
  auto rest = static_cast<std::uint64_t>(value);
  if (value < 0) {
    *to++ = '-';
    rest = 0 - rest;
  }
  // Nearly all numbers are small.
  int count = 1;
  for (std::uint64_t power = 10; count < 20 && rest >= power; power *= 10) ++count;
  char* const end = to + count;
  char* at = end;
  for (; rest > 0xFFFFFFFF; rest /= 10) *--at = static_cast<char>('0' + rest % 10);
  auto small = static_cast<std::uint32_t>(rest);
  for (; at > to; small /= 10) *--at = static_cast<char>('0' + small % 10);
  return end;
}

/// Calculates with 128 bits per power, so that the rounded upper 64 bits are exact.
void PowersOfTen::fill() {
  std::uint32_t limbs[] = {0x48AAF406, 0x6DBD630A, 0xC79AC6CA, 0xAB70FE17};
  for (std::uint64_t& top : top_) {
    top = (std::uint64_t{limbs[3]} << 32 | limbs[2]) + (limbs[1] >> 31);
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs) {
      carry += std::uint64_t{limb} * 100'000'000;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    const int shift = 64 - std::countl_zero(carry);
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t next = i < 3 ? limbs[i + 1] : carry;
      limbs[i] = static_cast<std::uint32_t>((next << 32 | limbs[i]) >> shift);
    }
  }
}

char* put_shortest(char* to, double value, bool narrow, PowersOfTen& powers, bool by_grisu) {
  if (value < 0) {
    *to++ = '-';
    value = -value;
  }
  // Below this limit, integers are their own shortest digits.
  const double most = narrow ? 1 << 24 : 1e15;
  if (value < most) {
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) return put_integer(to, whole);
  }
  if (narrow) {
    const std::uint32_t bits = godot_variant::narrow(value);
    return put_digits(to, shortest(bits & 0x7FFFFF, static_cast<int>(bits >> 23), 24, powers, by_grisu));
  }
  const auto bits = bits_as<std::uint64_t>(value);
  return put_digits(to, shortest(bits & 0xFFFFFFFFFFFFF, static_cast<int>(bits >> 52), 53, powers, by_grisu));
}

}  // namespace godot_variant
