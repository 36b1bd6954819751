// A search reports the header of every value that matches, wherever in keys and values the match is.
#include "fixtures.h"
#include "godot_variant/godot_variant.h"
#include "requests.h"
#include "search/searcher.h"
#include "wire/codec.h"

namespace godot_variant::tests {
namespace {

using Octets = std::vector<std::uint8_t>;

/// A text whose letters each have one form.
Octets needle(std::string_view text) {
  Octets forms;
  for (const char letter : text) forms.insert(forms.end(), {1, 1, static_cast<std::uint8_t>(letter)});
  return forms;
}

Query looks(bool keys, bool values) {
  Query query;
  query.types = ~std::uint64_t{0};
  query.keys = keys ? 1 : 0;
  query.texts = values ? 1 : 0;
  query.numbers = 1;
  return query;
}

struct Found {
  std::vector<std::int32_t> at;
  std::string texts;
};

Found search(const Input& input, const Query& query, std::string_view text, std::uint32_t values = 1) {
  ReadRequest request = read_request({.dialect = "godot-4"});
  request.settings.allow_objects = true;
  request.values = values;
  const Octets forms = needle(text);
  Searcher searcher(query, Needle(forms));
  const ReadResult result = read_value<AnySink>(input, request, searcher);
  EXPECT_TRUE(result.ok());
  searcher.finish(input.bytes.size());
  const WordBuffer matches = searcher.take_matches();
  const ByteBuffer texts = searcher.take_texts();
  return {{matches.view().begin(), matches.view().end()}, {texts.view().begin(), texts.view().end()}};
}

Octets bytes_of(const Variant& value) {
  const auto encoded = encode(value, {.dialect = "godot-4"});
  EXPECT_TRUE(encoded);
  return encoded.value();
}

Array array(std::vector<Variant> elements) {
  Array made;
  made.elements = std::move(elements);
  return made;
}

using Places = std::vector<std::int32_t>;

TEST(Search, FindsKeysAndValues) {
  // Header and count (8 bytes), key "ab" (12), value "xab" (12), key 5 (8), value [true, "no"] (8 + 8 + 12).
  Dictionary pairs;
  pairs.entries =
      std::vector<Entry>{{String("ab"), String("xab")}, {std::int64_t{5}, array({true, String("no")})}};
  const Octets bytes = bytes_of(pairs);
  ASSERT_EQ(bytes.size(), 68U);
  EXPECT_EQ(search(Bytes(bytes), looks(true, true), "ab").at, Places({20}));
  EXPECT_EQ(search(Bytes(bytes), looks(true, false), "ab").at, Places({20}));
  EXPECT_EQ(search(Bytes(bytes), looks(false, true), "b").at, Places({20}));
  EXPECT_EQ(search(Bytes(bytes), looks(true, false), "5").at, Places({40}));
  EXPECT_EQ(search(Bytes(bytes), looks(true, true), "true").at, Places({48}));
  EXPECT_EQ(search(Bytes(bytes), looks(true, true), "nothing").at, Places());
  EXPECT_EQ(search(Bytes(bytes), looks(true, true), "").at, Places({20, 40, 48, 56}));
  Query typed = looks(true, true);
  typed.types = std::uint64_t{1} << static_cast<unsigned>(Type::Array);
  EXPECT_EQ(search(Bytes(bytes), typed, "").at, Places({40}));
}

TEST(Search, ReadsSeveralValuesThatFollowEachOther) {
  Octets bytes = bytes_of(String("key"));
  const Octets value = bytes_of(std::int64_t{7});
  bytes.insert(bytes.end(), value.begin(), value.end());
  Query query = looks(true, true);
  EXPECT_EQ(search(Bytes(bytes), query, "key", 2).at, Places({0}));
  query.pairs = 1;
  EXPECT_EQ(search(Bytes(bytes), query, "key", 2).at, Places({12}));
  // The value of the key is not in the input.
  EXPECT_EQ(search(Bytes(bytes).first(12), query, "key").at, Places({12}));
}

TEST(Search, CollectsTextsWithTheirValues) {
  Dictionary inner;
  inner.entries = std::vector<Entry>{{String("deep"), std::int64_t{1}}};
  Dictionary pairs;
  pairs.entries = std::vector<Entry>{{inner, String("value")}};
  const Octets bytes = bytes_of(pairs);
  Query query = looks(true, true);
  query.collects = 1;
  const Found found = search(Bytes(bytes), query, "");
  // The key is a Dictionary of 8 + 12 + 8 bytes behind the head of 8.
  EXPECT_EQ(found.at, Places({36, 36, 36}));
  EXPECT_EQ(found.texts, std::string("deep\0001\000value\0", 13));
  query.types = std::uint64_t{1} << static_cast<unsigned>(Type::Int);
  EXPECT_EQ(search(Bytes(bytes), query, "").at, Places({-1, -1}));
}

TEST(Search, ComparesNumbersExactly) {
  const Octets bytes = bytes_of(array({std::int64_t{9007199254740993}, 9007199254740992.0, 0.5}));
  Query query;
  query.types = ~std::uint64_t{0};
  query.in_range = 1;
  query.integer_from = query.integer_to = 9007199254740993;
  query.real_from = 9007199254740992.0;
  query.real_to = 1e300;
  EXPECT_EQ(search(Bytes(bytes), query, "").at, Places({8, 20}));
  query.real_from = query.real_to = 0.5;
  query.integer_from = 9007199254740994;
  query.integer_to = 9007199254740992;
  EXPECT_EQ(search(Bytes(bytes), query, "").at, Places({28}));
}

TEST(Search, TakesAnyFormOfALetter) {
  const std::string kelvin = "\xE2\x84\xAA";
  const Octets bytes = bytes_of(array({String("ak"), String("aK"), String("a" + kelvin), String("b")}));
  const ReadRequest request = read_request({.dialect = "godot-4"});
  const Octets forms{3, 1, 'k', 1, 'K', 3, 0xE2, 0x84, 0xAA};
  const Query query = looks(true, true);
  Searcher searcher(query, Needle(forms));
  EXPECT_TRUE(read_value<AnySink>(Bytes(bytes), request, searcher).ok());
  EXPECT_EQ(searcher.take_matches().size(), 3U);
}

}  // namespace
}  // namespace godot_variant::tests
