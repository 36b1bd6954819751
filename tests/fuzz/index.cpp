// Any bytes in every dialect, for documents: no crash, the index stays within the input, and an index, a path
// and an input that is loaded in chunks fail where decode fails.
#include <algorithm>

#include "../cpp/requests.h"
#include "diagnose/locate.h"
#include "index/index_builder.h"
#include "input.h"

namespace godot_variant::fuzz {
namespace {

/// Follows all records of an index, as js/document does.
class IndexWalk {
 public:
  IndexWalk(std::span<const std::uint32_t> words, std::size_t input_size)
      : words_(words), size_(input_size) {}

  /// Checks `count` records from word `at` on.
  void records(std::size_t at, std::size_t count) {
    expect(at <= words_.size() && count <= (words_.size() - at) / index_record::record_words,
           "records are in the index");
    for (; count > 0; --count, at += index_record::record_words) {
      const std::uint32_t* const record = words_.data() + at;
      const std::size_t list = index_record::list_of(record);
      if (list != 0) children(list);
      const std::size_t position = index_record::position(words_.data(), record);
      expect(position <= size_ && index_record::key_size(record) <= position, "values are in the input");
    }
  }

 private:
  void children(std::size_t at) {
    expect(at <= words_.size() && words_.size() - at >= index_record::head_words, "lists are in the index");
    const std::uint32_t* const list = words_.data() + at;
    const std::size_t first = list[0];
    const std::size_t count = list[1];
    expect(first <= size_, "containers are in the input");
    const std::size_t width = index_record::element_size(list);
    if (width == 0) return records(at + index_record::head_words, count);
    expect(count <= (size_ - first) / width, "packed elements are in the input");
  }

  std::span<const std::uint32_t> words_;
  std::size_t size_;
};

/// Bytes that are wrong until they are loaded, in chunks as small as possible.
class Chunks final : public Loader {
 public:
  explicit Chunks(Bytes source) : source_(source), place_(source.size(), 0xA5) {}

  Loaded load(std::size_t, std::size_t begin, std::size_t end) override {
    std::copy(source_.begin() + static_cast<std::ptrdiff_t>(begin),
              source_.begin() + static_cast<std::ptrdiff_t>(end),
              place_.begin() + static_cast<std::ptrdiff_t>(begin));
    return {place_.data(), end};
  }
  godot_variant::Input input() { return {place_, this}; }

 private:
  Bytes source_;
  std::vector<std::uint8_t> place_;
};

void check(const Input& input) {
  const ReadRequest request = tests::read_request(input.decode_options());
  PathTracker tracker({});
  const ReadResult tracked = read_value<AnySink>(input.value, request, tracker);
  tracker.here();

  KeyTree key_tree;
  IndexBuilder index(key_tree);
  index.start(input.value.size());
  const ReadResult indexed = read_value(input.value, request, index);
  expect(indexed.error == tracked.error, "IndexBuilder and PathTracker fail alike");
  expect(indexed.warnings.size() == tracked.warnings.size(), "IndexBuilder warns alike");
  if (indexed.ok()) {
    index.finish();
  } else {
    index.finish_early();
  }
  IndexWalk(index.words(), input.value.size()).records(0, 1);

  Chunks chunks(input.value);
  // The same tree again, which now knows the keys.
  IndexBuilder second(key_tree);
  const godot_variant::Input loaded = chunks.input();
  second.start(input.value.size());
  expect(read_value(loaded, request, second).error == indexed.error, "chunks fail alike");
  if (indexed.ok()) {
    second.finish();
    expect(std::ranges::equal(second.words(), index.words()), "chunks have the same index");
  }

  std::vector<std::size_t> targets;
  for (const Warning& warning : tracked.warnings) targets.push_back(warning.offset);
  PathTracker paths(targets);
  locate(input.value, request, paths);
  expect(paths.found().size() <= targets.size(), "a warning has at most one path");
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
