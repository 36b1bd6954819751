// The lane of the decoder must read what the decoder reads without it: the same tape, index, tree,
// conversion, score, text, errors and warnings, wherever the input or a limit ends.
#include "hex.h"
#include "index/index_builder.h"
#include "lane_comparison.h"

namespace godot_variant::tests {
namespace {

ReadRequest request_of(const Record& record) {
  DecodeOptions options = record.decode_options();
  options.allow_objects = true;
  return read_request(options);
}

TEST(Lane, ReadsWhatTheDecoderReads) {
  for (const char* file : {"values.jsonl", "mutated.jsonl"}) {
    for (const Record& record : engine_records(file)) compare(record.bytes, request_of(record), record.id);
  }
  for (const Record& record : save_records()) compare(record.bytes, request_of(record), record.id);
}

/// A Dictionary of everything that the lane reads.
Octets every_common_value() {
  Dictionary inner;
  inner.entries.emplace_back(Variant("x"), Variant(std::int64_t{-1}));
  inner.entries.emplace_back(Variant("a longer key than sixteen"), Variant(1.5));
  Array values;
  for (int i = 0; i < 3; ++i) {
    values.elements.emplace_back(inner);
    values.elements.emplace_back(Vector3(1, 2, 3));
    values.elements.emplace_back(Variant("text"));
    values.elements.emplace_back(Variant("sixteen letters."));
    values.elements.emplace_back(Variant("a text of more than sixteen letters"));
    values.elements.emplace_back(Variant("Gruß an Ωmega, 村長"));
    values.elements.emplace_back(Variant("😀é"));
    values.elements.emplace_back(Variant(std::int64_t{1} << 40));
    values.elements.emplace_back(Variant(0.1));
    values.elements.emplace_back(Variant(true));
    values.elements.emplace_back(Variant());
    values.elements.emplace_back(Variant());
    values.elements.emplace_back(Array());
    values.elements.emplace_back(Dictionary());
    NodePath path;
    path.absolute = true;
    path.names = {"root", "World", "a name of more than sixteen letters"};
    values.elements.emplace_back(path);
  }
  Dictionary whole;
  whole.entries.emplace_back(Variant("values"), Variant(values));
  whole.entries.emplace_back(Variant("again"), Variant(values));
  whole.entries.emplace_back(Variant("台詞"), Variant(inner));
  whole.entries.emplace_back(Variant("a key with an Ω, longer than sixteen"), Variant(1.5));
  const auto bytes = encode(whole, {.dialect = "godot-4"});
  return bytes.value();
}

TEST(Lane, EndsWhereTheInputEnds) {
  const Octets bytes = every_common_value();
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    // Memory of its own, so that a sanitizer notices reading past the end.
    const Octets part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    compare(part, read_request({.dialect = "godot-4"}), std::to_string(size));
  }
}

/// Keys that are StringNames: short, long, not ASCII, with padding that is not 0, with unknown flags.
TEST(Lane, ReadsKeysThatAreNames) {
  const char* value = " 02000000 07000000 ";
  for (const char* key :
       {"15000000 02000000 68700000", "15000000 00000000", "15000000 04000000 6e616d65",
        "15000000 12000000 61206e616d65206f6620313820627974657321210000", "15000000 02000000 c3a90000",
        "15000000 03000000 efbbbf00", "15000000 02000000 6870ff01", "15000100 02000000 68700000",
        "04000100 02000000 68700000", "04000000 02000000 6870ff01"}) {
    for (const char* head : {"1b000000", "1b000100 15000000", "1b000100 04000000", "1b000800 02000000"}) {
      const std::string hex =
          std::string(head) + " 03000000 " + key + value + "15000000 01000000 61000000" + value + key + value;
      const Octets bytes = from_hex(hex);
      for (std::size_t size = 0; size <= bytes.size(); ++size) {
        const Octets part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        compare(part, read_request({.dialect = "godot-4"}), hex + " until " + std::to_string(size));
      }
    }
  }
}

/// The tape takes ints, floats and bools at the beginning of an Array at once. Others may follow: wide ones,
/// some of them wider than they need to be, NaNs, unknown flags, other types.
TEST(Lane, ReadsRunsOfScalars) {
  const std::vector<std::string> usual = {
      "02000000 07000000",          "02000000 ffffffff",
      "02000100 0000000001000000",  "02000100 ffffffffffffff7f",
      "03000000 0000c03f",          "03000100 9a9999999999b93f",
      "03000100 333333333333d3bf",  "01000000 01000000",
      "01000000 00000000",          "00000000",
      "04000000 02000000 68690000", "1b000000 00000000",
      "1c000000 00000000",
  };
  std::vector<std::string> unusual = {
      "02000100 0500000000000000",
      "02000100 ffffffffffffffff",
      "03000100 000000000000e03f",
      "03000000 0000c07f",
      "03000000 0100a07f",
      "03000000 000080ff",
      "03000100 000000000000f07f",
      "03000100 010000000000f87f",
      "01000000 02000000",
      "01000100 01000000",
      "02000002 07000000",
      "03000400 0000c03f",
      "09000000 0000803f0000004000004040",
  };
  unusual.insert(unusual.end(), usual.begin(), usual.end());
  constexpr std::size_t count = 12;
  for (const char* array : {"1c000000", "1c000100 02000000", "1c000100 03000000"}) {
    for (const std::string& element : usual) {
      for (const std::string& other : unusual) {
        for (const std::size_t place : {std::size_t{0}, std::size_t{1}, std::size_t{6}, count - 1}) {
          std::string hex = std::string(array) + "0c000000 ";
          for (std::size_t i = 0; i < count; ++i) hex += i == place || i == place + 2 ? other : element;
          const Octets bytes = from_hex(hex);
          for (const char* dialect : {"godot-4", "godot-3", "godot-2"}) {
            const ReadRequest request = read_request({.dialect = dialect});
            if (compare_tapes(bytes, request, hex).ok()) compare_words(bytes, request, hex);
          }
        }
      }
    }
  }
}

TEST(Lane, EndsRunsWhereTheInputOrALimitEnds) {
  for (const char* element :
       {"02000000 07000000", "02000100 0000000001000000", "03000000 0000c03f", "03000100 9a9999999999b93f",
        "01000000 01000000", "00000000", "1b000000 00000000", "1c000000 00000000"}) {
    std::string hex = "1c000000 14000000 ";
    for (int i = 0; i < 20; ++i) hex += element;
    const Octets bytes = from_hex(hex);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      const Octets part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      compare(part, read_request({.dialect = "godot-4"}), hex + " until " + std::to_string(size));
    }
    for (std::uint64_t limit = 0; limit < 23; ++limit) {
      DecodeOptions options{.dialect = "godot-4"};
      options.limits.elements = limit;
      compare(bytes, read_request(options), hex + " elements " + std::to_string(limit));
    }
  }
}

/// The key tree takes first keys only when they come again, so it knows none of these.
TEST(Lane, ReadsNewKeysAndNamesThatAreNotAscii) {
  Array values;
  for (const char* key : {"é", "台詞", "a key with an Ω, longer than sixteen", "😀😀😀😀😀", "\u00bf?"}) {
    Dictionary one;
    one.entries.emplace_back(Variant(key), Variant(std::int64_t{1}));
    one.entries.emplace_back(Variant(std::string(key) + "2"), Variant(key));
    values.elements.emplace_back(one);
    NodePath path;
    path.names = {key, "ascii", std::string(key) + "3"};
    values.elements.emplace_back(path);
  }
  const Octets bytes = encode(values, {.dialect = "godot-4"}).value();
  const ReadRequest request = read_request({.dialect = "godot-4"});
  for (std::size_t at = 0; at <= bytes.size(); ++at) {
    Octets cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    compare(cut, request, std::to_string(at));
    if (at == bytes.size()) break;
    for (const int flip : {0x20, 0x80, 0xFF}) {
      Octets damaged = bytes;
      damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
      compare(damaged, request, std::to_string(at) + " ^ " + std::to_string(flip));
    }
  }
}

TEST(Lane, CountsElementsAndLevels) {
  const Octets bytes = every_common_value();
  for (std::uint64_t limit = 0; limit < 200; ++limit) {
    DecodeOptions options{.dialect = "godot-4"};
    options.limits.elements = limit;
    compare(bytes, read_request(options), "elements " + std::to_string(limit));
  }
  for (std::uint32_t depth = 0; depth < 5; ++depth) {
    DecodeOptions options{.dialect = "godot-4"};
    options.limits.depth = depth;
    compare(bytes, read_request(options), "depth " + std::to_string(depth));
  }
}

/// The index expects that the values of a key come again, but a Dictionary may declare another type for them.
TEST(Lane, ChecksDeclaredTypesOfValuesThatCameBefore) {
  const std::string entry = "04000000 01000000 61000000 03000000 0000c03f ";
  std::string hex = "1c000000 05000000 ";
  for (int i = 0; i < 4; ++i) hex += "1b000000 01000000 " + entry;
  const Octets bytes = from_hex(hex + "1b000400 02000000 01000000 " + entry);
  const ReadRequest request = read_request({.dialect = "godot-4.4"});
  KeyTree keys;
  IndexBuilder index(keys);
  index.start(bytes.size());
  EXPECT_EQ(read_value(Bytes(bytes), request, index).warnings.size(), 1U);
  compare(bytes, request, "declared");
}

/// Things of several kinds in one Array: the key that is expected is often that of another kind, and may
/// begin as the one that comes.
Octets kinds_that_take_turns() {
  const std::vector<std::vector<std::string>> kinds = {
      {"abcd1", "x", "y"}, {"abcd2", "y", "x"}, {"x", "abcd1"}, {"abcd1", "", "same"}, {"", "abcd2"}, {}};
  Array things;
  for (std::size_t i = 0; i < 40; ++i) {
    Dictionary thing;
    for (const std::string& key : kinds[i * i % 7 % kinds.size()]) {
      Dictionary inner;
      if (i % 3 == 0) inner.entries.emplace_back(Variant(key), Variant("text"));
      thing.entries.emplace_back(Variant(key), i % 3 == 0 ? Variant(inner) : Variant(0.5));
    }
    things.elements.emplace_back(thing);
  }
  return encode(things, {.dialect = "godot-4"}).value();
}

TEST(Lane, ExpectsKeysThatCameLately) {
  const Octets bytes = kinds_that_take_turns();
  const ReadRequest request = read_request({.dialect = "godot-4"});
  for (std::size_t size = 0; size <= bytes.size(); size += size < 200 ? 1 : 4)
    compare(Octets(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)), request,
            std::to_string(size));
  KeyTree keys;
  TapeBuilder builder(keys);
  for (int round = 0; round < 3; ++round) {
    builder.start(bytes, 0);
    ASSERT_TRUE(read_value(Bytes(bytes), request, builder).ok());
    EXPECT_TRUE(encoded(builder.view(), *request.settings.dialect) == bytes) << round;
  }
}

/// Each byte takes values that change headers, lengths, counts and texts.
TEST(Lane, ReadsDamageAsTheDecoderDoes) {
  const Octets bytes = every_common_value();
  for (std::size_t at = 0; at < bytes.size() / 2; ++at) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      Octets damaged = bytes;
      damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
      compare(damaged, read_request({.dialect = "godot-4"}),
              std::to_string(at) + " ^ " + std::to_string(flip));
    }
  }
}

}  // namespace
}  // namespace godot_variant::tests
