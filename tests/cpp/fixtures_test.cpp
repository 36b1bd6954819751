// Every fixture value through every path of the library: bytes to the expected value and back; and every
// prefix of the bytes is rejected.
#include "fixtures.h"

#include "canonical.h"
#include "convert/conversion.h"
#include "hex.h"
#include "tape_trip.h"

namespace godot_variant::tests {
namespace {

class Written : public testing::TestWithParam<Record> {
 protected:
  const Record& record = GetParam();

  Decoded decoded() const {
    Result<Decoded> result = decode(record.bytes, record.decode_options());
    EXPECT_TRUE(result) << name_of(result.error().code) << " at " << result.error().offset;
    return result ? std::move(result).value() : Decoded{};
  }
  /// The expected encoding: the same bytes, unless an engine wrote them differently than today's engines do.
  std::vector<std::uint8_t> wanted() const {
    return record.line.contains("reencoded") ? from_hex(record.line["reencoded"].get<std::string>())
                                             : record.bytes;
  }
  /// `bytes` may contain duplicate keys of the input, because this path does not merge them.
  void expect_unmerged(const std::vector<std::uint8_t>& bytes) const {
    if (record.line.contains("reencoded") && bytes == record.bytes) return;
    expect_written(bytes);
  }
  void expect_written(const std::vector<std::uint8_t>& bytes) const {
    const std::vector<std::uint8_t> expected = wanted();
    ASSERT_EQ(bytes.size(), expected.size()) << to_hex(bytes);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      if (bytes[at] != expected[at]) expect_padding(at, bytes[at]);
    }
  }

 private:
  /// Old engines left uninitialized memory in the padding of a NodePath, so its bytes have no meaning.
  void expect_padding(std::size_t at, std::uint8_t written) const {
    EXPECT_EQ(written, 0) << "at " << at;
    std::vector<std::uint8_t> changed = record.bytes;
    changed[at] = static_cast<std::uint8_t>(~changed[at]);
    const Result<Decoded> other = decode(changed, record.decode_options());
    EXPECT_TRUE(other && other.value().value == decoded().value) << "byte " << at << " matters";
  }
};

class Values : public Written {};
class Saves : public Written {};

TEST_P(Values, DecodeToTheExpectedValue) {
  const Decoded result = decoded();
  EXPECT_TRUE(result.value == from_canonical(record.line["value"])) << record.line["value"];
  EXPECT_EQ(result.bytes_read, record.bytes.size());
  EXPECT_TRUE(result.warnings.empty() || !record.from_engine) << name_of(result.warnings.at(0).code);
}

TEST_P(Values, EncodeToTheSameBytes) {
  const auto encoded = encode(from_canonical(record.line["value"]), record.encode_options());
  ASSERT_TRUE(encoded) << name_of(encoded.error().code);
  expect_written(encoded.value());
}

TEST_P(Values, SurviveTheTape) {
  const TapeTrip trip = through_tape(record.bytes, record.decode_options(), record.encode_options());
  ASSERT_EQ(trip.error, Error{}) << name_of(trip.error.code);
  EXPECT_TRUE(trip.value == decoded().value);
  expect_unmerged(trip.bytes);
}

TEST_P(Values, ConvertToTheirOwnDialect) {
  ConvertOptions options;
  options.from = options.to = record.dialect;
  options.allow_objects = record.full_objects();
  options.real = record.real();
  const auto converted = convert(record.bytes, options);
  ASSERT_TRUE(converted) << name_of(converted.error().code);
  EXPECT_TRUE(converted.value().losses.empty());
  EXPECT_EQ(converted.value().bytes_read, record.bytes.size());
  expect_unmerged(converted.value().bytes);
}

/// Trailing padding that engines do not require: the padding after raw data.
std::size_t dispensable_padding(const Variant& value) {
  const Variant* last = nullptr;
  for_each_inside(value, [&](const Variant& inside) { last = &inside; });
  const auto* bytes = last->get_if<PackedByteArray>();
  const auto* image = last->get_if<Image>();
  if (image != nullptr) return padding_of(image->data.size());
  return bytes != nullptr ? padding_of(bytes->data.size()) : 0;
}

TEST_P(Values, NeedEveryByte) {
  const Decoded whole = decoded();
  const std::size_t dispensable = dispensable_padding(whole.value);
  for (std::size_t size = 0; size < record.bytes.size(); ++size) {
    const auto part = decode(Bytes(record.bytes).first(size), record.decode_options());
    if (size + dispensable >= record.bytes.size()) {
      ASSERT_TRUE(part) << "of " << size << " bytes";
      EXPECT_TRUE(part.value().value == whole.value);
      EXPECT_EQ(part.value().bytes_read, record.bytes.size());
    } else {
      ASSERT_EQ(part.error().code, ErrorCode::unexpected_end) << "of " << size << " bytes";
      EXPECT_LE(part.error().offset, size);
    }
  }
}

TEST_P(Saves, ComeBackOnEveryWay) {
  const Decoded result = decoded();
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_TRUE(result.value.is<Dictionary>());
  expect_written(encode(result.value, record.encode_options()).value());
  const TapeTrip trip = through_tape(record.bytes, record.decode_options(), record.encode_options());
  EXPECT_TRUE(trip.value == result.value);
  expect_written(trip.bytes);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Saves, testing::ValuesIn(save_records()), id_of);
INSTANTIATE_TEST_SUITE_P(Fixtures, Values, testing::ValuesIn(engine_records("values.jsonl")), id_of);

}  // namespace
}  // namespace godot_variant::tests
