// The lines of tests/fixtures as test parameters; tests/fixtures/README.md describes them.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "godot_variant/godot_variant.h"

namespace godot_variant::tests {

/// One line of a .jsonl file.
struct Record {
  /// Name of the test: folder, name and line number.
  std::string id;
  std::string dialect;
  /// An engine wrote the bytes or accepted or rejected them.
  bool from_engine = false;
  std::vector<std::uint8_t> bytes;
  nlohmann::json line;

  bool full_objects() const { return line.value("full_objects", false); }
  FloatWidth real() const {
    return line.value("real", "single") == "double" ? FloatWidth::wide : FloatWidth::as_given;
  }
  DecodeOptions decode_options() const;
  EncodeOptions encode_options() const;
};

void PrintTo(const Record& record, std::ostream* out);

/// The lines of every `<folder>/<file>` whose folder has an about.json.
std::vector<Record> engine_records(const std::string& file);
/// The files of saves/, each in the dialect of the engine in its name.
std::vector<Record> save_records();
/// The lines of errors/`file`.
std::vector<Record> error_records(const std::string& file);

inline std::string id_of(const testing::TestParamInfo<Record>& info) { return info.param.id; }

}  // namespace godot_variant::tests
