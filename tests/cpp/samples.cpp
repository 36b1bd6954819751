#include "samples.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace godot_variant::tests {
namespace {

const std::filesystem::path root = std::filesystem::path(GODOT_VARIANT_FIXTURES) / "containers";

std::vector<Sample> read_samples() {
  std::vector<Sample> samples;
  for (const auto& folder : std::filesystem::directory_iterator(root)) {
    const std::string engine = folder.path().filename().string();
    std::ifstream manifest(folder.path() / "manifest.jsonl");
    for (std::string text; std::getline(manifest, text);) {
      nlohmann::json line = nlohmann::json::parse(text);
      const std::string file = line["file"];
      samples.push_back({engine, file, sample(engine, file), std::move(line)});
    }
  }
  return samples;
}

}  // namespace

void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.engine << '/' << sample.file; }

const std::vector<Sample>& all_samples() {
  static const std::vector<Sample> samples = read_samples();
  return samples;
}

std::vector<Sample> samples_of(std::string_view kind) {
  std::vector<Sample> found;
  for (const Sample& sample : all_samples()) {
    if (sample.is_of(kind)) found.push_back(sample);
  }
  return found;
}

std::vector<std::uint8_t> sample(const std::string& engine, const std::string& file) {
  std::ifstream in(root / engine / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace godot_variant::tests
