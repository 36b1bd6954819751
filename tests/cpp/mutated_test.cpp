// Mutated bytes and the answers of engines: the same verdict, size, value and re-encoding, or one of the
// differences in docs/DIALECTS.md, each with a condition that the value must then meet.
#include <algorithm>
#include <map>

#include "canonical.h"
#include "fixtures.h"
#include "hex.h"
#include "tape_trip.h"

namespace godot_variant::tests {
namespace {

using nlohmann::json;

bool contains_null_object(const Variant& value) {
  bool found = false;
  for_each_inside(value, [&](const Variant& inside) {
    const auto* object = inside.get_if<Object>();
    const auto* id = inside.get_if<EncodedObjectAsID>();
    found =
        found || (object != nullptr && object->class_name.empty()) || (id != nullptr && id->object_id == 0);
  });
  return found;
}

bool contains_script_type(const Variant& value) {
  bool found = false;
  const auto is_script = [](const ContainerType& type) { return type.kind == ContainerType::Kind::script; };
  for_each_inside(value, [&](const Variant& inside) {
    const auto* array = inside.get_if<Array>();
    const auto* dictionary = inside.get_if<Dictionary>();
    found = found || (array != nullptr && array->element_type && is_script(*array->element_type)) ||
            (dictionary != nullptr && dictionary->types &&
             (is_script(dictionary->types->key) || is_script(dictionary->types->value)));
  });
  return found;
}

bool warned(const Decoded& decoded, std::string_view name) {
  return std::any_of(decoded.warnings.begin(), decoded.warnings.end(),
                     [&](const Warning& warning) { return name_of(warning.code) == name; });
}

/// Checks that a deliberate difference explains an accepted value.
using Explains = bool (*)(const Decoded&);
const std::map<std::string, Explains> explanations = {
    {"wrong-element-type", [](const Decoded& d) { return warned(d, "wrong-element-type"); }},
    {"null-object", [](const Decoded& d) { return contains_null_object(d.value); }},
    {"object-id", [](const Decoded& d) { return contains<EncodedObjectAsID>(d.value); }},
    {"object-as-written", [](const Decoded& d) { return contains<Object>(d.value); }},
    {"script-value-type",
     [](const Decoded& d) { return contains_script_type(d.value) || contains<Object>(d.value); }},
    {"script-existence",
     [](const Decoded& d) { return contains_script_type(d.value) || contains<Object>(d.value); }},
    {"class-existence", [](const Decoded& d) { return contains<Object>(d.value); }},
    {"surrogates", [](const Decoded& d) { return warned(d, "surrogates-in-text"); }},
    {"node-path-slash", [](const Decoded& d) { return contains<NodePath>(d.value); }},
    {"byte-order-mark", [](const Decoded& d) { return warned(d, "byte-order-mark"); }},
    {"dictionary-keys", [](const Decoded& d) { return contains<Dictionary>(d.value); }},
};

/// Our answer where it differs on purpose, otherwise the engine's answer.
json ours(const Record& record, const char* field) {
  const json differing = record.line.value("ours", json::object());
  return differing.contains(field) ? differing[field] : record.line.value(field, json());
}

enum class Verdict { refused, accepted };

/// Records of all engines with this verdict of ours.
std::vector<Record> judged(Verdict verdict) {
  std::vector<Record> records;
  for (const char* file : {"mutated.jsonl", "crafted.jsonl"}) {
    for (Record& record : engine_records(file)) {
      if (ours(record, "ok") == (verdict == Verdict::accepted)) records.push_back(std::move(record));
    }
  }
  return records;
}

/// Records whose re-encoding keeps 64-bit vectors, which engines with 32-bit vectors never write.
std::vector<Record> with_wide_vectors() {
  std::vector<Record> records = judged(Verdict::accepted);
  std::erase_if(records,
                [](const Record& record) { return record.line.value("differs", "") != "wide-reals"; });
  return records;
}

class Judged : public testing::TestWithParam<Record> {
 protected:
  const Record& record = GetParam();
  DecodeOptions options() const {
    DecodeOptions all = record.decode_options();
    all.allow_trailing = true;
    return all;
  }
};
class Refused : public Judged {};
class Accepted : public Judged {};
class WideVectors : public Judged {};

TEST_P(Refused, HaveCodeAndOffset) {
  const Error error = decode(record.bytes, options()).error();
  EXPECT_EQ(name_of(error.code), record.line["code"].get<std::string>());
  EXPECT_EQ(error.offset, record.line["offset"]);
  EXPECT_EQ(through_tape(record.bytes, options(), {}).error, error);
}

/// What engines convert or drop, as the value is decoded and as it is encoded again.
TEST_P(Accepted, HaveTheirMisfitsToldByEncodeToo) {
  const Result<Decoded> there = decode(record.bytes, options());
  ASSERT_TRUE(there);
  const auto misfits = [](const std::vector<Warning>& warnings) {
    std::vector<std::size_t> offsets;
    for (const Warning& warning : warnings) {
      if (warning.code == WarningCode::wrong_element_type) offsets.push_back(warning.offset);
    }
    return offsets;
  };
  std::vector<Warning> told;
  EncodeOptions writing = record.encode_options();
  writing.warnings = &told;
  const auto bytes = encode(there.value().value, writing);
  EXPECT_EQ(misfits(told).size(), told.size());
  if (!bytes) return;
  // In other bytes they stand elsewhere.
  const bool is_same = bytes.value() == record.bytes;
  const Result<Decoded> again = is_same ? there : decode(bytes.value(), options());
  EXPECT_EQ(misfits(told), misfits(again.value().warnings));
}

TEST_P(Accepted, HaveTheEnginesSizeAndValue) {
  const auto result = decode(record.bytes, options());
  ASSERT_TRUE(result) << name_of(result.error().code);
  const json size = ours(record, "size");
  EXPECT_EQ(result.value().bytes_read, size.is_null() ? json(result.value().bytes_read) : size);
  if (record.line.contains("value")) {
    EXPECT_TRUE(result.value().value == from_canonical(record.line["value"])) << record.line["value"];
  }
  for (const json& name : record.line.value("warnings", json::array())) {
    EXPECT_TRUE(warned(result.value(), name.get<std::string>())) << name;
  }
}

/// The count of a Dictionary without framing and declared types.
std::ptrdiff_t count_of(const std::vector<std::uint8_t>& dictionary) {
  return static_cast<std::ptrdiff_t>(load<std::uint32_t>(dictionary.data() + 4));
}

TEST_P(Accepted, WarnOfEachKeyThatTheEngineMerges) {
  if (!record.line.value("name", "").starts_with("keys: ")) return;
  const Decoded decoded = decode(record.bytes, options()).value();
  const auto merged =
      std::count_if(decoded.warnings.begin(), decoded.warnings.end(),
                    [](const Warning& warning) { return warning.code == WarningCode::repeated_key; });
  EXPECT_EQ(merged,
            count_of(record.bytes) - count_of(from_hex(ours(record, "reencoded").get<std::string>())));
}

TEST_P(Accepted, EncodeAsTheEngineDoesOrSayWhyNot) {
  const Decoded decoded = decode(record.bytes, options()).value();
  const auto encoded = encode(decoded.value, record.encode_options());
  ASSERT_TRUE(encoded) << name_of(encoded.error().code);
  const std::string bytes = to_hex(encoded.value());
  const json expected = record.line.contains("deep") ? record.line["bytes"] : ours(record, "reencoded");
  EXPECT_EQ(bytes, expected.get<std::string>());
  const std::string difference = record.line.value("differs", "");
  if (bytes == record.line.value("reencoded", bytes) || difference == "wide-reals") return;
  ASSERT_TRUE(explanations.contains(difference)) << difference;
  EXPECT_TRUE(explanations.at(difference)(decoded)) << difference;
}

TEST_P(Accepted, AreTheSameOnATape) {
  const Decoded decoded = decode(record.bytes, options()).value();
  const TapeTrip trip = through_tape(record.bytes, options(), record.encode_options());
  ASSERT_EQ(trip.error, Error{}) << name_of(trip.error.code);
  EXPECT_EQ(trip.bytes_read, decoded.bytes_read);
  EXPECT_TRUE(trip.value == decoded.value);
}

/// These engines have 32-bit vectors; with FloatWidth::single we write the same bytes.
TEST_P(WideVectors, NarrowAsInTheEngine) {
  EncodeOptions single = record.encode_options();
  single.real = FloatWidth::single;
  const auto encoded = encode(decode(record.bytes, options()).value().value, single);
  EXPECT_EQ(to_hex(encoded.value()), record.line["reencoded"].get<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Refused, testing::ValuesIn(judged(Verdict::refused)), id_of);
INSTANTIATE_TEST_SUITE_P(Fixtures, Accepted, testing::ValuesIn(judged(Verdict::accepted)), id_of);
INSTANTIATE_TEST_SUITE_P(Fixtures, WideVectors, testing::ValuesIn(with_wide_vectors()), id_of);

}  // namespace
}  // namespace godot_variant::tests
