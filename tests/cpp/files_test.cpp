// File layers around values: compression, encryption, arguments of RPCs, and their detection.
#include <algorithm>

#include "expect.h"
#include "godot_variant/containers.h"
#include "samples.h"

namespace godot_variant::tests {
namespace {

constexpr std::uint64_t no_limit = 1 << 30;

CompressedFile header_of(Bytes file) {
  CompressedFile header;
  EXPECT_EQ(read_compressed(file, no_limit, header), Error{});
  return header;
}

/// The content of the files that test block lengths.
ByteVector payload(std::size_t size) {
  ByteVector bytes;
  for (std::size_t i = 0; i < size; ++i)
    bytes.push_back(static_cast<std::uint8_t>(i % 50 < 40 ? i * 7 + i / 13 : 0x41));
  return bytes;
}

TEST(FastLz, WritesTheSameStreamsAsEngines) {
  for (const char* engine : {"3.2.3", "3.6", "4.6.3"}) {
    for (const char* file : {"compress_raw_fastlz.bin", "compress_raw_fastlz_level2.bin"}) {
      const ByteVector stream = sample(engine, file);
      ByteVector content(100'000);
      const auto made = decompress_fastlz(stream, content);
      ASSERT_TRUE(made) << engine << file;
      content.resize(*made);
      ByteVector again;
      compress_fastlz(content, again);
      EXPECT_EQ(to_hex(again), to_hex(stream)) << engine << file;
    }
  }
}

TEST(FastLz, RoundTripsEveryLengthAndLevel) {
  for (std::size_t size : {0UL, 1UL, 15UL, 16UL, 17UL, 31UL, 300UL, 9000UL, 65535UL, 65536UL, 200'000UL}) {
    for (std::size_t period : {1UL, 2UL, 7UL, 300UL, 8191UL, 8192UL, 8193UL, 70'000UL}) {
      ByteVector input(size);
      std::uint32_t state = 1;
      for (std::size_t i = 0; i < size; ++i) {
        state = state * 1664525 + 1013904223;
        input[i] = i < period ? static_cast<std::uint8_t>(state >> 24) : input[i - period];
      }
      ByteVector stream;
      compress_fastlz(input, stream);
      ByteVector content(std::max<std::size_t>(size, 16));
      EXPECT_EQ(decompress_fastlz(stream, content), content.size());
      EXPECT_TRUE(std::equal(input.begin(), input.end(), content.begin())) << size << ' ' << period;
      ByteVector small(content.size() - 1);
      EXPECT_EQ(decompress_fastlz(stream, small), std::nullopt);
    }
  }
}

TEST(FastLz, RejectsBrokenStreams) {
  ByteVector room(1000);
  for (const char* stream :
       {"", "40", "05 01", "00", "00 01 20", "00 01 20 05", "00 01 e0", "20 01 ff 03", "20 01 3f ff 00"})
    EXPECT_EQ(decompress_fastlz(from_hex(stream), room), std::nullopt) << stream;
}

TEST(Compressed, FastLzFilesRoundTripByteForByte) {
  std::size_t count = 0;
  for (const Sample& sample : samples_of("GCPF")) {
    if (sample.line.value("mode", -1) != 0) continue;
    const CompressedFile header = header_of(sample.bytes);
    ByteVector content;
    ASSERT_EQ(decompress_fastlz_file(sample.bytes, no_limit, content), Error{});
    if (sample.line.contains("payload_len")) {
      EXPECT_EQ(content, payload(sample.line["payload_len"]));
    }
    ByteVector again;
    EXPECT_EQ(compress_file(header, content, again), Error{});
    EXPECT_EQ(to_hex(again), to_hex(sample.bytes)) << sample.file;
    ++count;
  }
  EXPECT_GT(count, 30U);
}

TEST(Compressed, EveryFileCanBeRebuiltFromItsParts) {
  for (const Sample& sample : samples_of("GCPF")) {
    const CompressedFile header = header_of(sample.bytes);
    EXPECT_EQ(header.block_size, 4096U);
    ByteVector streams;
    for (const Extent& block : header.blocks)
      streams.insert(streams.end(), &sample.bytes[block.at], &sample.bytes[block.at] + block.size);
    ByteVector again;
    EXPECT_EQ(write_compressed(header, streams, again), Error{});
    EXPECT_EQ(to_hex(again), to_hex(sample.bytes)) << sample.file;
  }
}

TEST(Compressed, ZstdStatesItsSize) {
  for (const Sample& sample : samples_of("GCPF")) {
    if (sample.line.value("mode", -1) != 2) continue;
    const CompressedFile header = header_of(sample.bytes);
    for (std::size_t i = 0; i < header.blocks.size(); ++i)
      EXPECT_EQ(zstd_content_size(Bytes(sample.bytes).subspan(header.blocks[i].at)), header.size_of(i));
  }
  for (const std::size_t size : {0UL, 1UL, 131'072UL, 131'073UL, 400'000UL}) {
    ByteVector frame;
    EXPECT_EQ(store_zstd(payload(size), frame), Error{});
    EXPECT_EQ(zstd_content_size(frame), size);
    EXPECT_EQ(frame.size(), 9 + size + std::max<std::size_t>(1, (size + 131'071) / 131'072) * 3);
  }
}

TEST(Compressed, WritesNoFileThatCannotBeRead) {
  ByteVector out;
  const ByteVector content(100);
  const auto whole = [&](const CompressedFile& header, Bytes bytes) {
    return compress_file(header, bytes, out);
  };
  for (const std::uint32_t block_size : {0U, (16U << 20) + 1})
    EXPECT_EQ(whole({.block_size = block_size, .blocks = {}}, content), (Error{ErrorCode::bad_container, 8}));
  for (const Compression compression : {Compression::deflate, Compression::gzip, Compression::brotli})
    EXPECT_EQ(whole({.compression = compression, .blocks = {}}, content),
              (Error{ErrorCode::unsupported_compression, 4}));
  const auto parts = [&](const CompressedFile& header) { return write_compressed(header, content, out); };
  EXPECT_EQ(parts({.block_size = 0, .size = 100, .blocks = {{0, 100}}}),
            (Error{ErrorCode::bad_container, 8}));
  EXPECT_EQ(parts({.size = 100, .blocks = {}}), (Error{ErrorCode::bad_container, 12}));
  EXPECT_EQ(parts({.size = 4096, .blocks = {{0, 100}}}), (Error{ErrorCode::bad_container, 12}));
  EXPECT_EQ(parts({.size = 100, .blocks = {{0, 101}}}), (Error{ErrorCode::bad_container, 16}));
  EXPECT_EQ(parts({.size = 4096, .blocks = {{0, 99}, {99, 0}}}), (Error{ErrorCode::bad_container, 20}));
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(parts({.size = 4096, .blocks = {{0, 99}, {99, 1}}}), Error{});
}

TEST(Compressed, WritesNoContentBeyond4GiB) {
  if (sizeof(std::size_t) == 4) GTEST_SKIP() << "no size is beyond 4 GiB";
  ByteVector out;
  // Nobody reads these bytes, because there are too many.
  const std::uint8_t byte = 0;
  const Bytes large(&byte, static_cast<std::size_t>(std::uint64_t{1} << 32));
  EXPECT_EQ(compress_file({}, large, out), (Error{ErrorCode::too_large, 12}));
  EXPECT_EQ(store_zstd(large, out), (Error{ErrorCode::too_large, 0}));
  EXPECT_TRUE(out.empty());
}

TEST(Compressed, RejectsImpossibleTables) {
  const auto error = [](std::string_view hex, std::uint64_t limit = no_limit) {
    CompressedFile header;
    return read_compressed(from_hex(hex), limit, header);
  };
  EXPECT_EQ(error("47435046 00000000"), (Error{ErrorCode::unexpected_end, 8}));
  EXPECT_EQ(error("47435046 05000000 00100000 01000000 00000000"),
            (Error{ErrorCode::unsupported_compression, 4}));
  EXPECT_EQ(error("47435046 00000000 00000000 01000000 00000000"), (Error{ErrorCode::bad_container, 8}));
  EXPECT_EQ(error("47435046 00000000 01000001 01000000 00000000"), (Error{ErrorCode::bad_container, 8}));
  EXPECT_EQ(error("47435046 00000000 01000000 01000000 00000000"), (Error{ErrorCode::bad_container, 12}));
  EXPECT_EQ(error("47435046 00000000 01000000 ffffffff 00000000"), (Error{ErrorCode::bad_container, 12}));
  EXPECT_EQ(error("47435046 00000000 00100000 01000000 01000000"), (Error{ErrorCode::bad_container, 16}));
  EXPECT_EQ(error("47435046 00000000 00100000 09000000 00000000", 8), (Error{ErrorCode::too_large, 12}));
  EXPECT_EQ(error("47435046 00000000 00100000 09000000 00000000 4743504600"),
            (Error{ErrorCode::bad_container, 20}));
  EXPECT_EQ(error("47435046 00000000 00100000 09000000 00000000"), Error{});
  EXPECT_EQ(error("47435047 00000000 00100000 09000000 00000000"), (Error{ErrorCode::bad_container, 0}));
  // More blocks than 32 bits count.
  EXPECT_EQ(error("47435046 00000000 01000000 ffffffff", UINT64_MAX), (Error{ErrorCode::bad_container, 12}));
}

TEST(Compressed, MustFitIntoMemory) {
  if (sizeof(std::size_t) > 4) GTEST_SKIP() << "4 GiB fit";
  std::vector<std::uint8_t> file = from_hex("47435046 00000000 00000001 f8ffffff");
  // 256 blocks, each of them empty.
  file.resize(file.size() + 256 * 4);
  ByteVector out;
  EXPECT_EQ(decompress_fastlz_file(file, UINT64_MAX, out), (Error{ErrorCode::too_large, 12}));
}

TEST(Encrypted, HeadersRoundTrip) {
  std::size_t count = 0;
  for (const Sample& sample : samples_of("GDEC")) {
    if (sample.line.contains("mode")) continue;
    EncryptedFile header;
    ASSERT_EQ(read_encrypted(sample.bytes, header), Error{}) << sample.file;
    EXPECT_EQ(header.layout == EncryptedLayout::godot4, sample.engine == "4.6.3");
    ByteVector again;
    const Bytes cipher = Bytes(sample.bytes).subspan(header.cipher.at, header.cipher.size);
    EXPECT_EQ(write_encrypted(header, cipher, again), Error{});
    EXPECT_EQ(to_hex(again), to_hex(sample.bytes)) << sample.file;
    for (std::size_t size = 4; size < sample.bytes.size(); size += 7)
      EXPECT_EQ(read_encrypted(Bytes(sample.bytes).first(size), header).code, ErrorCode::bad_container);
    ++count;
  }
  EXPECT_GT(count, 25U);
  EncryptedFile header;
  EXPECT_EQ(read_encrypted(Bytes(ByteVector(64)), header), (Error{ErrorCode::bad_container, 0}));
}

TEST(Encrypted, WritesNoFileThatCannotBeRead) {
  for (const auto& [layout, size_at] :
       {std::pair(EncryptedLayout::godot3, 24U), std::pair(EncryptedLayout::godot4, 20U)}) {
    for (const auto& [size, cipher] : {std::pair(17U, 16U), {16U, 32U}, {0U, 16U}, {15U, 15U}, {1U, 0U}}) {
      ByteVector out;
      EncryptedFile header;
      header.layout = layout;
      header.size = size;
      EXPECT_EQ(write_encrypted(header, ByteVector(cipher), out), (Error{ErrorCode::bad_container, size_at}));
      EXPECT_TRUE(out.empty());
    }
  }
}

TEST(Encrypted, NoiseDoesNotLookDecrypted) {
  ByteVector noise(4096);
  std::uint32_t state = 7;
  for (std::uint8_t& byte : noise) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  for (std::size_t size = 0; size <= noise.size(); size += 16)
    EXPECT_FALSE(looks_decrypted(Bytes(noise).first(size))) << size;
  EXPECT_TRUE(looks_decrypted(sample("4.6.3", "store_var_all.bin")));
  EXPECT_TRUE(looks_decrypted(sample("4.6.3", "config_plain.cfg")));
  EXPECT_TRUE(looks_decrypted(sample("4.6.3", "gcpf_zstd_multi.bin")));
}

TEST(Base64, RoundTrips) {
  for (std::size_t size = 0; size < 10; ++size) {
    const ByteVector bytes = payload(size);
    ByteVector text;
    encode_base64(bytes, text);
    ByteVector again;
    EXPECT_EQ(decode_base64(text, again), size > 0);
    EXPECT_EQ(again, bytes);
  }
  ByteVector out;
  for (const std::string_view text : {"abc", "a=bc", "ab?c", "====", "ab\ncd"})
    EXPECT_FALSE(decode_base64(
        from_hex(to_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})), out))
        << text;
}

/// Where an engine reads the text from a file, its String ends at the first NUL.
TEST(Base64, EndsBeforeNuls) {
  for (const std::string_view end : {std::string_view("\0", 1), std::string_view("\0\0\n", 3)}) {
    const std::string text = "AQID" + std::string(end);
    ByteVector bytes;
    EXPECT_TRUE(decode_base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, bytes));
    EXPECT_EQ(to_hex(bytes), "010203");
  }
  ByteVector bytes{7};
  EXPECT_FALSE(decode_base64(from_hex("4151494400414243"), bytes)) << "other bytes behind the NUL";
  EXPECT_EQ(to_hex(bytes), "07");
}

TEST(Zstd, OfOtherBytesHasNoSize) {
  EXPECT_EQ(zstd_content_size(from_hex("61626364 a0 05000000")), std::nullopt);
}

TEST(Settings, NeedAValueForEachName) {
  const ByteVector bytes = from_hex("6e616d65 00000000");
  const Extent parts[] = {{0, 4}, {4, 4}, {0, 4}};
  ByteVector out;
  EXPECT_EQ(write_settings(bytes, parts, out), (Error{ErrorCode::bad_length, 4}));
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(write_settings(bytes, std::span(parts).first(2), out), Error{});
}

TEST(Arguments, AreCompactAndRoundTrip) {
  const ByteVector compact = from_hex("06 81 01 02ff 422c01 c20000008000000000 04000000 02000000 68690000");
  ByteVector frames;
  ASSERT_EQ(expand_arguments(compact, "godot-4", false, frames), Error{});
  EXPECT_EQ(to_hex(frames),
            "080000000100000001000000"
            "080000000100000000000000"
            "0800000002000000ffffffff"
            "08000000020000002c010000"
            "0c000000020001000000008000000000"
            "0c000000040000000200000068690000");
  std::vector<Extent> values;
  ASSERT_EQ(read_frames(frames, false, values), Error{});
  ByteVector again;
  ASSERT_EQ(compact_arguments(frames, values, again), Error{});
  EXPECT_EQ(to_hex(again), to_hex(compact));
}

TEST(Arguments, MustBeComplete) {
  ByteVector frames;
  EXPECT_EQ(expand_arguments(from_hex("02 81"), "godot-4", false, frames),
            (Error{ErrorCode::unexpected_end, 2}));
  EXPECT_EQ(expand_arguments(from_hex("01 42 01"), "godot-4", false, frames),
            (Error{ErrorCode::unexpected_end, 1}));
  EXPECT_EQ(expand_arguments(from_hex("01 81 00"), "godot-4", false, frames),
            (Error{ErrorCode::trailing_bytes, 2}));
  EXPECT_EQ(expand_arguments(from_hex("01 18000000"), "godot-4", false, frames),
            (Error{ErrorCode::object_not_allowed, 1}));
}

// An engine would read these as other values, or their last bytes as the next argument.
TEST(Arguments, AreWholeValues) {
  for (const char* value :
       {"", "020000", "02000000", "02000000 07000000 00", "02000000 07000000 00000000", "02000100 07000000",
        "02000200 07000000", "01000000", "01000000 01000000 00000000"}) {
    ByteVector bytes = from_hex("00000000");
    const ByteVector frame = from_hex(value);
    bytes.insert(bytes.end(), frame.begin(), frame.end());
    bytes.shrink_to_fit();
    const Extent extent{4, frame.size()};
    ByteVector compact;
    EXPECT_EQ(compact_arguments(bytes, {&extent, 1}, compact), (Error{ErrorCode::bad_length, 4})) << value;
    EXPECT_TRUE(compact.empty());
  }
}

TEST(Arguments, AreAtMost255) {
  const ByteVector bytes = from_hex("00000000");
  ByteVector compact;
  EXPECT_EQ(compact_arguments(bytes, std::vector<Extent>(255, {0, 4}), compact), Error{});
  EXPECT_EQ(compact.size(), 1 + 255 * 4U);
  EXPECT_EQ(compact_arguments(bytes, std::vector<Extent>(256, {0, 4}), compact).code, ErrorCode::too_large);
}

/// Engines write 0 or 1, and read any other number as true.
TEST(Arguments, KeepAnyTrueBool) {
  for (const char* value : {"01000000 01000000", "01000000 02000000", "01000000 00010000"}) {
    const Extent extent{0, 8};
    ByteVector compact;
    EXPECT_EQ(compact_arguments(from_hex(value), {&extent, 1}, compact), Error{});
    EXPECT_EQ(to_hex(compact), "0181") << value;
  }
}

std::string described(Bytes bytes) {
  const std::vector<Candidate> candidates = detect(bytes).value();
  if (candidates.empty()) return "nothing";
  const Candidate& first = candidates.front();
  return std::string(name_of(first.container)) + ' ' + std::to_string(static_cast<int>(first.framing)) + ' ' +
         std::string(first.dialect) + (first.score >= 90 ? " surely" : "");
}

TEST(Detect, NamesFilesOfEveryKind) {
  EXPECT_EQ(described(sample("4.6.3", "store_var_all.bin")), "none 1 godot-4.4 surely");
  EXPECT_EQ(described(sample("3.6", "store_var_small.bin")), "none 1 godot-3 surely");
  EXPECT_EQ(described(sample("4.6.3", "store_var_big_endian.bin")), "none 2 godot-4.4 surely");
  EXPECT_EQ(described(sample("3.2.3", "var2bytes_all.bin")), "none 0 godot-3 surely");
  EXPECT_EQ(described(sample("4.6.3", "mixed.bin")), "none 3 godot-4.4");
  EXPECT_EQ(described(sample("4.6.3", "export_project.binary")), "none 4 godot-4.4 surely");
  EXPECT_EQ(described(sample("4.6.3", "variant_to_base64_all.txt")), "base64 0 godot-4.4 surely");
  EXPECT_EQ(described(sample("4.6.3", "compress_raw_fastlz.bin")), "fastlz 0 ");
  EXPECT_EQ(described(sample("4.6.3", "compress_raw_deflate.bin")), "zlib 0  surely");
  EXPECT_EQ(described(sample("4.6.3", "gdec_pass.bin")), "gdec 0  surely");
  EXPECT_EQ(described(sample("4.6.3", "pack.pck")), "pck 0  surely");
  EXPECT_EQ(described(sample("4.6.3", "config_plain.cfg")), "config 0  surely");
  EXPECT_EQ(described(from_hex("3b20")), "text 0  surely");
  EXPECT_EQ(described(from_hex("7b2261223a22eda0bcedbfae227d")), "json 0  surely") << "surrogates";
  EXPECT_EQ(described({}), "nothing");
  std::string many = "[";
  for (int i = 0; i < 2'000'000; ++i) many += "\n[";
  EXPECT_EQ(described({reinterpret_cast<const std::uint8_t*>(many.data()), many.size()}), "json 0  surely");
}

TEST(Detect, FindsFramesAroundWhateverTheGapsReadAs) {
  const std::string list = "20000000 1c000000 03000000 02000000 01000000 02000000 02000000 02000000 03000000";
  const std::string player =
      "34000000 1b000000 02000000 04000000 04000000 6e616d65 04000000 04000000 4d697261"
      "04000000 02000000 68700000 02000000 05000000";
  // The length of a cut frame, before a header.
  EXPECT_EQ(described(from_hex(player + "101c0102" + list)), "none 3 godot-4.4");
  // With these, everything is a PackedFloat32Array, too.
  const char* numbers = "101c0102 03040506 0708090a 0b0c0d0e 0f101112 13141516 1718191a";
  EXPECT_EQ(described(from_hex(list + numbers + player)), "none 3 godot-4.4");
}

TEST(Detect, UsesTheSurroundingContainer) {
  const ByteVector value = from_hex(
      "34000000 12000000 02000000 04000000 02000000 68700000 02000000 0a000000"
      "04000000 04000000 6e616d65 04000000 03000000 416e6e00");
  EXPECT_EQ(detect(value).value().size(), 2U);
  EXPECT_EQ(detect(value, {.generation = 3}).value().size(), 1U);
  EXPECT_EQ(detect(value, {.generation = 3}).value()[0].dialect, "godot-3");
  EXPECT_EQ(detect(value, {.generation = 4}).value()[0].dialect, "godot-4.4");
  EXPECT_EQ(detect(value, {.dialect = "godot-5"}).error().code, ErrorCode::unknown_dialect);
}

}  // namespace
}  // namespace godot_variant::tests
