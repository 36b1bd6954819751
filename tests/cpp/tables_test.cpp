// The tables that live longer than one call: the key tree and the table of texts. Both are bounded, and must
// not take one text for another of the same hash.
#include "expect.h"
#include "requests.h"
#include "tape/tape_builder.h"

namespace godot_variant::tests {
namespace {

using Octets = std::vector<std::uint8_t>;

/// Sixteen bytes; all of them have the same hash (bytes/hash.h), and no two are equal.
Octets same_hash(std::uint64_t number) {
  Octets bytes(16);
  const std::uint64_t first = mixed(16, number);
  std::memcpy(bytes.data(), &first, 8);
  std::memcpy(bytes.data() + 8, &number, 8);
  return bytes;
}

/// Sixteen bytes with different hashes.
Octets key(std::uint64_t number) {
  Octets bytes(16);
  std::memcpy(bytes.data(), &number, 8);
  return bytes;
}

/// The node of a first key that comes for the second time.
std::uint32_t first_node(KeyTree& tree, Bytes raw, std::size_t text_size = 8) {
  tree.advance(KeyTree::root, KeyTree::root, raw, text_size);
  return tree.advance(KeyTree::root, KeyTree::root, raw, text_size);
}

/// The path to a node, whose keys come in turn.
KeyPath path_to(const KeyTree::View& view, std::uint32_t to) {
  std::size_t keys = 0;
  for (std::uint32_t at = to; at != KeyTree::root; at = view.node(at).parent, ++keys) {
    KeyTree::Node& parent = view.node(view.node(at).parent);
    (view.node(at).parent == KeyTree::root ? parent.inside : parent.next) = at;
  }
  KeyPath path(view, KeyTree::root, true, 1);
  for (; keys > 0; --keys) path.take_expected(view);
  EXPECT_EQ(path.node(), to);
  return path;
}

TEST(KeyTree, HoldsABoundedNumberOfKeys) {
  KeyTree tree;
  std::uint32_t node = first_node(tree, key(0));
  for (std::uint64_t i = 1; i < 2 * (KeyTree::max_keys + KeyTree::max_nodes); ++i) {
    const std::uint32_t next = tree.advance(node, KeyTree::root, key(i), 8);
    if (next != KeyTree::none) node = next;
  }
  EXPECT_EQ(tree.keys().size(), KeyTree::max_keys);
  EXPECT_TRUE(tree.is_full());
}

TEST(KeyTree, HoldsABoundedNumberOfNodes) {
  KeyTree tree;
  std::uint32_t node = first_node(tree, key(1));
  for (std::uint64_t i = 2; i < KeyTree::max_nodes; ++i) {
    node = tree.advance(node, KeyTree::root, key(i % 10), 8);
    ASSERT_NE(node, KeyTree::none);
  }
  // Objects whose keys are all new must not empty the tree again and again.
  for (std::uint64_t i = 0; i < KeyTree::max_nodes; ++i) {
    EXPECT_FALSE(tree.is_full());
    EXPECT_EQ(tree.advance(node, KeyTree::root, key(11), 8), KeyTree::none);
  }
  EXPECT_TRUE(tree.is_full());
  EXPECT_EQ(tree.nodes().size(), KeyTree::max_nodes);
}

TEST(KeyTree, IgnoresLongKeys) {
  KeyTree tree;
  EXPECT_NE(first_node(tree, Octets(72), KeyTree::max_key_size), KeyTree::none);
  EXPECT_EQ(first_node(tree, Octets(76), KeyTree::max_key_size + 1), KeyTree::none);
}

/// Keys that come once, such as ids, do not fill the tree, and do not keep others out.
TEST(KeyTree, TakesAFirstKeyWhenItComesAgain) {
  KeyTree tree;
  for (std::uint64_t i = 0; i < 100 * KeyTree::max_keys; ++i)
    tree.advance(KeyTree::root, KeyTree::root, key(i << 32), 8);
  EXPECT_LT(tree.keys().size(), 100U);
  const std::uint32_t node = first_node(tree, key(1));
  EXPECT_NE(node, KeyTree::none);
  EXPECT_NE(tree.advance(node, KeyTree::root, key(2), 8), KeyTree::none);
}

/// A small table of recent nodes: most places have served keys after several nodes.
TEST(KeyPath, ExpectsOnlyKeysThatFollow) {
  KeyTree tree(64);
  std::vector<std::uint32_t> nodes = {KeyTree::root};
  for (std::size_t i = 1; i <= 20; ++i) {
    const std::uint32_t parent = nodes[i / 3];
    const std::uint64_t number = std::uint64_t{i % 5} << 32;
    first_node(tree, key(number));
    const std::uint32_t next = tree.advance(parent, KeyTree::root, key(number), 8);
    nodes.push_back(next == KeyTree::none ? KeyTree::root : next);
  }
  const KeyTree::View view = tree.view();
  std::size_t found = 0;
  for (const std::uint32_t start : nodes) {
    for (std::uint64_t i = 0; i < 5; ++i) {
      KeyPath path = path_to(view, start);
      if (!path.expects_recent(view, KeyTree::root, key(i << 32))) continue;
      ++found;
      EXPECT_EQ(path.expected_node(view).parent, start);
    }
  }
  EXPECT_GT(found, 0U);
}

TEST(KeyTree, FindsAsManyFirstKeysAsItHolds) {
  KeyTree tree;
  std::vector<std::uint32_t> nodes;
  for (std::uint64_t i = 0; i < KeyTree::max_keys / 2; ++i) nodes.push_back(first_node(tree, key(i)));
  std::size_t found = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] == KeyTree::none) continue;
    ++found;
    EXPECT_EQ(tree.advance(KeyTree::root, KeyTree::root, key(i), 8), nodes[i]);
  }
  EXPECT_GT(found, nodes.size() * 9 / 10);
}

/// A node has few followers, and few keys may have the same hash: a search is short whatever the keys.
TEST(KeyTree, SearchesAFewPlacesOnly) {
  KeyTree followers;
  KeyTree hashes;
  const std::uint32_t first = first_node(followers, key(0));
  std::size_t found = 0;
  std::size_t interned = 0;
  std::uint32_t node = first_node(hashes, same_hash(0));
  for (std::uint64_t i = 1; i < 1000; ++i) {
    if (followers.advance(first, KeyTree::root, key(i), 8) != KeyTree::none) ++found;
    const std::uint32_t next = hashes.advance(node, KeyTree::root, same_hash(i), 8);
    if (next == KeyTree::none) continue;
    node = next;
    ++interned;
  }
  EXPECT_GT(found, 10U);
  EXPECT_LT(found, 100U);
  EXPECT_LT(interned, 100U);
}

/// A key whose places are taken would otherwise be read as a text in every call, with all its lists of keys.
TEST(KeyTree, IsFullWhereAKeyFindsNoPlaceForLong) {
  KeyTree tree;
  std::uint64_t last = 0;
  while (first_node(tree, same_hash(last)) != KeyTree::none) ++last;
  EXPECT_LT(tree.keys().size(), 100U);
  for (std::uint64_t i = 0; i < KeyTree::max_nodes; ++i)
    EXPECT_EQ(tree.advance(KeyTree::root, KeyTree::root, same_hash(last), 8), KeyTree::none);
  EXPECT_TRUE(tree.is_full());
}

/// A text of ASCII at an offset of an input.
Text text_at(Bytes input, std::size_t offset, std::size_t size) {
  Text text;
  text.bytes = input.subspan(offset, size);
  text.offset = offset;
  text.units = size;
  return text;
}

/// Twenty-four bytes; all of them have the same hash, and no two are equal.
Octets long_text_with_same_hash(std::uint64_t number) {
  Octets bytes(24);
  const std::uint64_t last = 7;
  // hash_of mixes the size and the last word, then this word, then the first one.
  const std::uint64_t first = mixed(mixed(24, last), number);
  std::memcpy(bytes.data(), &first, 8);
  std::memcpy(bytes.data() + 8, &number, 8);
  std::memcpy(bytes.data() + 16, &last, 8);
  return bytes;
}

TEST(TextTable, ComparesTextsWithTheSameHash) {
  Octets bytes = long_text_with_same_hash(1);
  const Octets second = long_text_with_same_hash(2);
  ASSERT_EQ(hash_of(bytes.data(), 24), hash_of(second.data(), 24));
  bytes.insert(bytes.end(), second.begin(), second.end());
  bytes.resize(bytes.size() + ShortText::most);
  TextTable table;
  table.start(bytes.size(), 0);
  EXPECT_EQ(table.intern(text_at(bytes, 0, 24)), 0);
  EXPECT_FALSE(table.repeat());
  EXPECT_EQ(table.intern(text_at(bytes, 0, 24)), 0);
  EXPECT_TRUE(table.repeat());
  EXPECT_EQ(table.intern(text_at(bytes, 24, 24)), 1);
  EXPECT_EQ(table.intern(text_at(bytes, 0, 24)), 1 + 1);
  EXPECT_EQ(table.texts().size(), 6U);
}

/// The same for texts that are UTF-16 in their pool, and for texts that differ only in size.
TEST(TextTable, ComparesTextsThatAreNotAscii) {
  const std::string_view one = "\u00e9\u00e8\u00ea twenty bytes\u3042";
  const std::string_view other = "\u00e9\u00e8\u00ea twenty bytes\u3044";
  Octets bytes;
  for (const std::string_view text : {one, other}) bytes.insert(bytes.end(), text.begin(), text.end());
  bytes.resize(bytes.size() + ShortText::most);
  const auto number_in = [&](TextTable& table, std::size_t offset) {
    Text text = text_at(bytes, offset, one.size());
    text.units = scan_text(text.bytes).units;
    return table.intern(text);
  };
  TextTable table;
  table.start(bytes.size(), 0);
  EXPECT_EQ(number_in(table, 0), 0);
  EXPECT_EQ(number_in(table, one.size()), 1);
  const std::size_t units = table.utf16().size();
  EXPECT_EQ(number_in(table, 0), 0);
  EXPECT_EQ(number_in(table, one.size()), 1);
  EXPECT_EQ(table.utf16().size(), units);
}

/// Twelve characters of two bytes each: both texts have the same hash.
TEST(TextTable, ComparesTextsThatAreNotAsciiWithTheSameHash) {
  Octets bytes = from_hex("ceb5ceb2cf88ceb6 ceb1ceb8ceb1cebd ceb1ceb2ceb3ceb4");
  const Octets second = from_hex("caa7ccb2cb9ad9bc ceb1cf82cf82cf84 ceb1ceb2ceb3ceb4");
  ASSERT_EQ(hash_of(bytes.data(), 24), hash_of(second.data(), 24));
  bytes.insert(bytes.end(), second.begin(), second.end());
  bytes.resize(bytes.size() + ShortText::most);
  TextTable table;
  table.start(bytes.size(), 0);
  for (std::size_t i = 0; i < 2; ++i) {
    Text text = text_at(bytes, i * 24, 24);
    text.units = 12;
    EXPECT_EQ(table.intern(text), static_cast<std::int32_t>(i));
  }
}

/// Names such as `enemy_01` begin alike. Where only their first characters chose the place in the cache, they
/// took it from each other.
TEST(TextTable, FindsTextsThatDifferInOneCharacter) {
  constexpr std::size_t variants = 16;
  for (std::size_t size = 1; size <= ShortText::most; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      Octets bytes(size * variants + ShortText::most, '_');
      for (std::size_t i = 0; i < variants; ++i) bytes[i * size + place] = static_cast<std::uint8_t>('a' + i);
      TextTable table;
      table.start(bytes.size(), 0);
      for (std::size_t i = 0; i < 3 * variants; ++i) {
        const std::size_t variant = i % variants;
        EXPECT_EQ(table.intern(text_at(bytes, variant * size, size)), static_cast<std::int32_t>(variant))
            << "size " << size << ", place " << place;
      }
    }
  }
}

/// The cache survives from input to input, but numbers of the last input mean nothing in this one.
TEST(TextTable, TrustsNoNumberOfAnEarlierInput) {
  Octets bytes(24, 'a');
  std::fill(bytes.begin() + 4, bytes.begin() + 8, std::uint8_t{'b'});
  TextTable table;
  table.start(bytes.size(), 1000);
  EXPECT_EQ(table.intern(text_at(bytes, 0, 4)), 0);
  EXPECT_EQ(table.intern(text_at(bytes, 4, 4)), 1);
  EXPECT_EQ(table.intern(text_at(bytes, 0, 4)), 0);
  table.start(bytes.size(), 1000);
  EXPECT_EQ(table.intern(text_at(bytes, 4, 4)), 0);
}

/// Interns a text of so many equal characters, each of which is one unit of UTF-16.
void expect_pooled(std::string_view character, std::size_t count, bool pooled) {
  Octets bytes;
  for (std::size_t i = 0; i < count; ++i) bytes.insert(bytes.end(), character.begin(), character.end());
  bytes.resize(bytes.size() + ShortText::most);
  TextTable table;
  table.start(bytes.size(), 0);
  table.intern({.bytes = Bytes(bytes).first(count * character.size()), .units = count});
  const std::size_t in_pool = character.size() == 1 ? table.ascii().size() : table.utf16().size();
  EXPECT_EQ(in_pool, pooled ? count : 0);
  EXPECT_EQ(table.units()[0] >= 0, pooled);
}

TEST(TextTable, PoolsOnlyTextsThatAreNotTooLong) {
  expect_pooled("a", 256, true);
  expect_pooled("a", 257, false);
  expect_pooled("\u00e9", 129, true);
  expect_pooled("\u00e9", 1 << 19, true);
  expect_pooled("\u00e9", (1 << 19) + 1, false);
}

/// `start` keeps as much memory as its caller allows.
TEST(TapeBuilder, ReturnsTheMemoryOfLargeInputs) {
  const Octets bytes = nested_arrays(500);
  KeyTree keys;
  TapeBuilder builder(keys);
  ReadRequest request;
  request.settings.dialect = find_dialect({});
  for (const std::size_t kept : {std::size_t{0}, std::size_t{1} << 20}) {
    builder.start(bytes, 0);
    ASSERT_TRUE(read_value(Input(Bytes(bytes)), request, builder).ok());
    ASSERT_NE(builder.view().words.data(), nullptr);
    builder.start({}, kept);
    EXPECT_EQ(builder.view().words.data() == nullptr, kept == 0);
  }
  TextTable table;
  table.start(bytes.size(), 0);
  table.intern(text_at(bytes, 0, 100));
  table.intern(text_at(bytes, 0, 1));
  table.intern(text_at(bytes, 0, 1));
  EXPECT_TRUE(table.repeat());
  table.start(bytes.size(), 0);
  EXPECT_FALSE(table.repeat());
  EXPECT_EQ(table.texts().data(), nullptr);
}

}  // namespace
}  // namespace godot_variant::tests
