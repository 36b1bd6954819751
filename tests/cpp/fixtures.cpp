#include "fixtures.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "hex.h"

namespace godot_variant::tests {
namespace {

using nlohmann::json;

const std::filesystem::path root = GODOT_VARIANT_FIXTURES;

/// Replaces characters that GoogleTest does not allow in a name.
std::string as_id(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

void append(std::vector<Record>& records, const std::filesystem::path& file, const std::string& dialect,
            bool engine) {
  std::ifstream in(file);
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) {
    Record record;
    record.line = json::parse(text);
    const std::string name = record.line.value("name", record.line.value("from", ""));
    const std::string place = file.parent_path().filename().string() + "_" + file.stem().string();
    record.id = as_id(place + "_" + std::to_string(number) + "_" + name);
    record.dialect = record.line.value("dialect", dialect);
    record.from_engine = engine;
    record.bytes = from_hex(record.line["bytes"].get_ref<const std::string&>());
    records.push_back(std::move(record));
  }
}

}  // namespace

DecodeOptions Record::decode_options() const {
  DecodeOptions options;
  options.dialect = dialect;
  options.allow_objects = full_objects();
  options.real = real();
  return options;
}

EncodeOptions Record::encode_options() const {
  EncodeOptions options;
  options.dialect = dialect;
  options.full_objects = full_objects();
  options.real = real();
  return options;
}

void PrintTo(const Record& record, std::ostream* out) {
  *out << record.dialect << ' ' << to_hex(record.bytes);
}

std::vector<Record> engine_records(const std::string& file) {
  std::vector<std::filesystem::path> folders;
  for (const auto& folder : std::filesystem::directory_iterator(root)) {
    if (std::filesystem::exists(folder.path() / "about.json")) folders.push_back(folder.path());
  }
  std::sort(folders.begin(), folders.end());
  std::vector<Record> records;
  for (const auto& folder : folders) {
    std::ifstream in(folder / "about.json");
    const json about = json::parse(in);
    append(records, folder / file, about["dialect"], about["origin"] == "engine");
  }
  return records;
}

std::vector<Record> save_records() {
  std::vector<Record> records;
  for (const auto& file : std::filesystem::directory_iterator(root / "saves")) {
    const std::string engine = file.path().stem().string();
    std::ifstream about(root / engine / "about.json");
    std::ifstream in(file.path(), std::ios::binary);
    Record record;
    record.id = as_id(engine);
    record.dialect = json::parse(about)["dialect"];
    record.from_engine = true;
    record.bytes.assign(std::istreambuf_iterator<char>(in), {});
    record.line = json::object();
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<Record> error_records(const std::string& file) {
  std::vector<Record> records;
  append(records, root / "errors" / file, "", false);
  return records;
}

}  // namespace godot_variant::tests
