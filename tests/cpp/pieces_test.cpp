// An input that is loaded in chunks decodes like a complete one, whatever the size of the chunks and wherever
// it is truncated; data whose position alone is needed is never loaded.
#include <algorithm>

#include "convert/conversion.h"
#include "diagnose/locate.h"
#include "diagnose/readings.h"
#include "fixtures.h"
#include "index/index_builder.h"
#include "requests.h"
#include "tape/tape_builder.h"

namespace godot_variant::tests {
namespace {

using Octets = std::vector<std::uint8_t>;

bool operator==(const Warning& a, const Warning& b) { return a.code == b.code && a.offset == b.offset; }

/// An input whose bytes are wrong until they are loaded.
class Pieces final : public Loader {
 public:
  Pieces(Bytes source, std::size_t size) : source_(source), place_(source.size(), 0xA5), size_(size) {}

  Loaded load(std::size_t kept, std::size_t begin, std::size_t end) override {
    EXPECT_LE(kept, begin);
    EXPECT_LT(begin, end);
    EXPECT_LE(end, source_.size());
    end = std::min(std::max(end, begin + size_), source_.size());
    std::copy(source_.begin() + static_cast<std::ptrdiff_t>(begin),
              source_.begin() + static_cast<std::ptrdiff_t>(end),
              place_.begin() + static_cast<std::ptrdiff_t>(begin));
    loaded_ += end - begin;
    return {place_.data(), end};
  }
  Input input() { return {place_, this}; }
  std::size_t loaded() const { return loaded_; }

 private:
  Bytes source_;
  Octets place_;
  std::size_t size_;
  std::size_t loaded_ = 0;
};

/// An input of which only the bytes that must be kept are in memory, elsewhere after each load. The earlier
/// memory is gone, so that a sanitizer finds whoever still reads it; without one, its bytes are wrong.
class Moving final : public Loader {
 public:
  Moving(Bytes source, std::size_t size) : source_(source), size_(size) {}

  Loaded load(std::size_t kept, std::size_t begin, std::size_t end) override {
    EXPECT_LE(kept, begin);
    end = std::min(std::max(end, begin + size_), source_.size());
    std::fill(window_.begin(), window_.end(), std::uint8_t{0xA5});
    // Behind other memory each time, so that the new window is not where the old one was.
    const std::size_t gap = ++loads_ % 2 * 64;
    Octets window(gap + end - kept + ShortText::most, 0x5A);
    std::copy(source_.begin() + static_cast<std::ptrdiff_t>(kept),
              source_.begin() + static_cast<std::ptrdiff_t>(end),
              window.begin() + static_cast<std::ptrdiff_t>(gap));
    window_.swap(window);
    return {window_.data() + gap - kept, end};
  }

 private:
  Bytes source_;
  std::size_t size_;
  std::size_t loads_ = 0;
  Octets window_;
};

/// All results of reading an input.
struct Outcome {
  Error error;
  std::size_t bytes_read = 0;
  std::vector<Warning> warnings;
  std::vector<std::int32_t> words;
  std::vector<std::uint32_t> index;
  std::vector<std::int32_t> texts;
  Octets ascii;
  std::vector<std::uint16_t> utf16;
  /// Path to the error.
  std::vector<Segment> path;
  /// The error of a conversion.
  Error conversion_error;
  Octets converted;
};

/// What does not look back reads `moving`.
Outcome outcome_of(const Input& input, const Input& moving, const ReadRequest& request) {
  Outcome outcome;
  KeyTree key_tree;
  TapeBuilder builder(key_tree);
  builder.start(input.bytes, 0);
  ReadResult result = read_value(moving, request, builder);
  if (result.ok()) doubt(input, request, result);
  outcome.error = result.error;
  outcome.bytes_read = result.bytes_read;
  outcome.warnings = result.warnings;
  const TapeView tape = builder.view();
  outcome.words.assign(tape.words.begin(), tape.words.end());
  outcome.texts.assign(tape.texts.begin(), tape.texts.end());
  const TextTable& pools = builder.texts();
  outcome.ascii.assign(pools.ascii().begin(), pools.ascii().end());
  outcome.utf16.assign(pools.utf16().begin(), pools.utf16().end());
  IndexBuilder index(key_tree);
  index.start(input.bytes.size());
  if (read_value(moving, request, index).ok()) {
    index.finish();
  } else {
    index.finish_early();
  }
  outcome.index.assign(index.words().begin(), index.words().end());
  PathTracker tracker({});
  locate(moving, request, tracker);
  outcome.path = tracker.here();
  Writer converted;
  Conversion conversion(converted, {find_dialect("godot-4")}, Framing::none);
  outcome.conversion_error = conversion.run(moving, request).error;
  outcome.converted.assign(converted.view().begin(), converted.view().end());
  return outcome;
}

void expect_same(const Outcome& got, const Outcome& wanted) {
  EXPECT_EQ(got.error, wanted.error);
  EXPECT_EQ(got.bytes_read, wanted.bytes_read);
  EXPECT_TRUE(std::equal(got.warnings.begin(), got.warnings.end(), wanted.warnings.begin(),
                         wanted.warnings.end(), [](const Warning& a, const Warning& b) { return a == b; }));
  EXPECT_EQ(got.words, wanted.words);
  EXPECT_EQ(got.index, wanted.index);
  EXPECT_EQ(got.texts, wanted.texts);
  EXPECT_EQ(got.ascii, wanted.ascii);
  EXPECT_EQ(got.utf16, wanted.utf16);
  EXPECT_TRUE(
      std::equal(got.path.begin(), got.path.end(), wanted.path.begin(), wanted.path.end(),
                 [](const Segment& a, const Segment& b) { return a.kind == b.kind && a.at == b.at; }));
  EXPECT_EQ(got.conversion_error, wanted.conversion_error);
  EXPECT_EQ(got.converted, wanted.converted);
}

constexpr std::size_t chunk_sizes[] = {1, 7, 64};

void expect_same_in_pieces(Bytes bytes, const ReadRequest& request, std::span<const std::size_t> sizes) {
  const Outcome whole = outcome_of(bytes, bytes, request);
  for (const std::size_t size : sizes) {
    SCOPED_TRACE(testing::Message() << bytes.size() << " bytes in chunks of " << size);
    Pieces pieces(bytes, size);
    const Input input = pieces.input();
    expect_same(outcome_of(input, input, request), whole);
    Moving moving(bytes, size);
    expect_same(outcome_of(input, Input(bytes, &moving), request), whole);
  }
}

class InPieces : public testing::TestWithParam<Record> {
 protected:
  const Record& record = GetParam();
};

TEST_P(InPieces, ReadsTheSame) {
  ReadRequest request = read_request(record.decode_options());
  expect_same_in_pieces(record.bytes, request, chunk_sizes);
  request.allow_trailing = true;
  request.framing = Framing::store_var;
  expect_same_in_pieces(record.bytes, request, chunk_sizes);
}

TEST_P(InPieces, ReadsTheSameWhereverItIsCutOff) {
  constexpr std::size_t most_cuts = 24;
  const std::size_t step = std::max<std::size_t>(1, record.bytes.size() / most_cuts);
  // Every size of a chunk takes its turn, since all of them at every cut take a minute.
  std::size_t turn = 0;
  for (std::size_t size = 0; size < record.bytes.size(); size += step, ++turn) {
    const std::size_t chunk = chunk_sizes[turn % std::size(chunk_sizes)];
    expect_same_in_pieces(Bytes(record.bytes).first(size), read_request(record.decode_options()),
                          {&chunk, 1});
  }
}

std::vector<Record> all_records() {
  std::vector<Record> records;
  for (const char* file : {"values.jsonl", "crafted.jsonl", "mutated.jsonl"}) {
    for (Record& record : engine_records(file)) records.push_back(std::move(record));
  }
  for (Record& record : error_records("errors.jsonl")) records.push_back(std::move(record));
  std::erase_if(records, [](const Record& record) { return record.bytes.size() > 4096; });
  return records;
}

INSTANTIATE_TEST_SUITE_P(Fixtures, InPieces, testing::ValuesIn(all_records()), id_of);

TEST(Pieces, OfPackedDataAreNotLoaded) {
  constexpr std::size_t floats = 100'000;
  const Variant value(Array{
      {Variant("before"), Variant(PackedFloat32Array{std::vector<float>(floats)}), Variant("after")}, {}});
  const Octets bytes = encode(value).value();
  Pieces pieces(bytes, 64);
  KeyTree key_tree;
  TapeBuilder builder(key_tree);
  const Input input = pieces.input();
  builder.start(input.bytes, 0);
  EXPECT_EQ(read_value(input, read_request({}), builder).error, Error{});
  EXPECT_LT(pieces.loaded(), 256U);
}

}  // namespace
}  // namespace godot_variant::tests
