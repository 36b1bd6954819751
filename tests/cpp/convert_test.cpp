// Conversions between dialects: values that fit are kept, and everything else is a loss or an error.
#include "expect.h"

namespace godot_variant::tests {
namespace {

struct Lossy {
  const char* from;
  const char* to;
  const char* bytes;
  const char* result;
  Loss loss;
};

class Losses : public testing::TestWithParam<Lossy> {};

TEST_P(Losses, AreNamed) {
  const Lossy& param = GetParam();
  const auto converted = convert(from_hex(param.bytes), ConvertOptions{.from = param.from, .to = param.to});
  ASSERT_TRUE(converted) << name_of(converted.error().code);
  EXPECT_EQ(to_hex(converted.value().bytes), to_hex(from_hex(param.result)));
  ASSERT_EQ(converted.value().losses.size(), 1U);
  const Loss& loss = converted.value().losses[0];
  EXPECT_EQ(name_of(loss.code), name_of(param.loss.code));
  EXPECT_EQ(loss.offset, param.loss.offset);
  EXPECT_EQ(name_of(loss.from), name_of(param.loss.from));
  EXPECT_EQ(name_of(loss.to), name_of(param.loss.to));
}

/// Bytes that no engine of the dialect writes, though it reads them, and what it writes instead.
struct Unusual {
  const char* dialect;
  const char* bytes;
  const char* result;
};

class Rewritten : public testing::TestWithParam<Unusual> {};

/// Between neighbours that stay as they are.
TEST_P(Rewritten, AsTheEngineWrites) {
  const Unusual& param = GetParam();
  const bool old = std::string_view(param.dialect) == "godot-3";
  const std::string head =
      old ? "13000000 03000000 02000000 07000000 " : "1c000000 03000000 02000000 07000000 ";
  const std::string tail = " 04000000 03000000 61626300";
  const ConvertOptions options{.from = param.dialect, .to = param.dialect};
  const auto converted = convert(from_hex(head + param.bytes + tail), options);
  ASSERT_TRUE(converted) << name_of(converted.error().code);
  EXPECT_EQ(to_hex(converted.value().bytes), to_hex(from_hex(head + param.result + tail)));
  EXPECT_TRUE(converted.value().losses.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Convert, Rewritten,
    testing::Values(Unusual{"godot-4", "01000000 02000000", "01000000 01000000"},           // bool
                    Unusual{"godot-4", "02000100 05000000 00000000", "02000000 05000000"},  // int
                    Unusual{"godot-4", "03000100 00000000 0000f83f", "03000000 0000c03f"},  // float
                    Unusual{"godot-4", "03000000 0100a07f", "03000100 00000020 0000fc7f"},  // signalling NaN
                    Unusual{"godot-4", "04000000 01000000 61000001",
                            "04000000 01000000 61000000"},  // padding
                    Unusual{"godot-4", "15000000 03000000 616263ff", "15000000 03000000 61626300"},
                    Unusual{"godot-4", "04000000 02000000 c3a90100", "04000000 02000000 c3a90000"},
                    Unusual{"godot-4", "04000000 03000000 61006200", "04000000 01000000 61000000"},  // NUL
                    Unusual{"godot-4", "1b000000 01000000 04000000 01000000 6b000010 00000000",
                            "1b000000 01000000 04000000 01000000 6b000000 00000000"},  // padding of a key
                    Unusual{"godot-4", "16000000 01000080 00000000 05000000 01000000 61000000",
                            "16000000 01000080 00000000 01000000 01000000 61000000"},  // flags of a NodePath
                    Unusual{"godot-4", "16000000 01000080 00000000 01000000 01000000 61000200",
                            "16000000 01000080 00000000 01000000 01000000 61000000"},
                    Unusual{"godot-4", "1c000000 00000080", "1c000000 00000000"},  // bit 31 of a count
                    Unusual{"godot-3", "12000000 00000080", "12000000 00000000"}));

using enum LossCode;
using enum Type;

INSTANTIATE_TEST_SUITE_P(TypeChanged, Losses,
                         testing::Values(Lossy{"godot-4",
                                               "godot-3",
                                               "15000000 01000000 61000000",
                                               "04000000 01000000 61000000",
                                               {type_changed, 0, StringName, String}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "06000000 01000000 feffffff",
                                               "05000000 0000803f 000000c0",
                                               {type_changed, 0, Vector2i, Vector2}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "0c000000 00000000 00000000 00000000 0000803f",
                                               "16000000 04000000 00000000 00000000 00000000 0000803f",
                                               {type_changed, 0, Vector4, PackedFloat32Array}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "0d000000 01000000 02000000 03000000 04000000",
                                               "15000000 04000000 01000000 02000000 03000000 04000000",
                                               {type_changed, 0, Vector4i, PackedInt32Array}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "1f000000 01000000 ffffffff ffffffff",
                                               "13000000 01000000 02000000 ffffffff",
                                               {type_changed, 0, PackedInt64Array, Array}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "21000000 01000000 9a999999 9999b93f",
                                               "13000000 01000000 03000100 9a999999 9999b93f",
                                               {type_changed, 0, PackedFloat64Array, Array}},
                                         Lossy{"godot-4",
                                               "godot-4.0",
                                               "26000000 01000000 00000000 00000000 00000000 0000803f",
                                               "20000000 04000000 00000000 00000000 00000000 0000803f",
                                               {type_changed, 0, PackedVector4Array, PackedFloat32Array}}));

INSTANTIATE_TEST_SUITE_P(ValueRounded, Losses,
                         testing::Values(Lossy{"godot-4",
                                               "godot-2",
                                               "1c000000 01000000 03000100 9a999999 9999b93f",
                                               "15000000 01000000 03000000 cdcccc3d",
                                               {value_rounded, 8, Float, Float}},
                                         // A NaN whose last bit 32 bits do not hold.
                                         Lossy{"godot-3",
                                               "godot-2",
                                               "03000100 01000000 0000f8ff",
                                               "03000000 0000c0ff",
                                               {value_rounded, 0, Float, Float}},
                                         // Signalling NaNs, which become quiet.
                                         Lossy{"godot-3.0",
                                               "godot-2",
                                               "03000100 00000000 0000f47f",
                                               "03000000 0000e07f",
                                               {value_rounded, 0, Float, Float}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "05000100 00000020 0000f07f 00000000 00000000",
                                               "05000000 0100c07f 00000000",
                                               {value_rounded, 0, Vector2, Vector2}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "05000100 9a999999 9999b93f 00000000 00000000",
                                               "05000000 cdcccc3d 00000000",
                                               {value_rounded, 0, Vector2, Vector2}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "23000100 01000000 9a999999 9999b93f 00000000 00000000",
                                               "18000000 01000000 cdcccc3d 00000000",
                                               {value_rounded, 0, PackedVector2Array, PackedVector2Array}}));

INSTANTIATE_TEST_SUITE_P(WidthDropped, Losses,
                         testing::Values(Lossy{"godot-4",
                                               "godot-3",
                                               "05000100 00000000 0000f03f 00000000 000000c0",
                                               "05000000 0000803f 000000c0",
                                               {width_dropped, 0, Vector2, Vector2}},
                                         Lossy{"godot-4",
                                               "godot-3",
                                               "24000100 00000000",
                                               "19000000 00000000",
                                               {width_dropped, 0, PackedVector3Array, PackedVector3Array}}));

INSTANTIATE_TEST_SUITE_P(
    Dropped, Losses,
    testing::Values(
        Lossy{"godot-4",
              "godot-4.0",
              "1c000100 02000000 00000000",
              "1c000000 00000000",
              {element_type_dropped, 0, Array, Array}},
        Lossy{"godot-4",
              "godot-4.3",
              "1b000100 02000000 00000000",
              "1b000000 00000000",
              {element_type_dropped, 0, Dictionary, Dictionary}},
        Lossy{"godot-4", "godot-3", "17000000 05000000 00000000", "10000000", {id_dropped, 0, RID, RID}},
        Lossy{"godot-4", "godot-3", "19000000", "00000000", {value_dropped, 0, Callable, Nil}},
        Lossy{"godot-4",
              "godot-3",
              "1a000000 00000000 00000000 00000000",
              "00000000",
              {value_dropped, 0, Signal, Nil}},
        Lossy{"godot-2",
              "godot-4",
              "13000000 00000000 00000000 0c000000",
              "00000000",
              {value_dropped, 0, InputEvent, Nil}},
        Lossy{"godot-4",
              "godot-3",
              "16000000 00000080 00000000 01000000",
              "0f000000 00000080 00000000 01000000",
              {path_emptied, 0, NodePath, NodePath}},
        Lossy{"godot-2",
              "godot-3",
              "0f000000 00000000 00000000 00000000 00000000 00000000",
              "00000000",
              {value_dropped, 0, Image, Nil}},
        Lossy{
            "godot-4", "docs-002", "17000000 00000000 00000000", "00000000", {value_dropped, 0, RID, Nil}}));

TEST(Losses, OneValueMayHaveTwo) {
  const auto converted =
      convert(from_hex("06000000 01000001 00000000"), ConvertOptions{.from = "godot-4", .to = "godot-3"});
  ASSERT_EQ(converted.value().losses.size(), 2U);
  EXPECT_EQ(converted.value().losses[0].code, type_changed);
  EXPECT_EQ(converted.value().losses[1].code, value_rounded);
}

TEST(Losses, ComeInTheOrderOfTheInput) {
  const char* bytes = "1c000100 19000000 03000000 19000000 03000100 9a999999 9999b93f 19000000";
  const auto converted = convert(from_hex(bytes), ConvertOptions{.from = "godot-4", .to = "godot-2"});
  std::vector<std::size_t> offsets;
  for (const Loss& loss : converted.value().losses) offsets.push_back(loss.offset);
  EXPECT_EQ(offsets, (std::vector<std::size_t>{0, 12, 16, 28}));
}

/// Keys that become equal. The engines of the targets read as many entries: tests/engine/merged-keys.test.ts.
struct Merging {
  const char* from;
  const char* to;
  const char* keys[2];
  bool merged;
};

class MergedKeys : public testing::TestWithParam<Merging> {};

TEST_P(MergedKeys, AreLosses) {
  const auto& [from, to, keys, merged] = GetParam();
  const std::string first = std::string(keys[0]) + " 02000000 01000000 ";
  const std::string head = std::string_view(from) == "godot-3" ? "12000000 02000000 " : "1b000000 02000000 ";
  const ConvertOptions options{.from = from, .to = to};
  const auto converted = convert(from_hex(head + first + keys[1] + " 02000000 02000000"), options);
  ASSERT_TRUE(converted);
  std::vector<std::size_t> offsets;
  for (const Loss& loss : converted.value().losses) {
    if (loss.code == LossCode::key_merged) offsets.push_back(loss.offset);
  }
  const std::size_t later = from_hex(head + first).size();
  EXPECT_EQ(offsets, merged ? std::vector<std::size_t>{later} : std::vector<std::size_t>{});
}

constexpr const char* dictionary = "12000000 01000000 02000000 01000000 02000000 01000000";
constexpr const char* vector_2 = "05000000 0000803f 00000040";
constexpr const char* nan_list = "1c000000 01000000 03000000 0000c07f";
constexpr const char* root_path = "16000000 00000080 00000000 01000000";
constexpr const char* empty_path = "16000000 00000080 00000000 00000000";
constexpr const char* zero_list = "16000000 01000000 00000000";
constexpr const char* negative_zero_list = "16000000 01000000 00000080";
constexpr const char* vector_2i = "06000000 01000000 02000000";

INSTANTIATE_TEST_SUITE_P(
    Losses, MergedKeys,
    testing::Values(
        Merging{"godot-3", "godot-4", {dictionary, dictionary}, true},
        Merging{"godot-3", "godot-3.0", {dictionary, dictionary}, false},
        Merging{"godot-3", "godot-4", {dictionary, "12000000 00000000"}, false},
        Merging{"godot-4", "godot-3", {vector_2, vector_2i}, true},
        Merging{"godot-4", "godot-3", {vector_2i, vector_2}, true},
        Merging{"godot-4", "godot-3", {vector_2i, "05000000 0000803f 00004040"}, false},
        Merging{"godot-4", "godot-3", {nan_list, nan_list}, true},
        Merging{"godot-4", "godot-3", {root_path, empty_path}, true},
        Merging{"godot-3", "godot-4", {zero_list, negative_zero_list}, true},
        Merging{"godot-4", "godot-3", {"20000000 01000000 00000000", "20000000 01000000 00000080"}, false},
        Merging{"godot-4", "godot-2", {"03000100 9a999999 9999b93f", "03000100 9b999999 9999b93f"}, true}));

TEST(MergedKeysInKeys, AreLossesOfTheKeysThatHoldThem) {
  // A Dictionary whose keys become equal is a key itself, between keys that hold only one of them.
  const std::string value = " 02000000 01000000 ";
  const std::string before = "1b000000 03000000 1b000000 01000000 " + (vector_2 + value) + value;
  const std::string holder = "1b000000 02000000 " + (vector_2 + value) + vector_2i + value + value;
  const std::string after = "1b000000 01000000 " + (vector_2i + value) + value;
  const auto converted = convert(from_hex(before + holder + after), {.from = "godot-4", .to = "godot-3"});
  ASSERT_TRUE(converted);
  std::vector<std::size_t> offsets;
  for (const Loss& loss : converted.value().losses) {
    if (loss.code == LossCode::key_merged) offsets.push_back(loss.offset);
  }
  EXPECT_EQ(offsets, std::vector<std::size_t>{from_hex(before).size()});
}

TEST(MergedKeysInKeys, ComparesThemAsTheEngineOfTheTarget) {
  // Two Arrays of NaN differ for Godot 4, and for decode, but not for Godot 3.
  const std::string value = " 02000000 01000000 ";
  const std::string key = "1b000000 02000000 " + (nan_list + value) + nan_list + value;
  const auto converted =
      convert(from_hex("1b000000 01000000 " + key + value), {.from = "godot-4", .to = "godot-3"});
  ASSERT_TRUE(converted);
  ASSERT_EQ(converted.value().losses.size(), 1U);
  EXPECT_EQ(converted.value().losses[0].code, LossCode::key_merged);
  EXPECT_EQ(converted.value().losses[0].offset, 8U);
}

struct Refused {
  const char* from;
  const char* to;
  const char* bytes;
  Error error;
};

class Conversions : public testing::TestWithParam<Refused> {};

TEST_P(Conversions, FailAtTheValue) {
  const auto& [from, to, bytes, error] = GetParam();
  EXPECT_EQ(convert(from_hex(bytes), ConvertOptions{.from = from, .to = to}).error(), error);
}

INSTANTIATE_TEST_SUITE_P(
    Errors, Conversions,
    testing::Values(
        Refused{"godot-4",
                "godot-2",
                "1c000000 01000000 02000100 00000080 00000000",
                {ErrorCode::int_out_of_range, 8}},
        Refused{"godot-4",
                "godot-2",
                "1c000000 01000000 18000100 05000000 00000000",
                {ErrorCode::not_in_dialect, 8}},
        Refused{"godot-4",
                "docs-002",
                "1c000000 01000000 18000100 05000000 00000000",
                {ErrorCode::not_in_dialect, 8}},
        Refused{
            "godot-3", "godot-4", "13000000 01000000 04000000 03000000 eda08000", {ErrorCode::bad_utf8, 8}},
        Refused{"godot-4", "godot-3", "1c000000 02000000 00000000", {ErrorCode::unexpected_end, 12}},
        Refused{"godot-5", "godot-3", "00000000", {ErrorCode::unknown_dialect, 0}},
        Refused{"godot-3", "Godot-3", "00000000", {ErrorCode::unknown_dialect, 0}}));

TEST(Conversions, TurnASaveOfGodot3IntoOneOfGodot4) {
  const char* godot3 =
      "12000000 02000000 04000000 02000000 68700000 02000000 05000000 "
      "04000000 01000000 70000000 13000000 01000000 0c000000 "
      "0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041";
  const auto there = convert(from_hex(godot3), ConvertOptions{.from = "godot-3", .to = "godot-4"});
  ASSERT_TRUE(there);
  EXPECT_TRUE(there.value().losses.empty());
  EXPECT_TRUE(decode(there.value().bytes).value().value == decoded(godot3, "godot-3").value);
  const auto back = convert(there.value().bytes, ConvertOptions{.from = "godot-4", .to = "godot-3"});
  EXPECT_EQ(to_hex(back.value().bytes), to_hex(from_hex(godot3)));
}

TEST(Conversions, WriteColumnsWhereTheDocumentSaysSo) {
  const char* rows =
      "11000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041";
  const char* columns =
      "11000000 0000803f 00000040 00004040 00008040 0000a040 0000c040 0000e040 00000041 00001041";
  const auto converted = convert(from_hex(rows), ConvertOptions{.from = "godot-4", .to = "docs-003"});
  EXPECT_EQ(to_hex(converted.value().bytes), to_hex(from_hex(columns)));
}

TEST(Conversions, NeedPermissionForObjects) {
  const char* object = "18000000 04000000 4e6f6465 00000000";
  EXPECT_EQ(convert(from_hex(object), {}).error(), (Error{ErrorCode::object_not_allowed, 0}));
  const auto converted =
      convert(from_hex(object), ConvertOptions{.from = "godot-4", .to = "godot-3", .allow_objects = true});
  ASSERT_TRUE(converted);
  EXPECT_EQ(to_hex(converted.value().bytes), "11000000040000004e6f646500000000");
}

}  // namespace
}  // namespace godot_variant::tests
