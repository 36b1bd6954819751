// Bounds of memory that lives longer than one call, or that hostile bytes could overrun: buffers, the index,
// and the layers of a file. tables_test.cpp has those of the key tree and of the table of texts.
#include <cmath>

#include "allocations.h"
#include "expect.h"
#include "files/files.h"
#include "godot_variant/containers.h"
#include "godot_variant/text.h"
#include "index/index_builder.h"
#include "requests.h"
#include "tape/tape_builder.h"

namespace godot_variant::tests {
namespace {

using Octets = std::vector<std::uint8_t>;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// The sanitizer ends the program instead of throwing.
#define GODOT_VARIANT_NO_BAD_ALLOC
#endif
#endif
#ifndef GODOT_VARIANT_NO_BAD_ALLOC
TEST(Buffers, RefuseSizesThatOverflow) {
  WordBuffer words;
  EXPECT_THROW(words.reserve(SIZE_MAX / 4 + 2), std::bad_alloc);
}
#endif

/// Keys of large dictionaries are texts.
TEST(TapeBuilder, KeepsLargeDictionariesOutOfTheKeyTree) {
  for (const std::uint32_t count : {std::uint32_t{KeyTree::max_size}, std::uint32_t{KeyTree::max_size} + 1}) {
    Octets bytes = from_hex("1b000000 00000000");
    std::memcpy(bytes.data() + 4, &count, 4);
    for (std::uint32_t i = 0; i < count; ++i) {
      Octets entry = from_hex("04000000 04000000 00000000 00000000");
      for (std::size_t digit = 0, rest = i; digit < 4; ++digit, rest /= 10)
        entry[8 + digit] = static_cast<std::uint8_t>('0' + rest % 10);
      bytes.insert(bytes.end(), entry.begin(), entry.end());
    }
    KeyTree keys;
    TapeBuilder builder(keys);
    ReadRequest request;
    request.settings.dialect = find_dialect({});
    // A first key enters the tree when it comes again.
    for (int round = 0; round < 2; ++round) {
      builder.start(bytes, 0);
      ASSERT_TRUE(read_value(Input(Bytes(bytes)), request, builder).ok());
    }
    EXPECT_EQ(keys.keys().empty(), count > KeyTree::max_size);
  }
}

/// {"a": {"a": … null}}, twice, so that the first one predicts the keys of the second.
TEST(Index, PredictsKeysAtAnyDepth) {
  Octets nested;
  const Octets level = from_hex("1b000000 01000000 04000000 01000000 61000000");
  for (std::size_t depth = 0; depth < 200; ++depth) nested.insert(nested.end(), level.begin(), level.end());
  nested.resize(nested.size() + 4);
  Octets bytes = from_hex("1c000000 02000000");
  bytes.insert(bytes.end(), nested.begin(), nested.end());
  bytes.insert(bytes.end(), nested.begin(), nested.end());
  KeyTree key_tree;
  IndexBuilder builder(key_tree);
  builder.start(bytes.size());
  ReadRequest request;
  request.settings.dialect = find_dialect({});
  ASSERT_TRUE(read_value(Input(Bytes(bytes)), request, builder).ok());
  builder.finish();
  // The root, and for each container the head of its list and its entries.
  constexpr std::size_t record = index_record::record_words;
  constexpr std::size_t head = index_record::head_words;
  EXPECT_EQ(builder.words().size(), record + (head + 2 * record) + 2 * 200 * (head + record));
}

/// Reused memory holds the index of the input before.
TEST(Index, OfNothingIsEmpty) {
  const Octets bytes = from_hex("1c000000 01000000 00000000");
  KeyTree key_tree;
  IndexBuilder builder(key_tree);
  ReadRequest request;
  request.settings.dialect = find_dialect({});
  builder.start(bytes.size());
  read_value(Input(Bytes(bytes)), request, builder);
  builder.finish();
  builder.start(0);
  EXPECT_FALSE(read_value(Input(Bytes()), request, builder).ok());
  EXPECT_EQ(builder.finish_early(), 0U);
  EXPECT_EQ(std::vector<std::uint32_t>(builder.words().begin(), builder.words().end()),
            std::vector<std::uint32_t>(index_record::record_words));
}

/// A NodePath that ends after its first name: its record goes, the element before it stays.
TEST(Index, DropsAnUnfinishedNodePath) {
  const Octets bytes =
      from_hex("1c000000 02000000 00000000 16000000 02000080 00000000 00000000 01000000 61000000");
  KeyTree key_tree;
  IndexBuilder builder(key_tree);
  ReadRequest request;
  request.settings.dialect = find_dialect({});
  builder.start(bytes.size());
  EXPECT_FALSE(read_value(Input(Bytes(bytes)), request, builder).ok());
  EXPECT_EQ(builder.finish_early(), 1U);
  // The root, the head of its list, and one element.
  ASSERT_EQ(builder.words().size(), 2 * index_record::record_words + index_record::head_words);
  EXPECT_EQ(builder.words()[index_record::record_words + 1], 1U);
}

/// [{"a": null}, {"a": null}]: the first key predicts the second. Limits and ends of the input count all the
/// same.
TEST(PredictedKeys, FailLikeOthers) {
  const Octets bytes = from_hex(
      "1c000000 02000000 1b000000 01000000 04000000 01000000 61000000 00000000"
      "1b000000 01000000 04000000 01000000 61000000 00000000");
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    // Memory of its own, so that reading past the end is noticed.
    const Octets part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    for (std::uint64_t elements = 0; elements < 9; ++elements) {
      DecodeOptions options;
      options.limits.elements = elements;
      const Error expected = decode(part, options).error();
      KeyTree keys;
      for (int again = 0; again < 2; ++again) {
        IndexBuilder index(keys);
        index.start(part.size());
        EXPECT_EQ(read_value(Input(Bytes(part)), read_request(options), index).error, expected) << size;
        TapeBuilder tape(keys);
        tape.start(part, 0);
        EXPECT_EQ(read_value(Input(Bytes(part)), read_request(options), tape).error, expected) << size;
      }
    }
  }
}

/// Like the engine, we add the counts in 32 bits: 2 + 0xFFFFFFFF parts are one.
TEST(NodePaths, CountTheirPartsOnce) {
  const Octets bytes = from_hex("16000000 02000080 ffffffff 00000000 01000000 61000000");
  KeyTree keys;
  TapeBuilder builder(keys);
  builder.start(bytes, 0);
  ASSERT_TRUE(read_value(Input(Bytes(bytes)), read_request({}), builder).ok());
  EXPECT_EQ(builder.view().words[2], 1);
  EXPECT_EQ(builder.view().words[3], 0);
}

TEST(OutputBytes, AreCheckedBeforeMemoryIsTaken) {
  const Variant value = PackedByteArray{Octets(16 << 20)};
  EncodeOptions options;
  options.limits.output_bytes = 1000;
  const std::size_t before = allocated_bytes();
  EXPECT_EQ(encode(value, options).error().code, ErrorCode::too_large);
  EXPECT_LT(allocated_bytes() - before, 1U << 20);
}

Error file_error(std::string_view hex) {
  ByteVector content;
  return decompress_fastlz_file(from_hex(hex), 1 << 20, content);
}

TEST(Layers, ChecksEveryBlock) {
  // One block of five bytes, `abcde`.
  EXPECT_EQ(file_error("47435046 00000000 00100000 05000000 06000000 046162636465"), Error{});
  EXPECT_EQ(file_error("47435046 00000000 00100000 05000000 05000000 0361626364"),
            (Error{ErrorCode::bad_container, 20}));
  EXPECT_EQ(file_error("47435046 00000000 00100000 05000000 06000000 44616263646566"),
            (Error{ErrorCode::bad_container, 26}));
}

TEST(Layers, FastLzStreamsBeginWithALevel) {
  ByteVector room(100);
  EXPECT_EQ(decompress_fastlz(from_hex("0061"), room), 1U);
  EXPECT_EQ(decompress_fastlz(from_hex("2061"), room), 1U);
  EXPECT_EQ(decompress_fastlz(from_hex("4061"), room), std::nullopt);
  // In level 1, a length byte of 255 is the last one, and the largest distance has no more bytes.
  ByteVector large(20'000);
  EXPECT_EQ(decompress_fastlz(from_hex("0061 e0 ff 00 0062"), large), 1U + 9 + 255 + 1);
  ByteVector stream;
  for (int run = 0; run < 256; ++run) {
    stream.push_back(31);
    stream.insert(stream.end(), 32, 'a');
  }
  stream.insert(stream.end(), {0x3F, 0xFF});
  EXPECT_EQ(decompress_fastlz(stream, large), 8192U + 3);
}

TEST(Layers, DamagedTablesEndWithTheFile) {
  files::CompressedHeader header;
  EXPECT_EQ(files::read_compressed(from_hex("47435046 00000000 00100000 ffffffff 01000000"), ~0ULL, header,
                                   files::Damage::ignored),
            Error{});
  EXPECT_EQ(header.blocks.size(), 1U);
}

TEST(Layers, ZstandardSizesAreInTheFrame) {
  EXPECT_EQ(zstd_content_size(from_hex("28b52ffd a0 05000000")), 5U);
  EXPECT_EQ(zstd_content_size(from_hex("28b52ffd a0 050000")), std::nullopt);
}

TEST(Layers, EncryptedContentFillsItsBlocks) {
  const auto read = [](std::string_view size, std::size_t cipher) {
    Octets file = from_hex("47444543 00000000000000000000000000000000");
    const Octets words = from_hex(size);
    file.insert(file.end(), words.begin(), words.end());
    file.resize(file.size() + cipher);
    EncryptedFile header;
    return read_encrypted(file, header).code;
  };
  EXPECT_EQ(read("1000000000000000", 16 + 16), ErrorCode::none);
  EXPECT_EQ(read("1100000000000000", 16 + 16), ErrorCode::bad_container);
  EXPECT_EQ(read("0000000000000000", 16 + 16), ErrorCode::bad_container);
  EXPECT_EQ(read("0100000000000000", 16 + 17), ErrorCode::bad_container);
  // Without an initialization vector, the content would have a negative size.
  EXPECT_EQ(read("f0ffffffffffffff", 0), ErrorCode::bad_container);
}

TEST(Layers, SettingsHaveAHeader) {
  std::vector<Extent> parts;
  EXPECT_EQ(read_settings(from_hex("45434647"), parts), (Error{ErrorCode::unexpected_end, 4}));
  EXPECT_EQ(read_settings(from_hex("45434648 00000000"), parts), (Error{ErrorCode::bad_container, 0}));
}

TEST(Text, HasLimits) {
  ParseOptions options;
  options.limits.elements = 3;
  EXPECT_TRUE(parse_text("[1, 2]", options));
  EXPECT_EQ(parse_text("[1, 2, 3]", options).error(), (Error{ErrorCode::too_large, 7}));
  options.limits.depth = 1;
  EXPECT_TRUE(parse_text("[[]]", options));
  EXPECT_EQ(parse_text("[[1]]", options).error().code, ErrorCode::too_deep);
}

TEST(Text, ChecksNumbersAndEscapes) {
  EXPECT_EQ(parse_text("9223372036854775808").error().code, ErrorCode::int_out_of_range);
  EXPECT_EQ(parse_text("99999999999999999999999").error().code, ErrorCode::int_out_of_range);
  EXPECT_EQ(parse_text("18446744073709551617").error().code, ErrorCode::int_out_of_range);
  EXPECT_EQ(parse_text("PackedByteArray(256)").error().code, ErrorCode::int_out_of_range);
  EXPECT_EQ(parse_text("PackedInt32Array(2147483648)").error().code, ErrorCode::int_out_of_range);
  EXPECT_EQ(parse_text("PackedInt64Array(1e300)").error().code, ErrorCode::bad_text);
  EXPECT_EQ(parse_text("PackedInt64Array(1.5)").error().code, ErrorCode::bad_text);
  EXPECT_EQ(parse_text("Vector2(1)").error().code, ErrorCode::bad_length);
  EXPECT_EQ(parse_text("PackedVector2Array(1, 2, 3)").error().code, ErrorCode::bad_length);
  EXPECT_EQ(parse_text("\"\\ud800\"").error().code, ErrorCode::bad_text);
  // 2^64 + 1 is not 1.
  EXPECT_EQ(parse_text("7e18446744073709551617").error().code, ErrorCode::bad_text);
  for (const char* text : {"\"\\u0000\"", "\"\\ud800\"", "\"\\U110000\"", "\"a", "\"\\"}) {
    EXPECT_FALSE(parse_text(text)) << text;
  }
}

}  // namespace
}  // namespace godot_variant::tests
