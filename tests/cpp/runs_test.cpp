// Runs on a tape: words that JavaScript has encoded, between entries that C++ encodes.
#include "expect.h"
#include "tape_trip.h"

namespace godot_variant::tests {
namespace {

constexpr auto int_tag = static_cast<std::int32_t>(Type::Int);
constexpr auto rid_tag = static_cast<std::int32_t>(Type::RID);
constexpr std::int32_t array_header = 28;

struct Encoded {
  std::string bytes;
  Error error;
};

Encoded encoded_tape(const std::vector<std::int32_t>& words, EncodeSettings settings) {
  Writer writer;
  Encoder encoder(writer, settings);
  encode_tape({.words = words, .texts = {}, .bytes = {}}, encoder);
  return {to_hex(writer.view()), encoder.error()};
}

EncodeSettings settings_of(const char* dialect) {
  EncodeSettings settings;
  settings.dialect = find_dialect(dialect);
  return settings;
}

TEST(Runs, StandBetweenEntries) {
  const std::vector<std::int32_t> words = {tape::run, 2, array_header, 2, rid_tag, 5, 0, tape::run, 2, 2, 7};
  EXPECT_EQ(encoded_tape(words, settings_of("godot-4.4")).bytes,
            to_hex(from_hex("1c000000 02000000 17000000 05000000 00000000 02000000 07000000")));
}

TEST(Runs, MayBeEmpty) {
  const std::vector<std::int32_t> words = {tape::run, 0, int_tag, 7, tape::run, 0};
  EXPECT_EQ(encoded_tape(words, settings_of("godot-4.4")).bytes, to_hex(from_hex("02000000 07000000")));
}

TEST(Runs, HoldTheValuesOfDeclaredContainersAfterTheirBeginning) {
  const std::int32_t typed_array = static_cast<std::int32_t>(Type::Array) | 1 << tape::key_kind_shift;
  const std::vector<std::int32_t> words = {tape::beginning, typed_array, int_tag, 2, tape::run, 2, 2, 7,
                                           rid_tag,         5,           0};
  EXPECT_EQ(encoded_tape(words, settings_of("godot-4.4")).bytes,
            to_hex(from_hex("1c000100 02000000 02000000 02000000 07000000 17000000 05000000 00000000")));
  // Godot 3 declares no types, and writes no id of a RID.
  EXPECT_EQ(encoded_tape(words, settings_of("godot-3")).bytes,
            to_hex(from_hex("13000000 02000000 02000000 07000000 10000000")));
}

TEST(Runs, CountTowardsTheLimit) {
  EncodeSettings settings = settings_of("godot-4.4");
  const std::vector<std::int32_t> words = {tape::run, 2, 2, 7};
  settings.output_bytes = 8;
  EXPECT_EQ(encoded_tape(words, settings).error.code, ErrorCode::none);
  settings.output_bytes = 7;
  EXPECT_EQ(encoded_tape(words, settings).error.code, ErrorCode::too_large);
}

std::int32_t header_of(const EncodeSettings& settings, Type type) {
  return run_headers(settings)[static_cast<std::size_t>(type)];
}

TEST(Runs, HoldTypesWhoseBytesDependOnNothingElse) {
  const EncodeSettings usual = settings_of("godot-4.4");
  EXPECT_EQ(header_of(usual, Type::Nil), 0);
  EXPECT_EQ(header_of(usual, Type::Vector2), 5);
  EXPECT_EQ(header_of(usual, Type::NodePath), 22);
  EXPECT_EQ(header_of(usual, Type::PackedByteArray), 29);
  EXPECT_EQ(header_of(usual, Type::PackedVector2Array), 35);
  for (const Type type : {Type::RID, Type::Callable, Type::Object, Type::Signal})
    EXPECT_EQ(header_of(usual, type), -1);
  // JavaScript cannot align numbers of 64 bits.
  EXPECT_EQ(header_of(usual, Type::PackedFloat64Array), -1);
  EXPECT_EQ(header_of(settings_of("godot-3"), Type::StringName), -1);
  EXPECT_EQ(header_of(settings_of("docs-001"), Type::Int), -1);
  EXPECT_EQ(header_of(usual, Type::PackedStringArray), 34);
  // Its texts end without a NUL.
  EXPECT_EQ(header_of(settings_of("docs-002"), Type::PackedStringArray), -1);
  EncodeSettings wide = usual;
  wide.reals = FloatWidth::wide;
  EXPECT_EQ(header_of(wide, Type::Vector2), -1);
  EXPECT_EQ(header_of(wide, Type::PackedVector2Array), -1);
  EXPECT_EQ(header_of(wide, Type::PackedFloat32Array), 32);
  EXPECT_EQ(header_of(wide, Type::Vector2i), 6);
  EXPECT_EQ(header_of(wide, Type::Color), 20);
}

}  // namespace
}  // namespace godot_variant::tests
