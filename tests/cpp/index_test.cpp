// The index of a document: every record is a value that can be read alone, and each value ends where the next
// one begins.
#include "diagnose/path.h"
#include "fixtures.h"
#include "index/index_builder.h"
#include "requests.h"

namespace godot_variant::tests {
namespace {

/// A record of the index; see docs/INTERNALS.md, "Index".
struct Entry {
  std::size_t begin;
  std::size_t at;
  Type type;
  std::size_t list;
};

class Index {
 public:
  explicit Index(std::span<const std::uint32_t> words) : words_(words) {}

  std::size_t word(std::size_t at) const { return words_[at]; }
  Entry entry(std::size_t record) const {
    const std::uint32_t* const words = words_.data() + record;
    const std::size_t at = index_record::position(words_.data(), words);
    return {at - index_record::key_size(words), at, static_cast<Type>(words[1] & index_record::type_mask),
            index_record::list_of(words)};
  }
  /// Size of one element of a packed array; 0 for lists of records.
  std::size_t stride(std::size_t list) const { return index_record::element_size(words_.data() + list); }

 private:
  std::span<const std::uint32_t> words_;
};

/// Reads the indexed values one by one.
class IndexCheck {
 public:
  IndexCheck(const Index& index, Bytes bytes, ReadRequest request)
      : index_(index), bytes_(bytes), request_(std::move(request)) {
    request_.allow_trailing = true;
    request_.framing = Framing::none;
  }

  /// Returns the number of values in the record, including itself.
  std::size_t value(std::size_t record, std::size_t end) {
    const Entry entry = index_.entry(record);
    EXPECT_EQ(size_at(entry.at), end - entry.at);
    if (entry.list == 0) return 1;
    const std::size_t count = index_.word(entry.list + 1);
    EXPECT_GT(count, 0U);
    if (const std::size_t stride = index_.stride(entry.list); stride != 0) {
      EXPECT_EQ(index_.word(entry.list) + count * stride + padding_of(count * stride), end);
      return 1;
    }
    EXPECT_EQ(index_.entry(entry.list + index_record::head_words).begin, index_.word(entry.list));
    return entry.type == Type::PackedStringArray ? 1 : children(entry, count, end);
  }

 private:
  std::size_t children(const Entry& parent, std::size_t count, std::size_t end) {
    std::size_t values = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t record = parent.list + index_record::head_words + index_record::record_words * i;
      const Entry entry = index_.entry(record);
      if (parent.type == Type::Dictionary) {
        EXPECT_EQ(size_at(entry.begin), entry.at - entry.begin);
      }
      values += value(record, i + 1 < count ? index_.entry(record + index_record::record_words).begin : end);
    }
    return values;
  }

  std::size_t size_at(std::size_t at) const {
    PathTracker sink({});
    const ReadResult result = read_value<AnySink>(bytes_.subspan(at), request_, sink);
    EXPECT_TRUE(result.ok());
    return result.value_end;
  }

  const Index& index_;
  Bytes bytes_;
  ReadRequest request_;
};

class IndexOfValue : public testing::TestWithParam<Record> {};

TEST_P(IndexOfValue, SaysWhereEverythingStands) {
  DecodeOptions options = GetParam().decode_options();
  options.allow_objects = true;
  const ReadRequest request = read_request(options);
  KeyTree key_tree;
  IndexBuilder builder(key_tree);
  // A builder that is used again must forget its earlier values.
  for (int i = 0; i < 2; ++i) {
    builder.start(GetParam().bytes.size());
    const ReadResult result = read_value(Input(GetParam().bytes), request, builder);
    ASSERT_TRUE(result.ok() && builder.ok());
    builder.finish();
    const Index index(builder.words());
    IndexCheck check(index, GetParam().bytes, request);
    EXPECT_GT(check.value(0, result.value_end), 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, IndexOfValue, testing::ValuesIn(engine_records("values.jsonl")), id_of);
INSTANTIATE_TEST_SUITE_P(Saves, IndexOfValue, testing::ValuesIn(save_records()), id_of);

class IndexOfError : public testing::TestWithParam<Record> {};

TEST_P(IndexOfError, IsThatOfDecode) {
  const ReadRequest request = read_request(GetParam().decode_options());
  PathTracker tracker({});
  const ReadResult expected = read_value<AnySink>(Input(GetParam().bytes), request, tracker);
  KeyTree key_tree;
  IndexBuilder builder(key_tree);
  builder.start(GetParam().bytes.size());
  const ReadResult result = read_value(Input(GetParam().bytes), request, builder);
  EXPECT_EQ(result.error.code, expected.error.code);
  EXPECT_EQ(result.error.offset, expected.error.offset);
  EXPECT_EQ(result.warnings.size(), expected.warnings.size());
}

INSTANTIATE_TEST_SUITE_P(Mutated, IndexOfError, testing::ValuesIn(engine_records("mutated.jsonl")), id_of);

}  // namespace
}  // namespace godot_variant::tests
