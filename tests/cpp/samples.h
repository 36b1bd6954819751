// The files of tests/fixtures/containers; tests/fixtures/README.md describes them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace godot_variant::tests {

/// A file that an engine wrote, and its line in the manifest.
struct Sample {
  std::string engine;
  std::string file;
  std::vector<std::uint8_t> bytes;
  nlohmann::json line;

  bool is_of(std::string_view kind) const { return line["kind"].get<std::string>().starts_with(kind); }
};

void PrintTo(const Sample& sample, std::ostream* out);

const std::vector<Sample>& all_samples();
/// The files whose kind starts with `kind`.
std::vector<Sample> samples_of(std::string_view kind);
std::vector<std::uint8_t> sample(const std::string& engine, const std::string& file);

}  // namespace godot_variant::tests
