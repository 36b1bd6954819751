// <windows.h> makes macros of common words, and a program may include it before the library. The standard
// headers come first, because those of Windows know the macros and those here do not.
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

namespace godot_variant::tests {
namespace {

TEST(WindowsMacros, LeaveTheHeadersAlone) {
  List<Variant> list{1, 2, 3};
  list.resize(2);
  EXPECT_EQ(list, (List<Variant>{1, 2}));
}

}  // namespace
}  // namespace godot_variant::tests
