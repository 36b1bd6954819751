// Trailing bytes, and the length that store_var writes before a value.
#include "expect.h"

namespace godot_variant::tests {
namespace {

DecodeOptions framed() {
  DecodeOptions options;
  options.framing = Framing::store_var;
  return options;
}

TEST(Trailing, BytesAreAnErrorUnlessAllowed) {
  EXPECT_EQ(error_of("00000000 00"), (Error{ErrorCode::trailing_bytes, 4}));
  DecodeOptions options;
  options.allow_trailing = true;
  EXPECT_EQ(decoded("00000000 00", options).bytes_read, 4U);
}

/// The engine counts missing padding as read, so a short array leaves no trailing bytes.
TEST(Trailing, PaddingOfBytesMayBeMissing) {
  const Decoded result = decoded("1d000000 01000000 07");
  EXPECT_EQ(result.bytes_read, 12U);
  EXPECT_TRUE(result.value == PackedByteArray{{7}});
  EXPECT_EQ(error_of("1d000000 01000000 07 000000 00"), (Error{ErrorCode::trailing_bytes, 12}));
}

TEST(StoreVar, HasALengthInFront) {
  EXPECT_TRUE(decoded("08000000 02000000 05000000", framed()).value == 5);
  EXPECT_EQ(decoded("08000000 02000000 05000000", framed()).bytes_read, 12U);
  EncodeOptions options;
  options.framing = Framing::store_var;
  EXPECT_EQ(encoded(5, options), "080000000200000005000000");
}

TEST(StoreVar, ErrorsCountFromTheLength) {
  EXPECT_EQ(error_of("", framed()), (Error{ErrorCode::unexpected_end, 0}));
  EXPECT_EQ(error_of("040000", framed()), (Error{ErrorCode::unexpected_end, 3}));
  EXPECT_EQ(error_of("09000000 02000000 05000000", framed()), (Error{ErrorCode::unexpected_end, 0}));
  EXPECT_EQ(error_of("ffffffff 02000000 05000000", framed()), (Error{ErrorCode::unexpected_end, 0}));
  EXPECT_EQ(error_of("04000000 02000000 05000000", framed()), (Error{ErrorCode::unexpected_end, 4}));
  EXPECT_EQ(error_of("04000000 ff000000", framed()), (Error{ErrorCode::unknown_type, 4}));
}

TEST(StoreVar, RejectsTrailingBytesInsideAndAfter) {
  EXPECT_EQ(error_of("08000000 00000000 00000000", framed()), (Error{ErrorCode::trailing_bytes, 8}));
  EXPECT_EQ(error_of("04000000 00000000 00", framed()), (Error{ErrorCode::trailing_bytes, 8}));
  DecodeOptions options = framed();
  options.allow_trailing = true;
  EXPECT_EQ(decoded("08000000 00000000 00000000", options).bytes_read, 12U);
  EXPECT_EQ(decoded("04000000 00000000 00", options).bytes_read, 8U);
}

TEST(StoreVar, ConversionKeepsTheLength) {
  ConvertOptions options;
  options.from = "godot-3";
  options.framing = Framing::store_var;
  const auto converted = convert(from_hex("0c000000 13000000 01000000 00000000"), options);
  ASSERT_TRUE(converted);
  EXPECT_EQ(to_hex(converted.value().bytes), "0c0000001c0000000100000000000000");
  EXPECT_EQ(converted.value().bytes_read, 16U);
}

}  // namespace
}  // namespace godot_variant::tests
