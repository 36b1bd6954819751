// Frames of values, one after the other or between other data, and the settings of project.binary.
#include <algorithm>

#include "expect.h"
#include "files/file_plausibility.h"
#include "files/files.h"
#include "godot_variant/containers.h"
#include "samples.h"

namespace godot_variant::tests {
namespace {

TEST(Frames, ChainsEndWithTheInput) {
  std::vector<Extent> values;
  EXPECT_EQ(read_frames(from_hex("04000000 00000000 08000000 02000000 05000000"), false, values), Error{});
  EXPECT_EQ(values, (std::vector<Extent>{{4, 4}, {12, 8}}));
  values.clear();
  EXPECT_EQ(read_frames(from_hex("00000004 00000000"), true, values), Error{});
  EXPECT_EQ(values, (std::vector<Extent>{{4, 4}}));
  EXPECT_EQ(read_frames(from_hex("04000000 00000000 0400"), false, values),
            (Error{ErrorCode::unexpected_end, 8}));
  EXPECT_EQ(read_frames(from_hex("05000000 00000000"), false, values), (Error{ErrorCode::unexpected_end, 0}));
}

TEST(Frames, SettingsRoundTrip) {
  std::size_t count = 0;
  for (const Sample& sample : samples_of("ECFG")) {
    std::vector<Extent> parts;
    ASSERT_EQ(read_settings(sample.bytes, parts), Error{}) << sample.file;
    ByteVector again;
    EXPECT_EQ(write_settings(sample.bytes, parts, again), Error{});
    EXPECT_EQ(to_hex(again), to_hex(sample.bytes));
    ++count;
  }
  EXPECT_EQ(count, 6U);
  std::vector<Extent> parts;
  EXPECT_EQ(read_settings(from_hex("45434647 02000000 00000000 00000000"), parts),
            (Error{ErrorCode::bad_length, 4}));
}

// The length of a frame has 32 bits, and it was cut to them.
TEST(Frames, AreNotWrittenWithValuesBeyond4GiB) {
  if (sizeof(std::size_t) == 4) GTEST_SKIP() << "no size is beyond 4 GiB";
  const std::vector<Extent> values = {{0, 4}, {4, static_cast<std::size_t>(std::uint64_t{1} << 32)}};
  const ByteVector bytes = from_hex("00000000");
  for (const bool big_endian : {false, true}) {
    ByteVector out;
    EXPECT_EQ(write_frames(bytes, values, big_endian, out), (Error{ErrorCode::too_large, 4}));
    EXPECT_TRUE(out.empty());
  }
  ByteVector out;
  EXPECT_EQ(write_settings(bytes, values, out), (Error{ErrorCode::too_large, 4}));
  EXPECT_TRUE(out.empty());
}

TEST(Frames, ScanFindsTheValuesOfMixedFiles) {
  for (const Sample& sample : samples_of("mixed")) {
    const std::vector<FoundFrame> found = scan_frames(sample.bytes);
    ASSERT_EQ(found.size(), 2U) << sample.engine << sample.file;
    EXPECT_EQ(found[0].value.at, 16U);
    EXPECT_EQ(found[0].value.size, 52U);
    EXPECT_TRUE(found[0].certain && found[1].certain);
    EXPECT_EQ(found[0].dialect, sample.engine == "4.6.3" ? "godot-4.4" : "godot-3");
  }
}

ByteVector joined(std::initializer_list<Bytes> parts) {
  ByteVector bytes;
  for (const Bytes part : parts) bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}

/// `offset+size` of each frame, its length included, with `?` for one that may be chance.
std::string places_of(Bytes bytes) {
  std::string text;
  for (const FoundFrame& frame : scan_frames(bytes))
    text += std::to_string(frame.value.at - 4) + "+" + std::to_string(frame.value.size + 4) +
            (frame.certain ? " " : "? ");
  return text;
}

// Numbers of a game can read as a frame that covers the length of the next one, which was left out then.
TEST(Frames, ScanPrefersWhatIsCertain) {
  for (const Sample& sample : samples_of("mixed")) {
    const std::vector<FoundFrame> found = scan_frames(sample.bytes);
    const auto frame_of = [&](std::size_t i) {
      return Bytes(sample.bytes).subspan(found[i].value.at - 4, found[i].value.size + 4);
    };
    const Bytes one = frame_of(0);
    const Bytes two = frame_of(1);
    const std::string end = "+" + std::to_string(two.size()) + " ";
    const std::string first = "0+" + std::to_string(one.size()) + " ";
    const auto behind = [&](std::size_t gap) { return std::to_string(one.size() + gap) + end; };
    const bool is_4 = sample.engine == "4.6.3";
    // The length is in the order of the file's others.
    const auto frame = [&](const char* length, std::string value) {
      ByteVector bytes = from_hex(length);
      if (found[0].big_endian) std::reverse(bytes.begin(), bytes.end());
      if (!is_4 && value.starts_with("1c")) value.replace(0, 2, "13");
      if (!is_4 && value.starts_with("1d")) value.replace(0, 2, "14");
      return joined({bytes, from_hex(value)});
    };
    // An int and a bool that cover the next length, and a Vector2 that covers more.
    for (const auto& [length, header] :
         {std::pair{"08000000", "02000000"}, {"08000000", "01000000"}, {"0c000000", "05000000"}}) {
      const ByteVector number = frame(length, header);
      EXPECT_EQ(places_of(joined({one, number, two})), first + behind(8)) << header;
      EXPECT_EQ(places_of(joined({number, two})), "8" + end) << header;
      // The frame may begin at any byte.
      for (std::size_t more = 1; more < 4; ++more) {
        const ByteVector rest(more, 7);
        EXPECT_EQ(places_of(joined({one, number, rest, two})), first + behind(8 + more)) << header << more;
      }
    }
    // An Array of one int that covers the length is as certain, but shorter.
    const ByteVector list = frame("10000000", "1c000000 01000000 02000000");
    EXPECT_EQ(places_of(joined({one, list, two})), first + behind(16));
    // What the replaced frame covered before the other one is looked through again.
    const ByteVector bytes_of_three = frame("38000000", "1d000000 30000000");
    const ByteVector small = frame("10000000", "1c000000 01000000 02000000 05000000");
    EXPECT_EQ(places_of(joined({one, bytes_of_three, small, small, two})),
              first + std::to_string(one.size() + 12) + "+20 " + std::to_string(one.size() + 32) + "+20 " +
                  behind(52));
    // A frame that ends inside a PackedByteArray is part of it.
    const ByteVector holder = frame("1c000000", "1d000000 14000000");
    EXPECT_EQ(places_of(joined({one, holder, small, two})),
              first + std::to_string(one.size()) + "+32? " + behind(32));
  }
}

// Every int covers the length of the Array behind it, whose text seems to go on to the end: without a budget,
// each of them would be read to the end.
TEST(Frames, ScanDoesLinearWorkWhereFramesOverlap) {
  const auto work_of = [](std::size_t blocks, std::span<const std::uint32_t> block, std::size_t length_at) {
    ByteVector bytes;
    for (std::size_t i = 0; i < blocks; ++i) {
      for (std::size_t j = 0; j < block.size(); ++j) {
        const std::size_t left = ((blocks - i) * block.size() - j - 1) * 4;
        const std::uint32_t part = j == length_at ? static_cast<std::uint32_t>(left) : block[j];
        const auto* from = reinterpret_cast<const std::uint8_t*>(&part);
        bytes.insert(bytes.end(), from, from + sizeof part);
      }
    }
    std::uint64_t work = 0;
    files::scan_frames(bytes, &work);
    EXPECT_GT(work, bytes.size() / 2);
    return static_cast<double>(work) / static_cast<double>(bytes.size());
  };
  // Frames in which frames begin, and those that replace each other without an end.
  const std::vector<std::uint32_t> hidden = {8, 2, 0, 28, 1, 34, 0x7FFFFFFF};
  const std::vector<std::uint32_t> nested = {0, 28, 1};
  const std::vector<std::uint32_t> ints = {8, 2, 8, 2, 2};
  for (const std::size_t blocks : {std::size_t{1'000}, std::size_t{100'000}}) {
    EXPECT_LT(work_of(blocks, hidden, 2), 70) << blocks;
    EXPECT_LT(work_of(blocks, nested, 0), 70) << blocks;
    EXPECT_LT(work_of(blocks, ints, 9), 4) << blocks;
  }
}

/// Each of these lengths fits, and each text goes on to the end: without a budget, 5 MB would be read
/// 200 000 times.
TEST(Frames, ScanReadsNestedFramesOnlySoOften) {
  constexpr std::size_t blocks = 200'000;
  ByteVector bytes;
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto rest = static_cast<std::uint32_t>((blocks - i - 1) * 24 + 16) & ~255U;
    for (const std::uint32_t part : {20U, rest, 28U, 1U, 34U, 0x7FFFFFFFU}) {
      const auto* from = reinterpret_cast<const std::uint8_t*>(&part);
      bytes.insert(bytes.end(), from, from + sizeof part);
    }
  }
  files::FilePlausibility sink;
  EXPECT_FALSE(sink.read(Bytes(bytes).subspan(8), *find_dialect("godot-4"), default_depth, default_elements));
  EXPECT_LT(sink.walked(), 24U) << "where the error is";
  EXPECT_GT(sink.bytes_read(), bytes.size() / 2) << "what the scan must count";
  EXPECT_TRUE(scan_frames(bytes).empty());
}

}  // namespace
}  // namespace godot_variant::tests
