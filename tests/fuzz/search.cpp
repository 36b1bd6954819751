// Any bytes in every dialect, searched for a text: no crash, and the same texts are found as by a walk of a
// View.
#include <algorithm>

#include "../cpp/requests.h"
#include "godot_variant/view.h"
#include "input.h"
#include "search/searcher.h"
#include "wire/codec.h"

namespace godot_variant::fuzz {
namespace {

using Places = std::vector<std::int32_t>;

struct Found {
  ReadResult read;
  Places at;
  ByteBuffer texts;
};

Found search(const Input& input, const Query& query, Bytes forms) {
  Searcher searcher(query, Needle(forms));
  Found found;
  found.read = read_value<AnySink>(input.value, tests::read_request(input.decode_options()), searcher);
  searcher.finish(input.value.size());
  const WordBuffer matches = searcher.take_matches();
  found.at.assign(matches.view().begin(), matches.view().end());
  found.texts = searcher.take_texts();
  return found;
}

void add_texts(const View& view, std::string_view text, Places& places) {
  const auto found = view.get<std::string_view>();
  if (found && found->find(text) != std::string_view::npos)
    places.push_back(static_cast<std::int32_t>(view.offset()));
  for (const View part : view) add_texts(part, text, places);
}

void check_texts(const Input& input, std::uint8_t letter) {
  Query query;
  query.texts = 1;
  for (const Type type : {Type::String, Type::StringName, Type::PackedStringArray})
    query.types |= std::uint64_t{1} << static_cast<unsigned>(type);
  const std::uint8_t forms[] = {1, 1, letter};
  const Found found = search(input, query, forms);
  const Result<Viewed> viewed = view(input.value, input.decode_options());
  expect(!viewed || found.read.ok(), "what can be viewed can be searched");
  if (!viewed || input.replace) return;
  Places expected;
  add_texts(viewed.value().root(), std::string(1, static_cast<char>(letter)), expected);
  expect(found.at == expected, "a search finds the same as a View");
}

/// Everything at once, and every text.
void check_others(const Input& input, std::uint8_t letter) {
  Query query;
  query.types = query.named = ~std::uint64_t{0};
  query.keys = query.texts = query.numbers = query.in_range = 1;
  query.integer_from = query.integer_to = letter;
  query.real_to = 1;
  query.pairs = letter % 2;
  const std::uint8_t forms[] = {2, 1, letter, 2, letter, 0x80};
  for (const std::int32_t at : search(input, query, forms).at)
    expect(at >= 0 && static_cast<std::size_t>(at) <= input.value.size(), "matches are in the input");
  query.collects = 1;
  const Found all = search(input, query, {});
  const auto texts = all.texts.view();
  expect(static_cast<std::size_t>(std::count(texts.begin(), texts.end(), 0)) == all.at.size(),
         "each text has a place");
}

void check(const Input& input) {
  const auto last =
      std::find_if(input.value.rbegin(), input.value.rend(), [](std::uint8_t byte) { return byte != 0; });
  const std::uint8_t letter = last == input.value.rend() ? 'a' : *last;
  check_texts(input, letter);
  check_others(input, letter);
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
