// Rejected bytes with their offsets and paths, and bytes that are rejected only without an explicit dialect.
#include "canonical.h"
#include "fixtures.h"
#include "godot_variant/path.h"
#include "hex.h"
#include "requests.h"
#include "tape_trip.h"

namespace godot_variant::tests {
namespace {

using nlohmann::json;

DecodeOptions options_of(const Record& record) {
  DecodeOptions options = record.decode_options();
  const json given = record.line.value("options", json::object());
  const json limits = given.value("limits", json::object());
  options.allow_objects = given.value("allowObjects", false);
  options.allow_trailing = given.value("allowTrailing", false);
  options.replace_bad_utf8 = given.value("badUtf8", "") == "replace";
  options.framing = given.value("framing", "") == "store_var" ? Framing::store_var : Framing::none;
  options.real = given.value("real", "") == "double" ? FloatWidth::wide : FloatWidth::as_given;
  options.limits.depth = limits.value("depth", options.limits.depth);
  options.limits.elements = limits.value("elements", options.limits.elements);
  return options;
}

class Refusals : public testing::TestWithParam<Record> {
 protected:
  const Record& record = GetParam();
  DecodeOptions options = options_of(record);

  void expect_error(Error error) const {
    EXPECT_EQ(name_of(error.code), record.line["code"].get<std::string>());
    EXPECT_EQ(error.offset, record.line.value("offset", error.offset));
  }
};

class Errors : public Refusals {};
class ErrorPaths : public Refusals {};

TEST_P(Errors, HaveCodeAndOffset) { expect_error(decode(record.bytes, options).error()); }

TEST_P(Errors, AreTheSameOnTheWayToATape) { expect_error(through_tape(record.bytes, options, {}).error); }

TEST_P(Errors, AreTheSameInAConversion) {
  ConvertOptions conversion;
  conversion.from = conversion.to = record.dialect;
  conversion.allow_trailing = options.allow_trailing;
  conversion.allow_objects = options.allow_objects;
  conversion.real = options.real;
  conversion.framing = options.framing;
  conversion.limits = options.limits;
  expect_error(convert(record.bytes, conversion).error());
}

TEST_P(ErrorPaths, LeadToTheValue) {
  const Error error = decode(record.bytes, options).error();
  expect_error(error);
  const json keys = record.line["keys"];
  const Path path = path_at(record.bytes, error.offset, options);
  ASSERT_EQ(path.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_TRUE(path[i] == from_canonical(keys[i])) << keys[i];
  }
}

std::vector<Record> with_keys() {
  std::vector<Record> records = error_records("errors.jsonl");
  std::erase_if(records, [](const Record& record) { return !record.line.contains("keys"); });
  return records;
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Errors, testing::ValuesIn(error_records("errors.jsonl")), id_of);
INSTANTIATE_TEST_SUITE_P(Fixtures, ErrorPaths, testing::ValuesIn(with_keys()), id_of);

class WithWarnings : public Refusals {};

json notes_of(const std::vector<Warning>& warnings) {
  json notes = json::array();
  for (const Warning& warning : warnings) notes.push_back({name_of(warning.code), warning.offset});
  return notes;
}

TEST_P(WithWarnings, ListsThemInOrder) {
  const auto result = decode(record.bytes, options);
  ASSERT_TRUE(result) << name_of(result.error().code);
  EXPECT_EQ(notes_of(result.value().warnings), record.line["notes"]);
}

TEST_P(WithWarnings, ListsThemAfterAConversion) {
  const ConvertOptions conversion{.from = options.dialect,
                                  .to = options.dialect,
                                  .allow_objects = options.allow_objects,
                                  .replace_bad_utf8 = options.replace_bad_utf8,
                                  .real = options.real,
                                  .framing = options.framing};
  const auto converted = convert(record.bytes, conversion);
  ASSERT_TRUE(converted) << name_of(converted.error().code);
  json notes = json::array();
  for (const json& note : record.line["notes"]) {
    if (note[0] != "repeated-key") notes.push_back(note);
  }
  EXPECT_EQ(notes_of(converted.value().warnings), notes);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, WithWarnings, testing::ValuesIn(error_records("warnings.jsonl")), id_of);

/// The lines of ambiguous.jsonl: bytes that are equally likely in an older dialect, or bytes that are read as
/// Godot 4's.
std::vector<Record> collisions(bool ambiguous) {
  std::vector<Record> records = error_records("ambiguous.jsonl");
  std::erase_if(records, [&](const Record& record) { return record.line.contains("code") != ambiguous; });
  return records;
}

/// The other type, then the dialects in which the value has it.
nlohmann::json arguments_of(const Warning& warning) {
  nlohmann::json arguments = {name_of(warning.type)};
  const std::vector<std::string_view> names = dialect_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((warning.dialects >> i & 1) != 0) arguments.push_back(names[i]);
  }
  return arguments;
}

class Collisions : public testing::TestWithParam<Record> {
 protected:
  const Record& record = GetParam();

  void expect_value(const std::string& dialect, const char* field) const {
    DecodeOptions options;
    options.dialect = dialect;
    const auto result = decode(record.bytes, options);
    ASSERT_TRUE(result) << name_of(result.error().code);
    EXPECT_TRUE(result.value().value == from_canonical(record.line[field])) << record.line[field];
  }
  void expect_both_values() const {
    expect_value(record.line.value("newer", "godot-4.4"), "value");
    expect_value(record.line["older"], "value_in_older");
  }
};
class Ambiguous : public Collisions {};
class Unambiguous : public Collisions {};

TEST_P(Ambiguous, NeedADialect) {
  const auto result = decode(record.bytes);
  EXPECT_EQ(name_of(result.error().code), record.line["code"].get<std::string>());
  EXPECT_EQ(result.error().offset, 0U);
  expect_both_values();
}

TEST_P(Unambiguous, AreTakenForGodot4WithoutADialect) {
  DecodeOptions named;
  named.dialect = "godot-4";
  const auto result = decode(record.bytes);
  EXPECT_EQ(result.error(), decode(record.bytes, named).error());
  nlohmann::json warned = nlohmann::json::array();
  if (result) {
    for (const Warning& warning : result.value().warnings) warned.push_back(arguments_of(warning));
  }
  EXPECT_EQ(warned, record.line.value("warned", nlohmann::json::array()));
  expect_both_values();
}

/// A Dictionary of null and a bool, all with strange headers, or a PoolVector3Array of Godot 2 with (1, 1,
/// 1).
TEST(Rivals, OfAContainerMatterIfTheyFillTheInput) {
  const std::string text = "1b000000010000000000803f0100803f0000803f";
  EXPECT_EQ(name_of(decode(from_hex(text)).error().code), "ambiguous-dialect");
  EXPECT_TRUE(decode(from_hex(text), DecodeOptions{.dialect = "godot-4"}));
  // The same values behind an array that ends before them.
  const std::string longer = "1c000000020000001b000000010000000000803f0100803f0000803f00000000";
  EXPECT_TRUE(decode(from_hex(longer)));
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Ambiguous, testing::ValuesIn(collisions(true)), id_of);
INSTANTIATE_TEST_SUITE_P(Fixtures, Unambiguous, testing::ValuesIn(collisions(false)), id_of);

}  // namespace
}  // namespace godot_variant::tests
