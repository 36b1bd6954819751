// The headers of Windows, X11, Objective-C, Qt and C make macros of common words, and a program may include
// them before the library. The standard headers come first, because they would not survive all of these.
// `Bool` of X11 and `Nil` of Objective-C are names of Godot: docs/start/cpp.md has what to do about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// NOLINTBEGIN(cppcoreguidelines-macro-usage,readability-identifier-naming)
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define small char
#define interface struct
#define IN
#define OUT
#define OPTIONAL
#define ERROR 0
#define NO_ERROR 0
#define DELETE 0x00010000
#define None 0L
#define Status int
#define Success 0
#define Always 2
#define True 1
#define False 0
#define Above 0
#define Below 1
#define nil nullptr
#define YES true
#define NO false
#define emit
#define slots
#define signals public
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define I 1.0i
#define complex _Complex
#define check(condition) assert(condition)
#define verify(condition) assert(condition)
#define HIGH 1
#define LOW 0
#define INPUT 0
#define OUTPUT 1
#define F(text) text
#define bit(place) (1UL << (place))
#define major(device) ((device) >> 8)
#define minor(device) ((device)&255)
// NOLINTEND(cppcoreguidelines-macro-usage,readability-identifier-naming)

#include "godot_variant/containers.h"
#include "godot_variant/godot_variant.h"
#include "godot_variant/path.h"
#include "godot_variant/text.h"
#include "godot_variant/view.h"

#undef min
#undef max
#undef near
#undef far
#undef small
#undef interface
#undef IN
#undef OUT
#undef OPTIONAL
#undef ERROR
#undef NO_ERROR
#undef DELETE
#undef None
#undef Status
#undef Success
#undef Always
#undef True
#undef False
#undef Above
#undef Below
#undef nil
#undef YES
#undef NO
#undef emit
#undef slots
#undef signals
#undef foreach
#undef forever
#undef I
#undef complex
#undef check
#undef verify
#undef HIGH
#undef LOW
#undef INPUT
#undef OUTPUT
#undef F
#undef bit
#undef major
#undef minor

namespace godot_variant::tests {
namespace {

TEST(Macros, LeaveTheHeadersAlone) {
  List<Variant> list{1, 2, 3};
  list.resize(2);
  EXPECT_EQ(list, (List<Variant>{1, 2}));
}

}  // namespace
}  // namespace godot_variant::tests
