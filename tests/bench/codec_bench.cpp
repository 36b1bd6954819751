// Times the C++ core on the inputs that npm run bench writes; GODOT_VARIANT_BENCH_DATA names their folder.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "godot_variant/view.h"
#include "tape/tape_builder.h"
#include "wire/codec.h"

namespace godot_variant {
namespace {

using Octets = std::vector<std::uint8_t>;

Octets read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Octets(std::istreambuf_iterator<char>(file), {});
}

void count_bytes(benchmark::State& state, const Octets& input) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.size()));
}

/// The WebAssembly part of `decode`: validates, indexes, interns texts.
void tape(benchmark::State& state, const Octets& input) {
  ReadRequest request;
  request.settings.dialect = find_dialect({});
  KeyTree key_tree;
  TapeBuilder builder(key_tree);
  for (auto _ : state) {
    builder.start(input, input.size());
    const ReadResult result = read_value(Bytes(input), request, builder);
    if (!result.ok()) state.SkipWithError("cannot be read");
    benchmark::DoNotOptimize(builder.view().words.data());
  }
  count_bytes(state, input);
}

void variant(benchmark::State& state, const Octets& input) {
  for (auto _ : state) {
    const auto result = decode(input, {.dialect = "godot-4"});
    if (!result) state.SkipWithError("cannot be read");
    benchmark::DoNotOptimize(&result.value().value);
  }
  count_bytes(state, input);
}

void look(benchmark::State& state, const Octets& input) {
  for (auto _ : state) {
    const auto result = view(input, {.dialect = "godot-4"});
    if (!result) state.SkipWithError("cannot be read");
    state.counters["index by input"] =
        static_cast<double>(result.value().index_size()) / static_cast<double>(input.size());
  }
  count_bytes(state, input);
}

void copy(benchmark::State& state, const Octets& input) {
  const auto decoded = decode(input, {.dialect = "godot-4"});
  if (!decoded) return state.SkipWithError("cannot be read");
  for (auto _ : state) {
    const Variant result = decoded.value().value;
    benchmark::DoNotOptimize(&result);
  }
  count_bytes(state, input);
}

/// The floor of whatever returns new memory.
void copy_bytes(benchmark::State& state, const Octets& input) {
  for (auto _ : state) {
    const std::unique_ptr<std::uint8_t[]> result(new std::uint8_t[input.size()]);
    std::memcpy(result.get(), input.data(), input.size());
    benchmark::DoNotOptimize(result.get());
  }
  count_bytes(state, input);
}

void write(benchmark::State& state, const Octets& input) {
  const auto decoded = decode(input, {.dialect = "godot-4"});
  if (!decoded) return state.SkipWithError("cannot be read");
  for (auto _ : state) {
    const auto result = encode(decoded.value().value, {.dialect = "godot-4"});
    if (!result) state.SkipWithError("cannot be written");
    benchmark::DoNotOptimize(result.value().data());
  }
  count_bytes(state, input);
}

/// Into memory that is used again and again.
void write_into(benchmark::State& state, const Octets& input) {
  const auto decoded = decode(input, {.dialect = "godot-4"});
  if (!decoded) return state.SkipWithError("cannot be read");
  Octets target(input.size());
  for (auto _ : state) {
    const auto result = encode_into(decoded.value().value, target, {.dialect = "godot-4"});
    if (!result) state.SkipWithError("cannot be written");
    benchmark::DoNotOptimize(target.data());
  }
  count_bytes(state, input);
}

/// The floor of whatever writes to such memory.
void copy_bytes_into(benchmark::State& state, const Octets& input) {
  Octets target(input.size());
  for (auto _ : state) {
    std::memcpy(target.data(), input.data(), input.size());
    benchmark::DoNotOptimize(target.data());
    benchmark::ClobberMemory();
  }
  count_bytes(state, input);
}

void transcode(benchmark::State& state, const Octets& input) {
  for (auto _ : state) {
    const auto result = convert(input, {.from = "godot-4", .to = "godot-4.0"});
    if (!result) state.SkipWithError("cannot be converted");
    benchmark::DoNotOptimize(result.value().bytes.data());
  }
  count_bytes(state, input);
}

void add(const std::string& name, const Octets& input) {
  const std::pair<const char*, void (*)(benchmark::State&, const Octets&)> all[] = {
      {"memcpy", copy_bytes},
      {"tape", tape},
      {"variant", variant},
      {"view", look},
      {"copy", copy},
      {"encode", write},
      {"convert", transcode},
      {"memcpy_into", copy_bytes_into},
      {"encode_into", write_into}};
  for (const auto& [what, run] : all) {
    benchmark::RegisterBenchmark((name + "/" + what).c_str(), run, input)->Unit(benchmark::kMillisecond);
  }
}

/// Runs before main; registers the inputs whose files exist, in workload order.
const bool registered = [] {
  const char* folder = std::getenv("GODOT_VARIANT_BENCH_DATA");
  const std::filesystem::path data = folder ? folder : "build/bench/data";
  for (const char* name : {"large", "strings", "packed", "small", "mixed-keys", "deep", "unicode", "wide"}) {
    const auto path = data / (std::string(name) + ".bin");
    if (std::filesystem::exists(path)) add(name, read_file(path));
  }
  return true;
}();

}  // namespace
}  // namespace godot_variant
