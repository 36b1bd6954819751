// The rules by which the processor computes with floats.
#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#elif defined(__GNUC__) && (defined(__aarch64__) || (defined(__arm__) && defined(__ARM_FP)))
#include <cstdint>
#elif !defined(__EMSCRIPTEN__)
#include <cfenv>
#endif

namespace godot_variant {

/// Gives the current thread the usual rules until it is destroyed. Some programs, such as those that GCC 12
/// links with -ffast-math and many that play sound, take subnormal numbers for 0; others round up, or end at
/// a NaN. By their rules, encode() would write 0 in place of a number.
class UsualFloats {
 public:
  UsualFloats() {
    if (given_ != usual) write(usual);
  }
  ~UsualFloats() {
    if (given_ != usual) write(given_);
  }
  UsualFloats(const UsualFloats&) = delete;
  UsualFloats& operator=(const UsualFloats&) = delete;
  UsualFloats(UsualFloats&&) = delete;
  UsualFloats& operator=(UsualFloats&&) = delete;

 private:
#if defined(__SSE2__) || defined(_M_X64)
  using Rules = unsigned int;
  /// No exception ends the program, results are rounded to the nearest, subnormal numbers count.
  static constexpr Rules usual = 0x1F80;
  /// Bits that only tell what has happened.
  static constexpr Rules events = 0x3F;
  static Rules read() { return _mm_getcsr() & ~events; }
  static void write(Rules rules) { _mm_setcsr(rules); }
#elif defined(__aarch64__) && defined(__GNUC__)
  using Rules = std::uint64_t;
  static constexpr Rules usual = 0;
  static Rules read() {
    Rules rules = 0;
    asm volatile("mrs %0, fpcr" : "=r"(rules));
    return rules;
  }
  static void write(Rules rules) { asm volatile("msr fpcr, %0" : : "r"(rules)); }
#elif defined(__arm__) && defined(__ARM_FP) && defined(__GNUC__)
  using Rules = std::uint32_t;
  static constexpr Rules usual = 0;
  /// The bits that do not only tell what has happened.
  static constexpr Rules all = 0x07C09F00;
  static Rules whole() {
    Rules rules = 0;
    asm volatile("vmrs %0, fpscr" : "=r"(rules));
    return rules;
  }
  static Rules read() { return whole() & all; }
  static void write(Rules rules) { asm volatile("vmsr fpscr, %0" : : "r"((whole() & ~all) | rules)); }
#elif !defined(__EMSCRIPTEN__)
  using Rules = int;
  static constexpr Rules usual = FE_TONEAREST;
  static Rules read() { return std::fegetround(); }
  static void write(Rules rules) { std::fesetround(rules); }
#else
  using Rules = int;
  static constexpr Rules usual = 0;
  static Rules read() { return usual; }
  static void write(Rules) {}
#endif

  const Rules given_ = read();
};

}  // namespace godot_variant
