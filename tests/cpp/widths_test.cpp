// The width of numbers on the wire: the rules of every dialect, and the treatment of NaNs.
#include <limits>

#include "events/numbers.h"
#include "expect.h"
#include "tape_trip.h"

namespace godot_variant::tests {
namespace {

struct Written {
  const char* dialect;
  Variant value;
  const char* bytes;
};

void PrintTo(const Written& written, std::ostream* out) { *out << written.dialect << ' ' << written.bytes; }

class Widths : public testing::TestWithParam<Written> {};

TEST_P(Widths, FollowTheDialect) {
  const auto& [dialect, value, bytes] = GetParam();
  EXPECT_EQ(encoded(value, dialect), to_hex(from_hex(bytes)));
}

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t int_min = std::numeric_limits<std::int32_t>::min();
constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(Integers, Widths,
                         testing::Values(Written{"godot-4.4", int_max, "02000000 ffffff7f"},
                                         Written{"godot-4.4", int_min, "02000000 00000080"},
                                         Written{"godot-4.4", int_max + 1, "02000100 00000080 00000000"},
                                         Written{"godot-4.4", int_min - 1, "02000100 ffffff7f ffffffff"},
                                         Written{"godot-4.0", 5, "02000000 05000000"},
                                         Written{"godot-3", -1, "02000000 ffffffff"},
                                         Written{"godot-3.0", 5, "02000100 05000000 00000000"},
                                         Written{"godot-2", int_min, "02000000 00000080"},
                                         Written{"rebel", int_max + 1, "02000100 00000080 00000000"},
                                         Written{"docs-001", 5, "02000000 05000000 00000000"},
                                         Written{"docs-000", 5, "02000000 05000000"},
                                         Written{"docs-004", int_max + 1, "02000100 00000080 00000000"}));

INSTANTIATE_TEST_SUITE_P(
    Floats, Widths,
    testing::Values(
        Written{"godot-4.4", 0.5, "03000000 0000003f"},
        Written{"godot-4.4", 0.1, "03000100 9a999999 9999b93f"},
        Written{"godot-4.4", -0.0, "03000000 00000080"}, Written{"godot-4.4", infinity, "03000000 0000807f"},
        Written{"godot-4.4", 3.4028234663852886e+38, "03000000 ffff7f7f"},
        Written{"godot-4.4", 3.402823466385289e+38, "03000100 010000e0 ffffef47"},
        Written{"godot-4.4", 1.401298464324817e-45, "03000000 01000000"},
        Written{"godot-4.4", 7.006492321624085e-46, "03000100 00000000 00009036"},
        Written{"godot-4.4", nan, "03000100 00000000 0000f87f"},
        Written{"godot-3.0", 0.5, "03000000 0000003f"}, Written{"godot-2", 0.1, "03000000 cdcccc3d"},
        Written{"godot-2", nan, "03000000 0000c07f"}, Written{"godot-2", 1e39, "03000000 0000807f"},
        Written{"docs-001", 0.5, "03000000 00000000 0000e03f"},
        Written{"docs-002", 0.1, "03000100 9a999999 9999b93f"}));

Variant wide_vector() {
  Vector2 vector(1, 2);
  vector.wide = true;
  return vector;
}
const char* const wide_bytes = "00000000 0000f03f 00000000 00000040";

INSTANTIATE_TEST_SUITE_P(
    Vectors, Widths,
    testing::Values(Written{"godot-4.4", Vector2(1, 2), "05000000 0000803f 00000040"},
                    Written{"godot-4.4", wide_vector(), "05000100 00000000 0000f03f 00000000 00000040"},
                    Written{"godot-4.0", wide_vector(), "05000100 00000000 0000f03f 00000000 00000040"},
                    Written{"docs-003", wide_vector(), "05000100 00000000 0000f03f 00000000 00000040"},
                    Written{"godot-3", wide_vector(), "05000000 0000803f 00000040"},
                    Written{"godot-2", wide_vector(), "05000000 0000803f 00000040"},
                    Written{"docs-001", wide_vector(), "05000000 0000803f 00000040"},
                    Written{"godot-4.4", PackedVector2Array{std::vector<double>{}}, "23000100 00000000"},
                    Written{"godot-4.4", PackedVector2Array{std::vector<float>{}}, "23000000 00000000"}));

TEST(FloatWidth, ChoosesTheWidthOfVectors) {
  EncodeOptions options;
  options.real = FloatWidth::wide;
  EXPECT_EQ(encoded(Vector2(1, 2), options), to_hex(from_hex("05000100" + std::string(wide_bytes))));
  EXPECT_EQ(encoded(PackedVector2Array{std::vector<float>{1, 2}}, options),
            to_hex(from_hex("23000100 01000000" + std::string(wide_bytes))));
  EXPECT_EQ(encoded(Color(1, 2, 3, 4), options),
            to_hex(from_hex("14000000 0000803f 00000040 00004040 00008040")));
  EXPECT_EQ(encoded(PackedFloat32Array{std::vector<float>{1}}, options),
            to_hex(from_hex("20000000 01000000 0000803f")));
  options.real = FloatWidth::single;
  EXPECT_EQ(encoded(wide_vector(), options), to_hex(from_hex("05000000 0000803f 00000040")));
}

TEST(FloatWidth, DecidesInDocumentsWithoutAFlag) {
  for (const char* dialect : {"docs-000", "docs-001", "docs-002", "docs-004"}) {
    DecodeOptions read;
    read.dialect = dialect;
    read.real = FloatWidth::wide;
    const Variant value = decoded("05000000" + std::string(wide_bytes), read).value;
    EXPECT_TRUE(value == wide_vector()) << dialect;
    EncodeOptions write;
    write.dialect = dialect;
    write.real = FloatWidth::wide;
    EXPECT_EQ(encoded(value, write), to_hex(from_hex("05000000" + std::string(wide_bytes)))) << dialect;
    EXPECT_TRUE(decoded("05000000 0000803f 00000040", dialect).value == Vector2(1, 2)) << dialect;
  }
}

TEST(FloatWidth, IsDecidedByTheHeaderInEngines) {
  DecodeOptions options;
  options.dialect = "godot-4.4";
  options.real = FloatWidth::wide;
  EXPECT_TRUE(decoded("05000000 0000803f 00000040", options).value == Vector2(1, 2));
  options.real = FloatWidth::single;
  EXPECT_TRUE(decoded("05000100" + std::string(wide_bytes), options).value == wide_vector());
}

class NaNs : public testing::TestWithParam<const char*> {};

TEST_P(NaNs, KeepTheirBits) {
  const auto bytes = from_hex(GetParam());
  DecodeOptions options;
  options.dialect = "godot-4.4";
  EXPECT_EQ(encoded(decode(bytes, options).value().value), to_hex(bytes));
  EXPECT_EQ(to_hex(through_tape(bytes, options, {}).bytes), to_hex(bytes));
}

INSTANTIATE_TEST_SUITE_P(Everywhere, NaNs,
                         testing::Values("03000100 01000000 0000f07f", "03000100 efcdab89 6745f8ff",
                                         "05000000 0100807f 0100c0ff",
                                         "05000100 01000000 0000f07f 00000000 0000f8ff",
                                         "14000000 ffffbfff 0100807f 0000c07f 0000c0ff",
                                         "20000000 01000000 0100807f", "21000000 01000000 01000000 0000f07f",
                                         "23000000 01000000 0100807f 0100c0ff",
                                         "23000100 01000000 01000000 0000f07f 01000000 0000f8ff"));

/// As in the engine, which holds every float as a double.
TEST(NaNs, AreQuietedWhenFloatsAreWidened) {
  EXPECT_EQ(encoded(decoded("03000000 0100a07f").value), to_hex(from_hex("03000100 00000020 0000fc7f")));
}

}  // namespace
}  // namespace godot_variant::tests
